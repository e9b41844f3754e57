/** Wrong factors of a user: ten within an hour, from wherever, lock signing in by password for an hour (identity 5b). */
import { Injectable } from '@nestjs/common';
import { ApiError } from '../../core/http/errors.js';
import { latest } from '../../operations/limits/counting.js';
import { Database, type Session } from '../../database/database.js';

const MOST = 10;
const HOUR_MS = 3_600_000;

@Injectable()
export class WrongFactors {
  constructor(private readonly database: Database) {}

  /**
   * Refuses who has shown too many. Within a transaction that holds the row of the user nobody else shows another one meanwhile.
   * @throws 429
   */
  async requireFew(userId: number, session: Session = this.database): Promise<void> {
    const { clock } = this.database;
    // A clock that was ahead for a while locks nobody until it is there again.
    const until = clock.toStored(latest(0, Date.now()));
    const sql = `SELECT failed_at FROM own_factor_failures WHERE user_id = ? AND failed_at <= ? ORDER BY failed_at DESC, id DESC LIMIT ${MOST}`;
    const times = (await session.all(sql, [userId, until])).map((row) =>
      Date.parse(clock.toApi(row['failed_at'] as string)!),
    );
    const [last, first] = [times[0], times[MOST - 1]];
    if (last === undefined || first === undefined || first < last - HOUR_MS) return;
    const left = last + HOUR_MS - Date.now();
    if (left <= 0) return;
    const minutes = Math.min(60, Math.ceil(left / 60_000));
    throw new ApiError(429, 'factorsLocked', { minutes }, { 'retry-after': String(minutes * 60) });
  }

  async note(userId: number, session: Session): Promise<void> {
    const now = this.database.clock.toStored(Date.now());
    await session.run('INSERT INTO own_factor_failures (user_id, failed_at) VALUES (?, ?)', [userId, now]);
  }
}
