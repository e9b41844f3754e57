/** Counts passwords that were wrong, for all replicas together, and stops those who guess (contract 2). */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { fold } from '../core/text/fold.js';
import { CONFIG, type Config } from '../config.js';
import { Database } from '../database/database.js';
import { latest, networkOf, secondsUntil, tooMany } from '../operations/limits/counting.js';
import { FairSemaphore } from './fair-semaphore.js';

/** How long a failure counts, in milliseconds. */
const WINDOW_MS = 60_000;
/** An address may have this many times the failures of one login at it: several people share an address. */
const ADDRESS_LIMIT_FACTOR = 6;
/** Those whose failures are counted: a login at an address, and the address. */
type Subjects = readonly [ofLogin: string, ofAddress: string];

@Injectable()
export class LoginThrottle {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly turns: FairSemaphore,
  ) {}

  /**
   * Runs a check of a password, and counts it where it fails. The count is asked for when the check's turn has come: a
   * thousand guesses sent at once get no further than a thousand sent one by one.
   * @param check gives undefined where the password was wrong
   * @param gone whether nobody waits for the answer any more
   * @param turns where the check waits for its turn; left out, where passwords are hashed
   * @param factor how many times as many failures as of a password are let pass
   * @throws 429 after too many failures, whatever the password; 503 where too many checks wait
   */
  guard<T>(
    login: string,
    address: string,
    check: () => Promise<T | undefined>,
    gone?: () => boolean,
    turns = this.turns,
    factor = 1,
  ): Promise<T | undefined> {
    const folded = fold(login);
    const subjects: Subjects = [subjectOf(folded, address), subjectOf('', address)];
    const work = async (): Promise<T | undefined> => {
      await this.refuseTooMany(subjects, factor);
      const found = await check();
      if (found === undefined) await this.rememberFailure(subjects);
      return found;
    };
    return turns.take(work, { address: networkOf(address), login: hash(folded), gone });
  }

  private async refuseTooMany([ofLogin, ofAddress]: Subjects, factor: number): Promise<void> {
    const limit = this.config.loginRateLimit * factor;
    if (!limit) return;
    const { clock } = this.database;
    const now = Date.now();
    const rows = await this.database.all(
      'SELECT subject, COUNT(*) AS failures, MIN(failed_at) AS oldest FROM own_login_failures ' +
        'WHERE subject IN (?, ?) AND failed_at > ? AND failed_at <= ? GROUP BY subject',
      [ofLogin, ofAddress, clock.toStored(now - WINDOW_MS), clock.toStored(latest(0, now))],
    );
    for (const { subject, failures, oldest } of rows) {
      const most = subject === ofLogin ? limit : limit * ADDRESS_LIMIT_FACTOR;
      if (Number(failures) < most) continue;
      const free = Date.parse(clock.toApi(oldest as string)!) + WINDOW_MS;
      throw tooMany(most, secondsUntil(free, WINDOW_MS));
    }
  }

  private async rememberFailure([ofLogin, ofAddress]: Subjects): Promise<void> {
    if (!this.config.loginRateLimit) return;
    const now = this.database.clock.toStored(Date.now());
    const sql = 'INSERT INTO own_login_failures (subject, failed_at) VALUES (?, ?), (?, ?)';
    await this.database.run(sql, [ofLogin, now, ofAddress, now]);
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const subjectOf = (login: string, address: string): string => hash(`${login}\n${networkOf(address)}`);
