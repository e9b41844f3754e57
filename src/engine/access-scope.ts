/**
 * What one caller may see: the one object that lists, includes, counts, filters through relations, single reads, targets of
 * writes, stored queries, reports, exports, documents and the journal ask (contract 3).
 *
 * Three things decide about a row. The caller's right on its type (`<key>_access` …); in its place, where they lack it, the
 * objects that were granted to them one by one; and restrictions, which keep them to part of a type whatever right they hold.
 * What rights and grants are is known to the implementation of `Grants`; a new kind of restriction is added once, by
 * `AccessScopes.restrict`, and acts wherever objects are read.
 */
import type { Verb } from '../core/http/access.js';
import { can, type Caller } from '../core/http/caller.js';
import type { Problems } from '../core/http/errors.js';
import type { Database, Param, Row, Scalar, Session } from '../database/database.js';
import { quote, type Condition } from '../database/dialect.js';
import type { Statement } from '../database/statement.js';
import { united } from '../database/united.js';
import { sourceOf } from './schema/derived.js';
import type { Field, Resource } from './schema/model.js';
import type { Registry } from './schema/registry.js';

/** A condition on the rows of a table, once it is known under which alias they stand in a statement. */
export type RowFilter = (alias: string) => Condition;

/** Which rows of a type: every one, none, or those that satisfy a condition. */
export type VisibleRows = 'all' | 'none' | RowFilter;

/** Which objects of a type a caller could list: every one, none, or those with these ids. */
export type VisibleIds = 'all' | 'none' | readonly number[];

/** An object about to be written, as far as it matters where it lies. */
export interface Placed {
  /** Stands before the keys of its errors. */
  readonly prefix: string;
  /** The stored row; null of a new object. */
  readonly before: Row | null;
  readonly after: Row;
  /** What differs. */
  readonly columns: ReadonlySet<Field>;
  set(field: Field, value: Scalar): void;
}

/** Keeps callers to some objects of a type, whatever rights they hold on it. */
export interface Restriction {
  /** Returns true if it may keep this caller to part of any type. */
  appliesTo(caller: Caller): boolean;
  /**
   * The objects of a type that there are for a caller; undefined where it keeps them to none. With a verb: for what this right lets
   * them do. Without one: those whose ids may stand in what they see.
   */
  rows(caller: Caller, resource: Resource, verb: Verb | undefined): RowFilter | undefined;
  /** Before rows are written: sets what new objects need so that they lie where the caller may put them; adds problems, throws 403. */
  prepare?(caller: Caller, resource: Resource, objects: readonly Placed[], problems: Problems): void;
}

/** Knows which objects were given to callers one by one, who have no right on the whole type. */
export abstract class Grants {
  /** The objects of a type that were given to the caller, deleted ones too. */
  abstract of(caller: Caller, resource: Resource): RowFilter;

  /** The classes (`Resource.polymorphicType`) of which any object was given to the caller. */
  abstract types(caller: Caller): Promise<ReadonlySet<string>>;
}

/** What a grant of an object stands in for. */
const GRANTABLE: ReadonlySet<Verb> = new Set(['access', 'show', 'edit']);
/** The verb of lists. */
const LISTED: readonly Verb[] = ['access'];
/** Stands for a table within conditions on rows outside: no statement uses the name otherwise. */
const INNER = 'seen';

/** Lets every row through to somebody who may be kept to some all the same: of other types, or of this one tomorrow. */
export const EVERYTHING: RowFilter = () => ({ sql: 'true', params: [] });

/** No row satisfies it. */
const NOTHING: Condition = { sql: 'false', params: [] };

/** Makes the scopes of callers. */
export class AccessScopes {
  private readonly restrictions: Restriction[] = [];

  constructor(
    readonly registry: Registry,
    readonly database: Pick<Database, 'all' | 'dialect'>,
    readonly grants: Grants,
  ) {}

  /** Adds a restriction, for every reader. */
  restrict(restriction: Restriction): void {
    this.restrictions.push(restriction);
  }

  /** What this caller may see, for one request: what was granted may have changed by the next. */
  of(caller: Caller): AccessScope {
    return new AccessScope(
      caller,
      this,
      this.restrictions.filter((restriction) => restriction.appliesTo(caller)),
    );
  }

  /**
   * Which rows of these types the caller could list, or may do all of `verbs` with; of types of which nothing was given to them
   * none. One statement at most.
   */
  async listed(
    caller: Caller,
    resources: readonly Resource[],
    verbs: readonly Verb[] = LISTED,
  ): Promise<Array<{ resource: Resource; rows: VisibleRows }>> {
    const access = this.of(caller);
    const lacks = (resource: Resource): boolean => verbs.some((verb) => !access.may(resource, verb));
    const granted = resources.some(lacks) ? await this.grants.types(caller) : new Set<string>();
    return resources.map((resource) => {
      const isNothing = lacks(resource) && !granted.has(resource.polymorphicType);
      return { resource, rows: isNothing ? 'none' : inAll(verbs.map((verb) => access.rows(resource, verb))) };
    });
  }

