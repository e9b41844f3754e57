/** Writes the rows of a resource: one statement for any number of them. */
import { randomUUID } from 'node:crypto';
import type { Param, Rows, Scalar, Transaction } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { Field } from '../schema/model.js';
import type { Plan, Plans } from '../plan/plan.js';
import type { Change } from './change.js';
import { isLongRow } from './row-size.js';

/** Inserts new rows and gives the changes their ids. */
export async function insertRows(plan: Plan, changes: readonly Change[], plans: Plans, tx: Transaction): Promise<void> {
  const names = plan.stored.map(({ name }) => name);
  const ids = await plans.database.insert(tx, plan.resource.table, names, rowsOf(changes, names));
  changes.forEach((change, i) => {
    change.id = ids[i]!;
    change.after['id'] = change.id;
  });
}

/** Rows one by one, so that those of thousands of objects are never there together. */
function* rowsOf(changes: readonly Change[], names: readonly string[]): Rows {
  for (const { after } of changes) yield names.map((name): Scalar => after[name]!);
}

/** Updates the columns that differ. The rows must be locked: for several, whole values are written back. */
export async function updateRows(plan: Plan, changes: readonly Change[], plans: Plans, tx: Transaction): Promise<void> {
  const written = changes.filter(({ columns }) => columns.any);
  if (!written.length) return;
  const { table } = plan.resource;
  if (written.length === 1) return updateRow(plan, written[0]!, tx);
  await makeWay(plan, written, plans, tx);
  const columns = [...new Set(written.flatMap((change): Field[] => [...change.columns]))];
  const hasLong = plan.long.some((field) => columns.includes(field));
  const alone = new Set(hasLong ? written.filter(({ after }) => isLongRow(after, columns)) : []);
  for (const change of alone) await updateRow(plan, change, tx);
  const rows = written
    .filter((change) => !alone.has(change))
    .map(({ id, after }) => [id, ...columns.map(({ name }): Scalar => after[name]!)]);
  if (rows.length) await plans.database.writeUpdates(tx, plans.database.dialect.updateRows(table, columns), rows);
}

async function updateRow(
  { resource: { table } }: Plan,
  { columns, after, id }: Change,
  tx: Transaction,
): Promise<void> {
  const sets = [...columns].map(({ name }) => `${quote(name)} = ?`).join(', ');
  const params: Param[] = [...[...columns].map(({ name }) => after[name]!), id];
  await tx.defer(`UPDATE ${quote(table)} SET ${sets} WHERE \`id\` = ?`, params);
}

/** Where a plain unique index stands on a column, its values are put aside first: two names may be swapped (contract 7). */
async function makeWay(plan: Plan, written: readonly Change[], plans: Plans, tx: Transaction): Promise<void> {
  const { table, uniqueIndexes } = plan.resource;
  for (const { columns } of uniqueIndexes.filter((index) => index.columns.length === 1)) {
    const field = plan.field(columns[0]!);
    const ids = written.filter((change) => change.columns.has(field)).map(({ id }) => id);
    if (ids.length < 2) continue;
    const sql = `UPDATE ${quote(table)} SET ${quote(field.name)} = CONCAT(?, \`id\`) WHERE `;
    await tx.defer(sql + plans.database.dialect.isIn('`id`'), [`${randomUUID()} `, ids]);
  }
}

/** The times at which rows are marked as deleted, by id. Old unique keys (name, deleted_at) want each to be free. */
export async function deletionTimes(
  plan: Plan,
  changes: readonly Change[],
  now: number,
  plans: Plans,
  tx: Transaction,
): Promise<Map<number, string>> {
  const { clock, dialect } = plans.database;
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
