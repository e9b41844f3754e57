/**
 * Scheduled tasks of feeding: plans whose time is over go, and what old runs showed. The runs themselves stay; those that were
 * broken off are told as such.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Message } from '../../core/i18n/messages.js';
import { Database, type Scalar } from '../../database/database.js';
import { ScheduledTasks, type ScheduledTask } from '../../operations/maintenance/maintenance.js';
import { storedMessage } from '../store/stored-message.js';
import { partsOfRun, type RunCounts } from './runs.js';
import { GONE, WAITS } from './source-turns.js';

/** Plans or runs of a batch: their parts may be many rows. */
const BATCH = 20;
const DAY = 86_400_000;

@Injectable()
export class FeedHousekeeping {
  constructor(
    tasks: ScheduledTasks,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    tasks.add(this.task('expired plans', () => this.removePlans()));
    tasks.add(this.task('what old runs of feeds showed', () => this.removeHistory()));
    tasks.add(this.task('runs of feeds that were broken off', () => this.endBrokenOff()));
  }

  private task(name: string, batch: () => Promise<boolean>): ScheduledTask {
    return { name, batch };
  }

  private async removePlans(): Promise<boolean> {
    const { clock } = this.database;
    const sql = `SELECT id FROM own_feed_plans WHERE expires_at < ? LIMIT ${BATCH}`;
    const ids = (await this.database.all(sql, [clock.toStored(Date.now())])).map(({ id }) => id as Scalar);
    return this.remove(ids, ids, 'DELETE FROM own_feed_plans WHERE ');
  }

  private async removeHistory(): Promise<boolean> {
    const { clock } = this.database;
    const before = clock.toStored(Date.now() - this.config.feedHistoryDays * DAY);
    const sql =
      'SELECT id FROM own_feed_runs r WHERE started_at < ? AND EXISTS (SELECT 1 FROM own_feed_parts p ' +
      `WHERE p.owner = CONCAT('run:', r.id)) LIMIT ${BATCH}`;
    const ids = (await this.database.all(sql, [before])).map(({ id }) => Number(id));
    return this.remove(ids.map(partsOfRun), ids);
  }

  /** Runs that nobody is at work on any more have come to nothing. */
  private async endBrokenOff(): Promise<boolean> {
    const { clock } = this.database;
    const before = (ms: number): string => clock.toStored(Date.now() - ms);
    const sql =
      "SELECT id, counts FROM own_feed_runs r WHERE state = 'working' AND started_at < ? AND NOT EXISTS (SELECT 1 " +
      `FROM own_feed_plans p WHERE p.run_id = r.id AND p.state = 'working' AND p.beat_at > ?) LIMIT ${BATCH}`;
    const rows = await this.database.all(sql, [before(WAITS), before(GONE)]);
    for (const { id, counts } of rows) {
      const outcome = {
        ...(JSON.parse(counts as string) as RunCounts),
        failed: storedMessage(new Message('feedBrokenOff')),
      };
      // Who stores it at this moment has said so when this is written.
      const end =
        "UPDATE own_feed_runs SET state = 'refused', counts = ?, finished_at = ? WHERE id = ? AND state = 'working'";
      await this.database.run(end, [JSON.stringify(outcome), before(0), id!]);
    }
    return rows.length === BATCH;
  }

  /** Removes the parts of owners, and then what owned them. Returns whether there may be more. */
  private async remove(owners: readonly Scalar[], ids: readonly Scalar[], sql?: string): Promise<boolean> {
    const { dialect } = this.database;
    if (owners.length)
      await this.database.run(`DELETE FROM own_feed_parts WHERE ${dialect.isIn('owner')}`, [[...owners]]);
    if (ids.length && sql) await this.database.run(sql + dialect.isIn('id'), [[...ids]]);
    return owners.length === BATCH;
  }
}
