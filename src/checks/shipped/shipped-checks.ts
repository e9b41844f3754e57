/** Keeps the checks that come with the release in the database: new ones are added, and what nobody changed follows the release. */
import { Injectable } from '@nestjs/common';
import { Database, type Param, type Scalar } from '../../database/database.js';
import { checkOf, SELECT_CHECK, storedKinds } from '../check.js';
import { SHIPPED } from './shipped.js';
import type { ShippedCheck } from './shipped-check.js';

/** The columns of a check as it came. */
export const shippedRow = (shipped: ShippedCheck): Record<string, Scalar> => ({
  texts: JSON.stringify({ titles: shipped.titles, abouts: shipped.abouts, advices: shipped.advices }),
  severity: shipped.severity,
  enabled: shipped.enabled ? 1 : 0,
  type: shipped.type,
  definition: JSON.stringify(shipped.definition),
  exceptions: shipped.exceptions ? JSON.stringify(shipped.exceptions) : null,
  kinds: storedKinds(shipped.kinds ?? []),
});

@Injectable()
export class ShippedChecks {
  private readonly all: ReadonlyMap<string, ShippedCheck> = new Map(SHIPPED.map((one) => [one.key, one]));

  constructor(private readonly database: Database) {}

  get(key: string): ShippedCheck | undefined {
    return this.all.get(key);
  }

  /** Brings the rows to what the release has. One statement where they are so already. */
  async keep(): Promise<void> {
    const { database } = this;
    const rows = await database.all(SELECT_CHECK);
    const known = new Map(rows.map((row) => [String(row['slug']), row]));
    const missing = SHIPPED.filter(({ key }) => !known.has(key));
    const now = database.clock.toStored(Date.now());
    const changes: Array<[id: number, set: Record<string, Param>]> = [];
    for (const shipped of SHIPPED) {
      const row = known.get(shipped.key);
      if (!row) continue;
      const check = checkOf(row);
      // A check of the same name that somebody made is theirs.
      if (!check.shipped) continue;
      const differing = Object.entries(shippedRow(shipped)).filter(
        ([name, value]) => !check.changed.includes(name) && String(row[name] ?? '') !== String(value ?? ''),
      );
      if (differing.length) changes.push([check.id, Object.fromEntries(differing)]);
    }
    if (!missing.length && !changes.length) return;
    await database.transaction(async (tx) => {
      const values = missing.map((shipped): Scalar[] => [
        shipped.key,
        ...Object.values(shippedRow(shipped)),
        1,
        now,
        now,
      ]);
      if (values.length) {
        const columns = ['slug', ...Object.keys(shippedRow(missing[0]!)), 'shipped', 'created_at', 'updated_at'];
        await database.write(tx, database.dialect.insertMissing('own_checks', columns), values);
      }
      for (const [id, set] of changes) {
        const names = Object.keys(set).map((name) => `\`${name}\` = ?`);
        await tx.defer(`UPDATE \`own_checks\` SET ${names.join(', ')}, \`updated_at\` = ? WHERE \`id\` = ?`, [
          ...Object.values(set),
          now,
          id,
        ]);
      }
    });
  }
}
