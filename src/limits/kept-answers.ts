/** Answers that are kept for repeated requests, for all replicas together (contract 11). */
import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Row } from '../database/database.js';

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
  | { state: 'answered'; bodyHash: string | null; answer: Answer };

/** For how long an answer is kept. */
export const KEPT = 24 * 3600_000;
/** A request that has run for this long was carried out by a process that is gone. */
const CRASHED = 5 * 60_000;
const MOST_TRIES = 5;

const TABLE = 'own_idempotency_keys';

@Injectable()
export class KeptAnswers {
  constructor(private readonly database: Database) {}

  /** What a key is kept under: the same key of another user, method or path is another one. */
  scopeOf(userId: number, method: string, path: string, key: string): string {
    return createHash('sha256').update([userId, method, path, key].join('\n')).digest('hex');
  }

  /**
   * Claims a key, or tells what became of it. Of requests that come at once, at whatever replica, one gets it: the
   * primary key decides.
   * @param bodyHash null where the body is hashed while it is read
   */
  async claim(scope: string, bodyHash: string | null): Promise<Claim> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const owner = randomUUID();
      if (await this.insert(scope, owner, bodyHash)) return { state: 'new', owner };
      const [row] = await this.database.all(`SELECT * FROM ${TABLE} WHERE scope = ?`, [scope]);
      // Released meanwhile: the key is free again.
      if (!row) continue;
      const age = Date.now() - Date.parse(this.database.clock.toApi(row['created_at'] as string) ?? '');
      if (age < (row['status'] === null ? CRASHED : KEPT)) return claimOf(row);
      if (await this.takeOver(scope, row, owner, bodyHash)) return { state: 'new', owner };
    }
    return { state: 'running', bodyHash: null };
  }

  /** Keeps the answer to a request. `bodyHash`: of the body that was read. */
  async settle(scope: string, owner: string, bodyHash: string, { status, headers, body }: Answer): Promise<void> {
    await this.database.run(
      `UPDATE ${TABLE} SET body_hash = ?, status = ?, headers = ?, body = ? WHERE scope = ? AND owner = ?`,
      [bodyHash, status, JSON.stringify(headers), body, scope, owner],
    );
  }

  /** Forgets a request that failed: it may be sent again under the same key. */
  async release(scope: string, owner: string): Promise<void> {
    await this.database.run(`DELETE FROM ${TABLE} WHERE scope = ? AND owner = ?`, [scope, owner]);
  }

  private async insert(scope: string, owner: string, bodyHash: string | null): Promise<boolean> {
    const sql = this.database.dialect.insertMissing(TABLE, ['scope', 'owner', 'body_hash', 'created_at']);
    // A transaction, since that is run again where nodes of a cluster disagree.
    const { changes } = await this.database.transaction((tx) =>
      tx.run(sql, [[[scope, owner, bodyHash, this.database.clock.toStored(Date.now())]]]),
    );
    return changes > 0;
  }

  /** Takes over what a crash left behind, or what is too old; of several who try, one succeeds. */
  private async takeOver(scope: string, row: Row, owner: string, bodyHash: string | null): Promise<boolean> {
    const now = this.database.clock.toStored(Date.now());
    const { changes } = await this.database.transaction((tx) =>
      tx.run(
        `UPDATE ${TABLE} SET owner = ?, body_hash = ?, status = NULL, headers = NULL, body = NULL, created_at = ? ` +
          'WHERE scope = ? AND owner = ?',
        [owner, bodyHash, now, scope, row['owner']!],
      ),
    );
    return changes > 0;
  }
}

function claimOf(row: Row): Claim {
  const bodyHash = row['body_hash'] as string | null;
  if (row['status'] === null) return { state: 'running', bodyHash };
  const headers = JSON.parse(row['headers'] as string) as Record<string, string>;
  return {
    state: 'answered',
    bodyHash,
    answer: { status: row['status'] as number, headers, body: row['body'] as string | null },
  };
}
