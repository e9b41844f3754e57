/** Refuses changes that close a circle: an object that would stand above itself. */
import { whole } from '../../core/turns.js';
import { stronglyConnected } from '../../core/strongly-connected.js';
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

/**
 * Circles of objects that came back: what stood above them may have been put below them meanwhile. Links need no look, since pairs of
 * deleted objects stay.
 */
export async function checkTrees(
  plan: Plan,
  back: readonly Change[],
  tx: Transaction,
  problems: Problems,
): Promise<void> {
  const { table, fields } = plan.resource;
  for (const { name } of fields.filter(({ ref }) => ref?.tree))
    await check(name, back, quote(table), '`id`', quote(name), plan, tx, problems);
}

/**
 * Reads every line on the way up from the moved objects once, and looks in memory which of these objects stand on a circle: pairs
 * of an object with each that stands above it are as many as the square of a chain.
 */
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
    `WITH RECURSIVE up (id, above) AS (SELECT ${from}, ${to} FROM ${table} WHERE ${dialect.isIn(from)} AND ${to} IS NOT NULL ` +
      `UNION SELECT t.${from}, t.${to} FROM up JOIN ${table} t ON t.${from} = up.above WHERE t.${to} IS NOT NULL) ` +
      'SELECT id, above FROM up',
    [moved.map(({ id }) => id)],
  );
  const closed = onCircles(rows.map(({ id, above }) => [Number(id), Number(above)]));
  for (const change of moved) if (closed.has(change.id)) problems.add(change.prefix + name, 'cycle');
}

/** The ids that lead back to themselves, of lines from an id to the one above it. */
function onCircles(lines: ReadonlyArray<readonly [number, number]>): Set<number> {
  const places = new Map<number, number>();
  const placeOf = (id: number): number => {
    const place = places.get(id) ?? places.size;
    places.set(id, place);
    return place;
  };
  const above: number[][] = [];
  const circled = new Set<number>();
  for (const [id, other] of lines) {
    (above[placeOf(id)] ??= []).push(placeOf(other));
    if (id === other) circled.add(id);
  }
  const ids = [...places.keys()];
  for (const component of whole(stronglyConnected(ids.length, (place) => above[place] ?? []))) {
    if (component.length > 1) for (const place of component) circled.add(ids[place]!);
  }
  return circled;
}
