/**
 * Links entries that are no changes of the map: sign-ins, exports, and what other programs wrote. Changes are linked when they
 * get their places in the feed; with `EVENTS=off`, which gives none, they are linked here.
 */
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Database, type Transaction } from '../../database/database.js';
import { CHAINED_CHANGE, PENDING, UNCHAINED, UNPUBLISHED } from '../audit-row.js';
import { AuditChain } from './chain.js';
import { contentColumns } from './entry-content.js';

/** Entries that one step takes: it holds up other steps meanwhile. */
const ENTRIES = 500;
const MINUTE = 60_000;
/** Steps at a time: the journal of an upgraded map is long, and has time. */
const MAX_STEPS = 200;

@Injectable()
export class Chaining implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Audit');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | undefined;
  private stopped = false;
  private publish: (() => Promise<unknown>) | undefined;

  constructor(
    private readonly database: Database,
    private readonly chain: AuditChain,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Changes are linked by `publish`, which gives them their places. */
  changesBy(publish: () => Promise<unknown>): void {
    this.publish = publish;
  }

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Links everything that was committed before the call. */
  async upToDate(steps = Infinity): Promise<void> {
    await this.chain.ready();
    if (this.config.events.enabled) await this.publish?.();
    else await this.take(UNPUBLISHED, CHAINED_CHANGE, steps);
    await this.take(UNCHAINED, null, steps);
  }

  /** Links entries with a mark, which becomes `then`. A look that finds none locks nothing. */
  private async take(mark: number, then: number | null, steps: number): Promise<void> {
    for (let left = steps; left > 0 && !this.stopped; left--) {
      const sql = `SELECT EXISTS (SELECT 1 FROM \`audit_logs\` WHERE \`${PENDING}\` = ?) AS there`;
      const [row] = await this.database.all(sql, [mark]);
      if (!Number(row!['there'])) return;
      await this.database.transaction((tx) => this.step(mark, then, tx));
    }
  }

  private async step(mark: number, then: number | null, tx: Transaction): Promise<void> {
    const head = await this.chain.lock(tx);
    // Never a locking read: it would wait for whoever is writing.
    const rows = await tx.all(
      `SELECT ${contentColumns('a')} FROM \`audit_logs\` a WHERE a.\`${PENDING}\` = ? ORDER BY a.\`id\` LIMIT ${ENTRIES}`,
      [mark],
    );
    if (!rows.length) return;
    await this.chain.link(rows, head, tx);
    await tx.defer(`UPDATE \`audit_logs\` SET \`${PENDING}\` = ? WHERE ${this.database.dialect.isIn('`id`')}`, [
      then,
      rows.map(({ id }) => id as number),
    ]);
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.upToDate(MAX_STEPS)
        .catch((error: Error) => this.logger.warn(error.message))
        .finally(() => this.schedule());
    }, MINUTE).unref();
  }
}
