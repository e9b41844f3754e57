/** Objects that are delegated to a user or to one of their roles (contract 3). */
import { Injectable } from '@nestjs/common';
import { can, type Caller, type Scope } from '../core/http/caller.js';
import { Database, type Param } from '../database/database.js';
import { quote, type Condition } from '../database/dialect.js';
import { visibleQueries } from '../queries/visible-queries.js';
import { registry, Sight, type ResourceModel } from '../engine/index.js';

@Injectable()
export class Delegations extends Sight {
  constructor(private readonly database: Database) {
    super();
  }

  async of(caller: Caller, resource: ResourceModel): Promise<Scope | undefined | false> {
    if (can(caller, `${resource.key}_access`)) return undefined;
    return resource.cartographiable && (await this.any(caller, resource)) && this.scope(caller, resource);
  }

  within(caller: Caller, resource: ResourceModel): Scope | undefined {
    return can(caller, `${resource.key}_access`) ? undefined : this.scope(caller, resource);
  }

  async rows(caller: Caller, resource: ResourceModel): Promise<Condition | undefined> {
    const guarded = resource.fields.find(({ shownWith }) => shownWith);
    if (!guarded || caller.admin) return undefined;
    const { type, id } = guarded.shownWith!;
    const { sql, params } = await this.showable(caller, quote(type), quote(id));
    const columns = resource.fields.map(({ name }) => quote(name));
    columns[guarded.position] = `CASE WHEN ${sql} THEN ${quote(guarded.name)} END AS ${quote(guarded.name)}`;
    return { sql: `(SELECT ${columns.join(', ')} FROM ${quote(resource.table)})`, params };
  }

  /** The caller may show the object that two columns name by its class and id. */
  private async showable(caller: Caller, type: string, id: string): Promise<Condition> {
    const { dialect } = this.database;
    const wholly: string[] = [];
    const partly: Condition[] = [];
    const delegated = await this.delegatedTypes(caller);
    for (const resource of registry.all()) {
      const { key, morphClass, table, softDelete, cartographiable } = resource;
      const shown = can(caller, `${key}_show`);
      const own = shown && ownRowsOf(resource, caller);
      if (shown && !own) wholly.push(morphClass);
      const scope = own || (!shown && cartographiable && delegated.has(morphClass) && this.scope(caller, resource));
      if (!scope) continue;
      const live = softDelete ? ' AND `deleted_at` IS NULL' : '';
      const sql = `(${type} = ? AND ${id} IN (SELECT \`id\` FROM ${quote(table)} WHERE ${scope.sql}${live}))`;
      partly.push({ sql, params: [morphClass, ...(scope.params as Param[])] });
    }
    const all = [...(wholly.length ? [{ sql: dialect.isIn(type), params: [wholly] }] : []), ...partly];
    if (!all.length) return { sql: 'false', params: [] };
    return { sql: all.map(({ sql }) => sql).join(' OR '), params: all.flatMap(({ params }) => params) };
  }

  /** The classes of which any object was delegated to the caller. */
  private async delegatedTypes({ userId, roleIds }: Caller): Promise<Set<string>> {
    const roles = roleIds.length ? ` OR ${this.database.dialect.isIn('role_id')}` : '';
    const rows = await this.database.all(
      `SELECT DISTINCT cartographiable_type AS type FROM cartographers WHERE user_id = ?${roles}`,
      [userId, ...(roleIds.length ? [[...roleIds]] : [])],
    );
    return new Set(rows.map(({ type }) => type as string));
  }

  /** Whether the caller was given any live object of this type. */
  async any(caller: Caller, resource: ResourceModel): Promise<boolean> {
    const { sql, params } = this.scope(caller, resource);
    const live = resource.softDelete ? ' AND `deleted_at` IS NULL' : '';
    const rows = await this.database.all(
      `SELECT 1 AS one FROM \`${resource.table}\` WHERE ${sql}${live} LIMIT 1`,
      params as Param[],
    );
    return rows.length > 0;
  }

  /** A condition that keeps statements to the delegated objects. */
  scope({ userId, roleIds }: Caller, resource: ResourceModel): Scope {
    const roles = roleIds.length ? ` OR role_id IN (${roleIds.map(() => '?').join(', ')})` : '';
    return {
      sql:
        '`id` IN (SELECT cartographiable_id FROM cartographers ' +
        `WHERE cartographiable_type = ? AND (user_id = ?${roles}))`,
      params: [resource.morphClass, userId, ...roleIds],
    };
  }
}

/** Stored queries are shown to their owners, and to others where they are public. */
const ownRowsOf = ({ path }: ResourceModel, caller: Caller): Scope | undefined =>
  path === 'queries' ? visibleQueries(caller) : undefined;
