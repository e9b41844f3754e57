/** What a client asks of a list, read from the query string: every name is known, every value of its type (contract 5). */
import { can } from '../../core/http/caller.js';
import { ApiError, forbidden } from '../../core/http/errors.js';
import { Repeated } from '../../core/http/query-string.js';
import type { Field, Resource } from '../schema/model.js';
import type { AccessScope } from '../access-scope.js';
import type { AddedFilter } from './added-filters.js';
import { valuesIn, type Filter, type CollectRelation } from './filters.js';
import { isOpen, readIncludes, type Include } from './include.js';
import type { Language } from './language.js';
import { readPage, type Page } from './page.js';
import { badParameter, forbiddenRelation, unknownName } from './refusals.js';
import type { Relation, Target } from '../relations.js';
import { namesOf, Order, readSort } from './sort.js';
import { listed, yesOrNo } from './filter-values.js';

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
  /** What the caller may see of the objects, and of all that is followed from them. */
  access: AccessScope;
}

/** Reads list requests for one resource. */
export class ListReader {
  readonly target: Target;

  constructor(
    private readonly resource: Resource,
    private readonly language: Language,
  ) {
    this.target = language.targetOf(resource.path);
  }

  /**
   * Throws 400 for what is not in the language, 403 for a relation whose objects the caller may not list. `withAdded`: takes
   * the filters that were added to lists, too.
   */
  async read(query: Query, access: AccessScope, withAdded = false): Promise<ListRequest> {
    const filtered = new Map<string, Relation>();
    const collectRelation: CollectRelation = (relation) =>
      void filtered.set(relation.target.resource?.path ?? '', relation);
    const order = this.order(query['sort']);
    const { filters, trashed } = this.filters(query['filter'], access, collectRelation, withAdded);
    const includes = readIncludes(query['include'], this.target, this.language, false);
    const request = {
      ...{ target: this.target, filters, trashed, order, includes, access },
      page: readPage(query['page'], order),
      fields: readFields(query['fields'], this.target.fields),
    };
    await access.prepare(this.resource);
    await requireRights([...filtered.values(), ...followed(includes)], access);
    return request;
  }

  /** The includes of a single read, where unknown ones are left out. Throws 403 as `read` does. */
  async readOne(query: Query, access: AccessScope): Promise<Include[]> {
    const includes = readIncludes(query['include'], this.target, this.language, true);
    await requireRights(followed(includes), access);
    return includes;
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
    access: AccessScope,
    collectRelation: CollectRelation,
    withAdded: boolean,
  ): Pick<ListRequest, 'filters' | 'trashed'> {
    if (sent === undefined || sent === '') return { filters: [], trashed: 'without' };
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw badParameter('filter', 'wantsFilters');
    const { trashed, ...others } = sent as Query;
    const own = this.language.filtersOf(this.target);
    const extra = this.resource.softDelete ? ['trashed'] : [];
    const added = withAdded ? this.language.addedTo(this.resource) : [];
    const filters = Object.entries(others)
      .map(([name, value]) => {
        const [parameter, values] = [`filter[${name}]`, this.joined(name, value)];
        const other = added.find((filter) => filter.name === name);
        if (other) return this.readAdded(other, values, parameter, access);
        return own.read(name, values, parameter, collectRelation, extra);
      })
      .filter((filter) => filter !== undefined);
    return { filters, trashed: this.trashed(this.joined('trashed', trashed), access) };
  }

  /** Throws 400, and 403 without the right that the filter needs. */
  private readAdded(filter: AddedFilter, sent: unknown, parameter: string, access: AccessScope): Filter | undefined {
    const values = valuesIn(sent, parameter);
    if (!values.length) return undefined;
    if (!can(access.caller, filter.ability)) throw forbidden(filter.ability);
    return filter.read(values, parameter, this.resource);
  }

  /** The value of a filter, joined where it takes lists and is repeated. Throws 400 for several values of one that does not. */
  private joined(name: string, sent: unknown): unknown {
    if (!(sent instanceof Repeated)) return sent;
    if (!TAKES_ONE.test(name) || this.target.fields.some((field) => field.name === name)) return sent.flatMap(listed);
    if (sent.same === undefined) throw badParameter(`filter[${name}]`, 'repeatedParameter');
    return sent.same;
  }

  private trashed(sent: unknown, access: AccessScope): ListRequest['trashed'] {
    if (sent === undefined || sent === '') return 'without';
    if (!this.resource.softDelete)
      throw unknownName('filter', 'filter[trashed]', 'trashed', namesOf(this.target.fields));
    // Whoever lists delegated objects only never sees deleted ones.
    const allowed = access.may(this.resource, 'access') && access.may(this.resource, 'delete');
    if (!allowed) throw forbidden(`${this.resource.key}_delete`);
    if (sent === 'only' || sent === 'with') return sent;
    const yes = typeof sent === 'string' ? yesOrNo(sent) : undefined;
    if (yes === undefined) throw new ApiError(400, 'wantsTrashed', { name: 'filter[trashed]' });
    return yes ? 'with' : 'without';
  }
}

/**
 * Throws 403 naming the first relation of whose objects the caller may list none. Of relations to objects of many types it
 * is known row by row which there are: what the caller may not list is left out there, and no reason to refuse.
 */
async function requireRights(relations: readonly Relation[], access: AccessScope): Promise<void> {
  const known = new Set<string>();
  for (const { name, target } of relations) {
    if (!target.resource || known.has(target.resource.path)) continue;
    if (!(await access.any(target.resource))) throw forbiddenRelation(name, `${target.resource.key}_access`);
    known.add(target.resource.path);
  }
}

/** Filters that are not joined where they are repeated (contract 14); columns of such names are none of them. */
const TAKES_ONE = /(^|\.)(search|trashed)$|_(lte?|gte?|null|after|before|starts|ends|like|exists)$/;

/** The relations of includes whose objects need a right of their own. */
const followed = (includes: readonly Include[]): Relation[] =>
  includes.flatMap((include) => [...(isOpen(include) ? [] : [include.relation]), ...followed(include.within)]);

/** The names in `fields=a,b`. Throws 400 for anything but names. */
function namesIn(sent: unknown): Set<string> {
  const parts = sent === undefined ? [] : Array.isArray(sent) ? sent : [sent];
  if (!parts.every((part) => typeof part === 'string')) throw badParameter('fields', 'wantsNames');
  const names = (parts as string[]).flatMap((part) => part.split(',')).map((name) => name.trim());
  return new Set(names.filter(Boolean));
}

/** The columns of `fields=a,b`: the id always, and all of them where nothing is asked for. Throws 400 for unknown ones. */
export function readFields(sent: unknown, fields: readonly Field[]): Field[] {
  const visible = fields.filter(({ hidden }) => !hidden);
  const names = namesIn(sent);
  if (!names.size) return visible;
  const unknown = [...names].find((name) => !visible.some((field) => field.name === name));
  if (unknown !== undefined) throw unknownName('column', 'fields', unknown, namesOf(visible));
  return visible.filter(({ name, kind }) => kind === 'id' || names.has(name));
}
