/** Everything about a resource that can be worked out before the first request. */
import { hash } from 'node:crypto';
import type { MergeFollower } from './merge-follower.js';
import type { Database, Param, Row, Scalar, Statement } from '../../database/database.js';
import type { Caller } from '../../core/http/caller.js';
import { Language } from '../list/language.js';
import { valueIn } from '../schema/derived.js';
import type { Field, Link, PairValue, Resource } from '../schema/model.js';
import type { Registry } from '../schema/registry.js';
import type { AccessScope, AccessScopes } from '../access-scope.js';
import { InputNames } from './input.js';
import { linkRows, readPlan, type ReadPlan } from './read.js';
import { answerOf } from './coerce.js';

/** A linked object with the word that the pair carries (`PairValue`). */
export type Worded = { id: number } & Record<string, string | number>;

/**
 * The set at the other end of a link: ids, ascending, with the word of each pair where it carries one; for kind `child` the
 * rows, each a list of values.
 */
export type LinkSet = number[] | Worded[] | Scalar[][];

/** The ids in the set of a link that is no set of rows. */
export const idsIn = (set: LinkSet): number[] =>
  (set as Array<number | Worded>).map((element) => (typeof element === 'number' ? element : element.id));

/** One object as answered. */
export type Answer = Record<string, unknown>;

/** A resource, compiled once for an engine. */
export class Plan {
  readonly names: InputNames;
  readonly read: ReadPlan;
  /** Links that single reads answer. */
  readonly shown: Link[];
  /** Links of which the journal keeps the sets where an object goes or comes back: those that are shown at either end. */
  readonly journalled: Link[];
  /** All columns but the id. */
  readonly stored: Field[];
  /** Columns of an INSERT: those that do not stand in the table beside. */
  readonly storedNames: string[];
  /** Columns that point to objects. */
  readonly references: Field[];
  /** Columns that a new object must have. */
  readonly required: Field[];
  readonly requiredUnless: Field | undefined;
  /** Columns of long texts. */
  readonly long: Field[];
  /** Most bytes of the texts of a row. */
  readonly rowBytes: number;
  /** Columns for several possible ends, of which one is set. */
  readonly hasEnds: boolean;
  /** A new object before anything is set. The id stands first, as in every answer: entity tags depend on the order. */
  readonly blank: Row;
  /** Columns whose values are unique among live objects. */
  readonly unique: Field[];
  private readonly answers: Array<[string, (stored: Scalar) => unknown]>;
  private readonly hidden: string[];
  /** Further members of answers, which follow from what is answered for a column. */
  readonly derived: Array<readonly [name: string, column: string, make: (value: unknown) => unknown]> = [];
  private readonly fields: ReadonlyMap<string, Field>;
  private readonly linkSql = new Map<string, string>();

  constructor(
    readonly resource: Resource,
    private readonly plans: Plans,
    readonly database: Database,
  ) {
    this.fields = new Map(
      resource.fields.flatMap((field) => [field.name, field.known ?? field.name].map((name) => [name, field])),
    );
    this.names = new InputNames(resource);
    this.read = readPlan(resource, database.dialect);
    this.shown = resource.links.filter((link) => link.shown);
    this.journalled = resource.links.filter((link) => link.shown || link.pivot);
    this.stored = resource.fields.filter((field) => field.kind !== 'id');
    this.storedNames = this.stored.map(({ name }) => name).filter((name) => !resource.beside?.columns.includes(name));
    this.references = this.stored.filter(({ ref }) => ref);
    this.required = this.stored.filter(
      ({ writable, rules, nullable }) => (writable === true || writable === 'store') && (rules.required || !nullable),
    );
    this.requiredUnless = this.stored.find(({ rules }) => rules.requiredUnless);
    this.long = this.stored.filter(({ type }) => type === 'longtext' || type === 'json');
    this.rowBytes = database.rowBytes;
    this.hasEnds = this.stored.some(({ end }) => end);
    this.blank = { id: 0, ...Object.fromEntries(this.stored.map(({ name, default: value }) => [name, value ?? null])) };
    this.unique = resource.fields.filter((field) => field.rules.uniqueLive);
    this.hidden = resource.fields.filter((field) => field.hidden).map(({ name }) => name);
    this.answers = resource.fields.flatMap((field): Array<[string, (stored: Scalar) => unknown]> => {
      const answer = answerOf(field, database.clock);
      return answer && !field.hidden ? [[field.name, answer]] : [];
    });
  }

  /** A column by name. Throws if there is none: names come from our own code. */
  field(name: string): Field {
    const field = this.fields.get(name);
    if (!field) throw new Error(`${this.resource.path} has no column ${name}.`);
    return field;
  }

  /** The resource with this path, such as the target of a link. */
  resourceAt(path: string): Resource {
    return this.plans.registry.get(path);
  }

  /** All resources of the map. */
  all(): Resource[] {
    return this.plans.registry.all();
  }

  /** What a caller may see. */
  accessOf(caller: Caller): AccessScope {
    return this.plans.access.of(caller);
  }

