/** Checks log-ins: the password against the stored hash, and how often it failed (contract 2). */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError, unauthenticated } from '../common/errors.js';
import { CONFIG, type Config } from '../config.js';
import { Database } from '../database/database.js';
import { hashPassword, verifyPassword } from './password.js';

const WINDOW = 60_000;
/** Failures of one address may be this many times those of one login at it. */
const PER_ADDRESS = 6;

@Injectable()
export class LoginService {
  /** A hash that no password has, so that an unknown login takes as long as a known one. */
  private decoy: Promise<string> | undefined;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The id of the user with this login (or e-mail) and password. Throws 401, or 429 after too many failures. */
  async check(login: string, password: string, address: string): Promise<number> {
    const subjects = [subjectOf(login.toLowerCase(), address), subjectOf('', address)];
    await this.refuseTooMany(subjects);
    for (const { id, hash } of await this.candidates(login)) {
      if (await verifyPassword(password, hash)) return id;
    }
    await this.rememberFailure(subjects);
    throw unauthenticated('credentials');
  }

  /** Every ability that there is. */
  async allAbilities(): Promise<string[]> {
    const rows = await this.database.all('SELECT title FROM permissions WHERE title IS NOT NULL');
    return rows.map(({ title }) => title as string);
  }

  /** Live users with this login, then with this e-mail, the lowest id first; a decoy if there is none. */
  private async candidates(login: string): Promise<Array<{ id: number; hash: string }>> {
    const { dialect } = this.database;
    const rows = await this.database.all(
      `SELECT 0 AS by_email, id, password FROM users WHERE deleted_at IS NULL AND ${dialect.sameText('login')} ` +
        `UNION ALL SELECT 1, id, password FROM users WHERE deleted_at IS NULL AND ${dialect.sameText('email')} ` +
        'ORDER BY by_email, id',
      [login, login],
    );
    const known = rows.map(({ id, password }) => ({ id: id as number, hash: (password ?? '') as string }));
    if (known.some(({ hash }) => hash)) return known;
    this.decoy ??= hashPassword('nobody', this.config.bcryptCost);
    return [{ id: 0, hash: await this.decoy }].filter(({ hash }) => hash !== '');
  }

  private async refuseTooMany(subjects: readonly [string, string] | readonly string[]): Promise<void> {
    const limit = this.config.loginRateLimit;
    if (!limit) return;
    const since = this.database.clock.toStored(Date.now() - WINDOW);
    const rows = await this.database.all(
      'SELECT subject, COUNT(*) AS failures FROM own_login_failures WHERE subject IN (?, ?) AND failed_at > ? GROUP BY subject',
      [subjects[0]!, subjects[1]!, since],
    );
    const failures = new Map(rows.map(({ subject, failures: count }) => [subject as string, Number(count)]));
    const over = (subject: string, most: number): boolean => (failures.get(subject) ?? 0) >= most;
    if (over(subjects[0]!, limit) || over(subjects[1]!, limit * PER_ADDRESS)) {
      const seconds = WINDOW / 1000;
      throw new ApiError(429, 'tooMany', { seconds }, { 'retry-after': String(seconds) });
    }
  }

  private async rememberFailure(subjects: readonly string[]): Promise<void> {
    if (!this.config.loginRateLimit) return;
    const now = this.database.clock.toStored(Date.now());
    const old = this.database.clock.toStored(Date.now() - 10 * WINDOW);
    await this.database.run('INSERT INTO own_login_failures (subject, failed_at) VALUES (?, ?), (?, ?)', [
      subjects[0]!,
      now,
      subjects[1]!,
      now,
    ]);
    await this.database.run('DELETE FROM own_login_failures WHERE failed_at < ?', [old]);
  }
}

const subjectOf = (login: string, address: string): string =>
  createHash('sha256').update(`${login}\n${address}`).digest('hex');
