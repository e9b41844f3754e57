/** Who did what, by name: of users who are gone too. */
import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/http/caller.js';
import { notFound } from '../core/http/errors.js';
import { Database } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { AccessScopes, conditionOf, type ResourceModel } from '../engine/index.js';
import { PEOPLE_LIMITS, type PeopleRequest } from './read-people.js';

export interface Person {
  id: number;
  name: string;
}

/** `at`: when the journal says that it was, as ISO; null where the journal says nothing of the object any more. */
export interface LastChange {
  at: string | null;
  person: Person | null;
}

/** People are known by their display name, else by what they sign in with. */
const NAME = "COALESCE(NULLIF(u.`name`, ''), u.`login`)";
const CHANGES = "('created', 'updated', 'restored', 'merged', 'unmerged')";

@Injectable()
export class PeopleService {
  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
  ) {}

  /** Deleted ones too; by name. One statement. */
  async find(request: PeopleRequest): Promise<Person[]> {
    const { database } = this;
    const { dialect } = database;
    const condition =
      'ids' in request
        ? { sql: dialect.isIn('u.`id`'), params: [[...request.ids]] }
        : dialect.matches(NAME, request.search, 'anywhere');
    const max = 'ids' in request ? PEOPLE_LIMITS.ids : PEOPLE_LIMITS.found;
    const sql = `SELECT u.\`id\` AS id, ${NAME} AS name FROM \`users\` u WHERE ${condition.sql} ORDER BY name, id LIMIT ${max}`;
    return (await database.all(sql, condition.params)).map(({ id, name }) => ({ id: Number(id), name: String(name) }));
  }

  /** Who changed an object last, and when. Throws 404 where there is none that the caller may show. */
  async lastChange({ resource, id }: { resource: ResourceModel; id: number }, caller: Caller): Promise<LastChange> {
    const { database } = this;
    await this.requireShown(resource, id, caller);
    const sql =
      `SELECT a.\`created_at\` AS at, u.\`id\` AS id, ${NAME} AS name FROM \`audit_logs\` a LEFT JOIN \`users\` u ON u.\`id\` = a.\`user_id\` ` +
      `WHERE a.\`subject_type\` = ? AND a.\`subject_id\` = ? AND a.\`description\` IN ${CHANGES} ORDER BY a.\`id\` DESC LIMIT 1`;
    const [row] = await database.all(sql, [resource.polymorphicType, id]);
    if (!row) return { at: null, person: null };
    const person = row['id'] === null ? null : { id: Number(row['id']), name: String(row['name']) };
    return { at: row['at'] === null ? null : database.clock.toApi(String(row['at'])), person };
  }

  private async requireShown(resource: ResourceModel, id: number, caller: Caller): Promise<void> {
    const rows = this.scopes.of(caller).rows(resource, 'show');
    if (rows === 'none') throw notFound(resource, String(id));
    const seen = conditionOf(rows, 't');
    const live = resource.softDelete ? ` AND ${this.database.dialect.isLive('t')}` : '';
    const sql = `SELECT 1 AS one FROM ${quote(resource.table)} t WHERE t.\`id\` = ?${live}${seen ? ` AND (${seen.sql})` : ''}`;
    const found = await this.database.all(sql, [id, ...(seen?.params ?? [])]);
    if (!found.length) throw notFound(resource, String(id));
  }
}
