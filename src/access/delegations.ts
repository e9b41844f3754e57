/** Objects that are delegated to a user or to one of their roles (contract 3). */
import { Injectable } from '@nestjs/common';
import type { Caller, Reads } from '../core/http/caller.js';
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

  types(caller: Caller): Promise<ReadonlySet<string>> {
    return typesGivenTo(caller, this.database);
  }
}

/** A class as it is looked for: MariaDB takes names for the same whatever their case, and with blanks behind them. */
export const classKey = (name: string): string => name.trimEnd().toLowerCase();

/** The classes of which anything was given to a caller. One statement. */
export async function typesGivenTo(
  { userId, roleIds }: Pick<Caller, 'userId' | 'roleIds'>,
  session: Reads,
): Promise<ReadonlySet<string>> {
  const roles = roleIds.length ? ` OR role_id IN (${roleIds.map(() => '?').join(', ')})` : '';
  const sql = `SELECT DISTINCT cartographiable_type AS type FROM cartographers WHERE user_id = ?${roles}`;
  return new Set((await session.all(sql, [userId, ...roleIds])).map(({ type }) => type as string));
}