  /**
   * What the caller could list of these types, or may do all of `verbs` with, by path; `none` where they may
   * not list the type. Two statements, more of them where they are long, and none for those with all rights and no restriction: which
   * types were given to them, and the ids of what they see part of.
   */
  async seen(
    caller: Caller,
    resources: readonly Resource[],
    verbs: readonly Verb[] = LISTED,
  ): Promise<Record<string, VisibleIds>> {
    const { dialect } = this.database;
    const access = this.of(caller);
    const lacks = (resource: Resource): boolean => verbs.some((verb) => !access.may(resource, verb));
    const seen: Record<string, VisibleIds> = {};
    const partly: Array<{ resource: Resource; condition: Condition }> = [];
    for (const { resource, rows } of await this.listed(caller, resources, verbs)) {
      seen[resource.path] = typeof rows === 'string' ? rows : [];
      if (typeof rows !== 'string') partly.push({ resource, condition: rows(INNER) });
    }
    if (!partly.length) return seen;
    const statements = partly.map(({ resource, condition: { sql, params } }, place): Statement => {
      const live = resource.softDelete ? ` AND ${dialect.isLive(INNER)}` : '';
      const from = `FROM ${quote(resource.table)} ${INNER} WHERE (${sql})${live}`;
      return [`SELECT ${place} AS place, ${INNER}.\`id\` AS id ${from}`, params];
    });
    const rows = await united(this.database, statements);
    for (const { place, id } of rows) (seen[partly[place as number]!.resource.path] as number[]).push(id as number);
    // Who has the right lists the type, although there may be nothing in it for them; of what was given to others nothing is left.
    for (const { resource } of partly)
      if (!seen[resource.path]!.length && lacks(resource)) seen[resource.path] = 'none';
    return seen;
  }

  /**
   * The live objects that the caller may list, show and edit only since they were given to them one by one: their ids, upwards, by
   * path. Types of which there are none are left out. Statements as of `seen`.
   */
  async granted(caller: Caller): Promise<Record<string, number[]>> {
    const access = this.of(caller);
    const verbs = [...GRANTABLE];
    const lacking = this.registry
      .all()
      .filter((resource) => resource.cartographiable && verbs.some((verb) => !access.may(resource, verb)));
    const seen = await this.seen(caller, lacking, verbs);
    return Object.fromEntries(
      Object.entries(seen).flatMap(([path, ids]) =>
        typeof ids === 'string' || !ids.length ? [] : [[path, ids.toSorted((a, b) => a - b)]],
      ),
    );
  }
}

/** What one caller may see, during one request. */
export class AccessScope {
  /** What `prepare` found; nothing is granted before. */
  private grantedTypes: ReadonlySet<string> = new Set();

  constructor(
    readonly caller: Caller,
    private readonly scopes: AccessScopes,
    private readonly restrictions: readonly Restriction[],
  ) {}

  /** The caller may be kept to part of some types. */
  get restricted(): boolean {
    return this.restrictions.length > 0;
  }

  /** What the restrictions have to say of a write: see `Restriction.prepare`. */
  prepareWrite(resource: Resource, objects: readonly Placed[], problems: Problems): void {
    for (const restriction of this.restrictions) restriction.prepare?.(this.caller, resource, objects, problems);
  }

  /** Returns true if the caller has the right on the whole type; restrictions may keep them to part of it all the same. */
  may({ key }: Resource, verb: Verb): boolean {
    return can(this.caller, `${key}_${verb}`);
  }

  /** The objects given one by one to a caller who lacks the right on the type; undefined for all others. */
  granted(resource: Resource, verb: Verb): RowFilter | undefined {
    const { cartographiable } = resource;
    if (!cartographiable || !GRANTABLE.has(verb) || this.may(resource, verb)) return undefined;
    return this.scopes.grants.of(this.caller, resource);
  }

  /** The rows of a type to which the verb extends for the caller. Live or deleted is for the reader to say. */
  rows(resource: Resource, verb: Verb = 'access'): VisibleRows {
    const granted = this.granted(resource, verb);
    if (!granted && !this.may(resource, verb)) return 'none';
    return allOf([granted, this.within(resource, verb)]) ?? 'all';
  }

