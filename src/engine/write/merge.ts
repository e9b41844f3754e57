/**
 * Two objects that are one thing become one object, and that can be taken back (feeding-truth 4). The others are deleted as any
 * object is, with what they are linked to, so that taking it back is bringing them back; what is noted is what the survivor got.
 */
import { DetailedError, fieldError, notFound } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import type { Row, Scalar } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { HOME } from '../../database/later-columns.js';
import { emptyInput } from '../plan/input.js';
import { answerOf } from '../plan/coerce.js';
import { elementsOf, holdsSet, listText } from '../plan/column-sets.js';
import type { ChangedSince, Merge, MergeFollower } from '../plan/merge-follower.js';
import { idsIn, sorted, worded, type LinkSet, type Plan, type Worded } from '../plan/plan.js';
import { violation } from '../plan/rules.js';
import type { Field, Link, Resource } from '../schema/model.js';
import { Change, comings } from './change.js';
import { checkTrees } from './cycles.js';
import type { JournalEntry } from './journal.js';
import { lockRows, requireScope } from './load.js';
import { PreparedWrites } from './prepared.js';
import { updateRows } from './rows.js';
import { isKept, UniqueNames } from './unique-names.js';
import type { Write } from './write.js';

/** Objects that may become one at a time. */
const MAX_MERGED = 50;

/** A column that was filled, or chosen, or that differs and was kept: the survivor's value, and those of the others by id. */
export interface Differing {
  /** Of which object it stands; null for a set, such as addresses, of which those of all of them stand. */
  readonly kept: number | null;
  readonly values: Readonly<Record<number, unknown>>;
}

/** An empty column that was filled: from which object, and with what. */
export interface Filled {
  readonly from: number;
  readonly value: unknown;
}

/** What a merge does, or would do. */
export interface Merged {
  readonly into: number;
  readonly merged: readonly number[];
  /** The columns of which the objects have different values, by name. */
  readonly differing: Readonly<Record<string, Differing>>;
  /** The columns that are empty and get the value of another one, by name. */
  readonly filled: Readonly<Record<string, Filled>>;
  /** How many links, references and rows of other rooms come to the survivor, by name. */
  readonly moved: Readonly<Record<string, number>>;
  /** The entry of the journal by which it is taken back; none of a dry run. */
  readonly entry: number | null;
}

/** References of other objects that lead to the survivor now. */
interface PointingColumn {
  readonly path: string;
  readonly column: string;
  /** The object, and what it pointed to. */
  readonly rows: ReadonlyArray<readonly [id: number, before: number]>;
}

/** Pairs that only the other end writes. */
interface Paired {
  readonly path: string;
  readonly link: string;
  readonly ids: readonly number[];
}

/** What is kept of a merge, as JSON: enough to take it back, and to see whether anything changed since. */
interface Kept {
  readonly into: number;
  /** The others, and when they were deleted. */
  readonly from: ReadonlyArray<readonly [id: number, deletedAt: Scalar]>;
  readonly columns: Readonly<Record<string, readonly [before: Scalar, after: Scalar]>>;
  readonly links: Readonly<Record<string, readonly [before: LinkSet, after: LinkSet]>>;
  readonly pointing: readonly PointingColumn[];
  readonly paired: readonly Paired[];
  readonly followers: Readonly<Record<string, object>>;
}

/** The kinds whose objects can be merged: what is on the map, and can be brought back. */
export const canMerge = ({ softDelete, identity }: Resource): boolean => softDelete && identity.length > 0;

/** Reads the body of a merge: the others, and of which object a column is taken. Throws 422. */
export function readMerge(
  body: Readonly<Record<string, unknown>>,
  into: number,
  { resource }: Plan,
): { from: number[]; prefer: ReadonlyMap<string, number> } {
  const from = Array.isArray(body['from']) ? (body['from'] as unknown[]) : undefined;
  if (!from) throw fieldError('from', body['from'] === undefined ? 'required' : 'array');
  if (!from.length) throw fieldError('from', 'noItems');
  if (from.length > MAX_MERGED) throw fieldError('from', 'tooManyItems', { max: MAX_MERGED });
  from.forEach((id, i) => {
    if (id === into) throw fieldError(`from.${i}`, 'mergeItself');
    if (!Number.isSafeInteger(id) || (id as number) < 1) throw fieldError(`from.${i}`, 'integer');
  });
  const ids = [...new Set(from as number[])];
  const sent = body['prefer'] ?? {};
  if (typeof sent !== 'object' || Array.isArray(sent)) throw fieldError('prefer', 'object');
  const prefer = new Map<string, number>();
  for (const [name, id] of Object.entries(sent as object)) {
    const field = resource.fields.find((one) => one.name === name && (isMergeable(one) || name === EXT_REFS));
    if (!field) throw fieldError(`prefer.${name}`, 'mergeNoField', { name });
    if (id !== into && !ids.includes(id as number))
      throw fieldError(`prefer.${name}`, 'mergeNoneOf', { id: String(id) });
    if (id !== into && isKept(resource, field)) throw fieldError(`prefer.${name}`, 'mergeKept', { id: Number(id) });
    const others = togetherWith(field, resource.fields);
    if (others.some((other) => prefer.has(other.name) && prefer.get(other.name) !== id))
      throw fieldError(`prefer.${name}`, 'end', {
        field: field.end!,
        others: others.map((one) => one.name).join(', '),
      });
    prefer.set(name, id as number);
  }
  return { from: ids, prefer };
}

