/** From a person of a provider to a user: found by issuer and subject, linked only where that is asked for, or made (identity 1, 3, 5). */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { AuditEvents, type AuditContext } from '../../audit/audit-events.js';
import { CONFIG, type Config } from '../../config.js';
import type { RequestContext } from '../../core/http/caller.js';
import { ValidationError } from '../../core/http/errors.js';
import { Database, type Transaction } from '../../database/database.js';
import { serviceOf, type Body, type ResourceService } from '../../engine/index.js';
import { ADMIN_ROLE } from '../rights.js';
import { TokenService } from '../token.service.js';
import { groupKey } from './group-names.js';
import { Identities, type Linked } from './identities.js';
import { Refused, type Identified, type Person } from './identified.js';
import { ManagedRoles } from './managed-roles.js';
import { SERVER } from './server.js';
import { isSameName } from './same-name.js';

/** Characters of a column. */
const MAX_TEXT = 255;

@Injectable()
export class Accounts {
  private readonly logger = new Logger('Sign-in');

  constructor(
    private readonly database: Database,
    private readonly identities: Identities,
    private readonly roles: ManagedRoles,
    private readonly tokens: TokenService,
    private readonly audit: AuditEvents,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(serviceOf('users')) private readonly users: ResourceService,
  ) {}

  /**
   * The user who a person is, with the roles that their groups give. A new one is linked or made as the settings say.
   * @throws Refused
   */
  async admit(given: Person, context: AuditContext): Promise<Identified> {
    const person = fitted(given);
    this.requireGroup(person);
    const linked = (await this.identities.find(person)) ?? (await this.join(person, context));
    return this.enter(linked, person, context);
  }

  /** Links a user, who has just shown that they are this person, and lets them in. Throws Refused where the person is somebody else's. */
  async link(userId: number, given: Person, context: AuditContext): Promise<Identified> {
    const person = fitted(given);
    this.requireGroup(person);
    return this.enter(await this.linkTo(userId, person, context), person, context);
  }

  /** Notes a sign-in, and gives roles. */
  private async enter(linked: Linked, person: Person, context: AuditContext): Promise<Identified> {
    const { id: identityId, userId } = linked;
    if (linked.deleted || linked.disabled) throw new Refused('disabled', userId);
    const { provider } = person;
    await this.database.transaction(async (tx) => {
      await this.identities.note(identityId, person.name, tx);
      await this.roles.sync({ identityId, userId, provider }, person.groups, context, tx);
    });
    this.tokens.forget();
    return { userId, way: provider, identityId };
  }

  private requireGroup({ provider, groups }: Person): void {
    const needed = this.config[provider]?.requireGroup;
    if (needed === undefined) return;
    const key = groupKey(provider, needed);
    if (!groups?.some((group) => groupKey(provider, group) === key)) throw new Refused('no-group');
  }

  /** Makes a user of a person whom nobody knows, or links an existing one where the settings ask for it. */
  private async join(person: Person, context: AuditContext): Promise<Linked> {
    const existing = await this.existing(person);
    if (existing !== undefined) return this.linkTo(existing, person, context);
    if (!this.config[person.provider]?.provision || !person.login) throw new Refused('no-account');
    try {
      return await this.make(person, context);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      // Who signed in twice at once was made by the other one.
      const made = await this.identities.find(person);
      if (made) return made;
      this.logger.warn(`A user '${person.login}' cannot be made for ${person.provider}: ${error.message}`);
      throw new Refused('collision');
    }
  }

  /** The one user who is this person by a claim, where `OIDC_LINK` takes that; never an administrator, or somebody linked. */
  private async existing({ provider, login, email, emailVerified }: Person): Promise<number | undefined> {
    const { oidc } = this.config;
    if (provider !== 'oidc' || !oidc || oidc.link === 'none') return undefined;
    const value = oidc.link === 'login' ? login : emailVerified || oidc.trustEmail ? email : undefined;
    if (!value) return undefined;
    const found = await this.database.all(
      `SELECT u.id, u.${oidc.link} AS value, (SELECT COUNT(*) FROM role_user ru WHERE ru.user_id = u.id AND ru.role_id = ${ADMIN_ROLE}) AS admin, ` +
        '(SELECT COUNT(*) FROM own_identities i WHERE i.user_id = u.id) AS linked ' +
        `FROM users u WHERE u.deleted_at IS NULL AND ${this.database.dialect.sameText(oidc.link)}`,
      [value],
    );
    const rows = found.filter((row) => isSameName(String(row['value']), value));
    if (!rows.length) return undefined;
    const [row] = rows;
    if (rows.length > 1 || Number(row!['admin']) || Number(row!['linked']))
      throw new Refused('collision', row!['id'] as number);
    return row!['id'] as number;
  }

  private async linkTo(userId: number, person: Person, context: AuditContext): Promise<Linked> {
    await this.database.transaction((tx) => this.store(userId, person, false, context, tx));
    return (await this.identities.find(person))!;
  }

  private async make(person: Person, context: AuditContext): Promise<Linked> {
    const { login, name } = person;
    const email = person.email && (await this.isFreeEmail(person.email)) ? person.email : null;
    if (person.email && !email) this.logger.warn(`The e-mail of '${login}' is somebody else's, and is left out.`);
    const system: RequestContext = { caller: SERVER, address: context.address, requestId: context.requestId };
    const attempt = async (body: Body): Promise<void> => {
      await this.users.together(system, async ({ tx, store }) => {
        const [id] = await store([body]);
        await this.store(id!, person, true, context, tx);
        const details = { provider: person.provider, issuer: person.issuer };
        const subject = { path: 'users', id: id! };
        await this.audit.record({ action: 'user_provisioned', subject, details, context }, tx);
        return { status: 201, headers: {}, body: '' };
      });
    };
    await attempt({ login, email, ...(name && { name }) }).catch((error: unknown) => {
      const names = error instanceof ValidationError ? [...error.errors.keys()] : [];
      // Display names are unique among users, and people share them.
      if (!name || !names.length || names.some((key) => !/\.(name|email)$/.test(key))) throw error;
      return attempt({
        login,
        ...(names.some((key) => key.endsWith('.email')) ? {} : { email }),
        name: `${name} (${login})`,
      });
    });
    return (await this.identities.find(person))!;
  }

  private async isFreeEmail(email: string): Promise<boolean> {
    const { dialect } = this.database;
    const same = `${dialect.sameText('email')} OR ${dialect.sameText('login')}`;
    const rows = await this.database.all(`SELECT 1 FROM users WHERE deleted_at IS NULL AND (${same})`, [email, email]);
    return !rows.length;
  }

  private async store(
    userId: number,
    person: Person,
    made: boolean,
    context: AuditContext,
    tx: Transaction,
  ): Promise<void> {
    const { provider, issuer, subject, name } = person;
    const identity = { userId, provider, issuer, subject, name: name ?? null, made, now: true };
    if ((await this.identities.link(identity, tx)) === undefined) throw new Refused('collision', userId);
    if (made) return;
    const details = { provider, issuer };
    await this.audit.record(
      { action: 'identity_linked', subject: { path: 'users', id: userId }, details, context },
      tx,
    );
  }
}

/** A person as the columns hold them. Throws Refused where their subject does not fit: cut, it would be somebody else's. */
function fitted(person: Person): Person {
  const { subject, name } = person;
  if (!subject || subject.includes('\0') || !subject.isWellFormed() || [...subject].length > MAX_TEXT)
    throw new Refused('no-account');
  return { ...person, name: name && [...name.toWellFormed()].slice(0, MAX_TEXT).join('') };
}
