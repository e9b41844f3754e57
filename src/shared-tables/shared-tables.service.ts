/** Tables that people share with one another. */
import { Injectable } from '@nestjs/common';
import { requireStill } from '../access/token.service.js';
import { AuditEvents } from '../audit/audit-events.js';
import type { Caller, RequestContext } from '../core/http/caller.js';
import { ApiError, fieldError, notFound, type KindName } from '../core/http/errors.js';
import { Database, type Row, type Transaction } from '../database/database.js';
import { AccessScopes, registry, type ResourceModel } from '../engine/index.js';
import type { ShareTableDto } from './shared-tables.dto.js';

/** So many tables are shared by one person at most. */
export const MAX_OF_ONE = 40;

export const SHARED_TABLES: KindName = {
  path: 'shared-tables',
  titles: { en: ['Shared table', 'Shared tables'], fr: ['Tableau partagé', 'Tableaux partagés'] },
};

/** A shared table as answered. `person`: who shared it; null once they are gone for good. */
export interface SharedTable {
  id: number;
  name: string;
  kind: string;
  query: string;
  person: { id: number; name: string } | null;
  created_at: string | null;
}

/** As of people in the journal: the display name, else what they sign in with. */
const SELECT =
  "SELECT s.id, s.name, s.kind, s.query, s.created_at, s.user_id, COALESCE(NULLIF(u.name, ''), u.login) AS person " +
  'FROM own_shared_tables s LEFT JOIN users u ON u.id = s.user_id';

@Injectable()
export class SharedTablesService {
  constructor(
    private readonly database: Database,
    private readonly scopes: AccessScopes,
    private readonly audit: AuditEvents,
  ) {}

  /** Those over kinds of which the caller may list something, by name. */
  async list(caller: Caller): Promise<SharedTable[]> {
    const rows = await this.database.all(`${SELECT} ORDER BY s.name, s.id`);
    const kinds = new Set(rows.map(({ kind }) => String(kind)));
    const listed = await this.listed(
      caller,
      [...kinds].flatMap((kind) => registry.find(kind) ?? []),
    );
    return rows.filter(({ kind }) => listed.has(String(kind))).map((row) => this.answer(row));
  }

  /**
   * Shares a table; one that the caller shares already gets the name. Throws 422 for a kind that there is not for the caller, and
   * beyond `MAX_OF_ONE`.
   */
  async share({ name, kind, query }: ShareTableDto, context: RequestContext): Promise<SharedTable> {
    const { userId } = context.caller;
    const resource = registry.find(kind);
    if (!resource || !(await this.listed(context.caller, [resource])).has(resource.path))
      throw fieldError('kind', 'selected');
    return this.database.transaction(async (tx) => {
      await requireStill(tx, context, this.database);
      // Locked, so that of two who share the last one at once the second is counted with the first.
      await tx.all(`SELECT id FROM users WHERE id = ?${this.database.dialect.forUpdate}`, [userId]);
      const own = await tx.all('SELECT id, kind, query FROM own_shared_tables WHERE user_id = ?', [userId]);
      let id = own.find((one) => one['kind'] === resource.path && (one['query'] ?? '') === query)?.['id'];
      if (id !== undefined) await tx.run('UPDATE own_shared_tables SET name = ? WHERE id = ?', [name, id]);
      else if (own.length >= MAX_OF_ONE) throw fieldError('name', 'ownMost', { max: MAX_OF_ONE });
      else {
        const columns = ['user_id', 'kind', 'name', 'query', 'created_at'];
        const values = [userId, resource.path, name, query, this.database.clock.toStored(Date.now())];
        [id] = await this.database.insert(tx, 'own_shared_tables', columns, [values]);
      }
      const [row] = await tx.all(`${SELECT} WHERE s.id = ?`, [id!]);
      await this.record('table_shared', row!, context, tx);
      return this.answer(row!);
    });
  }

  /** Takes a table away. Throws 404 for one that the caller does not see, 403 for that of somebody else. */
  async remove(id: number, context: RequestContext): Promise<void> {
    const { caller } = context;
    await this.database.transaction(async (tx) => {
      await requireStill(tx, context, this.database);
      const [row] = await tx.all(`${SELECT} WHERE s.id = ?`, [id]);
      if (!row) throw notFound(SHARED_TABLES, id);
      if (!caller.admin && row['user_id'] !== caller.userId) {
        const resource = registry.find(String(row['kind']));
        const isSeen = resource && (await this.listed(caller, [resource])).has(resource.path);
        throw isSeen ? new ApiError(403, 'foreign') : notFound(SHARED_TABLES, id);
      }
      await tx.run('DELETE FROM own_shared_tables WHERE id = ?', [id]);
      await this.record('table_unshared', row, context, tx);
    });
  }

  /** The kinds among these of which the caller may list something. */
  private async listed(caller: Caller, resources: readonly ResourceModel[]): Promise<ReadonlySet<string>> {
    const all = await this.scopes.listed(caller, resources);
    return new Set(all.filter(({ rows }) => rows !== 'none').map(({ resource }) => resource.path));
  }

  private record(
    action: 'table_shared' | 'table_unshared',
    { id, name, kind, query }: Row,
    context: RequestContext,
    tx: Transaction,
  ): Promise<void> {
    const details = { shared_table_id: id, name, query };
    return this.audit.record({ action, subject: { path: String(kind) }, details, context }, tx);
  }

  private answer({ id, name, kind, query, created_at: at, user_id: userId, person }: Row): SharedTable {
    return {
      ...{ id: Number(id), name: String(name), kind: String(kind), query: String(query ?? '') },
      person: person === null ? null : { id: Number(userId), name: String(person) },
      created_at: this.database.clock.toApi(at as string),
    };
  }
}