/** People may write it, and it says something of the thing itself. The survivor stays at home where it is: a merge is no move. */
const isMergeable = ({ kind, hidden, writable, name }: Field): boolean =>
  kind !== 'id' && !hidden && (writable === true || writable === 'store') && name !== EXT_REFS && name !== HOME;

/** Marks of other programs: all of them lead to the survivor. */
const EXT_REFS = 'ext_refs';
const MAX_EXT_REFS = 255;

/** Makes one object of several. Throws 403, 404, 422. */
export async function merge(
  write: Write,
  into: number,
  from: readonly number[],
  prefer: ReadonlyMap<string, number>,
  followers: ReadonlyMap<string, MergeFollower>,
): Promise<Merged> {
  const { plan, tx, problems } = write;
  const { resource } = plan;
  await requireScope(write, [into, ...from]);
  const survivor = (await loadEach(write, [into], 'edit'))[0];
  if (!survivor) throw notFound(resource, into);
  const others = await loadEach(write, from, 'delete');
  // What they hold goes into the survivor, and is told: who may delete one may not see it everywhere.
  const seen = await write.access.there(tx, resource, 'show', from);
  from.forEach((id, i) => {
    if (!seen.has(id) || !others.some((other) => other.id === id)) problems.add(`from.${i}`, 'mergeNoObject', { id });
  });
  problems.throwIfAny();

  const { differing, filled } = fillColumns(survivor, others, prefer, await below(write, [into, ...from]));
  const pairs = ownPairs(plan);
  for (const link of plan.resource.links) if (link.items || pairs.includes(link)) unite(survivor, others, link);
  const prepared = new PreparedWrites(write);
  const gone = others.map((other) => new Change(plan, '', emptyInput(), other.before, other.sets));
  await prepared.destroy(gone);

  const about: Merge = { resource, into, from, tx, context: write.context, access: write.access };
  await write.rules.prepare([survivor], write);
  const names = await freeNames(write, survivor);
  survivor.set(plan.field('updated_at'), write.now);
  await updateRows(plan, [survivor], tx);
  const entries = await write.writeLinks([survivor], names);
  const pointing = await pointHere(write, about, entries);
  const paired = await pairHere(write, about, pairs, entries);
  const moved: Record<string, object> = {};
  for (const [name, follower] of followers) moved[name] = await follower.merge(about);
  await write.record([survivor], 'merged', entries, { merged: from, ...namesOf(others) });
  await write.requireReach([survivor], 'edit', []);
  await write.rules.written([survivor], 'updated', write);

  const kept: Kept = {
    into,
    from: gone.map(({ id, after }) => [id, after['deleted_at']!]),
    columns: Object.fromEntries(
      survivor
        .changed()
        .filter(({ name }) => name !== 'updated_at')
        .map(({ name }) => [name, [survivor.before![name]!, survivor.after[name]!]]),
    ),
    links: Object.fromEntries(survivor.links.map(({ link, before, after }) => [link.name, [before, after]])),
    ...{ pointing, paired, followers: moved },
  };
  const entry = await keep(write, kept);
  const said = { differing, filled, moved: countsOf(kept), entry: write.options.dryRun ? null : entry };
  return shownTo(write, { into, merged: from, ...said }, kept);
}

/** What those are called that are deleted: in the journal they stand by their ids, under which nothing is found any more. */
function namesOf(others: readonly Change[]): { merged_names?: Record<number, string> } {
  const label = others[0]!.plan.resource.label;
  if (label === null) return {};
  return { merged_names: Object.fromEntries(others.map(({ id, before }) => [id, String(before![label] ?? '')])) };
}

/** What they point to was theirs before, whether or not the caller sees it: only names may be taken. Throws 422. */
async function freeNames({ plan, tx, problems }: Write, survivor: Change): Promise<UniqueNames> {
  const names = new UniqueNames(plan, [survivor]);
  const questions = names.questions();
  if (questions.length) names.validate((await tx.several(questions)).flat(), problems);
  problems.throwIfAny();
  return names;
}

