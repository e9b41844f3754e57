/** Which deleted objects became part of which others. */
import type { Session } from '../../database/database.js';
import type { Plan } from '../plan/plan.js';
import type { Change } from './change.js';
import type { Write } from './write.js';

/** So many merges of one object into the next are followed. */
const MAX_STEPS = 50;

/** The objects that these became part of, and of those where they became part of others: the last ones, by id. */
export async function mergedInto(
  session: Pick<Session, 'all'>,
  { resource: { table }, database: { dialect } }: Plan,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const sql = `SELECT \`object_id\`, \`into_id\` FROM \`own_merged\` WHERE \`type\` = ? AND ${dialect.isIn('`object_id`')}`;
  const next = new Map<number, number>();
  let open = [...new Set(ids)];
  for (let step = 0; open.length && step < MAX_STEPS; step++) {
    const rows = await session.all(sql, [table, open]);
    for (const row of rows) next.set(Number(row['object_id']), Number(row['into_id']));
    open = [...new Set(rows.map((row) => Number(row['into_id'])))].filter((id) => !next.has(id));
  }
  const last = (id: number): number => {
    let at = id;
    for (let step = 0; step < MAX_STEPS && next.has(at); step++) at = next.get(at)!;
    return at;
  };
  return new Map(ids.filter((id) => next.has(id)).map((id) => [id, last(id)]));
}

/** Objects that came back are part of no other one any more. */
export async function partAgain({ plan, tx }: Pick<Write, 'plan' | 'tx'>, changes: readonly Change[]): Promise<void> {
  const sql = `DELETE FROM \`own_merged\` WHERE \`type\` = ? AND ${plan.database.dialect.isIn('`object_id`')}`;
  await tx.defer(sql, [plan.resource.table, changes.map(({ id }) => id)]);
}