  /**
   * Returns true if the caller may do this to the type, or at least to one live object of it that was given to them. One
   * statement, for those without the right alone.
   */
  async any(resource: Resource, verb: Verb = 'access'): Promise<boolean> {
    if (this.may(resource, verb)) return true;
    const rows = this.rows(resource, verb);
    if (typeof rows === 'string') return false;
    const condition = rows(INNER);
    const live = resource.softDelete ? ` AND ${INNER}.\`deleted_at\` IS NULL` : '';
    const sql = `SELECT 1 AS one FROM ${quote(resource.table)} ${INNER} WHERE ${condition.sql}${live} LIMIT 1`;
    return (await this.scopes.database.all(sql, condition.params)).length > 0;
  }

  /** `rows` of somebody whose right on the type was asked for already; undefined where that is everything. */
  within(resource: Resource, verb: Verb): RowFilter | undefined {
    return this.kept(resource, verb);
  }

  /**
   * The objects whose ids may stand in what the caller reads: as references, in links, in what was written to them. Undefined where
   * that is everything. The right on the type is not asked for: what tells more than an id, such as a name, a value or how many there
   * are, asks `rows`.
   */
  named(resource: Resource): RowFilter | undefined {
    return this.kept(resource, undefined);
  }

  /** The caller may list the type, and nothing of it is hidden from them: how many there are is no secret. */
  seesAll(resource: Resource): boolean {
    return this.rows(resource) === 'all';
  }

  private kept(resource: Resource, verb: Verb | undefined): RowFilter | undefined {
    const added = this.restrictions.map((restriction) => restriction.rows(this.caller, resource, verb));
    return allOf([ownerRule(resource, this.caller), ...added, ...this.ofSubjects(resource)]);
  }

  /** Which of these ids the filter lets through, deleted ones too; all of them, and no statement, without a filter. */
  async among(
    session: Pick<Session, 'all'>,
    { table }: Resource,
    filter: RowFilter | undefined,
    ids: readonly number[],
  ): Promise<ReadonlySet<number>> {
    if (!filter || !ids.length) return new Set(ids);
    const { sql, params } = filter(INNER);
    const isIn = this.scopes.database.dialect.isIn(`${INNER}.\`id\``);
    const statement = `SELECT ${INNER}.\`id\` FROM ${quote(table)} ${INNER} WHERE ${isIn} AND ${sql}`;
    const rows = await session.all(statement, [[...ids], ...params]);
    return new Set(rows.map(({ id }) => id as number));
  }

  /** Those of these objects, deleted ones too, with which the caller may do this, as of `within`. No statement where that is all. */
  there(session: Pick<Session, 'all'>, resource: Resource, verb: Verb, ids: readonly number[]) {
    return this.among(session, resource, this.within(resource, verb), ids);
  }

  /** To be waited for before `table` is asked about the resource that a request is about. */
  async prepare(resource: Resource): Promise<void> {
    if (this.isGuarded(resource)) this.grantedTypes = await this.scopes.grants.types(this.caller);
  }

  /** Not every value of the resource is shown to this caller. */
  private isGuarded({ fields }: Resource): boolean {
    return !this.caller.admin && fields.some(({ shownWith }) => shownWith);
  }

  /**
   * What a statement reads a resource from: its table, or what stands for it where the caller does not see every value in
   * it. Values that are shown with an object only, and references to objects that there are not for the caller, are null.
   */
  table(resource: Resource): Condition {
    const [source, table] = [sourceOf(resource), quote(resource.table)];
    if (!this.restricted && !this.isGuarded(resource)) return { sql: source, params: [] };
    const columns = resource.fields.map((field) => this.column(field, table));
    if (columns.every((column) => column === undefined)) return { sql: source, params: [] };
    const selected = columns.map((column, i) => {
      const name = quote(resource.fields[i]!.name);
      return column ? `CASE WHEN ${column.sql} THEN ${name} END AS ${name}` : name;
    });
    return {
      sql: `(SELECT ${selected.join(', ')} FROM ${source === table ? table : `${source} ${table}`})`,
      params: columns.flatMap((column) => column?.params ?? []),
    };
  }

  /** The condition under which a column shows its value; undefined: always. */
  private column({ name, shownWith, ref }: Field, table: string): Condition | undefined {
    // What changed names objects in many ways: to whom some are hidden the history of each object tells it, which knows which.
    if (shownWith && this.restricted) return NOTHING;
    if (shownWith && !this.caller.admin)
      return this.showable(`${table}.${quote(shownWith.type)}`, `${table}.${quote(shownWith.id)}`);
    const target = ref && this.restricted ? this.scopes.registry.get(ref.target) : undefined;
    const filter = target && this.named(target);
    return filter && filter !== EVERYTHING ? isAmong(`${table}.${quote(name)}`, target, filter) : undefined;
  }

