/** Keeps what is read along a relation to live objects, and to those that the caller may list (contract 3). */
import type { Scope } from '../../core/http/caller.js';
import type { Param } from '../../database/database.js';
import { quote, type Condition } from '../../database/dialect.js';
import type { Target } from '../relations.js';

/** What the caller may list of the resources that a request touches, by path; undefined: everything. */
export type Scopes = ReadonlyMap<string, Scope | undefined>;

/** The conditions on rows of a target that stand under `alias`. */
export function visible({ table, softDelete, resource }: Target, alias: string, scopes: Scopes): Condition[] {
  const scope = resource && scopes.get(resource.path);
  const live = { sql: `${alias}.\`deleted_at\` IS NULL`, params: [] };
  if (!scope) return softDelete ? [live] : [];
  const seen = {
    sql: `${alias}.\`id\` IN (SELECT \`id\` FROM ${quote(table)} WHERE ${scope.sql})`,
    params: scope.params as Param[],
  };
  return softDelete ? [live, seen] : [seen];
}
