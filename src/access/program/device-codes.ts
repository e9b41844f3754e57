/**
 * Codes for programs without a browser (RFC 8628, identity 6): the program waits with one, a person types the other one in any browser
 * and says yes or no. Only hashes are kept, in the database, so that any replica answers.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { networkOf, tooMany } from '../../operations/limits/counting.js';

/** Seconds that the codes live, and that the program waits between two questions. */
export const [LIFE, INTERVAL] = [600, 5];
/** Letters that are told apart, and make no words. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
/** Programs of one network that wait at the same time. */
const MAX_WAITING = 20;

/** A program that waits, as the person is told of it. */
export interface WaitingProgram {
  id: number;
  /** What it says that it is called. */
  client: string | null;
  /** From where it asked. */
  address: string | null;
  /** ISO. */
  expires_at: string;
}

/** What a program is told that asks: `token`, the sign-in of whoever has said yes. Words of RFC 8628. */
export type Polled =
  { tokenId: number } | { error: 'authorization_pending' | 'slow_down' | 'expired_token' | 'access_denied' };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What a person types: small letters, blanks and hyphens do not count. */
const typed = (userCode: string): string => userCode.toUpperCase().replace(/[^A-Z]/g, '');

@Injectable()
export class DeviceCodes {
  constructor(private readonly database: Database) {}

  /**
   * New codes: the one that the program keeps, and the one that the person types, as `WDJB-MJHT`.
   * @throws 429 where as many programs of the same network wait as may
   */
  async make(client: string | null, address: string): Promise<{ deviceCode: string; userCode: string }> {
    const [network, now] = [networkOf(address), Date.now()];
    const { clock, dialect } = this.database;
    const counted = 'SELECT COUNT(*) AS n FROM own_device_codes WHERE network = ? AND expires_at > ?';
    const [row] = await this.database.all(counted, [network, clock.toStored(now)]);
    if (Number(row!['n']) >= MAX_WAITING) throw tooMany(MAX_WAITING, 60);
    const deviceCode = randomBytes(32).toString('base64url');
    const userCode = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    const values = {
      ...{ device_hash: hashOf(deviceCode), user_hash: hashOf(userCode), client, address, network },
      ...{ seconds_between: INTERVAL, expires_at: clock.toStored(now + LIFE * 1000) },
    };
    const sql = dialect.insertOneMissing('own_device_codes', Object.keys(values));
    // One in a million million is there already.
    if (!(await this.database.run(sql, Object.values(values))).changes) return this.make(client, address);
    return { deviceCode, userCode: `${userCode.slice(0, 4)}-${userCode.slice(4)}` };
  }

  /** The program that waits with what a person has typed; undefined where none does, or it has been answered. */
  async waiting(userCode: string): Promise<WaitingProgram | undefined> {
    const { clock } = this.database;
    const sql =
      'SELECT id, client, address, expires_at FROM own_device_codes ' +
      'WHERE user_hash = ? AND token_id IS NULL AND is_denied = 0 AND expires_at > ?';
    const [row] = await this.database.all(sql, [hashOf(typed(userCode)), clock.toStored(Date.now())]);
    if (!row) return undefined;
    const { id, client, address } = row as unknown as WaitingProgram;
    return { id, client, address, expires_at: clock.toApi(row['expires_at'] as string)! };
  }

  /** Lets a program in, on the word of a sign-in, or not: `tokenId` undefined. False where it has been answered meanwhile. */
  async answer(id: number, tokenId: number | undefined): Promise<boolean> {
    const sql =
      'UPDATE own_device_codes SET token_id = ?, is_denied = ? WHERE id = ? AND token_id IS NULL AND is_denied = 0';
    const values = [tokenId ?? null, tokenId === undefined ? 1 : 0, id];
    return (await this.database.run(sql, values)).changes > 0;
  }

  /** What a program is told that asks. An answer other than to wait is given once. */
  async poll(deviceCode: string): Promise<Polled> {
    const { clock } = this.database;
    const now = Date.now();
    const sql =
      'SELECT id, token_id, is_denied, seconds_between FROM own_device_codes WHERE device_hash = ? AND expires_at > ?';
    const [row] = await this.database.all(sql, [hashOf(deviceCode), clock.toStored(now)]);
    if (!row) return { error: 'expired_token' };
    const [id, between] = [row['id'] as number, Number(row['seconds_between'])];
    const tokenId = row['token_id'] as number | null;
    if (tokenId === null && !row['is_denied']) {
      const waited = 'UPDATE own_device_codes SET polled_at = ? WHERE id = ? AND (polled_at IS NULL OR polled_at <= ?)';
      const last = clock.toStored(now - between * 1000);
      if ((await this.database.run(waited, [clock.toStored(now), id, last])).changes)
        return { error: 'authorization_pending' };
      const slower = 'UPDATE own_device_codes SET seconds_between = ? WHERE id = ?';
      await this.database.run(slower, [between + INTERVAL, id]);
      return { error: 'slow_down' };
    }
    // Of two who come with it at once, one deletes it.
    const { changes } = await this.database.run('DELETE FROM own_device_codes WHERE id = ?', [id]);
    if (!changes) return { error: 'expired_token' };
    return tokenId === null ? { error: 'access_denied' } : { tokenId: Number(tokenId) };
  }
}
