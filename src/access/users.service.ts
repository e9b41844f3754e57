/** Users: passwords, roles and who may change whom (contract 3 and 9). */
import { ADMIN_ROLE, administrators, passOneByOne, requireReach, rolesHeldBy } from './rights.js';
import type { AuditEvents } from '../audit/audit-events.js';
import type { NamedTokensService } from './named-tokens.service.js';
import type { TokenService } from './token.service.js';
import type { StepUp } from './factor/step-up.js';
import type { FairSemaphore } from './fair-semaphore.js';
import type { RequestContext } from '../core/http/caller.js';
import { ApiError, type Problems } from '../core/http/errors.js';
import type { Session } from '../database/database.js';
import type { Config } from '../config.js';
import type { Body, Change, Journal, JournalEntry, Plans, Write, WriteOptions, Written } from '../engine/index.js';
import { hasPassword, withHashes, withoutEmptyPassword } from './password.js';
import { scalarToString } from '../core/http/request-body.js';
import { parseBoolean } from '../core/text/booleans.js';
import type { UserStates } from './sign-in/user-states.js';
import { RightsService } from './rights.service.js';
import { checkSignInNames } from './sign-in-names.js';

export class UsersService extends RightsService {
  private readonly bcryptCost: number;
  private readonly linksByName: boolean;
  /** What bodies say of `disabled`, which is no column. */
  private readonly disabled = new WeakMap<object, unknown>();

  constructor(
    plans: Plans,
    journal: Journal,
    path: string,
    tokens: TokenService,
    stepUp: StepUp,
    config: Config,
    private readonly audit: AuditEvents,
    private readonly namedTokens: NamedTokensService,
    private readonly turns: FairSemaphore,
    private readonly states: UserStates,
  ) {
    super(plans, journal, path, tokens, stepUp);
    this.bcryptCost = config.bcryptCost;
    this.linksByName = [config.oidc?.link, config.ldap?.link].some((link) => link !== undefined && link !== 'none');
  }

  override async store(bodies: readonly Body[], context: RequestContext, options?: WriteOptions): Promise<Written> {
    const hashed = await this.withHashes(bodies, context, options);
    return super.store(hashed.map(this.withoutState), context, options);
  }

  override async update(
    ids: readonly number[],
    bodies: readonly Body[],
    context: RequestContext,
    options?: WriteOptions,
  ): Promise<Written> {
    const hashed = await this.withHashes(bodies.map(withoutEmptyPassword), context, options);
    return super.update(ids, hashed.map(this.withoutState), context, options);
  }

  override async prepare(changes: readonly Change[], write: Write): Promise<void> {
    const { context, tx, problems } = write;
    const { database } = this.plans;
    await passOneByOne(tx, database.dialect);
    await this.requireAbove(changes, context, tx);
    const given = new Set(changes.flatMap((change) => rolesOf(change)?.added ?? []));
    if (given.size || changes.some((change) => this.isRenamed(change)))
      await this.stepUp.require(context, { session: tx });
    await requireReach({ roles: [...given] }, context.caller, tx, database.dialect, 'rise');
    for (const change of changes) if (!change.before) this.fillIn(change);
    await checkSignInNames(changes, tx, database, problems);
    await keepAdministrator(changes, tx, problems);
    await this.setStates(changes, write);
  }

  override async checkDestroy(changes: readonly Change[], { context, tx, problems }: Write): Promise<void> {
    await passOneByOne(tx, this.plans.database.dialect);
    await this.requireAbove(changes, context, tx);
    const admins = await administrators(tx);
    const ids = new Set(changes.map(({ id }) => id));
    const allGone = [...admins].every((id) => ids.has(id));
    changes.forEach(({ id, prefix }, i) => {
      const key = prefix ? `ids.${i}` : 'id';
      if (id === context.caller.userId) problems.add(key, 'ownUser');
      else if (allGone && admins.has(id)) problems.add(key, 'lastAdmin');
    });
  }

  override async checkRestore(changes: readonly Change[], { context, tx, problems }: Write): Promise<void> {
    await passOneByOne(tx, this.plans.database.dialect);
    await this.requireAbove(changes, context, tx);
    // With the user their roles and their password come back.
    await this.stepUp.require(context, { session: tx });
    await checkSignInNames(changes, tx, this.plans.database, problems, true);
    const [{ prefix }] = changes as [Change];
    if (problems.any && !prefix)
      throw new ApiError(409, 'nameTaken', { field: problems.has('login') ? 'login' : 'email' });
  }

