/** Keeps callers whom perimeters limit to what lies in these, wherever objects are read (identity 9). */
import { Injectable } from '@nestjs/common';
import type { Verb } from '../../core/http/access.js';
import { can, type Caller, type Reach } from '../../core/http/caller.js';
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
import { definitionsIn, type Definition } from './definition.js';
import { atHome, Inside } from './inside.js';

/** Kinds that are seen from where their ends are at home. */
const SEEN_FROM_ENDS: ReadonlySet<string> = new Set(['application-flows', 'physical-links']);
/** What sees, and changes nothing. */
const SEEN: ReadonlySet<Verb | undefined> = new Set([undefined, 'access', 'show']);
/** What a delegation of an object lets its holder do. */
const DELEGATED: ReadonlySet<Verb | undefined> = new Set([undefined, 'access', 'show', 'edit']);

/** A perimeter that holds what is at home in it alone. */
const homeAlone = (id: number): Definition => ({ id, roots: [], rules: [], rank: 0 });

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
    const ability = `${resource.key}_${verb ?? 'access'}`;
    // Of kinds on which they hold no right they know what they meet: as far as any of their roles reaches.
    const ids = can(caller, ability) ? reach.abilities.get(ability) : reach.roles;
    const isGiven =
      resource.cartographiable && DELEGATED.has(verb) && reach.delegated.has(classKey(resource.polymorphicType));
    const delegated = isGiven ? this.grants.of(caller, resource) : undefined;
    const byRoles = ids && (anyOf([this.inside.filter(resource, definitionsIn(reach, ids)), delegated]) ?? NOTHING);
    const byToken = reach.token && (this.inside.filter(resource, definitionsIn(reach, reach.token)) ?? NOTHING);
    const byHomes = this.byHomes(caller, reach, resource, verb, delegated);
    return allOf([asStored(resource, allOf([byRoles, byToken])), byHomes]);
  }

  /**
   * What is at home where a role gives the right; flows and links are seen from the homes of their ends, too. Documents have no
   * home: they are where an object is at home that has them, and everywhere until one has them.
   */
  private byHomes(
    caller: Caller,
    { homes }: Reach,
    resource: ResourceModel,
    verb: Verb | undefined,
    delegated: RowFilter | undefined,
  ): RowFilter | undefined {
    const isDocuments = resource.path === DOCUMENTS;
    if (!homes || !(homeOf(resource) || isDocuments)) return undefined;
    const ability = `${resource.key}_${verb ?? 'access'}`;
    const ids = can(caller, ability) ? (homes.abilities.get(ability) ?? []) : verb === undefined ? homes.all : [];
    if (isDocuments) return anyOf([this.inside.filter(resource, ids.map(homeAlone)), this.inside.ofNothing()]);
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
   * homes in both of which they may edit. Throws 403 where they may not.
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
      if (!homes.all.includes(to)) problems.add(prefix + HOME, 'selected');
      else if (before && ![from, to].every((id) => mayIn('edit').includes(id))) throw new ApiError(403, 'outsideReach');
    }
  }
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

/** Entries of the journal that are about nothing of the map, such as log-ins, are told to those who made them alone. */
const aboutObjectsOrOneself =
  ({ userId }: Caller): RowFilter =>
  (alias) => ({
    sql: `(${alias}.\`subject_id\` IS NOT NULL OR ${alias}.\`user_id\` = ?)`,
    params: [userId],
  });
