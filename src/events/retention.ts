/** Removes events whose entries of the journal are over; their place in the feed is answered with 410 from then on. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Database } from '../database/database.js';
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
    const rows = await database.all(
      `SELECT \`number\` FROM \`own_events\` WHERE \`recorded_at\` < ? ORDER BY \`recorded_at\`, \`number\` LIMIT ${BATCH}`,
      [over],
    );
    await database.run('UPDATE `own_event_feed` SET `history_since` = ? WHERE `history_since` < ?', [over, over]);
    if (!rows.length) return false;
    const newest = Math.max(...rows.map((row) => Number(row['number'])));
    await database.transaction(async (tx) => {
      // First the mark: nobody is to be told a part of what is going.
      await tx.run('UPDATE `own_event_feed` SET `oldest` = ? WHERE `oldest` < ?', [newest, newest]);
      await tx.run('DELETE FROM `own_events` WHERE `number` <= ?', [newest]);
      await tx.run('DELETE FROM `own_event_transactions` WHERE `last` <= ?', [newest]);
    });
    return rows.length === BATCH;
  }
}