  /** Tokens end with the password that they were given for, and with their user (contract 2). */
  override async written(
    changes: readonly Change[],
    action: JournalEntry['action'],
    { tx, context }: Write,
  ): Promise<void> {
    const password = this.field('password');
    const changed = changes.filter((change) => change.before && change.columns.has(password));
    const ended = action === 'deleted' ? changes : changed;
    if (!ended.length) return;
    const sql = `DELETE FROM own_tokens WHERE ${this.plans.database.dialect.isIn('user_id')}`;
    const ids = ended.map(({ id }) => id);
    await tx.run(sql, [ids]);
    // What pages remembered for somebody is theirs, and goes with them; so do the address of their calendar and their letters.
    if (action === 'deleted') {
      for (const table of ['own_preferences', 'own_calendar_keys', 'own_watches', 'own_letters'])
        await tx.run(`DELETE FROM ${table} WHERE ${this.plans.database.dialect.isIn('user_id')}`, [ids]);
    }
    // The journal shows no passwords, so a row of its own says that one was changed, and by whom.
    await this.audit.recordAll(
      changed.map(({ id }) => ({ action: 'password_changed', subject: { path: 'users', id }, details: {}, context })),
      tx,
    );
  }

  /**
   * A named token sets no passwords, of new users neither: with one it could sign in, and outlive its end (contract 2). Asked
   * again after hashing, which may take long.
   */
  private async withHashes(
    bodies: readonly Body[],
    context: RequestContext,
    options?: WriteOptions,
  ): Promise<readonly Body[]> {
    if (!bodies.some(hasPassword)) return bodies;
    const { caller, gone } = context;
    await this.namedTokens.requireSignedIn(caller);
    await this.stepUp.require(context);
    const hashing = { cost: this.bcryptCost, turns: this.turns, dryRun: options?.dryRun, gone };
    const hashed = await withHashes(bodies, hashing);
    await this.namedTokens.requireSignedIn(caller);
    return hashed;
  }

  /** Nobody touches a user who holds a right, or a delegated object, that they lack. */
  private async requireAbove(changes: readonly Change[], { caller }: RequestContext, tx: Session): Promise<void> {
    if (caller.admin) return;
    const { dialect } = this.plans.database;
    const stored = changes.filter(({ before }) => before).map(({ id }) => id);
    const roles = await rolesHeldBy(stored, tx, dialect);
    await requireReach({ roles, users: stored }, caller, tx, dialect, 'riseOver');
  }

  /** A body without what is answered beside the columns; what it says of `disabled` is kept for the transaction. */
  private readonly withoutState = (body: Body): Body => {
    if (!('disabled' in body) && !('identities' in body)) return body;
    const { disabled, identities: _, ...rest } = body;
    if (disabled !== undefined && disabled !== null) this.disabled.set(rest, disabled);
    return rest;
  };

  /** Disables and enables users as bodies say it. Throws 403 for whoever is no administrator. */
  private async setStates(changes: readonly Change[], { context, tx, problems, now }: Write): Promise<void> {
    const wished = changes.filter(({ input }) => this.disabled.has(input.body));
    for (const change of wished) {
      const said = this.disabled.get(change.input.body);
      const disabled = typeof said === 'boolean' ? said : parseBoolean(scalarToString(said));
      const key = `${change.prefix}disabled`;
      if (disabled === undefined) {
        problems.add(key, 'boolean');
        continue;
      }
      if (!change.before) {
        if (disabled) problems.add(key, 'notNew');
        continue;
      }
      if ((await this.states.isDisabled(change.id, tx)) === disabled) continue;
      if (!context.caller.admin) throw new ApiError(403, 'adminOnly');
      if (!disabled) await this.stepUp.require(context, { session: tx });
      const admins = disabled ? await administrators(tx) : new Set<number>();
      if (disabled && change.id === context.caller.userId) problems.add(key, 'ownUser');
      else if (admins.has(change.id) && admins.size === 1) problems.add(key, 'lastAdmin');
      else {
        await this.states.set(change.id, disabled, context, tx);
        change.set(this.field('updated_at'), now);
      }
    }
  }

  /** Where somebody who comes from a provider becomes the user with their login or e-mail, these say who that is. */
  private isRenamed({ before, columns }: Change): boolean {
    if (!before || !this.linksByName) return false;
    return columns.has(this.field('login')) || columns.has(this.field('email'));
  }

  private fillIn(change: Change): void {
    if (change.after['name'] === null) change.set(this.field('name'), change.after['login']!);
    if (change.after['granularity'] === null) change.set(this.field('granularity'), 1);
  }
}

const rolesOf = (change: Change) => change.links.find(({ link }) => link.name === 'roles');

/** Role 1 cannot be taken from the last live user who holds it. */
async function keepAdministrator(changes: readonly Change[], tx: Session, problems: Problems): Promise<void> {
  const losing = changes.filter((change) => rolesOf(change)?.removed.includes(ADMIN_ROLE));
  if (!losing.length || changes.some((change) => rolesOf(change)?.added.includes(ADMIN_ROLE))) return;
  const admins = await administrators(tx);
  for (const { id } of losing) admins.delete(id);
  if (!admins.size) for (const { prefix } of losing) problems.add(`${prefix}roles`, 'lastAdmin');
}
