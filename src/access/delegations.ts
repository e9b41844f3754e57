/** Objects that are delegated to a user or to one of their roles (contract 3). */
import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/http/caller.js';
import { Database } from '../database/database.js';
import { Grants, type ResourceModel, type RowFilter } from '../engine/index.js';

@Injectable()
export class Delegations extends Grants {
  constructor(private readonly database: Database) {
    super();
  }

  of({ userId, roleIds }: Caller, { polymorphicType }: ResourceModel): RowFilter {
    const roles = roleIds.length ? ` OR role_id IN (${roleIds.map(() => '?').join(', ')})` : '';
    return (alias) => ({
      sql:
        `${alias}.\`id\` IN (SELECT cartographiable_id FROM cartographers ` +
        `WHERE cartographiable_type = ? AND (user_id = ?${roles}))`,
      params: [polymorphicType, userId, ...roleIds],
    });
  }

  async types({ userId, roleIds }: Caller): Promise<ReadonlySet<string>> {
    const roles = roleIds.length ? ` OR ${this.database.dialect.isIn('role_id')}` : '';
    const rows = await this.database.all(
      `SELECT DISTINCT cartographiable_type AS type FROM cartographers WHERE user_id = ?${roles}`,
      [userId, ...(roleIds.length ? [[...roleIds]] : [])],
    );
    return new Set(rows.map(({ type }) => type as string));
  }
}
