/** Scheduled tasks that delete rows whose time is over. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Database, type Scalar } from '../../database/database.js';
import { ANSWER_LIFETIME_MS } from '../limits/idempotency-store.js';
import { ScheduledTasks, type ScheduledTask } from './maintenance.js';

const BATCH = 500;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Rows of a table that are older than this. */
interface RetentionRule {
  name: string;
  table: string;
  key: string;
  /** The column that says when the row was made, or when it ends. */
  column: string;
  /** Milliseconds after which a row goes; undefined: never. */
  after: number | undefined;
  /** The column holds milliseconds since 1970, not wall time. */
  plain?: boolean;
}

class OldRows implements ScheduledTask {
  constructor(
    private readonly database: Database,
    private readonly old: RetentionRule,
  ) {}

  get name(): string {
    return this.old.name;
  }

  async batch(): Promise<boolean> {
    const { table, key, column, after, plain } = this.old;
    if (after === undefined) return false;
    const { clock, dialect } = this.database;
    // The keys first: a DELETE with a condition on a date would lock what lies between, and replicas take whole rows.
    const rows = await this.database.all(`SELECT ${key} FROM ${table} WHERE ${column} < ? LIMIT ${BATCH}`, [
      plain ? Date.now() - after : clock.toStored(Date.now() - after),
    ]);
    const keys = rows.map((row) => row[key] as Scalar);
    if (keys.length) await this.database.run(`DELETE FROM ${table} WHERE ${dialect.isIn(key)}`, [keys]);
    return rows.length === BATCH;
  }
}

/** Adds the tasks of the server's own tables. */
@Injectable()
export class OldRowsTasks {
  constructor(tasks: ScheduledTasks, database: Database, @Inject(CONFIG) { auditRetentionDays: days }: Config) {
    const all: RetentionRule[] = [
      { name: 'expired tokens', table: 'own_tokens', key: 'id', column: 'expires_at', after: 0 },
      { name: 'codes for signing in', table: 'own_signin_codes', key: 'id', column: 'expires_at', after: 0 },
      { name: 'codes of programs', table: 'own_device_codes', key: 'id', column: 'expires_at', after: 0 },
      { name: 'failed log-ins', table: 'own_login_failures', key: 'id', column: 'failed_at', after: 10 * MINUTE },
      { name: 'wrong factors', table: 'own_factor_failures', key: 'id', column: 'failed_at', after: 180 * MINUTE },
      {
        ...{ name: 'counted requests', table: 'own_request_counts', key: 'subject', column: 'ends_at' },
        ...{ after: MINUTE, plain: true },
      },
      {
        ...{ name: 'attempts of hooks', table: 'own_webhook_attempts', key: 'id', column: 'at' },
        ...{ after: 7 * DAY, plain: true },
      },
      {
        ...{ name: 'dead letters of hooks', table: 'own_webhook_dead', key: 'id', column: 'at' },
        ...{ after: 30 * DAY, plain: true },
      },
      {
        name: 'kept answers',
        table: 'own_idempotency_keys',
        key: 'scope',
        column: 'created_at',
        after: ANSWER_LIFETIME_MS,
      },
      {
        name: 'long entries of the journal',
        table: 'own_audit_texts',
        key: 'id',
        column: 'created_at',
        after: days ? days * DAY : undefined,
      },
    ];
    for (const old of all) tasks.add(new OldRows(database, old));
  }
}