  /** Reads the sets of some links, of one object or of many; with `access` only what there is for the caller. */
  linkRows(links: readonly Link[], own: number | readonly number[], access?: AccessScope): Statement {
    const find = (path: string): Resource => this.resourceAt(path);
    const many = typeof own !== 'number';
    if (access?.restricted) {
      const seen = links.map((link) => (link.items ? undefined : access.named(find(link.target))?.('t')));
      const params = seen.flatMap((condition): Param[] => [own, ...(condition?.params ?? [])]);
      return [linkRows(links, find, this.database.dialect, many, seen), params];
    }
    const key = `${many ? 'many' : 'one'} ${links.map(({ name }) => name).join()}`;
    let sql = this.linkSql.get(key);
    if (!sql) this.linkSql.set(key, (sql = linkRows(links, find, this.database.dialect, many)));
    return [sql, Array<Param>(links.length).fill(own)];
  }

  /** Answers a further member, which follows from what is answered for a column. */
  derive(name: string, column: string, make: (value: unknown) => unknown): void {
    this.derived.push([name, column, make]);
  }

  /** A stored row as answered in lists. Changes the row, which must not be used otherwise afterwards. */
  answer(row: Row): Answer {
    const answered = row as Answer;
    for (const field of this.resource.also) answered[field.name] = valueIn(field, row);
    for (const [name, answer] of this.answers) answered[name] = answer(row[name] as Scalar);
    for (const name of this.hidden) delete answered[name];
    for (const [name, column, make] of this.derived) answered[name] = make(answered[column]);
    return answered;
  }

  /** A stored row and its link sets as answered by single reads and writes (contract 6). Changes the row. */
  answerWhole(row: Row, sets: ReadonlyMap<Link, LinkSet>): Answer {
    const answered = this.answer(row);
    for (const link of this.shown) {
      const set = answerOfSet(link, sets.get(link));
      answered[link.name] = set;
      for (const other of link.alsoShownAs) answered[other] = set;
    }
    return answered;
  }

  /** Sorts the rows of a link statement into sets, by own id and link. Objects without any get empty sets. */
  sets(links: readonly Link[], rows: readonly Row[], ids: readonly number[]): Map<number, Map<Link, LinkSet>> {
    const byId = new Map(ids.map((id) => [id, new Map<Link, LinkSet>(links.map((link) => [link, []]))]));
    for (const row of rows) {
      const link = links[row['k'] as number]!;
      const set = byId.get(row['own'] as number)?.get(link);
      if (link.items) (set as Scalar[][]).push(link.items.map((item, i) => valueOf(item, row[`v${i}`] as Scalar)));
      else if (link.pivot?.value) (set as Worded[]).push(worded(link.pivot.value, row['id'] as number, row['v0']));
      else (set as number[]).push(row['id'] as number);
    }
    for (const sets of byId.values()) for (const [link, set] of sets) sets.set(link, sorted(link, set));
    return byId;
  }
}

/** A value of a small row. Where other links have texts in its place, MariaDB makes a text of a number. */
const valueOf = ({ kind }: Field, value: Scalar): Scalar =>
  kind === 'int' && typeof value === 'string' ? Number(value) : value;

/** Ids ascending and without repetition; rows by their values. */
export function sorted(link: Link, set: LinkSet): LinkSet {
  if (set.length < 2) return set;
  if (link.items) return (set as Scalar[][]).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (link.pivot?.value) return (set as Worded[]).sort((a, b) => a.id - b.id);
  const ids = (set as number[]).sort((a, b) => a - b);
  return ids.filter((id, i) => id !== ids[i - 1]);
}

/** A linked object and the word of the pair; nothing said means the first word. */
export const worded = ({ name, words }: PairValue, id: number, word: unknown): Worded =>
  ({ id, [name]: words.find((one) => one === word) ?? words[0]! }) as Worded;

/** A set as it is answered: numbers by name as one object, null where there are none. */
export function answerOfSet(link: Link, set: LinkSet | undefined): unknown {
  if (link.numbers) return set?.length ? Object.fromEntries(set as Array<[string, number]>) : null;
  return link.items ? itemsOf(link, set as Scalar[][]) : (set ?? []);
}

const itemsOf = (link: Link, rows: Scalar[][] = []): Answer[] =>
  rows.map((row) => Object.fromEntries(link.items!.map((item, i) => [item.name, row[i]])));

/** The strong entity tag of an object, over its plain representation (contract 6). */
export const etagOf = (json: string): string => `"${hash('sha1', json, 'base64url')}"`;

/** What one answer may take. */
export interface ListLimits {
  /** Seconds of the database's work for one list. */
  listTimeLimit: number;
  /** Related objects that are embedded in one answer. */
  includeMax: number;
}

/** All plans of a server, compiled when first asked for. */
export class Plans {
  private readonly plans = new Map<string, Plan>();

  readonly language: Language;
  /** Rooms that keep something of objects beside their rows: they follow where objects become one. */
  readonly followers = new Map<string, MergeFollower>();

  constructor(
    readonly registry: Registry,
    readonly database: Database,
    readonly access: AccessScopes,
    readonly limits: ListLimits & { timeZone: string },
  ) {
    this.language = new Language(registry, database, limits.timeZone);
  }

  /** The plan of the resource with this path. Throws if there is none. */
  of(path: string): Plan {
    let plan = this.plans.get(path);
    if (!plan) this.plans.set(path, (plan = new Plan(this.registry.get(path), this, this.database)));
    return plan;
  }
}
