/**
 * Scheduled tasks of feeding: plans whose time is over go, and what old runs showed. The runs themselves stay; those that were
 * broken off are told as such.
 */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Database, type Scalar } from '../../database/database.js';
import { ScheduledTasks, type ScheduledTask } from '../../operations/maintenance/maintenance.js';
import { FeedingService } from './feeding.service.js';
import { LEASE } from './lease.js';
import { partsOfRun } from './runs.js';

/** Plans or runs of a batch: their parts may be many rows. */
const BATCH = 20;
const DAY = 86_400_000;

@Injectable()
export class FeedHousekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    tasks: ScheduledTasks,
    private readonly database: Database,
    private readonly feeding: FeedingService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    tasks.add(this.task('expired plans', () => this.removePlans()));
    tasks.add(this.task('what old runs of feeds showed', () => this.removeHistory()));
    tasks.add(this.task('runs of feeds that were broken off', () => feeding.endBrokenOff()));
  }

  /**
   * What a server that was killed left behind is told as such at once. An embedded database has no other server: whoever was at
   * work on it is gone. On others that is known once their leases are over. Where the database does not answer, the scheduled task
   * does it.
   */
  async onApplicationBootstrap(): Promise<void> {
    const { feeding, database } = this;
    const end = async (): Promise<void> => void (await feeding.endBrokenOff().catch(() => undefined));
    if (database.dialect.oneServer) await feeding.endLeases().catch(() => undefined);
    await end();
    this.timer = setTimeout(() => void end(), (LEASE + 1) * 1000).unref();
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
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

  /** Removes the parts of owners, and then what owned them. Returns whether there may be more. */
  private async remove(owners: readonly Scalar[], ids: readonly Scalar[], sql?: string): Promise<boolean> {
    const { dialect } = this.database;
    if (owners.length)
      await this.database.run(`DELETE FROM own_feed_parts WHERE ${dialect.isIn('owner')}`, [[...owners]]);
    if (ids.length && sql) await this.database.run(sql + dialect.isIn('id'), [[...ids]]);
    return owners.length === BATCH;
  }
}