/**
 * Whoever sees a part of the map does not learn how many objects of the rest are linked, nor which ones, nor what other rooms keep;
 * and of kinds that somebody may not list nobody learns how many point here: links that single reads show are no news.
 */
function shownTo({ access, plan }: Write, merged: Merged, { followers }: Kept): Merged {
  const links = new Map(plan.resource.links.flatMap((link) => (link.items ? [] : [[link.name, link] as const])));
  const isNamed = (path: string | undefined): boolean => path === undefined || !access.named(plan.resourceAt(path));
  // A number may be of a link, and of what points here, at once.
  const isCounted = (name: string): boolean => {
    const pointing = plan.all().find(({ path }) => path === name);
    if (pointing && !access.seesAll(pointing)) return false;
    return isNamed(links.get(name)?.target) && !(access.restricted && name in followers);
  };
  const ofColumns = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isNamed(plan.field(name).ref?.target)));
  return {
    ...merged,
    differing: ofColumns(merged.differing),
    filled: ofColumns(merged.filled),
    moved: Object.fromEntries(Object.entries(merged.moved).filter(([name]) => isCounted(name))),
  };
}

/** The live ones of these objects, with their small rows and the pairs that they write. */
async function loadEach(write: Write, ids: readonly number[], verb: 'edit' | 'delete'): Promise<Change[]> {
  const { plan } = write;
  const items = plan.resource.links.filter(({ items }) => items);
  const { rows, sets } = await lockRows(write, ids, items, verb);
  const pairs = await pairsOf(write, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row || (row['deleted_at'] ?? null) !== null) return [];
    return [new Change(plan, '', emptyInput(), row, new Map([...sets.get(id)!, ...pairs.get(id)!]))];
  });
}

/** The pairs that objects write, locked; those with deleted objects too, which may come back before the merge is taken back. */
async function pairsOf({ plan, tx }: Write, ids: readonly number[]): Promise<Map<number, Map<Link, LinkSet>>> {
  const { isIn, forUpdate } = plan.database.dialect;
  const links = ownPairs(plan);
  const rows: Row[] = [];
  for (const [k, { pivot }] of links.entries()) {
    const { table, ownColumn, otherColumn, value } = pivot!;
    const own = quote(ownColumn);
    const word = value ? `, ${quote(value.name)} AS v0` : '';
    const sql = `SELECT ${k} AS k, ${own} AS own, ${quote(otherColumn)} AS id${word} FROM ${quote(table)} WHERE ${isIn(own)}`;
    rows.push(...(await tx.all(sql + forUpdate, [[...ids]])));
  }
  return plan.sets(links, rows, ids);
}

/** Links that this end writes. */
const ownPairs = ({ resource }: Plan): Link[] => resource.links.filter(({ pivot, writable }) => pivot && writable);

/** By column that makes a tree the objects that stand below one of these. */
async function below({ plan, tx }: Write, ids: readonly number[]): Promise<Map<string, Set<number>>> {
  const { table, fields } = plan.resource;
  const found = new Map<string, Set<number>>();
  for (const { name } of fields.filter(({ ref }) => ref?.tree)) {
    const [own, above] = [quote(table), quote(name)];
    const rows = await tx.all(
      `WITH RECURSIVE down (id) AS (SELECT \`id\` FROM ${own} WHERE ${plan.database.dialect.isIn(above)} ` +
        `UNION SELECT t.\`id\` FROM down JOIN ${own} t ON t.${above} = down.id) SELECT id FROM down`,
      [[...ids]],
    );
    found.set(name, new Set(rows.map(({ id }) => Number(id))));
  }
  return found;
}

/** The column; for one end of a flow or link all ends of that side, of which one has a value: the side is taken from one object. */
const togetherWith = (field: Field, all: readonly Field[]): Field[] =>
  field.end ? all.filter(({ end }) => end === field.end) : [field];

