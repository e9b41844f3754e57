/** Answers that are kept for repeated requests, for all replicas together (contract 11). */
import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../../core/http/errors.js';
import type { IdempotencyContext } from '../../core/http/caller.js';
import { Database, isInDoubt, type Row } from '../../database/database.js';

/** An answer as it left the server, before it was compressed. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Null: too large to be kept. */
  body: string | null;
}

/** What a key stands for by now. */
export type Claim =
  /** Nobody has used it: the request is carried out, and `settle` or `release` is called with this owner. */
  | { state: 'new'; owner: string }
  /** The first request is still running. `bodyHash`: of its body, where that was known from the start. */
  | { state: 'running'; bodyHash: string | null }
  /** It was carried out, and nobody knows any more what was answered. */
  | { state: 'stored'; bodyHash: string | null }
  | { state: 'answered'; bodyHash: string | null; answer: Answer };

/** For how long an answer is kept, in milliseconds. */
export const ANSWER_LIFETIME_MS = 24 * 3600_000;
/** A request that has run for this long may be carried out when it is sent again: most likely its process is gone. */
const CRASHED_AFTER_MS = 5 * 60_000;
const MAX_ATTEMPTS = 5;

/** Stands for the status of a request that was carried out, and whose answer is not known yet. */
const STORED = 0;

/** What to do about a key that another request has by now. */
export const keyRunning = (): ApiError => new ApiError(409, 'keyRunning', {}, { 'retry-after': '1' });

const TABLE = 'own_idempotency_keys';

@Injectable()
export class IdempotencyStore {
  constructor(private readonly database: Database) {}

  /** What a key is kept under: the same key of another user, method or path is another one. */
  scopeOf(userId: number, method: string, path: string, key: string): string {
    return createHash('sha256').update([userId, method, path, key].join('\n')).digest('hex');
  }

  /**
   * Claims a key, or returns what became of it. Of requests that come at once, at whatever replica, one gets it: the
   * primary key decides.
   * @param bodyHash null where the body is hashed while it is read
   */
  async claim(scope: string, bodyHash: string | null): Promise<Claim> {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const owner = randomUUID();
      if (await this.inserted(scope, owner, bodyHash)) return { state: 'new', owner };
      const [row] = await this.database.all(`SELECT * FROM ${TABLE} WHERE scope = ?`, [scope]);
      // Released meanwhile: the key is free again.
      if (!row) continue;
      const age = Date.now() - Date.parse(this.database.clock.toApi(row['created_at'] as string) ?? '');
      // A claim that lies in the future was made before the clock was set back.
      if (row['status'] === null ? Math.abs(age) < CRASHED_AFTER_MS : age < ANSWER_LIFETIME_MS) return claimOf(row);
      if (await this.takeOver(scope, row, owner, bodyHash)) return { state: 'new', owner };
    }
    return { state: 'running', bodyHash: null };
  }

  /**
   * Notes in the transaction of a write that the request is carried out, with its answer where it is known (docs/decisions/idempotency.md):
   * both are stored, or none. Throws 409 where somebody took the key over meanwhile, so that nothing is stored.
   */
  async note(
    session: Parameters<IdempotencyContext['note']>[0],
    scope: string,
    owner: string,
    answer?: Answer,
  ): Promise<void> {
    const { status, headers, body } = answer ?? { status: STORED, headers: {}, body: null };
    const { changes } = await session.run(
      `UPDATE ${TABLE} SET status = ?, headers = ?, body = ? WHERE scope = ? AND owner = ?`,
      [status, JSON.stringify(headers), body, scope, owner],
    );
    if (!changes) throw keyRunning();
  }

  /** Keeps the answer to a request. `bodyHash`: of the body that was read. */
  async settle(scope: string, owner: string, bodyHash: string, { status, headers, body }: Answer): Promise<void> {
    await this.database.run(
      `UPDATE ${TABLE} SET body_hash = ?, status = ?, headers = ?, body = ? WHERE scope = ? AND owner = ?`,
      [bodyHash, status, JSON.stringify(headers), body, scope, owner],
    );
  }

  /**
   * Forgets a request that failed: it may be sent again under the same key. Not so where it was stored all the same; a
   * transaction that is still ending is waited for, since it has noted so in the row.
   */
  async release(scope: string, owner: string): Promise<void> {
    await this.database.run(`DELETE FROM ${TABLE} WHERE scope = ? AND owner = ? AND status IS NULL`, [scope, owner]);
  }

  /** As `insert`; a claim of which nobody knows whether it was stored is taken back, as far as that can be. */
  private async inserted(scope: string, owner: string, bodyHash: string | null): Promise<boolean> {
    try {
      return await this.insert(scope, owner, bodyHash);
    } catch (error) {
      if (isInDoubt(error)) await this.release(scope, owner).catch(() => undefined);
      throw error;
    }
  }

  private async insert(scope: string, owner: string, bodyHash: string | null): Promise<boolean> {
    const sql = this.database.dialect.insertOneMissing(TABLE, ['scope', 'owner', 'body_hash', 'created_at']);
    // A transaction, since that is run again where nodes of a cluster disagree.
    const { changes } = await this.database.transaction((tx) =>
      tx.run(sql, [scope, owner, bodyHash, this.database.clock.toStored(Date.now())]),
    );
    return changes > 0;
  }

  /** Takes over what was never carried out, or what is too old; of several who try, one succeeds. */
  private async takeOver(scope: string, row: Row, owner: string, bodyHash: string | null): Promise<boolean> {
    const now = this.database.clock.toStored(Date.now());
    const { changes } = await this.database.transaction((tx) =>
      tx.run(
        `UPDATE ${TABLE} SET owner = ?, body_hash = ?, status = NULL, headers = NULL, body = NULL, created_at = ? ` +
          `WHERE scope = ? AND owner = ?${row['status'] === null ? ' AND status IS NULL' : ''}`,
        [owner, bodyHash, now, scope, row['owner']!],
      ),
    );
    return changes > 0;
  }
}

function claimOf(row: Row): Claim {
  const bodyHash = row['body_hash'] as string | null;
  if (row['status'] === null) return { state: 'running', bodyHash };
  if (row['status'] === STORED) return { state: 'stored', bodyHash };
  const headers = JSON.parse(row['headers'] as string) as Record<string, string>;
  return {
    state: 'answered',
    bodyHash,
    answer: { status: row['status'] as number, headers, body: row['body'] as string | null },
  };
}
