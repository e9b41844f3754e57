/** Keeps callers whom perimeters limit to what lies in these, wherever objects are read (identity 9). */
import { Injectable } from '@nestjs/common';
import type { Verb } from '../../core/http/access.js';
import { can, type Caller, type Part, type Reach } from '../../core/http/caller.js';
import { ApiError, type Problems } from '../../core/http/errors.js';
import { quote } from '../../database/dialect.js';
import {
  AccessScopes,
  allOf,
  anyOf,
  EVERYTHING,
  Grants,
  HOME,
  homeOf,
  Plans,
  registry,
  type Placed,
  type ResourceModel,
  type Restriction,
  type RowFilter,
} from '../../engine/index.js';
import { classKey } from '../delegations.js';
import { DOCUMENTS, JOURNAL, OPEN } from './containment.js';
import { definitionsIn } from './definition.js';
import { atHome, Inside } from './inside.js';

/** Kinds that are seen from where their ends are at home. */
const SEEN_FROM_ENDS: ReadonlySet<string> = new Set(['application-flows', 'physical-links']);
/** What sees, and changes nothing. */
const SEEN: ReadonlySet<Verb | undefined> = new Set([undefined, 'access', 'show']);
/** What a delegation of an object lets its holder do. */
const DELEGATED: ReadonlySet<Verb | undefined> = new Set([undefined, 'access', 'show', 'edit']);

const NOTHING: RowFilter = () => ({ sql: 'false', params: [] });

@Injectable()
export class PerimeterRestriction implements Restriction {
  private readonly inside: Inside;
  /** Worked out once for each caller, who is remembered for a second. */
  private readonly known = new WeakMap<Reach, Map<string, RowFilter | undefined>>();

  constructor(
    plans: Plans,
    scopes: AccessScopes,
    private readonly grants: Grants,
  ) {
    this.inside = new Inside(plans);
    scopes.restrict(this);
  }

  appliesTo({ reach }: Caller): boolean {
    return reach !== undefined;
  }

  rows(caller: Caller, resource: ResourceModel, verb: Verb | undefined): RowFilter | undefined {
    const { reach } = caller;
    if (!reach || OPEN.has(resource.path)) return undefined;
    if (resource.path === JOURNAL) return aboutObjectsOrOneself(caller);
    // Whoever sees an object sees its documents.
    if (resource.path === DOCUMENTS && verb === undefined) return undefined;
    let known = this.known.get(reach);
    if (!known) this.known.set(reach, (known = new Map()));
    const key = `${resource.path} ${verb ?? ''}`;
    if (!known.has(key)) known.set(key, this.made(caller, reach, resource, verb));
    return known.get(key);
  }

  private made(caller: Caller, reach: Reach, resource: ResourceModel, verb: Verb | undefined): RowFilter | undefined {
    const given = (kind: ResourceModel): RowFilter | undefined =>
      kind.cartographiable && reach.delegated.has(classKey(kind.polymorphicType))
        ? this.grants.of(caller, kind)
        : undefined;
    const delegated: Delegated = (kind) => {
      if (kind.path === DOCUMENTS) return SEEN.has(verb) ? this.inside.heldBy(given) : undefined;
      return DELEGATED.has(verb) ? given(kind) : undefined;
    };
    const parts = partsOf(caller, reach, `${resource.key}_${verb ?? 'access'}`, verb);
    const within = parts.map((part) => this.inPart(reach, resource, verb, part, delegated));
    return within.includes(undefined) ? undefined : (anyOf(within) ?? NOTHING);
  }

  /**
   * What lies in a part; undefined: everything. A document is changed where all objects that have it lie in the part, deleted ones
   * too, which may come back.
   */
  private inPart(
    reach: Reach,
    resource: ResourceModel,
    verb: Verb | undefined,
    part: LimitedPart,
    delegatedOf: Delegated = () => undefined,
  ): RowFilter | undefined {
    const seen = this.seenInPart(reach, resource, verb, part, delegatedOf);
    if (resource.path !== DOCUMENTS || SEEN.has(verb) || verb === 'create') return seen;
    const isOutside = (holder: ResourceModel): RowFilter | undefined => not(this.inPart(reach, holder, verb, part));
    return allOf([seen, not(this.inside.heldBy(isOutside, true))]);
  }

  /** What is seen of a part: documents where any object in it has them. */
  private seenInPart(
    reach: Reach,
    resource: ResourceModel,
    verb: Verb | undefined,
    part: LimitedPart,
    delegatedOf: Delegated = () => undefined,
  ): RowFilter | undefined {
    const [ids, { token }, delegated] = [part.perimeters, reach, delegatedOf(resource)];
    const byRoles = ids && (anyOf([this.inside.filter(resource, definitionsIn(reach, ids)), delegated]) ?? NOTHING);
    const byToken = token && (this.inside.filter(resource, definitionsIn(reach, token)) ?? NOTHING);
    const byHomes = part.homes && this.byHomes(part.homes, resource, verb, delegated);
    const all = allOf([asStored(resource, allOf([byRoles, byToken])), byHomes]);
    const limits = [byRoles, byToken, byHomes].filter((limit) => limit !== undefined);
    if (resource.path !== DOCUMENTS || limits.length < 2) return all;
    // One object that has it lies in all of them: two, each of which lies in one, are both hidden.
    const held = this.inside.heldBy((holder) => this.inPart(reach, holder, verb, part, delegatedOf));
    const byRules = this.inside.byRules(resource, definitionsIn(reach, [...(ids ?? []), ...(token ?? [])]));
    return anyOf([held, byRules && allOf([all, byRules])]) ?? NOTHING;
  }

