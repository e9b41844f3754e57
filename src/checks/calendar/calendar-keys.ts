/** The keys by which calendars are read: one for each user, kept as a hash (checks 6). */
import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { requireStill, TokenService } from '../../access/token.service.js';
import { AuditEvents, type AuditAction } from '../../audit/audit-events.js';
import { recheckLate, type Caller, type RequestContext } from '../../core/http/caller.js';
import { Database, type Transaction } from '../../database/database.js';
import { networkOf, secondsUntil, tooMany } from '../../operations/limits/counting.js';

/** 256 bits, as they stand in an address. */
const KEY = /^[A-Za-z0-9_-]{43}$/;
const HOUR = 3_600_000;
/** Reads of one calendar in an hour, and keys that there are not from one address. Each server counts for itself. */
const MAX_READS = 60;
/** Readers that are counted at once. */
const MAX_COUNTED = 10_000;
/** Milliseconds between two notes of the use of a key. */
const NOTED_EVERY = 300_000;

/** What its owner is told of a key. */
export interface CalendarKey {
  created_at: string;
  last_used_at: string | null;
}

@Injectable()
export class CalendarKeys {
  private readonly reads = new Map<string, { count: number; ends: number }>();

  constructor(
    private readonly database: Database,
    private readonly tokens: TokenService,
    private readonly audit: AuditEvents,
  ) {}

  /** Makes a key in place of the one that there was, in the language of who asks, and returns it this once. */
  async make(context: RequestContext): Promise<string> {
    const { database } = this;
    const { caller, language = null } = context;
    const { userId } = caller;
    const key = randomBytes(32).toString('base64url');
    await database.transaction(async (tx) => {
      await requireStill(tx, context, database);
      await tx.run('DELETE FROM `own_calendar_keys` WHERE `user_id` = ?', [userId]);
      await tx.run(
        'INSERT INTO `own_calendar_keys` (`user_id`, `hash`, `created_at`, `language`) VALUES (?, ?, ?, ?)',
        [userId, hash(key), database.clock.toStored(Date.now()), language],
      );
      await this.record('calendar_made', context, tx);
    });
    return key;
  }

  /** Ends the caller's key, if there is one. */
  async end(context: RequestContext): Promise<void> {
    const { database } = this;
    await database.transaction(async (tx) => {
      await requireStill(tx, context, database);
      const { changes } = await tx.run('DELETE FROM `own_calendar_keys` WHERE `user_id` = ?', [context.caller.userId]);
      if (changes) await this.record('calendar_ended', context, tx);
    });
  }

  /** The caller's key, without what it is; null where there is none. */
  async of({ userId }: Caller): Promise<CalendarKey | null> {
    const { clock } = this.database;
    const sql = 'SELECT `created_at`, `last_used_at` FROM `own_calendar_keys` WHERE `user_id` = ?';
    const [row] = await this.database.all(sql, [userId]);
    if (!row) return null;
    const used = row['last_used_at'] as string | null;
    return {
      created_at: clock.toApi(String(row['created_at']))!,
      last_used_at: used === null ? null : clock.toApi(used),
    };
  }

  /**
   * Its owner with the rights that they have now, in the language of the page on which it was made; undefined where there is no such key, or nobody who may use it.
   * @param address of whoever asks
   * @throws 429 for who asks too often
   */
  async ownerOf(key: string, address: string): Promise<Caller | undefined> {
    const stranger = `address ${networkOf(address)}`;
    this.refuseTooMany(stranger);
    const owner = KEY.test(key) ? await this.found(hash(key)) : undefined;
    if (!owner) this.count(stranger);
    return owner;
  }

  private async found(hashed: string): Promise<Caller | undefined> {
    const { clock } = this.database;
    const sql = 'SELECT `user_id`, `last_used_at`, `language` FROM `own_calendar_keys` WHERE `hash` = ?';
    const [row] = await this.database.all(sql, [hashed]);
    if (!row) return undefined;
    this.refuseTooMany(hashed);
    this.count(hashed);
    const owner = await this.tokens.rightsOf(Number(row['user_id']));
    if (!owner) return undefined;
    const used = row['last_used_at'] as string | null;
    const now = Date.now();
    if (used === null || now - Date.parse(clock.toApi(used)!) > NOTED_EVERY)
      // Nobody waits for it, and where the database takes no writes nothing is noted.
      this.database
        .run('UPDATE `own_calendar_keys` SET `last_used_at` = ? WHERE `hash` = ?', [clock.toStored(now), hashed])
        .catch(() => undefined);
    return { ...owner, language: (row['language'] as string | null) ?? owner.language, readOnly: true };
  }

  private refuseTooMany(who: string): void {
    const counted = this.reads.get(who);
    if (counted && counted.ends > Date.now() && counted.count >= MAX_READS)
      throw tooMany(MAX_READS, secondsUntil(counted.ends, HOUR));
  }

  private count(who: string): void {
    const now = Date.now();
    const counted = this.reads.get(who);
    if (counted && counted.ends > now) counted.count++;
    else {
      // Those that were counted first end first.
      this.reads.delete(who);
      const [oldest] = this.reads.keys();
      if (this.reads.size >= MAX_COUNTED) this.reads.delete(oldest!);
      this.reads.set(who, { count: 1, ends: now + HOUR });
    }
  }

  private async record(action: AuditAction, context: RequestContext, tx: Transaction): Promise<void> {
    const subject = { path: 'users', id: context.caller.userId };
    await this.audit.record({ action, subject, details: {}, context }, tx);
    await recheckLate(context, tx, true);
  }
}

const hash = (key: string): string => createHash('sha256').update(key).digest('hex');
