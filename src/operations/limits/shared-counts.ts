/** The requests of users and addresses, counted in the database for all replicas together (docs/adr/0038). */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { latest, MINUTE } from './clocks.js';
import { Database, type Row, type Scalar, type Transaction } from '../../database/database.js';

/** What a replica asks for. */
export interface Asking {
  /** A user or an address, as `RateLimit` names them. */
  who: string;
  /** Requests a minute. */
  limit: number;
  /** Requests that were let pass already without being counted. */
  unpaid: number;
  /** The end of the minute if nobody has begun one, in milliseconds since 1970. */
  ends: number;
}

/** What it is given. */
export interface Lot {
  /** Requests that are counted now, those that had passed before among them; fewer where too few were left. */
  granted: number;
  /** Requests that are left to all replicas, beside those that were granted. */
  left: number;
  /** The end of the minute, for all replicas. */
  ends: number;
}

/** A lot is this part of what is left: the fewer are left, the fewer lie unused at one replica while another asks. */
const PART = 16;
/** Callers in one transaction. */
const MOST = 500;

const TABLE = 'own_request_counts';
const COLUMNS = ['subject', 'taken', 'ends_at'];

interface Waiting extends Asking {
  resolve: (lot: Lot) => void;
  reject: (error: unknown) => void;
}

@Injectable()
export class SharedCounts {
  private waiting: Waiting[] = [];
  private working: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  /**
   * Counts a lot of requests before they come. Those who ask at once share a transaction, and one is under way at a time;
   * nobody asks twice for the same caller before the first lot is there. Throws what the database says.
   */
  take(asking: Asking): Promise<Lot> {
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
    // Whoever asks in the same moment comes along.
    await new Promise((next) => setImmediate(next));
    while (this.waiting.length) {
      const batch = this.waiting.splice(0, MOST);
      try {
        const lots = await this.database.transaction((tx) => this.exchange(tx, batch));
        batch.forEach(({ resolve }, i) => resolve(lots[i]!));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.working = undefined;
  }

  /** Reads what was taken of each minute, and takes a lot of it: two exchanges with the database. */
  private async exchange(tx: Transaction, batch: readonly Asking[]): Promise<Lot[]> {
    const { dialect } = this.database;
    const subjects = batch.map(({ who }) => subjectOf(who));
    // In one order, so that replicas which ask for the same callers wait for each other and never in a circle.
    const sql = `SELECT ${COLUMNS.join(', ')} FROM ${TABLE} WHERE ${dialect.isIn('subject')} ORDER BY subject`;
    const rows = await tx.all(sql + dialect.forUpdate, [[...subjects].sort()]);
    const known = new Map(rows.map((row) => [row['subject'] as string, row]));
    const now = Date.now();
    const lots = batch.map((asking, i) => lotOf(asking, known.get(subjects[i]!), now));
    const taken = lots.map(({ left, ends }, i): Scalar[] => [subjects[i]!, batch[i]!.limit - left, ends]);
    const changed = taken.filter((_, i) => lots[i]!.granted > 0);
    // Of two replicas that make the same row at once one is told that it is there, and asks again (`Database.transaction`).
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
    return lots;
  }
}

/** What there is for somebody of whom this row tells; one whose minute is over, or was begun in the future, tells nothing. */
function lotOf({ limit, unpaid, ends }: Asking, row: Row | undefined, now: number): Lot {
  const end = Number(row?.['ends_at'] ?? 0);
  const current = row !== undefined && end > now && end <= latest(MINUTE, now);
  // A limit that was made smaller meanwhile leaves nothing.
  const before = Math.max(0, limit - (current ? Number(row['taken']) : 0));
  const granted = Math.min(before, unpaid + Math.ceil(Math.max(0, before - unpaid) / PART));
  return { granted, left: before - granted, ends: current ? end : ends };
}

/** Addresses are not kept as they are; and behind a proxy they are texts of any length. */
const subjectOf = (who: string): string => createHash('sha256').update(who).digest('hex');