  /**
   * What is at home in these; flows and links are seen from the homes of their ends, too. Documents have no home: they are where an
   * object is at home that has them, and everywhere until one has them.
   */
  private byHomes(
    ids: readonly number[],
    resource: ResourceModel,
    verb: Verb | undefined,
    delegated: RowFilter | undefined,
  ): RowFilter | undefined {
    if (resource.path === DOCUMENTS)
      return anyOf([
        this.inside.heldBy((holder) => this.byHomes(ids, holder, verb, undefined)),
        this.inside.ofNothing(),
        delegated,
      ]);
    if (!homeOf(resource)) return undefined;
    const own = anyOf([atHome(ids), delegated]) ?? NOTHING;
    if (!SEEN_FROM_ENDS.has(resource.path) || !SEEN.has(verb)) return own;
    return asStored(resource, anyOf([own, ...this.endsAt(resource, ids)]));
  }

  private endsAt({ fields }: ResourceModel, ids: readonly number[]): Array<RowFilter | undefined> {
    const there = atHome(ids);
    return fields.map(({ name, end, ref }) => {
      const target = end && ref && there && registry.get(ref.target);
      if (!target || !homeOf(target)) return undefined;
      const { sql, params } = there('far');
      const far = `SELECT far.\`id\` FROM ${quote(target.table)} far WHERE ${sql}`;
      return (alias) => ({ sql: `${alias}.${quote(name)} IN (${far})`, params });
    });
  }

  /**
   * Where homes count, a new object is at home where its maker says, or else where they may make one; and what moves does so between
   * homes in both of which they may edit. Throws 403 where they may not, 422 for a home that is not theirs.
   */
  prepare({ reach }: Caller, resource: ResourceModel, objects: readonly Placed[], problems: Problems): void {
    const [homes, field] = [reach?.homes, homeOf(resource)];
    if (!homes || !field || OPEN.has(resource.path)) return;
    const mayIn = (verb: Verb): readonly number[] => homes.abilities.get(`${resource.key}_${verb}`) ?? [];
    for (const object of objects) {
      const { before, after, columns, prefix } = object;
      const isNamed = columns.has(field);
      if (!before && !isNamed) object.set(field, homes.all.length === 1 ? homes.all[0]! : (mayIn('create')[0] ?? 1));
      if (!isNamed) continue;
      const [from, to] = [before?.[HOME], after[HOME]].map(Number) as [number, number];
      if (!homes.all.includes(to)) {
        // Nothing more is looked at: whether a name is taken there would tell who is at home there.
        problems.add(prefix + HOME, 'selected');
        problems.throwIfAny();
      }
      const isAllowed = before ? [from, to].every((id) => mayIn('edit').includes(id)) : mayIn('create').includes(to);
      if (!isAllowed) throw new ApiError(403, 'outsideReach');
    }
  }
}

/** What a filter does not let through; undefined without one. */
const not = (filter: RowFilter | undefined): RowFilter | undefined =>
  filter &&
  ((alias) => {
    const { sql, params } = filter(alias);
    return { sql: `(${sql}) IS NOT TRUE`, params };
  });

/** What of a kind a caller was given one by one, as far as that lets them do what they ask for. */
type Delegated = (kind: ResourceModel) => RowFilter | undefined;

/** A part of what a caller reaches; without homes where these do not count. */
type LimitedPart = Pick<Part, 'perimeters'> & Partial<Part>;

/** Where a caller holds an ability. Of kinds on which they hold no right they know what they meet: as far as any of their roles reaches. */
function partsOf(caller: Caller, reach: Reach, ability: string, verb: Verb | undefined): readonly LimitedPart[] {
  const [{ homes }, isHeld] = [reach, can(caller, ability)];
  if (!homes) return [{ perimeters: isHeld ? reach.abilities.get(ability) : reach.roles }];
  if (isHeld) return homes.parts.get(ability) ?? [{ perimeters: undefined, homes: [] }];
  return verb === undefined ? homes.allParts : [{ perimeters: reach.roles, homes: [] }];
}

/**
 * A filter that judges rows by what they hold. Where it is used, references to hidden objects read as null: a flow whose one end
 * is hidden would look like one that has none there.
 */
function asStored({ table, fields }: ResourceModel, filter: RowFilter | undefined): RowFilter | undefined {
  if (
    !filter ||
    filter === NOTHING ||
    filter === EVERYTHING ||
    !fields.some(({ ref }) => ref && ref.target !== DOCUMENTS)
  )
    return filter;
  return (alias) => {
    const { sql, params } = filter('held');
    return {
      sql: `EXISTS (SELECT 1 FROM ${quote(table)} held WHERE held.\`id\` = ${alias}.\`id\` AND (${sql}))`,
      params,
    };
  };
}

/**
 * Entries of the journal that are about nothing of the map, such as log-ins, are told to those who made them alone; so are those
 * about delegations, which may be of a hidden object.
 */
const aboutObjectsOrOneself =
  ({ userId }: Caller): RowFilter =>
  (alias) => ({
    sql: `(${alias}.\`subject_id\` IS NOT NULL AND ${alias}.\`subject_type\` <> ? OR ${alias}.\`user_id\` = ?)`,
    params: [registry.get('cartographers').polymorphicType, userId],
  });
