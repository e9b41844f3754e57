/** Writes the rows of a resource: one statement for any number of them. */
import { randomUUID } from 'node:crypto';
import type { Rows, Scalar, Transaction } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { Plan } from '../plan/plan.js';
import type { Change } from './change.js';

/** Inserts new rows and gives the changes their ids. */
export async function insertRows(plan: Plan, changes: readonly Change[], tx: Transaction): Promise<void> {
  const names = plan.storedNames;
  const ids = await plan.database.insert(tx, plan.resource.table, names, rowsOf(changes, names));
  changes.forEach((change, i) => (change.id = change.after['id'] = ids[i]!));
}

/** Rows one by one, so that those of thousands of objects are never there together. */
function* rowsOf(changes: readonly Change[], names: readonly string[]): Rows {
  for (const { after } of changes) yield names.map((name): Scalar => after[name]!);
}

/** Updates the columns that differ. The rows must be locked: for several, whole values are written back. */
export async function updateRows(plan: Plan, changes: readonly Change[], tx: Transaction): Promise<void> {
  const written = changes.filter(({ columns }) => columns.size > 0);
  if (!written.length) return;
  if (written.length > 1) await parkUniqueValues(plan, written, tx);
  const columns =
    written.length > 1 ? [...new Set(written.flatMap((change) => change.changed()))] : written[0]!.changed();
  const rows = written.map(({ id, after }) => [...columns.map(({ name }): Scalar => after[name]!), id]);
  await plan.database.writeUpdates(tx, plan.resource.table, columns, rows);
}

/** Where a plain unique index stands on a column, its values are put aside first: two names may be swapped (contract 7). */
async function parkUniqueValues(plan: Plan, written: readonly Change[], tx: Transaction): Promise<void> {
  const { table, uniqueIndexes } = plan.resource;
  for (const { columns } of uniqueIndexes.filter((index) => index.columns.length === 1)) {
    const field = plan.field(columns[0]!);
    const ids = written.filter((change) => change.columns.has(field)).map(({ id }) => id);
    if (ids.length < 2) continue;
    const sql = `UPDATE ${quote(table)} SET ${quote(field.name)} = CONCAT(?, \`id\`) WHERE `;
    await tx.defer(sql + plan.database.dialect.isIn('`id`'), [`${randomUUID()} `, ids]);
  }
}

/** The times at which rows are marked as deleted, by id. Old unique keys (name, deleted_at) want each to be free. */
export async function deletionTimes(
  plan: Plan,
  changes: readonly Change[],
  now: number,
  tx: Transaction,
): Promise<Map<number, string>> {
  const { clock, dialect } = plan.database;
  const { uniqueIndexes, table } = plan.resource;
  const clashing = uniqueIndexes.find(({ columns }) => columns.includes('deleted_at'));
  const at = clock.toStored(now);
  if (!clashing) return new Map(changes.map(({ id }) => [id, at]));
  const columns = clashing.columns.filter((name) => name !== 'deleted_at');
  const lead = columns.at(-1)!;
  const values = [...new Set(changes.map(({ before }) => before![lead]).filter((value) => value !== null))] as Scalar[];
  const select = `SELECT ${columns.map(quote).join(', ')}, \`deleted_at\` FROM ${quote(table)}`;
  const later = values.length
    ? await tx.all(`${select} WHERE ${dialect.isIn(quote(lead))} AND \`deleted_at\` >= ?`, [values, at])
    : [];
  const identity = (row: Record<string, Scalar>, time: Scalar): string =>
    JSON.stringify([...columns.map((name) => String(row[name]).toLowerCase()), time]);
  const taken = new Set(later.map((row) => identity(row, row['deleted_at']!)));
  return new Map(changes.map(({ id, before }) => [id, nextFree(before!)]));

  function nextFree(row: Record<string, Scalar>): string {
    for (let second = now; ; second += 1000) {
      const time = clock.toStored(second);
      if (taken.has(identity(row, time))) continue;
      taken.add(identity(row, time));
      return time;
    }
  }
}
