/** What a client asks of a list, read from the query string: every name is known, every value of its type (contract 5). */
import { can, type Caller, type Scope } from '../../core/http/caller.js';
import { ApiError, forbidden } from '../../core/http/errors.js';
import { Repeated } from '../../core/http/query-string.js';
import type { Condition } from '../../database/dialect.js';
import type { Param } from '../../database/database.js';
import type { Field, Resource } from '../schema/model.js';
import type { Sight } from '../sight.js';
import type { Filter, Touch } from './filters.js';
import { readIncludes, type Include } from './include.js';
import type { Language } from './language.js';
import { readPage, type Page } from './page.js';
import { badParameter, forbiddenRelation, unknownName } from './refusals.js';
import type { Relation, Target } from '../relations.js';
import { namesOf, Order, readSort } from './sort.js';
import { listed, yesOrNo } from './values.js';
import type { Scopes } from './visible.js';

export type Query = Record<string, unknown>;

/** A list, or the part of it that is asked for. */
export interface ListRequest {
  target: Target;
  filters: Filter[];
  trashed: 'without' | 'with' | 'only';
  order: Order;
  page: Page | undefined;
  /** The columns to be answered. */
  fields: Field[];
  includes: Include[];
  scopes: Scopes;
  /** Keeps the caller to the objects delegated to them. */
  scope: Scope | undefined;
  /** What is read instead of the table, for a caller who does not see every value in it. */
  rows: Condition | undefined;
}

/** Reads list requests for one resource. */
export class ListReader {
  readonly target: Target;

  constructor(
    private readonly resource: Resource,
    private readonly language: Language,
    private readonly sight: Sight,
  ) {
    this.target = language.targetOf(resource.path);
  }

  /** Throws 400 for what is not in the language, 403 for a relation whose objects the caller may not list. */
  async read(query: Query, caller: Caller, scope: Scope | undefined): Promise<ListRequest> {
    const touched = new Map<string, Relation>();
    const touch: Touch = (relation) => void touched.set(relation.target.resource?.path ?? '', relation);
    const order = this.order(query['sort']);
    const { filters, trashed } = this.filters(query['filter'], caller, scope, touch);
    const includes = readIncludes(query['include'], this.target, this.language, false);
    return {
      ...{ target: this.target, filters, trashed, order, includes, scope },
      page: readPage(query['page'], order),
      fields: readFields(query['fields'], this.target.fields),
      rows: await this.sight.rows(caller, this.resource),
      scopes: await this.scopes(touched, includes, caller),
    };
  }

  /** The includes of a single read, where unknown ones are left out, and the scopes that they need. */
  async readOne(query: Query, caller: Caller): Promise<Pick<ListRequest, 'includes' | 'scopes'>> {
    const includes = readIncludes(query['include'], this.target, this.language, true);
    return { includes, scopes: await this.scopes(new Map(), includes, caller) };
  }

  /** The members of a single read that `fields` asks for: columns and links by name, the id always. */
  part(object: Record<string, unknown>, sent: unknown): Record<string, unknown> {
    const names = namesIn(sent);
    if (!names.size) return { ...object };
    return Object.fromEntries(Object.entries(object).filter(([name]) => name === 'id' || names.has(name)));
  }

  private order(sent: unknown): Order {
    const keys = sent === undefined ? [] : readSort(sent, this.target.fields);
    return new Order(
      keys,
      this.target.fields.find(({ kind }) => kind === 'id')!,
      this.language.dialect,
    );
  }

  private filters(
    sent: unknown,
    caller: Caller,
    scope: Scope | undefined,
    touch: Touch,
  ): Pick<ListRequest, 'filters' | 'trashed'> {
    if (sent === undefined || sent === '') return { filters: [], trashed: 'without' };
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw badParameter('filter', 'wantsFilters');
    const { trashed, ...others } = sent as Query;
    const own = this.language.filtersOf(this.target);
    const extra = this.resource.softDelete ? ['trashed'] : [];
    const filters = Object.entries(others)
      .map(([name, value]) => own.read(name, this.joined(name, value), `filter[${name}]`, touch, extra))
      .filter((filter) => filter !== undefined);
    return { filters, trashed: this.trashed(this.joined('trashed', trashed), caller, scope) };
  }

