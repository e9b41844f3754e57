/** Refuses changes that close a circle: an object that would stand above itself. */
import type { Problems } from '../../core/http/errors.js';
import type { Transaction } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { Plan } from '../plan/plan.js';
import type { Change } from './change.js';

/** Looked at after the rows are written, within the transaction, so that changes of one request are seen together. */
export async function checkCycles(
  plan: Plan,
  changes: readonly Change[],
  tx: Transaction,
  problems: Problems,
): Promise<void> {
  const { table, fields, links } = plan.resource;
  for (const field of fields.filter(({ ref }) => ref?.tree)) {
    const moved = changes.filter((change) => change.columns.has(field) && change.after[field.name] !== null);
    await check(field.name, moved, quote(table), '`id`', quote(field.name), plan, tx, problems);
  }
  for (const link of links.filter(({ pivot, target }) => pivot && target === plan.resource.path)) {
    const moved = changes.filter((change) =>
      change.links.some((changed) => changed.link === link && changed.added.length),
    );
    for (const change of moved) {
      const self = change.links.some((changed) => changed.link === link && changed.added.includes(change.id));
      if (self) problems.add(change.prefix + link.name, 'cycle');
    }
    if (!link.acyclic) continue;
    const { table: pivot, ownColumn, otherColumn } = link.pivot!;
    await check(link.name, moved, quote(pivot), quote(ownColumn), quote(otherColumn), plan, tx, problems);
  }
}

async function check(
  name: string,
  moved: readonly Change[],
  table: string,
  from: string,
  to: string,
  { database: { dialect } }: Plan,
  tx: Transaction,
  problems: Problems,
): Promise<void> {
  if (!moved.length) return;
  const rows = await tx.all(
    `WITH RECURSIVE up (start, id) AS (SELECT ${from}, ${to} FROM ${table} WHERE ${dialect.isIn(from)} ` +
      `UNION SELECT up.start, t.${to} FROM up JOIN ${table} t ON t.${from} = up.id WHERE t.${to} IS NOT NULL) ` +
      'SELECT DISTINCT start FROM up WHERE start = id',
    [moved.map(({ id }) => id)],
  );
  const closed = new Set(rows.map(({ start }) => start));
  for (const change of moved) if (closed.has(change.id)) problems.add(change.prefix + name, 'cycle');
}
