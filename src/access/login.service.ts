/** Checks log-ins: who it is, by the password and the stored hash (contract 2). */
import { Injectable } from '@nestjs/common';
import { type AuditContext, AuditEvents } from '../audit/audit-events.js';
import { unauthenticated } from '../core/http/errors.js';
import { Database, type Session } from '../database/database.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordWork, verifyPassword } from './password.js';

/** What is kept of a login that nobody has: people type passwords there by mistake. */
const KEPT_OF_UNKNOWN = 3;

/** What the columns hold; nobody has a longer one, and comparing it with every row would take long. */
const MAX_LOGIN_LENGTH = 255;

/** A live user, and the hash that a password was checked against. */
export interface Candidate {
  id: number;
  /** Empty for a user without password. */
  hash: string;
}

@Injectable()
export class LoginService {
  constructor(
    private readonly database: Database,
    private readonly throttle: LoginThrottle,
    private readonly work: PasswordWork,
    private readonly audit: AuditEvents,
  ) {}

  /**
   * The live user with this login (or e-mail) and password. `gone`: nobody waits for the answer any more.
   * @throws 401, in the same time for known and unknown logins; 429 after too many failures
   */
  async check(login: string, password: string, context: AuditContext, gone?: () => boolean): Promise<Candidate> {
    let candidates: Candidate[] = [];
    const find = async (): Promise<Candidate | undefined> => {
      candidates = await this.candidates(login);
      for (const candidate of candidates) if (await verifyPassword(password, candidate.hash)) return candidate;
      await this.work.fillUp(
        password,
        candidates.map(({ hash }) => hash),
      );
      return undefined;
    };
    const found = await this.throttle.guard(login, context.address, find, gone);
    if (found) return found;
    await this.recordRefusal(login, candidates[0]?.id, context);
    throw unauthenticated('credentials');
  }

  /**
   * Keeps a user as they were when their password was checked until the transaction ends: a change of it waits, and ends the
   * token that is made meanwhile.
   * @throws 401 where the password was changed, or the user deleted, since it was checked
   */
  async hold({ id, hash }: Candidate, tx: Session): Promise<void> {
    const sql = `SELECT password FROM users WHERE id = ? AND deleted_at IS NULL${this.database.dialect.forUpdate}`;
    const [row] = await tx.all(sql, [id]);
    if (row?.['password'] !== hash) throw unauthenticated('credentials');
  }

  /** Every ability that there is. */
  async allAbilities(): Promise<string[]> {
    const rows = await this.database.all('SELECT title FROM permissions WHERE title IS NOT NULL');
    return rows.map(({ title }) => title as string);
  }

  /** Live users with this login, then with this e-mail, the lowest id first. */
  private async candidates(login: string): Promise<Candidate[]> {
    if (login.length > MAX_LOGIN_LENGTH) return [];
    const { dialect } = this.database;
    const rows = await this.database.all(
      `SELECT 0 AS by_email, id, password FROM users WHERE deleted_at IS NULL AND ${dialect.sameText('login')} ` +
        `UNION ALL SELECT 1, id, password FROM users WHERE deleted_at IS NULL AND ${dialect.sameText('email')} ` +
        'ORDER BY by_email, id',
      [login, login],
    );
    return rows.map(({ id, password }) => ({ id: id as number, hash: (password ?? '') as string }));
  }

  private recordRefusal(login: string, known: number | undefined, context: AuditContext): Promise<void> {
    const typed = [...login].slice(0, KEPT_OF_UNKNOWN).join('');
    return this.audit.record({
      action: 'login_refused',
      ...(known !== undefined && { subject: { path: 'users', id: known } }),
      details: known === undefined ? { login: `${typed}…` } : {},
      context,
    });
  }
}
