/** Which objects of the graph a caller sees: those that they could list. */
import type { Verb } from '../core/http/access.js';
import type { Caller } from '../core/http/caller.js';
import type { Database, Param } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { conditionOf, registry, type AccessScopes, type ResourceModel } from '../engine/index.js';
import type { Seen, Sight } from './questions.js';

/** Name of a table within its statement. */
const ROW = 'seen';

/** What makes an object seen: the caller could list it. */
const LISTED: readonly Verb[] = ['access'];

/**
 * What the caller may do all of `verbs` with, of every kind and connector. At most two statements, and none for those with
 * all rights and no restriction: which types were given to them, and the ids of what they see part of.
 */
export async function sightOf(
  scopes: AccessScopes,
  database: Database,
  caller: Caller,
  verbs: readonly Verb[] = LISTED,
): Promise<Sight> {
  const access = scopes.of(caller);
  const { nodes, connectors } = registry.graph();
  const resources = [...nodes, ...connectors.map(({ name }) => name)].map((path) => registry.get(path));
  const lacks = (resource: ResourceModel): boolean => verbs.some((verb) => !access.may(resource, verb));
  const lacking = resources.some(lacks);
  const granted = lacking ? await scopes.grants.types(caller) : new Set<string>();
  const sight: Record<string, Seen> = {};
  const partly: Array<{ resource: ResourceModel; sql: string; params: readonly Param[] }> = [];
  for (const resource of resources) {
    const rows = verbs.map((verb) => access.rows(resource, verb));
    if ((lacks(resource) && !granted.has(resource.polymorphicType)) || rows.includes('none')) {
      sight[resource.path] = 'none';
      continue;
    }
    const conditions = rows.flatMap((one) => conditionOf(one, ROW) ?? []);
    sight[resource.path] = conditions.length ? [] : 'all';
    if (!conditions.length) continue;
    partly.push({
      resource,
      sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
      params: conditions.flatMap(({ params }) => params),
    });
  }
  if (!partly.length) return sight;
  const statements = partly.map(({ resource, sql }, place) => {
    const live = resource.softDelete ? ` AND ${database.dialect.isLive(ROW)}` : '';
    return `SELECT ${place} AS place, ${ROW}.\`id\` AS id FROM ${quote(resource.table)} ${ROW} WHERE (${sql})${live}`;
  });
  const rows = await database.all(
    statements.join(' UNION ALL '),
    partly.flatMap(({ params }) => params),
  );
  for (const { place, id } of rows) (sight[partly[place as number]!.resource.path] as number[]).push(id as number);
  return sight;
}
