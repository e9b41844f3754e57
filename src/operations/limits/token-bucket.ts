/** The minutes of callers: as one replica knows them, and as the database counts them for all replicas together (docs/decisions/rate-limits.md). */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { latest } from './counting.js';
import { Database, type Row, type Scalar, type Transaction } from '../../database/database.js';

/** In milliseconds. */
export const MINUTE = 60_000;
const MAX_WINDOWS = 20_000;

/** Requests that pass at the beginning of a minute before the database has answered: those of a second at the limit. */
export const trustOf = (limit: number): number => Math.ceil(limit / 60);

/** A minute of somebody, from their first request on. */
export class TokenBucket {
  /** Requests that were let pass here. */
  used = 0;
  /** The lease that was asked for and has not come yet. */
  asking: Promise<void> | undefined;
  /** Requests that the database has counted for this replica. */
  private granted = 0;
  /** Requests that may pass here; more will be asked for unless none are left. */
  private allowed: number;
  /** What is left to all replicas, as last read; undefined: never read. */
  private left: number | undefined;
  /** Half of the last lease. */
  private low = 0;

  /** `ends`: milliseconds since 1970. */
  constructor(
    readonly who: string,
    readonly limit: number,
    public ends: number,
  ) {
    this.allowed = trustOf(limit);
  }

  get mayPass(): boolean {
    return this.used < this.allowed;
  }

  /** Nothing is left, here or elsewhere. */
  get usedUp(): boolean {
    return !this.mayPass && this.left === 0;
  }

  /** It is time to ask for a lease. */
  get runsLow(): boolean {
    if (this.left === undefined) return true;
    return this.left > 0 && this.allowed - this.used <= this.low;
  }

  /** What is reported to the caller. */
  get remaining(): number {
    const left = this.left === undefined ? this.limit - this.used : this.left + this.allowed - this.used;
    return Math.max(0, left);
  }

  /** Requests that passed and that the database has not counted. */
  get uncounted(): number {
    return Math.max(0, this.used - this.granted);
  }

  /** Takes a lease in. `used` and `uncounted` are those of the moment when it was asked for. */
  receive({ granted, left, ends }: BucketLease, used: number, uncounted: number): void {
    if (this.granted && ends !== this.ends) {
      // For the others the next minute has begun: what is not paid belongs to it, and old leases do not.
      this.used = this.used - used + uncounted;
      this.granted = 0;
    }
    this.ends = ends;
    this.granted += granted;
    this.allowed = this.granted;
    this.left = left;
    this.low = Math.floor((granted - uncounted) / 2);
  }

  /** The database does not answer: the rest of the minute is counted without it. */
  countLocally(): void {
    this.allowed = Math.max(this.allowed, this.limit);
    this.left = 0;
  }
}

/** The minutes of all callers of this replica, a bounded number. */
export class TokenBuckets {
  private readonly windows = new Map<string, TokenBucket>();

  /** The minute of somebody at a moment; a new one where the last is over, the limit is another, or the clock was set back. */
  of(who: string, limit: number, now: number): TokenBucket {
    const current = this.windows.get(who);
    if (current && current.ends > now && current.ends <= latest(MINUTE, now) && current.limit === limit) return current;
    if (!current && this.windows.size >= MAX_WINDOWS) this.makeRoom(now);
    const window = new TokenBucket(who, limit, now + MINUTE);
    this.windows.set(who, window);
    return window;
  }

  /** Leaves out what has ended; a quarter of the rest, the oldest, where nothing has. */
  private makeRoom(now: number): void {
    for (const [who, { ends }] of this.windows) if (ends <= now) this.windows.delete(who);
    let most = this.windows.size < MAX_WINDOWS ? 0 : MAX_WINDOWS / 4;
    for (const who of this.windows.keys()) {
      if (most-- <= 0) return;
      this.windows.delete(who);
    }
  }
}

/** What a replica asks for. */
export interface LeaseRequest {
  /** A user or an address, as `RateLimit` names them. */
  who: string;
  /** Requests a minute. */
  limit: number;
  /** Requests that were let pass already without being counted. */
  uncounted: number;
  /** The end of the minute if nobody has begun one, in milliseconds since 1970. */
  ends: number;
}

