/** One object about to be written: what is stored, what was sent, and what therefore changes. */
import type { WallClock } from '../../core/text/dates.js';
import type { Problems } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import { isObject } from '../../core/http/request-body.js';
import type { Row, Scalar } from '../../database/database.js';
import { valueIn, withTag } from '../schema/derived.js';
import type { Field, Link, PairValue } from '../schema/model.js';
import type { Input } from '../plan/input.js';
import { readNumbers } from '../plan/numbers.js';
import { idsIn, sorted, worded, type LinkSet, type Plan, type Worded } from '../plan/plan.js';
import { violation } from '../plan/rules.js';
import { answerOf, coerce, toId } from '../plan/coerce.js';
import { checkRowSize } from './row-size.js';

/** A set of links that differs from the stored one. */
export interface LinkChange {
  link: Link;
  before: LinkSet;
  after: LinkSet;
  /** Ids that come and go, both where the word of a pair differs; empty for kind `child`, whose rows are written whole. */
  added: number[];
  removed: number[];
}

const NO_SETS: ReadonlyMap<Link, LinkSet> = new Map();

/** Ids in the columns and link sets of a stored object that there are not for the caller. */
export interface HiddenIds {
  columns: ReadonlySet<Field>;
  links: ReadonlyMap<Link, ReadonlySet<number>>;
}

const NONE_HIDDEN: HiddenIds = { columns: new Set(), links: new Map() };

/** One object of a write. */
export class Change {
  /** 0 until the row is inserted. */
  id: number;
  readonly after: Row;
  /** What differs from the stored row. */
  readonly columns = new Set<Field>();
  readonly links: LinkChange[] = [];
  /** Of an object that goes or comes back: the sets of its links (`Plan.journalled`), as it was last shown or is shown again. */
  linkSets: ReadonlyMap<Link, LinkSet> | undefined;
  /** Ids that the object holds and the caller does not see: writing keeps them. None where it is a new one. */
  hidden: HiddenIds = NONE_HIDDEN;

  /**
   * `prefix` stands before the keys of its errors: empty, or `items.N.`. `before`: the stored row; a new object has none, and
   * begins as the plan's `blank`. `sets`: the stored links, as far as they are of interest.
   */
  constructor(
    readonly plan: Plan,
    readonly prefix: string,
    readonly input: Input,
    readonly before: Row | null = null,
    readonly sets: ReadonlyMap<Link, LinkSet> = NO_SETS,
  ) {
    this.id = (before?.['id'] as number | undefined) ?? 0;
    this.after = { ...(before ?? plan.blank) };
  }

  get any(): boolean {
    return this.before === null || this.columns.size > 0 || this.links.length > 0;
  }

  /** The columns that differ, in the order of the table. */
  changed(): Field[] {
    return this.plan.resource.fields.filter((field) => this.columns.has(field));
  }

  /** Sets a column from code, without rules. */
  set(field: Field, value: Scalar): void {
    if (this.before && this.before[field.name] === value) return;
    this.after[field.name] = value;
    this.columns.add(field);
  }

  /** The sets of all links given at construction, as they will be. */
  setsAfter(): ReadonlyMap<Link, LinkSet> {
    if (!this.links.length) return this.sets;
    const sets = new Map(this.sets);
    for (const { link, after } of this.links) sets.set(link, after);
    return sets;
  }
}

/** Works out what changes, and adds what is wrong with it to `problems` (contract 4: only what differs is checked). */
export function applyInput(change: Change, problems: Problems): void {
  const { plan } = change;
  const { clock } = plan.database;
  const tags: Array<[Field, unknown]> = [];
  plan.names.visit(
    change.input.body,
    (raw, field) => (field.from ? tags.push([field, raw]) : fillColumn(change, field, raw, problems, clock)),
    (raw, link) => fillLink(change, link, raw, problems, clock),
  );
  // They stand in what a column holds by then.
  for (const [field, raw] of tags) fillTag(change, field, raw, problems, clock);
  checkRowSize(change, plan, problems);
  if (!change.before) requireColumns(change, plan, problems);
  checkEnds(change, plan, problems);
  checkUnless(change, plan, problems);
}

