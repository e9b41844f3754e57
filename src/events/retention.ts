/** Removes events whose entries of the journal are over; their place in the feed is answered with 410 from then on. */
import { Inject, Injectable } from '@nestjs/common';
import { CHAINED_CHANGE, PENDING, UNPUBLISHED } from '../audit/audit-row.js';
import { CONFIG, type Config } from '../config.js';
import { Database, type Row } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { ScheduledTasks, type ScheduledTask } from '../operations/maintenance/maintenance.js';

const DAY = 24 * 3600 * 1000;
const BATCH = 5000;

@Injectable()
export class EventRetention implements ScheduledTask {
  readonly name = 'old events';

  constructor(
    tasks: ScheduledTasks,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    tasks.add(this);
  }

  async batch(): Promise<boolean> {
    const { auditRetentionDays: days } = this.config;
    if (!days) return false;
    const { database } = this;
    const over = Date.now() - days * DAY;
    await database.run('UPDATE `own_event_feed` SET `history_since` = ? WHERE `history_since` < ?', [over, over]);
    if (!this.config.events.enabled) await this.markLost(over + (days * DAY) / 10);
    const rows = await database.all(
      `SELECT \`number\`, \`recorded_at\` FROM \`own_events\` ORDER BY \`number\` LIMIT ${BATCH}`,
    );
    const newest = newestBefore(over, rows);
    if (newest === undefined) return false;
    await database.transaction(async (tx) => {
      // First the mark: nobody is to be told a part of what is going.
      await tx.run('UPDATE `own_event_feed` SET `oldest` = ? WHERE `oldest` < ?', [newest, newest]);
      await tx.run('DELETE FROM `own_events` WHERE `number` <= ?', [newest]);
      await tx.run('DELETE FROM `own_event_transactions` WHERE `last` <= ?', [newest]);
    });
    return rows.length === BATCH && newest === Number(rows.at(-1)!['number']);
  }

  /** Entries that are soon removed, and were never published since events are off, have a place that is not kept: readers begin anew. */
  private async markLost(before: number): Promise<void> {
    const { clock } = this.database;
    const marks = `${UNPUBLISHED}, ${CHAINED_CHANGE}`;
    const pending = `SELECT 1 FROM \`audit_logs\` WHERE ${quote(PENDING)} IN (${marks}) AND \`created_at\` < ? LIMIT 1`;
    if (!(await this.database.all(pending, [clock.toStored(before)])).length) return;
    await this.database.run('UPDATE `own_event_feed` SET `oldest` = `number` + 1, `number` = `number` + 1');
  }
}

/**
 * The last number whose event is over, before the first that is to be kept: a clock that was wrong for a while takes nothing with it that is
 * newer, and what it put into the future holds up nothing.
 */
function newestBefore(over: number, rows: readonly Row[]): number | undefined {
  const now = Date.now();
  let newest: number | undefined;
  for (const row of rows) {
    const at = Number(row['recorded_at']);
    if (at < over) newest = Number(row['number']);
    else if (at <= now) break;
  }
  return newest;
}
