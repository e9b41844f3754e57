/** Objects that are delegated to a user or to one of their roles (contract 3). */
import { Injectable } from '@nestjs/common';
import { can, type Caller, type Scope } from '../common/caller.js';
import { Database, type Param } from '../database/database.js';
import { Sight, type ResourceModel } from '../resource/index.js';

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