/** Empty columns are filled by the first of the others that has a value; differing ones stay, unless another one is preferred. */
function fillColumns(
  survivor: Change,
  others: readonly Change[],
  prefer: ReadonlyMap<string, number>,
  under: ReadonlyMap<string, ReadonlySet<number>>,
): Pick<Merged, 'differing' | 'filled'> {
  const { plan } = survivor;
  const all = [survivor, ...others];
  const selves = new Set(all.map(({ id }) => id));
  const differing: Record<string, Differing> = {};
  const filled: Record<string, Filled> = {};
  // What points to one of them would point to itself; what stands below one of them cannot stand above it.
  const valueIn = ({ before }: Change, { name, ref }: Field): Scalar => {
    const value = before![name] ?? null;
    if (value === null || ref?.target !== plan.resource.path) return value;
    return selves.has(Number(value)) || under.get(name)?.has(Number(value)) ? null : value;
  };
  for (const field of plan.stored.filter(isMergeable)) {
    const { name } = field;
    const valueOf = (change: Change): Scalar => valueIn(change, field);
    const isBlank = (change: Change, column: Field = field): boolean => {
      const value = valueIn(change, column);
      return value === null || value === '' || value === column.default;
    };
    const columns = togetherWith(field, plan.stored);
    const preferred = columns.flatMap((column) => prefer.get(column.name) ?? [])[0];
    const wanted = all.find(({ id }) => id === preferred);
    const chosen = wanted ?? all.find((change) => columns.some((column) => !isBlank(change, column))) ?? survivor;
    const both = wanted ? undefined : unitedText(field, all.map(valueOf));
    const answer = answerOf(field, plan.database.clock) ?? ((value: Scalar): unknown => value);
    const values = all
      .filter((change) => !isBlank(change))
      .map((change) => [change.id, answer(valueOf(change))] as const);
    if (new Set(values.map(([, value]) => JSON.stringify(value))).size > 1)
      differing[name] = { kept: both === undefined ? chosen.id : null, values: Object.fromEntries(values) };
    else if (values.length && isBlank(survivor) && chosen !== survivor)
      filled[name] = { from: chosen.id, value: answer(valueOf(chosen)) };
    survivor.set(field, both ?? valueOf(chosen));
  }
  if (plan.resource.fields.some(({ name }) => name === EXT_REFS)) {
    const first = all.find(({ id }) => id === prefer.get(EXT_REFS)) ?? survivor;
    const marksOf = ({ before }: Change): string[] =>
      String(before![EXT_REFS] ?? '')
        .split('|')
        .map((mark) => mark.trim())
        .filter(Boolean);
    const marks = new Set([first, ...all].flatMap(marksOf));
    let text = '';
    for (const mark of marks) {
      const more = text ? `${text}|${mark}` : mark;
      if (more.length > MAX_EXT_REFS) continue;
      text = more;
      marks.delete(mark);
    }
    survivor.set(plan.field(EXT_REFS), text || null);
    // Not all of them fit: whose stand is told, and may be chosen.
    const marked = all.filter((change) => marksOf(change).length);
    if (marks.size)
      differing[EXT_REFS] = {
        kept: first.id,
        values: Object.fromEntries(marked.map(({ id, before }) => [id, before![EXT_REFS]])),
      };
  }
  return { differing, filled };
}

/** The elements of all of a column that holds a set; undefined for other columns, and where they do not fit. */
function unitedText(field: Field, values: readonly Scalar[]): string | undefined {
  if (!holdsSet(field)) return undefined;
  const [own = [], ...others] = values.map((value) => elementsOf(field, value));
  const known = new Set(own.map(plainOf));
  const more = others.flat().filter((one) => !known.has(plainOf(one)) && known.add(plainOf(one)) !== undefined);
  if (!more.length) return undefined;
  const text = listText(field, [...own, ...more])!;
  return violation(text, field) ? undefined : text;
}

const plainOf = (element: string): string => element.toLowerCase();

/** The links of all of them, none to one of them. What a pair says is the survivor's word where it has one. */
function unite(survivor: Change, others: readonly Change[], link: Link): void {
  const before = survivor.sets.get(link) ?? [];
  const all = [survivor, ...others];
  const selves = new Set(link.target === survivor.plan.resource.path ? all.map(({ id }) => id) : []);
  const known = new Set<string>();
  const after: unknown[] = [];
  for (const { sets } of all) {
    for (const element of (sets.get(link) ?? []) as unknown[]) {
      const id = typeof element === 'number' ? element : (element as Partial<Worded>).id;
      if (!link.items && selves.has(id!)) continue;
      const key = link.numbers ? String((element as Scalar[])[0]) : JSON.stringify(link.items ? element : id);
      if (known.has(key)) continue;
      known.add(key);
      after.push(element);
    }
  }
  const set = sorted(link, after as LinkSet);
  if (JSON.stringify(set) === JSON.stringify(before)) return;
  survivor.links.push({
    link,
    before,
    after: set,
    ...(link.items ? { added: [], removed: [] } : comings(before, set)),
  });
}