  /** The caller may show the object that two columns name by its class and id. */
  private showable(type: string, id: string): Condition {
    const wholly: string[] = [];
    const partly: Condition[] = [];
    for (const resource of this.scopes.registry.all()) {
      const { polymorphicType, softDelete } = resource;
      const granted = this.granted(resource, 'show');
      const rows = granted && !this.grantedTypes.has(polymorphicType) ? 'none' : this.rows(resource, 'show');
      if (rows === 'all') wholly.push(polymorphicType);
      else if (rows !== 'none') {
        const live: RowFilter = (alias) => ({
          sql: softDelete ? `${alias}.\`deleted_at\` IS NULL` : 'true',
          params: [],
        });
        const among = isAmong(id, resource, granted ? allOf([rows, live])! : rows);
        partly.push({ sql: `(${type} = ? AND ${among.sql})`, params: [polymorphicType, ...among.params] });
      }
    }
    const isWhole = { sql: this.scopes.database.dialect.isIn(type), params: [wholly] };
    const all = [...(wholly.length ? [isWhole] : []), ...partly];
    if (!all.length) return NOTHING;
    return { sql: all.map(({ sql }) => sql).join(' OR '), params: all.flatMap(({ params }) => params) };
  }

  /** Rows that are about an object, named by its class and id, are there where the object is. */
  private ofSubjects(resource: Resource): RowFilter[] {
    const columns = this.restricted ? subjectOf(resource) : undefined;
    if (!columns) return [];
    return this.scopes.registry.all().flatMap((subject) => {
      const filter = allOf(this.restrictions.map((restriction) => restriction.rows(this.caller, subject, 'access')));
      if (!filter || filter === EVERYTHING) return [];
      return (alias: string): Condition => {
        const [type, id] = columns.map((name) => `${alias}.${quote(name)}`) as [string, string];
        const { sql, params } = isAmong(id, subject, filter);
        return {
          sql: `(${type} IS NULL OR ${type} <> ? OR ${id} IS NULL OR ${sql})`,
          params: [subject.polymorphicType, ...params],
        };
      };
    });
  }
}

/** Rows as a condition under an alias; undefined for all of them. */
export function conditionOf(rows: VisibleRows, alias: string): Condition | undefined {
  if (rows === 'all') return undefined;
  return rows === 'none' ? NOTHING : rows(alias);
}

/** All of these filters at once; undefined if there is none. */
export function allOf(filters: ReadonlyArray<RowFilter | undefined>): RowFilter | undefined {
  const given = filters.filter((filter) => filter !== undefined);
  const present = given.filter((filter) => filter !== EVERYTHING);
  if (present.length < 2) return present[0] ?? given[0];
  return (alias) => {
    const conditions = present.map((filter) => filter(alias));
    return {
      sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
      params: conditions.flatMap(({ params }): Param[] => params),
    };
  };
}

/** What any of these filters lets through; undefined if there is none. */
export function anyOf(filters: ReadonlyArray<RowFilter | undefined>): RowFilter | undefined {
  const present = filters.filter((filter) => filter !== undefined);
  if (present.includes(EVERYTHING)) return EVERYTHING;
  if (present.length < 2) return present[0];
  return (alias) => {
    const conditions = present.map((filter) => filter(alias));
    return {
      sql: `(${conditions.map(({ sql }) => sql).join(' OR ')})`,
      params: conditions.flatMap(({ params }): Param[] => params),
    };
  };
}

/** What is in all of these rows. */
function inAll(all: readonly VisibleRows[]): VisibleRows {
  if (all.includes('none')) return 'none';
  return allOf(all.map((rows) => (typeof rows === 'string' ? undefined : rows))) ?? 'all';
}

/** The id is that of a row that the filter lets through. */
function isAmong(id: string, { table }: Resource, filter: RowFilter): Condition {
  const { sql, params } = filter(INNER);
  // One row by its key: an `IN` may be answered by finding every object that the caller sees.
  return { sql: `EXISTS (SELECT 1 FROM ${quote(table)} ${INNER} WHERE ${INNER}.\`id\` = ${id} AND (${sql}))`, params };
}

/** What somebody owns is there for them, and for others where they opened it. */
function ownerRule({ owner }: Resource, { admin, userId }: Caller): RowFilter | undefined {
  if (!owner || admin) return undefined;
  return (alias) => ({
    sql: `(${alias}.${quote(owner.column)} = ? OR ${alias}.${quote(owner.open)} = 1)`,
    params: [userId],
  });
}

/** The columns that name the object which a row is about: its class and its id. */
function subjectOf({ fields }: Resource): [type: string, id: string] | undefined {
  const shownWith = fields.find((field) => field.shownWith)?.shownWith;
  if (shownWith) return [shownWith.type, shownWith.id];
  const type = fields.find(({ kind }) => kind === 'morph')?.name;
  return type === undefined ? undefined : [type, type.replace(/_type$/, '_id')];
}
