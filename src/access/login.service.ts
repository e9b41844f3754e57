/** Checks log-ins: who it is, by the password and the stored hash, or by the directory (contract 2, identity 3). */
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { type AuditContext, AuditEvents } from '../audit/audit-events.js';
import { CONFIG, type Config } from '../config.js';
import { unauthenticated } from '../core/http/errors.js';
import { Database, type Session } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { registry } from '../engine/index.js';
import { FairSemaphore } from './fair-semaphore.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordWork, verifyPassword } from './password.js';
import { Directory } from './ldap/directory.js';
import type { Reach } from '../core/http/caller.js';
import { ADMIN_ROLE } from './rights.js';
import { Accounts } from './sign-in/accounts.js';
import { Identities } from './sign-in/identities.js';
import { Refused, type Identified } from './sign-in/identified.js';
import { isSameName } from './sign-in/same-name.js';
import { isBreakGlass, mayUsePassword } from './sign-in/settings.js';

/** What is kept of a login that nobody has: people type passwords there by mistake. */
const KEPT_OF_UNKNOWN = 3;

/** What the columns hold; nobody has a longer one, and comparing it with every row would take long. */
const MAX_LOGIN_LENGTH = 255;

/** Milliseconds after which a refusal is answered where a directory decides of some: so nobody learns of whom. */
const REFUSED_AFTER = 500;
/** Sign-ins that ask the directory at the same time. */
const [ASKING, WAITING] = [32, 300];

/** A live user who may be meant by what was typed. */
interface Candidate {
  id: number;
  login: string;
  /** Empty for a user without password. */
  hash: string;
  byEmail: boolean;
  disabled: boolean;
  /** Linked with the directory, which alone decides. */
  inDirectory: boolean;
  /** Linked with whatever provider. */
  linked: boolean;
  admin: boolean;
  hasFactor: boolean;
}

/** A perimeter by its name. */
interface Named {
  id: number;
  name: string;
}

@Injectable()
export class LoginService {
  /** A directory that is slow holds up nobody whom it does not decide of. */
  private readonly asking = new FairSemaphore(ASKING, WAITING);

