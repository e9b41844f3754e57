/** Keeps callers whom perimeters limit to what lies in these, wherever objects are read (identity 9). */
import { Injectable } from '@nestjs/common';
import type { Verb } from '../../core/http/access.js';
import { can, type Caller, type Reach } from '../../core/http/caller.js';
import { quote } from '../../database/dialect.js';
import {
  AccessScopes,
  allOf,
  anyOf,
  Grants,
  Plans,
  type ResourceModel,
  type Restriction,
  type RowFilter,
} from '../../engine/index.js';
import { DOCUMENTS, JOURNAL, OPEN } from './containment.js';
import { definitionsIn } from './definition.js';
import { Inside } from './inside.js';

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
    const ability = `${resource.key}_${verb ?? 'access'}`;
    // Of kinds on which they hold no right they know what they meet: as far as any of their roles reaches.
    const ids = can(caller, ability) ? reach.abilities.get(ability) : reach.roles;
    const delegated = resource.cartographiable && DELEGATED.has(verb) ? this.grants.of(caller, resource) : undefined;
    const byRoles = ids && (anyOf([this.inside.filter(resource, definitionsIn(reach, ids)), delegated]) ?? NOTHING);
    const byToken = reach.token && (this.inside.filter(resource, definitionsIn(reach, reach.token)) ?? NOTHING);
    return asStored(resource, allOf([byRoles, byToken]));
  }
}

/**
 * A filter that judges rows by what they hold. Where it is used, references to hidden objects read as null: a flow whose one end
 * is hidden would look like one that has none there.
 */
function asStored({ table, fields }: ResourceModel, filter: RowFilter | undefined): RowFilter | undefined {
  if (!filter || !fields.some(({ ref }) => ref && ref.target !== DOCUMENTS)) return filter;
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