/** What it is given. */
export interface BucketLease {
  /** Requests that are counted now, those that had passed before among them; fewer where too few were left. */
  granted: number;
  /** Requests that are left to all replicas, beside those that were granted. */
  left: number;
  /** The end of the minute, for all replicas. */
  ends: number;
}

/** A lease is this part of what is left: the fewer are left, the fewer lie unused at one replica while another asks. */
const PART = 16;
/** Callers in one transaction. */
const MAX_AT_ONCE = 500;

const TABLE = 'own_request_counts';
const COLUMNS = ['subject', 'taken', 'ends_at'];

interface Waiting extends LeaseRequest {
  resolve: (lease: BucketLease) => void;
  reject: (error: unknown) => void;
}

@Injectable()
export class SharedBuckets {
  private waiting: Waiting[] = [];
  private working: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  /**
   * Counts a lease of requests before they come. Those who ask at once share a transaction, and one is under way at a time;
   * nobody asks twice for the same caller before the first lease is there. Throws what the database says.
   */
  take(asking: LeaseRequest): Promise<BucketLease> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...asking, resolve, reject });
      this.working ??= this.work();
    });
  }

  /** Waits until nothing is under way. */
  async idle(): Promise<void> {
    await this.working;
  }

  private async work(): Promise<void> {
    // Requests of the same moment share the statement.
    await new Promise((next) => setImmediate(next));
    while (this.waiting.length) {
      const batch = this.waiting.splice(0, MAX_AT_ONCE);
      try {
        const leases = await this.database.transaction((tx) => this.exchange(tx, batch));
        batch.forEach(({ resolve }, i) => resolve(leases[i]!));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.working = undefined;
  }

  /** Reads what was taken of each minute, and takes a lease of it: two exchanges with the database. */
  private async exchange(tx: Transaction, batch: readonly LeaseRequest[]): Promise<BucketLease[]> {
    const { dialect } = this.database;
    const subjects = batch.map(({ who }) => subjectOf(who));
    // In one order, so that replicas which ask for the same callers wait for each other and never in a circle.
    const sql = `SELECT ${COLUMNS.join(', ')} FROM ${TABLE} WHERE ${dialect.isIn('subject')} ORDER BY subject`;
    const rows = await tx.all(sql + dialect.forUpdate, [[...subjects].sort()]);
    const known = new Map(rows.map((row) => [row['subject'] as string, row]));
    const now = Date.now();
    const leases = batch.map((asking, i) => leaseOf(asking, known.get(subjects[i]!), now));
    const taken = leases.map(({ left, ends }, i): Scalar[] => [subjects[i]!, batch[i]!.limit - left, ends]);
    const changed = taken.filter((_, i) => leases[i]!.granted > 0);
    // Of two replicas that make the same row at once one gets a duplicate-key error, and tries again (`Database.transaction`).
    const write = (sqlOf: string, list: Scalar[][]): Promise<void> =>
      list.length ? this.database.write(tx, sqlOf, list) : Promise.resolve();
    const insert = dialect.insertRows(TABLE, COLUMNS);
    await write(
      insert,
      changed.filter(([subject]) => !known.has(subject as string)),
    );
    await write(
      insert.replace(/^INSERT/, 'REPLACE'),
      changed.filter(([subject]) => known.has(subject as string)),
    );
    return leases;
  }
}

/** What is left to the subject of this row; a row whose minute is over, or begins in the future, does not count. */
function leaseOf({ limit, uncounted, ends }: LeaseRequest, row: Row | undefined, now: number): BucketLease {
  const end = Number(row?.['ends_at'] ?? 0);
  const current = row !== undefined && end > now && end <= latest(MINUTE, now);
  // A limit that was made smaller meanwhile leaves nothing.
  const before = Math.max(0, limit - (current ? Number(row['taken']) : 0));
  const granted = Math.min(before, uncounted + Math.ceil(Math.max(0, before - uncounted) / PART));
  return { granted, left: before - granted, ends: current ? end : ends };
}

/** Addresses are not kept as they are; and behind a proxy they are texts of any length. */
const subjectOf = (who: string): string => createHash('sha256').update(who).digest('hex');
