/** Which groups of a provider give which roles: rows that are judged together (identity 7). */
import { Injectable } from '@nestjs/common';
import { AuditEvents, type AuditAction } from '../../audit/audit-events.js';
import { recheckLate, type RequestContext } from '../../core/http/caller.js';
import { fieldError, notFound, type KindName } from '../../core/http/errors.js';
import { Database, type Row, type Transaction } from '../../database/database.js';
import { StepUp } from '../factor/step-up.js';
import { passOneByOne, requireReach } from '../rights.js';
import { requireStill, TokenService } from '../token.service.js';
import type { Provider } from './identified.js';
import { groupKey } from './group-names.js';
import { ManagedRoles } from './managed-roles.js';

export interface GroupRole {
  id: number;
  provider: Provider;
  group: string;
  role_id: number;
}

const GROUP_ROLES: KindName = {
  path: 'group-roles',
  titles: { en: ['Group role', 'Group roles'], fr: ['Rôle de groupe', 'Rôles de groupe'] },
};
const COLUMNS = 'id, provider, group_name, role_id';
/** Most mappings there may be: each change of one looks at everybody of the provider. */
const MOST = 1000;

@Injectable()
export class GroupRoles {
  constructor(
    private readonly database: Database,
    private readonly managed: ManagedRoles,
    private readonly tokens: TokenService,
    private readonly stepUp: StepUp,
    private readonly audit: AuditEvents,
  ) {}

  async list(): Promise<GroupRole[]> {
    return (await this.database.all(`SELECT ${COLUMNS} FROM own_group_roles ORDER BY id`)).map(answerOf);
  }

  /** Throws 404. */
  async read(id: number | string): Promise<GroupRole> {
    return this.found(id, this.database);
  }

  /** Throws 403 for whoever lacks a right of the role, 422 where the role is not there or the group has it already. */
  store(mapping: Omit<GroupRole, 'id'>, context: RequestContext): Promise<GroupRole> {
    return this.write(context, async (tx) => {
      const [{ n } = { n: 0 }] = await tx.all('SELECT COUNT(*) AS n FROM own_group_roles');
      if (Number(n) >= MOST) throw fieldError('group', 'ownMost', { max: MOST });
      await this.requireFree(mapping, undefined, context, tx);
      const { provider, group, role_id: role } = mapping;
      const now = this.database.clock.toStored(Date.now());
      const sql =
        'INSERT INTO own_group_roles (provider, group_name, group_key, role_id, created_at) VALUES (?, ?, ?, ?, ?)';
      const { insertId: id } = await tx.run(sql, [provider, group, groupKey(provider, group), role, now]);
      await this.record('mapping_created', role, { id, provider, group }, context, tx);
      await this.managed.syncAll(provider, [], context, tx);
      return { id, ...mapping };
    });
  }

  /** Throws as `read` and `store` do. */
  update(id: number | string, mapping: Omit<GroupRole, 'id'>, context: RequestContext): Promise<GroupRole> {
    return this.write(context, async (tx) => {
      const before = await this.found(id, tx);
      await this.requireFree(mapping, before, context, tx);
      const { provider, group, role_id: role } = mapping;
      const sql = 'UPDATE own_group_roles SET provider = ?, group_name = ?, group_key = ?, role_id = ? WHERE id = ?';
      await tx.run(sql, [provider, group, groupKey(provider, group), role, before.id]);
      await this.record('mapping_changed', role, { id: before.id, before, after: mapping }, context, tx);
      for (const one of new Set([before.provider, provider]))
        await this.managed.syncAll(one, one === before.provider ? [before.role_id] : [], context, tx);
      return { id: before.id, ...mapping };
    });
  }

  /** Whoever had the role by this group alone loses it. Throws as `read` does, and 403. */
  destroy(id: number | string, context: RequestContext): Promise<void> {
    return this.write(context, async (tx) => {
      const before = await this.found(id, tx);
      await this.requireRole(before.role_id, context, tx);
      await tx.run('DELETE FROM own_group_roles WHERE id = ?', [before.id]);
      const { provider, group, role_id: role } = before;
      await this.record('mapping_removed', role, { id: before.id, provider, group }, context, tx);
      await this.managed.syncAll(provider, [role], context, tx);
    });
  }

  private async write<T>(context: RequestContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const done = await this.database.transaction(async (tx) => {
      await requireStill(tx, context, this.database);
      await this.stepUp.require(context, { session: tx });
      await passOneByOne(tx, this.database.dialect);
      const result = await work(tx);
      await recheckLate(context, tx, true);
      return result;
    });
    this.tokens.forget();
    return done;
  }

  private async requireFree(
    { provider, group, role_id: role }: Omit<GroupRole, 'id'>,
    before: GroupRole | undefined,
    context: RequestContext,
    tx: Transaction,
  ): Promise<void> {
    if (before) await this.requireRole(before.role_id, context, tx);
    const live = await tx.all('SELECT 1 FROM roles WHERE id = ? AND deleted_at IS NULL', [role]);
    if (!live.length) throw fieldError('role_id', 'selected');
    await this.requireRole(role, context, tx);
    const sql = 'SELECT id FROM own_group_roles WHERE provider = ? AND group_key = ? AND role_id = ?';
    const [same] = await tx.all(sql, [provider, groupKey(provider, group), role]);
    if (same && same['id'] !== before?.id) throw fieldError('group', 'taken');
  }

  /** Nobody lets a group give a right that they lack. */
  private requireRole(role: number, { caller }: RequestContext, tx: Transaction): Promise<void> {
    return requireReach({ roles: [role] }, caller, tx, this.database.dialect, 'rise');
  }

  private async found(id: number | string, session: Pick<Transaction, 'all'>): Promise<GroupRole> {
    const isId = /^[1-9][0-9]{0,14}$/.test(String(id));
    const rows = isId ? await session.all(`SELECT ${COLUMNS} FROM own_group_roles WHERE id = ?`, [Number(id)]) : [];
    if (!rows[0]) throw notFound(GROUP_ROLES, id);
    return answerOf(rows[0]);
  }

  private record(
    action: AuditAction,
    role: number,
    details: object,
    context: RequestContext,
    tx: Transaction,
  ): Promise<void> {
    return this.audit.record({ action, subject: { path: 'roles', id: role }, details: { ...details }, context }, tx);
  }
}

const answerOf = (row: Row): GroupRole => ({
  id: row['id'] as number,
  provider: row['provider'] as Provider,
  group: row['group_name'] as string,
  role_id: row['role_id'] as number,
});