function fillColumn(change: Change, field: Field, sent: unknown, problems: Problems, clock: WallClock): void {
  if (field.writable === (change.before ? 'store' : 'update')) return;
  const stored = change.before?.[field.name];
  const raw = meantOf(change, field, sent, clock);
  if (raw === TWO_VALUES) return problems.add(change.prefix + field.name, 'spellings');
  // Answered as null: null says nothing, and whoever guesses right is refused as whoever guesses wrong, by `Targets`.
  const isHidden = change.hidden.columns.has(field);
  if (!isHidden && stored !== undefined && isAnswered(raw, stored, field, clock)) return;
  const value = coerce(raw, field, clock, change.input.cleaned?.get(field.name));
  if (value instanceof Message) {
    problems.put(change.prefix + field.name, value);
    return;
  }
  if (isHidden ? value === null : stored === value) return;
  if (value === null && field.default !== undefined && !change.before && raw === undefined) return;
  const problem = violation(value, field);
  if (problem) {
    // Not taken: nothing that its column cannot hold is asked of the database.
    problems.put(change.prefix + field.name, problem);
    return;
  }
  change.after[field.name] = value;
  change.columns.add(field);
}

const TWO_VALUES = Symbol('two values');

/** Of two values that were sent under two names of a column the one that was not answered; `TWO_VALUES` where neither was. */
function meantOf({ input, before, hidden }: Change, field: Field, sent: unknown, clock: WallClock): unknown {
  const { name } = field;
  if (!input.others?.has(name)) return sent;
  const other = input.others.get(name);
  const stored = hidden.columns.has(field) ? null : (before?.[name] ?? null);
  const wasAnswered = (value: unknown): boolean => before !== null && isAnswered(value, stored, field, clock);
  if (wasAnswered(sent)) return other;
  return wasAnswered(other) ? sent : TWO_VALUES;
}

/** A flag that is a tag in a column: true sets it there, false and null take it away. */
function fillTag(change: Change, field: Field, raw: unknown, problems: Problems, clock: WallClock): void {
  const sent = coerce(raw, field, clock);
  if (sent instanceof Message) return problems.put(change.prefix + field.name, sent);
  const { column, tag } = field.from!;
  // As it was answered: it says nothing, and the column itself may say another thing now.
  if (change.before && Number(sent) === valueIn(field, change.before)) return;
  const text = withTag(change.after[column] ?? null, tag!, Number(sent) === 1);
  fillColumn(change, change.plan.field(column), text, problems, clock);
}

/** The value sent is the one that was answered: nothing is checked, nothing changes. */
function isAnswered(raw: unknown, stored: Scalar, field: Field, clock: WallClock): boolean {
  if (raw === stored) return true;
  const answered = answerOf(field, clock)?.(stored);
  if (answered === undefined) return false;
  return answered === raw || (typeof raw === 'object' && JSON.stringify(raw) === JSON.stringify(answered));
}

function requireColumns(change: Change, plan: Plan, problems: Problems): void {
  for (const { name } of plan.required) {
    if (change.after[name] === null && !problems.has(change.prefix + name))
      problems.add(change.prefix + name, 'required');
  }
}

/** Of several possible ends of a flow or link, at most one is set. One that is hidden from the caller reads as none: another one stands in its place. */
function checkEnds(change: Change, plan: Plan, problems: Problems): void {
  if (!plan.hasEnds) return;
  const ends = change.changed().filter((field) => field.end && change.after[field.name] !== null);
  for (const field of ends) {
    for (const other of change.hidden.columns)
      if (other.end === field.end && !change.columns.has(other)) change.set(other, null);
    const given = plan.stored.filter((other) => other.end === field.end && change.after[other.name] !== null);
    if (given.length < 2) continue;
    const others = given.map(({ name }) => name).join(', ');
    problems.add(change.prefix + field.name, 'end', { field: field.end!, others });
  }
}

function checkUnless(change: Change, plan: Plan, problems: Problems): void {
  const field = plan.requiredUnless;
  if (!field || (change.before && !change.columns.size)) return;
  const given = [field.name, field.rules.requiredUnless!].some((name) => change.after[name] !== null);
  if (!given && !problems.any) problems.add(change.prefix + field.name, 'required');
}

function fillLink(change: Change, link: Link, raw: unknown, problems: Problems, clock: WallClock): void {
  const key = change.prefix + link.name;
  const sent = readSet(link, raw, key, problems, clock);
  const set = sorted(link, sent);
  const before = change.sets.get(link) ?? NONE;
  // What is sent stands against what was answered: a hidden one is new, and refused by `Targets`, whether it is linked or not.
  const hidden = change.hidden.links.get(link);
  const seen = hidden ? within(before, (id) => !hidden.has(id)) : before;
  if (seen.length === set.length && JSON.stringify(seen) === JSON.stringify(set)) return;
  const kept = hidden && [...within(set, (id) => !hidden.has(id)), ...within(before, (id) => hidden.has(id))];
  change.links.push({
    link,
    before,
    after: kept ? sorted(link, kept as LinkSet) : set,
    ...(link.items ? { added: NONE, removed: NONE } : comings(seen, set)),
  });
}

