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
  await writeBeside(plan, changes, tx);
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
  const changed =
    written.length > 1 ? [...new Set(written.flatMap((change) => change.changed()))] : written[0]!.changed();
  const { beside } = plan.resource;
  const columns = beside ? changed.filter(({ name }) => !beside.columns.includes(name)) : changed;
  await writeBeside(plan, written, tx);
  if (!columns.length) return;
  const rows = written.map(({ id, after }) => [...columns.map(({ name }): Scalar => after[name]!), id]);
  await plan.database.writeUpdates(tx, plan.resource.table, columns, rows);
}

/** Writes what stands in the table beside: a row for each object that says something there. What is left of another one is gone. */
async function writeBeside(plan: Plan, changes: readonly Change[], tx: Transaction): Promise<void> {
  const { beside } = plan.resource;
  if (!beside) return;
  const { table, columns } = beside;
  const touched = changes.filter(({ before, columns: all }) => !before || [...all].some(isBeside));
  if (!touched.length) return;
  await deleteBeside(
    plan,
    touched.map(({ id }) => id),
    tx,
  );
  const rows = touched
    .map(({ id, after }) => [id, ...columns.map((name): Scalar => after[name]!)])
    .filter(([, ...values]) => values.some((value) => value !== null));
  const sql = plan.database.dialect.insertRows(table, ['id', ...columns]);
  if (rows.length) await plan.database.write(tx, sql, rows);

  function isBeside({ name }: { name: string }): boolean {
    return columns.includes(name);
  }
}

/** Deletes rows for good, with what stands beside them. */
export async function deleteRows(plan: Plan, ids: readonly number[], tx: Transaction): Promise<void> {
  const { table } = plan.resource;
  await tx.defer(`DELETE FROM ${quote(table)} WHERE ${plan.database.dialect.isIn('`id`')}`, [[...ids]]);
  await deleteBeside(plan, ids, tx);
}

async function deleteBeside({ resource, database }: Plan, ids: readonly number[], tx: Transaction): Promise<void> {
  if (!resource.beside) return;
  await tx.defer(`DELETE FROM ${quote(resource.beside.table)} WHERE ${database.dialect.isIn('`id`')}`, [[...ids]]);
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
