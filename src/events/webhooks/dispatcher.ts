/**
 * Wakes hooks: one loop for all of them, which waits for the feed to grow and has delivered what is due. A hook that waits costs nothing;
 * one whose receiver hangs holds up itself alone.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Feed } from '../feed.js';
import { FeedWatch } from '../watch.js';
import { Deliveries } from './delivery.js';
import { HookSender } from './sender.js';

/** Milliseconds after which hooks are looked at in any case: those of another replica that is gone, and new ones. */
const SELDOM = 5000;
/** Milliseconds between two looks at all hooks: of many that end at once one look serves all. */
const SPACING = 20;
/** Milliseconds for which a hook rests after an error of our own. */
const REST = 5000;

const DUE = `SELECT h.\`id\`, h.\`position\`, h.\`feed\`, h.\`next_at\`, h.\`lease_owner\`, h.\`lease_until\`
  FROM \`own_webhooks\` h WHERE h.\`paused_reason\` IS NULL`;

@Injectable()
export class HookDispatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Webhooks');
  private readonly running = new Map<number, Promise<void>>();
  private readonly resting = new Map<number, number>();
  private loop: Promise<void> | undefined;
  private wakeUp: (() => void) | undefined;
  private poked = false;

  constructor(
    private readonly database: Database,
    private readonly feed: Feed,
    private readonly watch: FeedWatch,
    private readonly deliveries: Deliveries,
    private readonly sender: HookSender,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.work();
  }

  /** What is under way is broken off: it is repeated, under the same id. */
  async onModuleDestroy(): Promise<void> {
    this.watch.end();
    this.sender.end();
    this.poke();
    await this.loop;
    await Promise.allSettled(this.running.values());
  }

  /** Hooks were changed: looks at them now. */
  poke(): void {
    this.poked = true;
    this.wakeUp?.();
  }

  private async work(): Promise<void> {
    while (!this.watch.ending) {
      try {
        const { number, wait } = await this.round();
        await this.rest(number, wait);
        if (this.poked) await sleep(SPACING);
      } catch (error) {
        this.logger.warn((error as Error).message);
        await this.rest(undefined, SELDOM);
      }
    }
  }

  /** Begins what is due. `number`: what the hooks wait for to grow; undefined where nobody waits. */
  private async round(): Promise<{ number: number | undefined; wait: number }> {
    this.poked = false;
    const rows = await this.database.all(DUE);
    if (!rows.length) return { number: undefined, wait: SELDOM };
    const state = await this.feed.state();
    const now = Date.now();
    let wait = SELDOM;
    for (const row of rows) {
      const id = Number(row['id']);
      const isBehind = Number(row['position']) < state.number || row['feed'] !== state.cursors.identity.feed;
      if (!isBehind || this.running.has(id)) continue;
      const isTaken = this.deliveries.isTaken(row['lease_owner'], row['lease_until']);
      const from = Math.max(
        Number(row['next_at']),
        isTaken ? Number(row['lease_until']) : 0,
        this.resting.get(id) ?? 0,
      );
      if (from > now) wait = Math.min(wait, from - now);
      else this.start(id);
    }
    return { number: state.number, wait };
  }

  private start(id: number): void {
    this.resting.delete(id);
    const run = this.deliveries.run(id).catch((error: Error) => {
      if (this.watch.ending) return;
      this.resting.set(id, Date.now() + REST);
      this.logger.warn(`webhook ${id}: ${error.message}`);
    });
    this.running.set(
      id,
      run.finally(() => {
        this.running.delete(id);
        // What came since its last look.
        this.poke();
      }),
    );
  }

  private async rest(number: number | undefined, milliseconds: number): Promise<void> {
    if (this.poked || this.watch.ending) return;
    let timer: NodeJS.Timeout | undefined;
    const poked = new Promise<void>((wake) => {
      this.wakeUp = wake;
      if (number === undefined) timer = setTimeout(wake, milliseconds).unref();
    });
    await (number === undefined ? poked : Promise.race([poked, this.watch.longerThan(number, milliseconds)]));
    clearTimeout(timer);
    this.wakeUp = undefined;
  }
}