/** References of other objects lead to the survivor. */
async function pointHere(
  write: Write,
  { resource, into, from }: Merge,
  entries: JournalEntry[],
): Promise<PointingColumn[]> {
  const { plan, tx } = write;
  const found: PointingColumn[] = [];
  for (const other of plan.all()) {
    for (const { name, ref } of other.fields) {
      if (ref?.target !== resource.path) continue;
      const sql = `SELECT \`id\`, ${quote(name)} AS owner FROM ${quote(other.table)} WHERE ${plan.database.dialect.isIn(quote(name))}`;
      const rows = await tx.all(sql + plan.database.dialect.forUpdate, [[...from]]);
      // What the others themselves hold stays with them.
      const others = rows.filter(({ id }) => other !== resource || ![into, ...from].includes(Number(id)));
      if (!others.length) continue;
      const pairs = others.map(({ id, owner }) => [Number(id), Number(owner)] as const);
      found.push({ path: other.path, column: name, rows: pairs });
      await point(
        write,
        other,
        name,
        pairs.map(([id, before]) => [id, before, into] as const),
        entries,
      );
    }
  }
  return found;
}

/** Changes a reference of some objects: each has an entry in the journal. */
async function point(
  { plan, tx, now }: Write,
  resource: Resource,
  column: string,
  rows: ReadonlyArray<readonly [id: number, before: number, after: number]>,
  entries: JournalEntry[],
): Promise<void> {
  const timed = resource.fields.some(({ name }) => name === 'updated_at');
  const columns = [
    { name: column, type: 'uint' } as const,
    ...(timed ? [{ name: 'updated_at', type: 'timestamp' } as const] : []),
  ];
  const values = rows.map(([id, , after]): Scalar[] => [after, ...(timed ? [now] : []), id]);
  await plan.database.writeUpdates(tx, resource.table, columns, values);
  for (const [id, before, after] of rows)
    entries.push({
      ...{ resource, id, action: 'updated' },
      differences: () => ({
        before: { [column]: before },
        after: { [column]: after },
        beside: { updated_at: [null, timed ? now : null] },
      }),
    });
}

/** Pairs that are written at their other end alone: each of the objects there has an entry in the journal. */
async function pairHere(
  write: Write,
  { resource, into, from }: Merge,
  own: readonly Link[],
  entries: JournalEntry[],
): Promise<Paired[]> {
  const { plan, tx, now } = write;
  const { dialect } = plan.database;
  const isOwn = ({ pivot }: Link): boolean =>
    own.some((link) => link.pivot!.table === pivot!.table && link.pivot!.ownColumn === pivot!.otherColumn);
  const found: Paired[] = [];
  for (const other of plan.all()) {
    for (const link of other.links) {
      const { pivot, writable } = link;
      if (link.target !== resource.path || !pivot || !writable || isOwn(link)) continue;
      const [mine, theirs] = [quote(pivot.otherColumn), quote(pivot.ownColumn)];
      const word = pivot.value ? `, ${quote(pivot.value.name)} AS word` : '';
      const sql = `SELECT ${mine} AS own, ${theirs} AS id${word} FROM ${quote(pivot.table)} WHERE ${dialect.isIn(mine)}`;
      const rows = await tx.all(sql + dialect.forUpdate, [[into, ...from]]);
      const there = new Set(rows.filter((row) => row['own'] === into).map(({ id }) => id));
      const selves = other === resource ? [into, ...from] : [];
      const added = new Map<number, Row>();
      for (const row of rows)
        if (!there.has(row['id']) && !selves.includes(Number(row['id']))) added.set(Number(row['id']), row);
      if (!added.size) continue;
      const columns = [pivot.otherColumn, pivot.ownColumn, ...(pivot.value ? [pivot.value.name] : [])];
      const times = pivot.withId ? ['created_at', 'updated_at'] : [];
      const values = [...added].map(([id, row]): Scalar[] => [
        ...[into, id],
        ...(pivot.value ? [row['word']!] : []),
        ...times.map(() => now),
      ]);
      const ids = [...added.keys()];
      const sets = await setsAt(write, link, ids);
      await plan.database.write(tx, dialect.insertRows(pivot.table, [...columns, ...times]), values);
      found.push({ path: other.path, link: link.name, ids });
      for (const [id, row] of added) {
        const element = pivot.value ? worded(pivot.value, into, row['word']) : into;
        const before = sets.get(id)!;
        entries.push(pairEntry(other, id, link, before, sorted(link, [...before, element] as LinkSet)));
      }
    }
  }
  return found;
}

/** The sets of a link of objects of another kind. */
async function setsAt({ plan, tx }: Write, link: Link, ids: readonly number[]): Promise<Map<number, LinkSet>> {
  const sets = plan.sets([link], await tx.all(...plan.linkRows([link], ids)), ids);
  return new Map([...sets].map(([id, of]) => [id, of.get(link)!]));
}

const pairEntry = (resource: Resource, id: number, { name }: Link, before: LinkSet, after: LinkSet): JournalEntry => ({
  ...{ resource, id, action: 'updated' },
  differences: () => ({ before: { [name]: before }, after: { [name]: after } }),
});

