/** Keeps the checks that come with the release in the database: new ones are added, and what nobody changed follows the release. */
import { Injectable, Logger } from '@nestjs/common';
import { Database, type Param, type Scalar } from '../../database/database.js';
import { Plans } from '../../engine/index.js';
import { checkOf, SELECT_CHECK, storedKinds, type Check } from '../check.js';
import { askedKinds, beginAnew } from '../definitions/asked-kinds.js';
import { SHIPPED } from './shipped.js';
import type { ShippedCheck } from './shipped-check.js';

/** The columns of a check as it came, but for the kinds, which follow from them. */
const shippedRow = (shipped: ShippedCheck): Record<string, Scalar> => ({
  texts: JSON.stringify({ titles: shipped.titles, abouts: shipped.abouts, advices: shipped.advices }),
  severity: shipped.severity,
  enabled: shipped.enabled ? 1 : 0,
  type: shipped.type,
  definition: JSON.stringify(shipped.definition),
  exceptions: shipped.exceptions ? JSON.stringify(shipped.exceptions) : null,
});

@Injectable()
export class ShippedChecks {
  private readonly logger = new Logger('Checks');
  private readonly all: ReadonlyMap<string, ShippedCheck> = new Map(SHIPPED.map((one) => [one.key, one]));

  constructor(
    private readonly database: Database,
    private readonly plans: Plans,
  ) {}

  /** The columns of a check as it came; undefined where none of this key did. */
  rowOf(key: string): Record<string, Scalar> | undefined {
    const shipped = this.all.get(key);
    if (!shipped) return undefined;
    return { ...shippedRow(shipped), kinds: storedKinds(askedKinds({ exceptions: {}, ...shipped }, this.plans)) };
  }

  /** Brings the rows to what the release has, and the kinds of all checks to what they ask about. One statement where they are so. */
  async keep(): Promise<void> {
    const { database } = this;
    const rows = await database.all(SELECT_CHECK);
    const known = new Set(rows.map((row) => String(row['slug'])));
    const missing = SHIPPED.flatMap(({ key }) => (known.has(key) ? [] : [{ slug: key, ...this.rowOf(key)! }]));
    const now = database.clock.toStored(Date.now());
    const changes: Array<[before: Check, set: Record<string, Param>, kinds: readonly string[]]> = [];
    for (const row of rows) {
      const check = checkOf(row);
      // A check of the same name that somebody made is theirs.
      const shipped = check.shipped ? this.all.get(check.slug) : undefined;
      const differing = Object.entries(shipped ? shippedRow(shipped) : {}).filter(
        ([name, value]) => !check.changed.includes(name) && String(row[name] ?? '') !== String(value ?? ''),
      );
      const set = Object.fromEntries(differing);
      const kinds = this.kindsOf(checkOf({ ...row, ...set }));
      if (storedKinds(kinds) !== row['kinds']) set['kinds'] = storedKinds(kinds);
      if (Object.keys(set).length) changes.push([check, set, kinds]);
    }
    if (!missing.length && !changes.length) return;
    await database.transaction(async (tx) => {
      if (missing.length) {
        const columns = [...Object.keys(missing[0]!), 'shipped', 'created_at', 'updated_at'];
        const values = missing.map((row): Scalar[] => [...Object.values(row), 1, now, now]);
        await database.write(tx, database.dialect.insertMissing('own_checks', columns), values);
      }
      for (const [before, set, kinds] of changes) {
        const names = Object.keys(set).map((name) => `\`${name}\` = ?`);
        await tx.defer(`UPDATE \`own_checks\` SET ${names.join(', ')}, \`updated_at\` = ? WHERE \`id\` = ?`, [
          ...Object.values(set),
          now,
          before.id,
        ]);
        await beginAnew(tx, before, kinds);
      }
    });
  }

  /** Of a check that no longer holds, as where a column is gone, what was known of it. */
  private kindsOf(check: Check): readonly string[] {
    try {
      return askedKinds(check, this.plans);
    } catch (error) {
      this.logger.warn(`${check.slug}: ${(error as Error).message}`);
      return check.kinds;
    }
  }
}
