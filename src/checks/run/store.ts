/** The life of findings: what a check found is compared with what is kept, and written in small transactions (checks 4). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Row, Scalar } from '../../database/database.js';
import { breather } from '../rules/parts.js';
import type { StoredFound } from './evaluate.js';

/** Rows that one transaction writes at most, and that are compared at once. */
const AT_ONCE = 500;
/** Milliseconds between two portions: a request asks an engine within the process many times, each of which would wait for one. */
const PAUSE = 10;

/** What changed; ids of findings. */
export interface Outcome {
  opened: number;
  reopened: number;
  gone: number;
}

const COLUMNS = ['check_id', 'type', 'object_id', 'said', 'objects', 'first_seen', 'opened_at'] as const;
const TOLD = [
  { name: 'said', type: 'longtext' },
  { name: 'objects', type: 'longtext' },
] as const;

/** Called in the transaction of changes, so that these are told with them. */
export type Follow = (
  tx: Parameters<Parameters<Database['transaction']>[0]>[0],
  change: 'opened' | 'reopened' | 'gone',
  rows: readonly FollowedFinding[],
) => Promise<void>;

/** A finding whose life goes on, and its object. */
export interface FollowedFinding {
  id: number;
  type: string;
  objectId: number;
}

/**
 * Stores what a check found. Each portion is compared and written for itself: what was stored before a run broke off is what it
 * would have stored, and the next run goes on from there.
 */
export async function storeFound(
  database: Database,
  checkId: number,
  found: readonly StoredFound[],
  isEnding: () => boolean,
  follow?: Follow,
): Promise<Outcome> {
  const outcome: Outcome = { opened: 0, reopened: 0, gone: 0 };
  const pause = breather();
  const left = new Map<string, StoredFound>();
  for (const one of found) {
    left.set(`${one.type} ${one.id}`, one);
    await pause();
  }
  const now = database.clock.toStored(Date.now());
  for (let last = 0; !isEnding();) {
    const rows = await database.all(
      `SELECT \`id\`, \`type\`, \`object_id\`, \`said\`, \`objects\`, \`gone_at\` FROM \`own_findings\` WHERE \`check_id\` = ? AND \`id\` > ? ORDER BY \`id\` LIMIT ${AT_ONCE}`,
      [checkId, last],
    );
    await compare(rows);
    await sleep(PAUSE);
    if (rows.length < AT_ONCE) break;
    last = Number(rows.at(-1)!['id']);
  }
  const fresh = [...left.values()];
  for (let i = 0; i < fresh.length && !isEnding(); i += AT_ONCE) {
    const part = fresh.slice(i, i + AT_ONCE);
    await database.transaction(async (tx) => {
      const rows = part.map(({ type, id, said, objects }): Scalar[] => [checkId, type, id, said, objects, now, now]);
      await database.write(tx, database.dialect.insertMissing('own_findings', COLUMNS), rows);
      if (!follow) return;
      const objects = part.map(({ type, id }): [string, number] => [type, id]);
      const isOne = database.dialect.pairIsIn('`type`', '`object_id`');
      const made = await tx.all(
        `SELECT \`id\`, \`type\`, \`object_id\` FROM \`own_findings\` WHERE \`check_id\` = ? AND ${isOne}`,
        [checkId, objects],
      );
      await follow(tx, 'opened', made.map(followed));
    });
    outcome.opened += part.length;
    await sleep(PAUSE);
  }
  return outcome;

  async function compare(rows: readonly Row[]): Promise<void> {
    const [reported, back, gone]: [Scalar[][], Row[], Row[]] = [[], [], []];
    for (const row of rows) {
      const key = `${String(row['type'])} ${Number(row['object_id'])}`;
      const one = left.get(key);
      left.delete(key);
      if (!one) {
        if (row['gone_at'] === null) gone.push(row);
        continue;
      }
      if (row['gone_at'] !== null) back.push(row);
      if (row['said'] !== one.said || row['objects'] !== one.objects)
        reported.push([one.said, one.objects, row['id']!]);
    }
    if (!reported.length && !back.length && !gone.length) return;
    const { dialect } = database;
    const idsOf = (some: readonly Row[]): number[] => some.map(({ id }) => Number(id));
    await database.transaction(async (tx) => {
      if (reported.length) await database.writeUpdates(tx, 'own_findings', [...TOLD], reported);
      if (back.length) {
        await tx.run(
          'UPDATE `own_findings` SET `gone_at` = NULL, `opened_at` = ?, `reopened` = `reopened` + 1 ' +
            `WHERE ${dialect.isIn('`id`')} AND \`gone_at\` IS NOT NULL`,
          [now, idsOf(back)],
        );
        await follow?.(tx, 'reopened', back.map(followed));
      }
      if (gone.length) {
        await tx.run(
          `UPDATE \`own_findings\` SET \`gone_at\` = ? WHERE ${dialect.isIn('`id`')} AND \`gone_at\` IS NULL`,
          [now, idsOf(gone)],
        );
        await follow?.(tx, 'gone', gone.map(followed));
      }
    });
    outcome.reopened += back.length;
    outcome.gone += gone.length;
  }
}

const followed = (row: Row): FollowedFinding => ({
  ...{ id: Number(row['id']), type: String(row['type']), objectId: Number(row['object_id']) },
});
