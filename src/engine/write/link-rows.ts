/** Writes the differences of link sets: a bounded number of statements for each link, however many objects. */
import type { Scalar, Transaction } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { Link, PairValue } from '../schema/model.js';
import type { Plan, Worded } from '../plan/plan.js';
import type { Change, LinkChange } from './change.js';
import type { JournalEntry } from './journal.js';

type Pair = [own: number, other: number];

/** The objects whose set of one link changes. */
type Changed = Array<{ change: Change; links: LinkChange }>;

/** What every write of links works with. */
interface Context {
  plan: Plan;
  tx: Transaction;
  now: string;
}

/** Writes all link changes. Returns journal entries for objects whose own column changed (one-to-many). */
export async function writeLinks(
  changes: readonly Change[],
  plan: Plan,
  tx: Transaction,
  now: string,
): Promise<JournalEntry[]> {
  const byLink = new Map<Link, Changed>();
  for (const change of changes) {
    for (const links of change.links) {
      const list = byLink.get(links.link);
      if (list) list.push({ change, links });
      else byLink.set(links.link, [{ change, links }]);
    }
  }
  const entries: JournalEntry[] = [];
  const context = { plan, tx, now };
  for (const [link, list] of byLink) {
    if (link.items) await writeItems(link, list, context);
    else if (link.pivot) await writePivot(link, list, context);
    else entries.push(...(await writeColumn(link, list, context)));
  }
  return entries;
}

const pairs = (list: Changed, of: 'added' | 'removed'): Pair[] =>
  list.flatMap(({ change, links }) => links[of].map((other): Pair => [change.id, other]));

async function writePivot({ pivot }: Link, list: Changed, { plan: { database }, tx, now }: Context): Promise<void> {
  const { dialect } = database;
  const { table, ownColumn, otherColumn, unique, withId, value } = pivot!;
  const removed = pairs(list, 'removed');
  if (removed.length) {
    const [own, other] = [quote(ownColumn), quote(otherColumn)];
    const owners = [...new Set(removed.map(([id]) => id))];
    // Pairs take the database twice as long, and are needed only where there are several owners.
    const [which, values] =
      owners.length > 1 ? [dialect.pairIsIn(own, other), removed] : [dialect.isIn(other), removed.map(([, id]) => id)];
    await tx.defer(`DELETE FROM ${quote(table)} WHERE ${dialect.isIn(own)} AND ${which}`, [owners, values]);
  }
  const added = pairs(list, 'added');
  if (!added.length) return;
  const columns = [
    ownColumn,
    otherColumn,
    ...(value ? [value.name] : []),
    ...(withId ? ['created_at', 'updated_at'] : []),
  ];
  const words = value ? list.flatMap(({ links }) => wordsOf(links, value)) : [];
  const rows = added.map((pair, i): Scalar[] => [
    ...pair,
    ...(value ? [words[i]!] : []),
    ...(withId ? [now, now] : []),
  ]);
  await database.write(tx, unique ? dialect.insertMissing(table, columns) : dialect.insertRows(table, columns), rows);
}

/** The words of the pairs that come, in the order of their ids. */
function wordsOf({ after, added }: LinkChange, { name }: PairValue): Scalar[] {
  const words = new Map((after as Worded[]).map((element) => [element.id, element[name]!]));
  return added.map((id) => words.get(id)!);
}

async function writeItems(link: Link, list: Changed, { plan: { database }, tx, now }: Context): Promise<void> {
  const { dialect } = database;
  const { table, column, type: shared } = link.foreign!;
  const written = list.filter(({ change }) => change.before).map(({ change }) => change.id);
  const [mine, type]: [string, Scalar[]] = shared === undefined ? ['', []] : [`${quote('type')} = ? AND `, [shared]];
  const sql = `DELETE FROM ${quote(table)} WHERE ${mine}${dialect.isIn(quote(column))}`;
  if (written.length) await tx.defer(sql, [...type, written]);
  const rows = list.flatMap(({ change, links }) =>
    (links.after as Scalar[][]).map((values): Scalar[] => [...type, change.id, ...values, now, now]),
  );
  const names = [...(shared === undefined ? [] : ['type']), column, ...link.items!.map(({ name }) => name)];
  const columns = [...names, 'created_at', 'updated_at'];
  if (rows.length) await database.write(tx, dialect.insertRows(table, columns), rows);
}

/** Where several objects of a write take the same one, the last has it: the others do not say that they do. */
function keepWon(list: Changed, owners: ReadonlyMap<number, number | null>): void {
  if (list.length < 2) return;
  for (const { change, links } of list) {
    const isLost = (id: number): boolean => owners.get(id) !== change.id;
    if (!links.added.some(isLost)) continue;
    const lost = new Set(links.added.filter(isLost));
    links.added = links.added.filter((id) => !lost.has(id));
    links.after = (links.after as number[]).filter((id) => !lost.has(id));
  }
}

/** Sets the column at the other end; those left out get null, and each changed row is touched (contract 6). */
async function writeColumn(link: Link, list: Changed, { plan, tx, now }: Context): Promise<JournalEntry[]> {
  const { dialect } = plan.database;
  const resource = plan.resourceAt(link.target);
  const column = link.foreign!.column;
  const owners = new Map<number, number | null>(pairs(list, 'removed').map(([, id]) => [id, null]));
  for (const [own, id] of pairs(list, 'added')) owners.set(id, own);
  if (!owners.size) return [];
  keepWon(list, owners);
  const ids = [...owners.keys()];
  const select = `SELECT \`id\`, ${quote(column)} AS owner, \`updated_at\` FROM ${quote(resource.table)} WHERE ${dialect.isIn('`id`')}`;
  const stored = await tx.all(select + dialect.forUpdate, [ids]);
  const changed = stored.filter((row) => row['owner'] !== owners.get(row['id'] as number));
  if (!changed.length) return [];
  const columns = [{ name: column, type: 'uint' } as const, { name: 'updated_at', type: 'timestamp' } as const];
  const rows = changed.map(({ id }): Scalar[] => [owners.get(id as number)!, now, id!]);
  await plan.database.writeUpdates(tx, resource.table, columns, rows);
  return changed.map((row): JournalEntry => ({
    resource,
    id: row['id'] as number,
    action: 'updated',
    differences: () => ({
      before: { [column]: row['owner'] },
      after: { [column]: owners.get(row['id'] as number) },
      beside: { updated_at: [row['updated_at']!, now] },
    }),
  }));
}