/** The elements of a set whose ids are meant. */
function within(set: LinkSet, isMeant: (id: number) => boolean): LinkSet {
  const ids = idsIn(set);
  return set.filter((_, i) => isMeant(ids[i]!)) as LinkSet;
}

/** The ids that come and that go between two sets of one link. */
export function comings(before: LinkSet, after: LinkSet): Pick<LinkChange, 'added' | 'removed'> {
  const isPlain = [before, after].every((set) => typeof (set[0] ?? 0) === 'number');
  if (isPlain) {
    return {
      added: missingIn(before as number[], after as number[]),
      removed: missingIn(after as number[], before as number[]),
    };
  }
  const differing = (set: LinkSet, other: LinkSet): number[] => {
    const known = new Set((other as Worded[]).map((element) => JSON.stringify(element)));
    return idsIn((set as Worded[]).filter((element) => !known.has(JSON.stringify(element))));
  };
  return { added: differing(after, before), removed: differing(before, after) };
}

function readSet(link: Link, raw: unknown, key: string, problems: Problems, clock: WallClock): LinkSet {
  if (link.numbers) return readNumbers(link, raw, key, (where, phrase) => problems.put(where, phrase));
  const elements = listOf(raw);
  if (link.items) return readRows(link, elements, key, problems, clock);
  const value = link.pivot?.value;
  return value ? readWorded(value, elements, key, problems) : readIds(elements, key, problems);
}

const NONE: number[] = [];

/** The ids of `ids` that are not in `list`; no new list where that is easily seen. */
function missingIn(list: readonly number[], ids: number[]): number[] {
  if (!ids.length) return NONE;
  if (!list.length) return ids;
  const known = new Set(list);
  return ids.filter((id) => !known.has(id));
}

/** The elements of a set as sent: a list, a single value, `{0: …, 1: …}` of a form, or nothing. */
function listOf(raw: unknown): unknown[] {
  if (raw === null || raw === undefined || raw === '') return [];
  if (Array.isArray(raw)) return raw;
  if (typeof raw === 'object' && !('id' in raw) && Object.keys(raw).every((key) => /^\d+$/.test(key))) {
    return Object.values(raw);
  }
  return [raw];
}

function readIds(elements: unknown[], key: string, problems: Problems): number[] {
  const ids: number[] = [];
  elements.forEach((element, i) => {
    const id = toId(element);
    if (id === undefined) problems.add(`${key}.${i}`, 'selected');
    else ids.push(id);
  });
  return ids;
}

/** Ids, or objects with an id and the word of the pair; of one that is named twice both must say the same. */
function readWorded(value: PairValue, elements: unknown[], key: string, problems: Problems): Worded[] {
  const found = new Map<number, Worded>();
  elements.forEach((element, i) => {
    const id = toId(element);
    const word = isObject(element) ? (element[value.name] ?? undefined) : undefined;
    if (id === undefined) problems.add(`${key}.${i}`, 'selected');
    else if (word !== undefined && !value.words.includes(word as string))
      problems.add(`${key}.${i}.${value.name}`, 'oneOf', { allowed: value.words.join(', ') });
    else {
      const one = worded(value, id, word);
      if (found.has(id) && found.get(id)![value.name] !== one[value.name]) problems.add(`${key}.${i}`, 'spellings');
      found.set(id, one);
    }
  });
  return [...found.values()];
}

function readRows(link: Link, elements: unknown[], key: string, problems: Problems, clock: WallClock): Scalar[][] {
  return elements.map((element, i) => {
    const given = isObject(element) ? element : undefined;
    if (!given) problems.add(`${key}.${i}`, 'object');
    const row = link.items!.map((item) =>
      readItem(item, given?.[item.name], `${key}.${i}.${item.name}`, problems, clock),
    );
    if (given && !problems.any && row.every((value) => value === null)) problems.add(`${key}.${i}`, 'required');
    return row;
  });
}

function readItem(item: Field, raw: unknown, key: string, problems: Problems, clock: WallClock): Scalar {
  const value = coerce(raw, item, clock);
  const problem = value instanceof Message ? value : violation(value, item);
  if (problem) problems.put(key, problem);
  return value instanceof Message ? null : value;
}