/** Notes what went where, under the entry of the journal that says so. Returns the entry's id. */
async function keep({ plan, tx }: Write, kept: Kept): Promise<number> {
  const { resource, database } = plan;
  const [row] = await tx.all(
    "SELECT MAX(`id`) AS id FROM `audit_logs` WHERE `subject_type` = ? AND `subject_id` = ? AND `description` = 'merged'",
    [resource.polymorphicType, kept.into],
  );
  const entry = Number(row!['id']);
  const columns = ['entry', 'type', 'into_id', 'kept'];
  await database.write(tx, database.dialect.insertRows('own_merges', columns), [
    [entry, resource.table, kept.into, JSON.stringify(kept)],
  ]);
  // Who was merged before, and came back by hand since, was deleted anew.
  const ids = kept.from.map(([id]) => id);
  await tx.run(`DELETE FROM \`own_merged\` WHERE \`type\` = ? AND ${database.dialect.isIn('`object_id`')}`, [
    resource.table,
    ids,
  ]);
  const rows = ids.map((id): Scalar[] => [resource.table, id, kept.into, entry]);
  await database.write(tx, database.dialect.insertRows('own_merged', ['type', 'object_id', 'into_id', 'entry']), rows);
  return entry;
}

function countsOf({ links, pointing, paired, followers }: Kept): Record<string, number> {
  const counts: Record<string, number> = {};
  const add = (name: string, count: number): void => void (counts[name] = (counts[name] ?? 0) + count);
  for (const [name, [before, after]] of Object.entries(links)) {
    // A link between the two is gone with the merge: it is none that moved.
    const had = new Set(before.map((one) => JSON.stringify(one)));
    add(name, after.filter((one) => !had.has(JSON.stringify(one))).length);
  }
  for (const { path, rows } of pointing) add(path, rows.length);
  for (const { path, ids } of paired) add(path, ids.length);
  for (const [name, went] of Object.entries(followers)) {
    const count = Object.values(went).reduce((sum: number, one) => sum + (Array.isArray(one) ? one.length : 0), 0);
    if (count) add(name, count);
  }
  return counts;
}

/**
 * Takes a merge back, as long as nothing of it changed since. Throws 403, 404, 409 with what changed, 422 for an entry that is none.
 */
export async function unmerge(
  write: Write,
  into: number,
  entry: number,
  followers: ReadonlyMap<string, MergeFollower>,
): Promise<Merged> {
  const { plan, tx } = write;
  const { resource } = plan;
  await requireScope(write, [into]);
  const survivor = (await loadEach(write, [into], 'edit'))[0];
  if (!survivor) throw notFound(resource, into);
  const [row] = await tx.all('SELECT `kept` FROM `own_merges` WHERE `entry` = ? AND `type` = ? AND `into_id` = ?', [
    ...[entry, resource.table, into],
  ]);
  if (!row) throw fieldError('entry', 'selected');
  const kept = JSON.parse(String(row['kept'])) as Kept;
  const from = kept.from.map(([id]) => id);
  await requireScope(write, from);
  // Of one that was elsewhere whoever sees a part of the map knows no more than of one that never was.
  const seen = await write.access.there(tx, resource, 'show', from);
  if (seen.size < from.length) throw fieldError('entry', 'selected');
  const { rows } = await lockRows(write, from, [], 'restore');
  const gone = from.flatMap((id) => {
    const stored = rows.get(id);
    return stored ? [new Change(plan, '', emptyInput(), stored)] : [];
  });
  const putBack = changedIn(survivor, kept);
  const changed = [...putBack.keys(), ...(await changedBeside(write, kept, gone))];
  const about: Merge = { resource, into, from, tx, context: write.context, access: write.access };
  const elsewhere: ChangedSince[] = [];
  for (const [name, went] of Object.entries(kept.followers))
    elsewhere.push(...((await followers.get(name)?.changed?.(about, went)) ?? []));
  if (changed.length || elsewhere.length) throw isChanged(write, changed, elsewhere, putBack);

  // First the survivor gives back what it got, names among it.
  const columns = Object.entries(kept.columns).map(([name, [before, after]]) => {
    const field = plan.field(name);
    return [field, withoutAdded(field, survivor.before![name]!, before, after)] as const;
  });
  // What stood above it was one of the others, or may still stand below it until all of them are back.
  const isLate = ({ ref }: Field, before: Scalar): boolean => ref?.target === resource.path && before !== null;
  for (const [field, before] of columns) if (!isLate(field, before)) survivor.set(field, before);
  for (const [name, [before, after]] of Object.entries(kept.links)) {
    const link = resource.links.find((one) => one.name === name)!;
    const stands = survivor.sets.get(link) ?? [];
    const back = link.items ? before : withoutLinked(link, stands, before, after);
    const moves = link.items ? { added: [], removed: [] } : comings(stands, back);
    survivor.links.push({ link, before: stands, after: back, ...moves });
    if (!link.pivot) continue;
    const [had, there] = [before, stands].map((set) => new Set(idsIn(set))) as [Set<number>, Set<number>];
    const parted = idsIn(after).filter((id) => !had.has(id) && !there.has(id));
    await partFrom(write, link.pivot.table, [link.pivot.ownColumn, from], [link.pivot.otherColumn, parted]);
  }
  survivor.set(plan.field('updated_at'), write.now);
  const names = await freeNames(write, survivor);
  await updateRows(plan, [survivor], tx);
  const entries = await write.writeLinks([survivor], names);
  for (const { path, column, rows: pointed } of kept.pointing) {
    const there = await stillPointing(write, kept, { path, column, rows: pointed });
    const back = pointed.filter(([id]) => there.has(id)).map(([id, before]) => [id, into, before] as const);
    await point(write, plan.resourceAt(path), column, back, entries);
  }
  for (const paired of kept.paired) await unpair(write, kept, paired, entries);
  await new PreparedWrites(write).restore(gone);
  for (const [field, before] of columns.filter((one) => isLate(...one))) {
    await point(write, resource, field.name, [[into, into, Number(before)]], []);
    survivor.set(field, before);
  }
  await checkTrees(plan, [survivor, ...gone], tx, write.problems);
  write.problems.throwIfAny();
  for (const [name, went] of Object.entries(kept.followers)) await followers.get(name)?.unmerge(about, went);
  await write.record([survivor], 'unmerged', entries, { unmerged: from, taken_back: entry });
  await write.requireReach([survivor], 'edit', []);
  await write.rules.written([survivor], 'updated', write);
  await tx.run('DELETE FROM `own_merges` WHERE `entry` = ?', [entry]);
  return shownTo(write, { into, merged: from, differing: {}, filled: {}, moved: countsOf(kept), entry: null }, kept);
}

