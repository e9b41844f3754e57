/**
 * Roles by groups: a role that any mapping of a provider names is *managed* for the users of that provider, who have it while
 * one of their groups gives it. Other roles are given by hand, and never touched (identity 7).
 */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { AuditEvents, type AuditContext } from '../../audit/audit-events.js';
import { CONFIG, type Config } from '../../config.js';
import { fold } from '../../core/text/fold.js';
import { Database, type Session, type Transaction } from '../../database/database.js';
import { Journal, registry, type JournalEntry } from '../../engine/index.js';
import { ADMIN_ROLE, administrators, passOneByOne, rolesHeldBy } from '../rights.js';
import type { Provider } from './identified.js';
import { SERVER } from './server.js';
import { groupKey } from './group-names.js';
import { mayUsePassword } from './settings.js';

interface Mapping {
  key: string;
  role: number;
}

@Injectable()
export class ManagedRoles {
  private readonly logger = new Logger('Sign-in');

  constructor(
    private readonly database: Database,
    private readonly audit: AuditEvents,
    private readonly journal: Journal,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Gives a user the managed roles of their groups, and takes the others of these from them. Undefined groups are not known: nothing changes.
   * To be followed by `TokenService.forget` once it is stored.
   */
  async sync(
    { identityId, userId, provider }: { identityId: number; userId: number; provider: Provider },
    groups: readonly string[] | undefined,
    context: AuditContext,
    tx: Transaction,
  ): Promise<void> {
    if (groups) {
      const keys = groups.map((group) => groupKey(provider, group));
      await tx.run('UPDATE own_identities SET group_keys = ? WHERE id = ?', [JSON.stringify(keys), identityId]);
      // Somebody with two identities there has the groups of both.
      const all = (await this.keysOf(provider, tx, userId)).get(userId) ?? keys;
      await this.apply(userId, provider, all, await this.mappings(provider, tx), [], context, tx);
    } else
      this.logger.warn(`The groups of user ${userId} are not known from ${provider}: managed roles stay as they are.`);
    await this.giveDefault(userId, context, tx);
  }

  /** As `sync`, for everybody of a provider, by the groups that were last known of them: mappings have changed. */
  async syncAll(provider: Provider, former: readonly number[], context: AuditContext, tx: Transaction): Promise<void> {
    const mappings = await this.mappings(provider, tx);
    for (const [userId, keys] of await this.keysOf(provider, tx))
      await this.apply(userId, provider, keys, mappings, former, context, tx);
  }

  /** Takes from a user the managed roles that only an identity gave which is theirs no more. To be followed by `TokenService.forget`. */
  async unlinked(userId: number, provider: Provider, context: AuditContext, tx: Transaction): Promise<void> {
    const keys = (await this.keysOf(provider, tx, userId)).get(userId) ?? [];
    await this.apply(userId, provider, keys, await this.mappings(provider, tx), [], context, tx);
  }

  /** The groups that were last known of live users of a provider, or of one, whatever identity they come with. */
  private async keysOf(provider: Provider, tx: Session, only?: number): Promise<Map<number, string[]>> {
    const rows = await tx.all(
      'SELECT i.user_id, i.group_keys FROM own_identities i JOIN users u ON u.id = i.user_id AND u.deleted_at IS NULL ' +
        `WHERE i.provider = ? AND i.group_keys IS NOT NULL${only === undefined ? '' : ' AND i.user_id = ?'} ORDER BY i.id`,
      only === undefined ? [provider] : [provider, only],
    );
    const keys = new Map<number, string[]>();
    for (const { user_id: id, group_keys: some } of rows)
      keys.set(id as number, [...(keys.get(id as number) ?? []), ...(JSON.parse(some as string) as string[])]);
    return keys;
  }

  /** What gives roles: the rows, and while there are none the group of the settings that stands for Admin. */
  private async mappings(provider: Provider, tx: Session): Promise<Mapping[]> {
    const rows = await tx.all(
      'SELECT g.group_key, g.role_id FROM own_group_roles g JOIN roles r ON r.id = g.role_id AND r.deleted_at IS NULL ' +
        'WHERE g.provider = ?',
      [provider],
    );
    const { adminGroup } = this.config.signIn;
    if (!rows.length && adminGroup !== undefined) return [{ key: groupKey(provider, adminGroup), role: ADMIN_ROLE }];
    return rows.map(({ group_key: key, role_id: role }) => ({ key: key as string, role: role as number }));
  }

  /** `former`: roles that were managed until now. */
  private async apply(
    userId: number,
    provider: Provider,
    keys: readonly string[],
    mappings: readonly Mapping[],
    former: readonly number[],
    context: AuditContext,
    tx: Transaction,
  ): Promise<void> {
    const { dialect } = this.database;
    const managed = new Set([...former, ...mappings.map(({ role }) => role)]);
    if (!managed.size) return;
    await passOneByOne(tx, dialect);
    const held = await rolesHeldBy([userId], tx, dialect);
    const wanted = new Set(mappings.filter(({ key }) => keys.includes(key)).map(({ role }) => role));
    const added = [...wanted].filter((role) => !held.includes(role));
    let removed = held.filter((role) => managed.has(role) && !wanted.has(role));
    if (removed.includes(ADMIN_ROLE) && (await this.isLastAdmin(userId, tx))) {
      this.logger.error(`User ${userId} is the last administrator, and keeps the role whatever ${provider} says.`);
      removed = removed.filter((role) => role !== ADMIN_ROLE);
    }
    if (!added.length && !removed.length) return;
    for (const role of added) await tx.run('INSERT INTO role_user (user_id, role_id) VALUES (?, ?)', [userId, role]);
    if (removed.length)
      await tx.run(`DELETE FROM role_user WHERE user_id = ? AND ${dialect.isIn('role_id')}`, [userId, removed]);
    const after = [...held.filter((role) => !removed.includes(role)), ...added];
    await this.journalRoles(userId, held, after, context, tx);
    const details = { provider, added, removed };
    await this.audit.record({ action: 'roles_synced', subject: { path: 'users', id: userId }, details, context }, tx);
  }

  /** Whoever has no role at all gets that of the settings, for good: it is given, not managed. */
  private async giveDefault(userId: number, context: AuditContext, tx: Transaction): Promise<void> {
    const { defaultRole } = this.config.signIn;
    if (defaultRole === undefined || (await rolesHeldBy([userId], tx, this.database.dialect)).length) return;
    const rows = await tx.all('SELECT id, title FROM roles WHERE deleted_at IS NULL AND title IS NOT NULL ORDER BY id');
    const role = rows.find(({ title }) => fold(title as string) === fold(defaultRole));
    if (role) {
      const id = Number(role['id']);
      await tx.run('INSERT INTO role_user (user_id, role_id) VALUES (?, ?)', [userId, id]);
      await this.journalRoles(userId, [], [id], context, tx);
    } else this.logger.error(`DEFAULT_ROLE names the role '${defaultRole}', which there is not.`);
  }

  /** The change of a user as the journal of changes has it, of which the feed is told. */
  private async journalRoles(
    id: number,
    before: readonly number[],
    after: readonly number[],
    { address, requestId }: AuditContext,
    tx: Transaction,
  ): Promise<void> {
    const sorted = (roles: readonly number[]): number[] => [...roles].sort((a, b) => a - b);
    const differences = () => ({ before: { roles: sorted(before) }, after: { roles: sorted(after) } });
    const entry: JournalEntry = { resource: registry.get('users'), id, action: 'updated', differences };
    const now = this.database.clock.toStored(Date.now());
    await this.journal.record(tx, [entry], { caller: SERVER, address, requestId }, now);
  }

  /** Whether no administrator would be left without this one, or none who can sign in with a password. */
  async isLastAdmin(userId: number, tx: Session): Promise<boolean> {
    const admins = await administrators(tx);
    if (!admins.has(userId)) return false;
    if (admins.size === 1) return true;
    const rows = await tx.all(
      `SELECT u.id, u.login FROM users u WHERE ${this.database.dialect.isIn('u.id')} AND u.password LIKE '$2_$__$%' ` +
        "AND NOT EXISTS (SELECT 1 FROM own_identities i WHERE i.user_id = u.id AND i.provider = 'ldap')",
      [[...admins]],
    );
    const local = rows
      .filter(({ login }) => mayUsePassword(this.config.signIn, login as string))
      .map(({ id }) => id as number);
    return local.length === 1 && local[0] === userId;
  }
}