  constructor(
    private readonly database: Database,
    private readonly throttle: LoginThrottle,
    private readonly work: PasswordWork,
    private readonly audit: AuditEvents,
    private readonly directory: Directory,
    private readonly accounts: Accounts,
    private readonly identities: Identities,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Who has this login (or e-mail) and password. `gone`: nobody waits for the answer any more.
   * @throws 401, in the same time for known and unknown logins; 429 after too many failures; 503 while the directory is away, for
   *   whomever it decides of, and for wrong passwords alike
   */
  async check(login: string, password: string, context: AuditContext, gone?: () => boolean): Promise<Identified> {
    const began = performance.now();
    let candidates: Candidate[] = [];
    const find = async (): Promise<Identified | undefined> => {
      candidates = await this.candidates(login);
      return this.decide(candidates, { login, password }, context);
    };
    const turns = this.directory.isSet && isForDirectory(await this.candidates(login)) ? this.asking : undefined;
    let refused: Refused | undefined;
    const found = await this.throttle.guard(login, context.address, find, gone, turns).catch((error: unknown) => {
      if (error instanceof Refused) refused = error;
      else throw error;
    });
    if (found) return found;
    if (this.directory.isSet) await pause(Math.max(0, began + REFUSED_AFTER - performance.now()));
    await this.recordRefusal(login, refused?.userId ?? candidates[0]?.id, context, refused?.reason);
    throw unauthenticated('credentials');
  }

  /**
   * Who decides, in the order of identity 3: the directory of those linked with it and of those whom nobody knows, the stored hash of
   * all others. A match by login comes before one by e-mail, so that no local password travels for a mail address.
   */
  private async decide(candidates: Candidate[], typed: Typed, context: AuditContext): Promise<Identified | undefined> {
    const { directory } = this;
    const [first] = candidates;
    if (directory.isSet && isForDirectory(candidates)) {
      const person = await directory.authenticate(first?.login ?? typed.login, typed.password);
      if (!person) return undefined;
      if (first && (await this.identities.find(person))?.userId !== first.id) throw new Refused('collision', first.id);
      return this.accounts.admit(person, context);
    }
    const found = await this.byHash(candidates, typed.password);
    if (found || !directory.isSet || !first) return found;
    if (this.config.ldap!.link === 'none' || first.byEmail || first.linked || first.admin || first.disabled) {
      await directory.requireThere();
      return undefined;
    }
    const person = await directory.authenticate(first.login, typed.password);
    // The filter may have found them by something that they write themselves, such as an address.
    if (person && !isSameName(person.login, first.login)) throw new Refused('collision', first.id);
    return person && this.accounts.link(first.id, person, context);
  }

  private async byHash(candidates: Candidate[], password: string): Promise<Identified | undefined> {
    const { signIn } = this.config;
    const local = candidates.filter((one) => !one.inDirectory && mayUsePassword(signIn, one.login));
    for (const { id, hash, disabled, login, hasFactor } of local)
      if ((await verifyPassword(password, hash)) && !disabled)
        return {
          userId: id,
          way: 'password',
          hash,
          hasFactor,
          ...(isBreakGlass(signIn, login) && { breakGlass: true }),
        };
    await this.work.fillUp(
      password,
      local.map(({ hash }) => hash),
    );
    return undefined;
  }

  /**
   * Keeps a user as they were when they were identified until the transaction ends: a change of it waits, and ends the
   * token that is made meanwhile.
   * @throws 401 where the password was changed, or the user deleted or disabled, since they were identified
   */
  async hold({ userId, hash }: Identified, tx: Session): Promise<void> {
    const [row] = await tx.all(
      'SELECT u.password, s.user_id AS disabled FROM users u LEFT JOIN own_user_states s ON s.user_id = u.id ' +
        `WHERE u.id = ? AND u.deleted_at IS NULL${this.database.dialect.forUpdate}`,
      [userId],
    );
    const isChanged = hash !== undefined && row?.['password'] !== hash;
    if (!row || row['disabled'] !== null || isChanged) throw unauthenticated('credentials');
  }

  /** Every ability that there is. */
  async allAbilities(): Promise<string[]> {
    const rows = await this.database.all('SELECT title FROM permissions WHERE title IS NOT NULL');
    return rows.map(({ title }) => title as string);
  }

  /** The perimeters that limit somebody, by name; where homes limit besides, these apart: both hold. */
  async limitsOf({ roles, token, perimeters, homes }: Reach): Promise<{ perimeters: Named[]; homes?: Named[] }> {
    const { table, label } = registry.get('perimeters');
    const sql = `SELECT id, ${quote(label!)} AS name FROM ${quote(table)} WHERE ${this.database.dialect.isIn('id')} ORDER BY 2, 1`;
    const rows = await this.database.all(sql, [[...new Set([...perimeters.keys(), ...(homes?.all ?? [])])]]);
    const all = rows.map(({ id, name }) => ({ id: Number(id), name: String(name) }));
    const given = new Set([...(roles ?? []), ...(token ?? [])]);
    if (!homes || !given.size) return { perimeters: all };
    return {
      perimeters: all.filter(({ id }) => given.has(id)),
      homes: all.filter(({ id }) => homes.all.includes(id)),
    };
  }

  /** Live users with this login, then with this e-mail, the lowest id first. */
  private async candidates(login: string): Promise<Candidate[]> {
    if (login.length > MAX_LOGIN_LENGTH) return [];
    const { dialect } = this.database;
    const link = (more = ''): string => `(SELECT COUNT(*) FROM own_identities i WHERE i.user_id = u.id${more})`;
    const from =
      `u.id, u.login, u.password, s.user_id AS disabled, ${link()} AS links, ${link(" AND i.provider = 'ldap'")} AS in_directory, ` +
      `(SELECT COUNT(*) FROM role_user ru WHERE ru.user_id = u.id AND ru.role_id = ${ADMIN_ROLE}) AS admin, ` +
      '(SELECT COUNT(*) FROM own_factors f WHERE f.user_id = u.id) AS factors ' +
      'FROM users u LEFT JOIN own_user_states s ON s.user_id = u.id WHERE u.deleted_at IS NULL AND ';
    const rows = await this.database.all(
      `SELECT 0 AS by_email, ${from}${dialect.sameText('u.login')} ` +
        `UNION ALL SELECT 1, ${from}${dialect.sameText('u.email')} ORDER BY by_email, id`,
      [login, login],
    );
    return rows.map((row) => ({
      id: row['id'] as number,
      login: row['login'] as string,
      hash: (row['password'] ?? '') as string,
      byEmail: row['by_email'] === 1,
      disabled: row['disabled'] !== null,
      inDirectory: Number(row['in_directory']) > 0,
      linked: Number(row['links']) > 0,
      admin: Number(row['admin']) > 0,
      hasFactor: Number(row['factors']) > 0,
    }));
  }

  private recordRefusal(
    login: string,
    known: number | undefined,
    context: AuditContext,
    reason?: string,
  ): Promise<void> {
    const typed = [...login].slice(0, KEPT_OF_UNKNOWN).join('');
    return this.audit.record({
      action: 'login_refused',
      ...(known !== undefined && { subject: { path: 'users', id: known } }),
      details: { ...(known === undefined && { login: `${typed}…` }), ...(reason && { reason }) },
      context,
    });
  }
}

interface Typed {
  login: string;
  password: string;
}

/** The directory decides of somebody whom nobody knows, and of those linked with it. */
const isForDirectory = ([first]: readonly Candidate[]): boolean => !first || first.inDirectory;
