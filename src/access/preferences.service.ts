/** What pages remember for a user: one JSON object each, of which the server knows nothing but its size. */
import { Injectable } from '@nestjs/common';
import { ApiError } from '../core/http/errors.js';
import { Database, type Session } from '../database/database.js';

/** Bytes of the JSON text. */
export const MAX_PREFERENCES = 64 << 10;

const EMPTY = '{}';

@Injectable()
export class PreferencesService {
  constructor(private readonly database: Database) {}

  /** The JSON text of a user's preferences; an empty object where nothing was stored. */
  read(userId: number, session: Pick<Session, 'all'> = this.database): Promise<string> {
    return textOf(userId, session);
  }

  /**
   * Stores preferences in place of those that there are.
   * @param isExpected returns true for the text that the client read; left out where that does not matter
   * @throws 412 where somebody stored others since
   */
  async store(userId: number, text: string, isExpected?: (stored: string) => boolean): Promise<void> {
    await this.database.transaction(async (tx) => {
      // Locked, so that two who store at once do so one after the other.
      await tx.all(`SELECT id FROM users WHERE id = ?${this.database.dialect.forUpdate}`, [userId]);
      if (isExpected && !isExpected(await textOf(userId, tx))) throw new ApiError(412, 'stale');
      await tx.run('DELETE FROM own_preferences WHERE user_id = ?', [userId]);
      const now = this.database.clock.toStored(Date.now());
      const sql = 'INSERT INTO own_preferences (user_id, preferences, updated_at) VALUES (?, ?, ?)';
      await tx.run(sql, [userId, text, now]);
    });
  }
}

async function textOf(userId: number, session: Pick<Session, 'all'>): Promise<string> {
  const [row] = await session.all('SELECT preferences FROM own_preferences WHERE user_id = ?', [userId]);
  return (row?.['preferences'] as string | undefined) ?? EMPTY;
}
