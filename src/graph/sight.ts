/** Which objects of the graph a caller sees: those that they could list. */
import type { Caller } from '../core/http/caller.js';
import type { Database, Param } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { conditionOf, registry, type AccessScopes, type ResourceModel } from '../engine/index.js';
import type { Seen, Sight } from './questions.js';

/** Name of a table within its statement. */
const ROW = 'seen';

/**
 * What the caller could list of every kind and connector. At most two statements, and none for those with all rights and
 * no restriction: which types were given to them, and the ids of what they see part of.
 */
export async function sightOf(scopes: AccessScopes, database: Database, caller: Caller): Promise<Sight> {
  const access = scopes.of(caller);
  const { nodes, connectors } = registry.graph();
  const resources = [...nodes, ...connectors.map(({ name }) => name)].map((path) => registry.get(path));
  const lacking = resources.some((resource) => !access.may(resource, 'access'));
  const granted = lacking ? await scopes.grants.types(caller) : new Set<string>();
  const sight: Record<string, Seen> = {};
  const partly: Array<{ resource: ResourceModel; sql: string; params: readonly Param[] }> = [];
  for (const resource of resources) {
    const nothing = !access.may(resource, 'access') && !granted.has(resource.polymorphicType);
    const rows = nothing ? 'none' : access.rows(resource);
    sight[resource.path] = typeof rows === 'string' ? rows : [];
    const condition = conditionOf(rows, ROW);
    if (typeof rows !== 'string') partly.push({ resource, ...condition! });
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