/**
 * What the merge wrote of the survivor and somebody has changed since, with what the merge left there. Of sets and links only what it
 * added goes, whatever came beside that.
 */
function changedIn(survivor: Change, { columns, links }: Kept): Map<string, Scalar | undefined> {
  const { plan } = survivor;
  const changed = new Map<string, Scalar | undefined>();
  for (const [name, [, after]] of Object.entries(columns))
    if (survivor.before![name] !== after && !isSetOf(plan.field(name))) changed.set(name, after);
  for (const [name, [, after]] of Object.entries(links)) {
    const link = plan.resource.links.find((one) => one.name === name);
    if (link?.pivot) continue;
    if (!link || JSON.stringify(survivor.sets.get(link)) !== JSON.stringify(after)) changed.set(name, undefined);
  }
  return changed;
}

/** 409 that tells what has changed, and of columns what they are to be put back to. */
function isChanged(
  { plan, access }: Write,
  names: readonly string[],
  elsewhere: readonly ChangedSince[],
  left: ReadonlyMap<string, Scalar | undefined>,
): DetailedError {
  const back: Record<string, unknown> = {};
  for (const [name, after] of left) {
    if (after === undefined) continue;
    const field = plan.field(name);
    // Whoever sees a part of the map does not learn what was linked of the rest.
    if (field.ref && access.named(plan.resourceAt(field.ref.target))) continue;
    back[name] = (answerOf(field, plan.database.clock) ?? ((value: Scalar): unknown => value))(after);
  }
  const worded = (name: string): string =>
    name in back ? `${name} = ${plan.field(name).ref && back[name] !== null ? '#' : ''}${shortText(back[name])}` : name;
  // Nor what of the rest points here, or is pointed to, by now.
  const isShown = (name: string): boolean => {
    const [path, column] = name.split('.');
    const target = plan.resource.fields.find((field) => field.name === name)?.ref?.target;
    const kind = column === undefined ? target && plan.resourceAt(target) : plan.resourceAt(path!);
    return !kind || (column === undefined ? !access.named(kind) : access.seesAll(kind));
  };
  const shown = names.filter(isShown);
  const what = shown.slice(0, MAX_CHANGES).map(worded).join(', ') || '…';
  const changed = [...shown, ...elsewhere.map(({ name }) => name)];
  // One that no value can be put back of is told first: without it all else is in vain.
  const phrase = elsewhere[0]?.phrase ?? new Message('mergeChanged', { what });
  return new DetailedError(409, phrase, {}, { changed, put_back: back });
}