  /** The value of a filter, joined where it takes lists and is repeated. Throws 400 for several values of one that does not. */
  private joined(name: string, sent: unknown): unknown {
    if (!(sent instanceof Repeated)) return sent;
    if (!TAKES_ONE.test(name) || this.target.fields.some((field) => field.name === name)) return sent.flatMap(listed);
    if (sent.same === undefined) throw badParameter(`filter[${name}]`, 'repeatedParameter');
    return sent.same;
  }

  private trashed(sent: unknown, caller: Caller, scope: Scope | undefined): ListRequest['trashed'] {
    if (sent === undefined || sent === '') return 'without';
    if (!this.resource.softDelete)
      throw unknownName('filter', 'filter[trashed]', 'trashed', namesOf(this.target.fields));
    // Whoever lists delegated objects only never sees deleted ones.
    const ability = `${this.resource.key}_delete`;
    if (scope || !can(caller, ability)) throw forbidden(ability);
    if (sent === 'only' || sent === 'with') return sent;
    const yes = typeof sent === 'string' ? yesOrNo(sent) : undefined;
    if (yes === undefined) throw new ApiError(400, 'wantsTrashed', { name: 'filter[trashed]' });
    return yes ? 'with' : 'without';
  }

  /** What the caller may list of everything that is followed. */
  private async scopes(touched: Map<string, Relation>, includes: readonly Include[], caller: Caller): Promise<Scopes> {
    const relations = [...touched.values(), ...followed(includes)];
    const scopes = new Map<string, Scope | undefined>();
    for (const { name, target } of relations) {
      if (!target.resource || scopes.has(target.resource.path)) continue;
      const scope = await this.sight.of(caller, target.resource);
      if (scope === false) throw forbiddenRelation(name, `${target.resource.key}_access`);
      scopes.set(target.resource.path, scope);
    }
    // Which types there are is known row by row, so what the caller may not list is left out, and no reason to refuse.
    for (const { target } of relations.flatMap(({ morph }) => [...(morph?.to.values() ?? [])])) {
      const resource = target.resource!;
      if (!scopes.has(resource.path)) scopes.set(resource.path, this.sight.within(caller, resource));
    }
    return scopes;
  }
}

/** Filters that are not joined where they are repeated (contract 14); columns of such names are none of them. */
const TAKES_ONE = /(^|\.)(search|trashed)$|_(lte?|gte?|null|after|before|starts|ends|like|exists)$/;

/** The relations of includes whose objects need a right of their own. */
const followed = (includes: readonly Include[]): Relation[] =>
  includes.flatMap(({ relation, within, wants }) => [
    ...(relation.link?.openColumns && wants === 'objects' && !within.length ? [] : [relation]),
    ...followed(within),
  ]);

/** The names in `fields=a,b`. Throws 400 for anything but names. */
function namesIn(sent: unknown): Set<string> {
  const parts = sent === undefined ? [] : Array.isArray(sent) ? sent : [sent];
  if (!parts.every((part) => typeof part === 'string')) throw badParameter('fields', 'wantsNames');
  const names = (parts as string[]).flatMap((part) => part.split(',')).map((name) => name.trim());
  return new Set(names.filter(Boolean));
}

/** The columns of `fields=a,b`: the id always, and all of them where nothing is asked for. Throws 400 for unknown ones. */
function readFields(sent: unknown, fields: readonly Field[]): Field[] {
  const visible = fields.filter(({ hidden }) => !hidden);
  const names = namesIn(sent);
  if (!names.size) return visible;
  const unknown = [...names].find((name) => !visible.some((field) => field.name === name));
  if (unknown !== undefined) throw unknownName('column', 'fields', unknown, namesOf(visible));
  return visible.filter(({ name, kind }) => kind === 'id' || names.has(name));
}

/** The condition of a scope on the table itself. */
export const scopeCondition = (scope: Scope): Condition => ({ sql: scope.sql, params: scope.params as Param[] });