/** So many changes a refusal tells in its sentence, and so much of each. */
const MAX_CHANGES = 10;
const MAX_VALUE = 100;

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE).toWellFormed()}…` : text;
}

/** The text is a set, of which the merge only added some elements. */
const isSetOf = (field: Field): boolean => field.name === EXT_REFS || holdsSet(field);

/** A column without what the merge put there; of a set that changed since, without the elements that the merge added. */
function withoutAdded(field: Field, stands: Scalar, before: Scalar, after: Scalar): Scalar {
  if (stands === after || !isSetOf(field)) return before;
  const isMarks = field.name === EXT_REFS;
  const elements = (text: Scalar): string[] =>
    isMarks ? (text === null ? [] : String(text).split('|')) : elementsOf(field, text);
  const had = new Set(elements(before).map(plainOf));
  const added = new Set(
    elements(after)
      .map(plainOf)
      .filter((one) => !had.has(one)),
  );
  const left = elements(stands).filter((one) => !added.has(plainOf(one)));
  return isMarks ? left.join('|') || null : listText(field, left);
}

/** Links without those that the merge added, and with those that it took away. */
function withoutLinked(link: Link, stands: LinkSet, before: LinkSet, after: LinkSet): LinkSet {
  const idOf = (element: unknown): number => idsIn([element] as LinkSet)[0]!;
  const [had, got, has] = [before, after, stands].map((set) => new Set(idsIn(set))) as [
    Set<number>,
    Set<number>,
    Set<number>,
  ];
  const left = (stands as unknown[]).filter((one) => had.has(idOf(one)) || !got.has(idOf(one)));
  const lost = (before as unknown[]).filter((one) => !got.has(idOf(one)) && !has.has(idOf(one)));
  return sorted(link, [...left, ...lost] as LinkSet);
}

/** Others that came back or were deleted anew, and references that lead elsewhere by now; the rest of them stay as they are. */
async function changedBeside(write: Write, kept: Kept, gone: readonly Change[]): Promise<string[]> {
  const changed = kept.from.flatMap(([id, deletedAt]) => {
    const stored = gone.find((one) => one.id === id)?.before;
    return stored && String(stored['deleted_at']) === String(deletedAt) ? [] : [`#${id}`];
  });
  for (const pointing of kept.pointing) {
    const { path, column, rows } = pointing;
    // Whoever sees a part of a kind is not told what became of the rest: what leads elsewhere by now is left there.
    if (!write.access.seesAll(write.plan.resourceAt(path))) continue;
    if ((await stillPointing(write, kept, pointing)).size !== rows.length) changed.push(`${path}.${column}`);
  }
  return changed;
}

/** Which of the objects that the merge led to the survivor still lead there; locked. */
async function stillPointing(
  { plan, tx }: Write,
  { into }: Kept,
  { path, column, rows }: PointingColumn,
): Promise<ReadonlySet<number>> {
  const { isIn, forUpdate } = plan.database.dialect;
  const { table } = plan.resourceAt(path);
  const sql = `SELECT \`id\` FROM ${quote(table)} WHERE ${quote(column)} = ? AND ${isIn('`id`')}${forUpdate}`;
  const found = await tx.all(sql, [into, rows.map(([id]) => id)]);
  return new Set(found.map(({ id }) => Number(id)));
}

/** Whoever took a link from the survivor took it from those of whom it was: it does not come back with them. */
async function partFrom(
  { plan, tx }: Write,
  table: string,
  [own, from]: [string, readonly number[]],
  [other, parted]: [string, readonly number[]],
): Promise<void> {
  if (!parted.length) return;
  const { isIn } = plan.database.dialect;
  const sql = `DELETE FROM ${quote(table)} WHERE ${isIn(quote(own))} AND ${isIn(quote(other))}`;
  await tx.run(sql, [[...from], [...parted]]);
}

async function unpair(
  write: Write,
  { into, from }: Kept,
  { path, link: name, ids }: Paired,
  entries: JournalEntry[],
): Promise<void> {
  const { plan, tx } = write;
  const resource = plan.resourceAt(path);
  const link = resource.links.find((one) => one.name === name)!;
  const { pivot } = link;
  const parted = new Set(ids);
  for (const [id, before] of await setsAt(write, link, ids)) {
    const after = (before as Array<number | Worded>).filter((one) => idsIn([one] as LinkSet)[0] !== into) as LinkSet;
    if (after.length === before.length) continue;
    entries.push(pairEntry(resource, id, link, before, after));
    parted.delete(id);
  }
  const others = from.map(([id]) => id);
  await partFrom(write, pivot!.table, [pivot!.otherColumn, others], [pivot!.ownColumn, [...parted]]);
  const sql = `DELETE FROM ${quote(pivot!.table)} WHERE ${quote(pivot!.otherColumn)} = ? AND `;
  await tx.run(sql + plan.database.dialect.isIn(quote(pivot!.ownColumn)), [into, [...ids]]);
}
