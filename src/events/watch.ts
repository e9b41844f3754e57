/** Tells those who wait that the feed has grown. While somebody waits, it is looked often; otherwise now and then. */
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Lifecycle } from '../operations/graceful-shutdown.js';
import { Publication, type FeedState } from './publication.js';

/** Milliseconds between two looks while somebody waits, and while nobody does. */
const [OFTEN, SELDOM] = [100, 60_000];

@Injectable()
export class FeedWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Events');
  private readonly waiting = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private latest: FeedState | undefined;
  private stopped = false;

  constructor(
    private readonly publication: Publication,
    private readonly lifecycle: Lifecycle,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The server is told to end, or ends: nobody is to wait any longer. */
  get ending(): boolean {
    return this.stopped || this.lifecycle.stopping;
  }

  onApplicationBootstrap(): void {
    // From the first start on the journal is complete.
    this.looking = this.publication.state().then(
      (state) => void (this.latest = state),
      (error: Error) => this.logger.warn(error.message),
    );
    if (this.config.events.enabled) this.schedule();
  }

  async onModuleDestroy(): Promise<void> {
    this.end();
    await this.looking;
  }

  /** Nobody waits any longer. */
  end(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.wake();
  }

  /** Waits until the feed is longer than `number`, the server ends, or so many milliseconds have passed. */
  async longerThan(number: number, milliseconds: number): Promise<void> {
    if (this.ending || (this.latest?.number ?? 0) > number || milliseconds <= 0) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.waiting.add(done);
      if (this.waiting.size === 1) this.schedule();
    });
  }

  /**
   * The feed once it is longer than in `state`, or another one; as it was, once so many milliseconds have passed or the server ends. Looking
   * is for all who wait together.
   */
  async after(state: FeedState, milliseconds: number): Promise<FeedState> {
    const { number, cursors } = state;
    await this.longerThan(number, milliseconds);
    const { latest } = this;
    if (latest && latest.cursors !== cursors) return this.publication.upToDate();
    return latest && latest.number > number ? latest : state;
  }

  private schedule(): void {
    if (this.stopped || this.looking === undefined) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void (this.looking = this.look()), this.waiting.size ? OFTEN : SELDOM).unref();
  }

  private async look(): Promise<void> {
    try {
      const state = await this.publication.upToDate();
      const isOther = state.number !== this.latest?.number || state.cursors !== this.latest.cursors;
      this.latest = state;
      if (isOther || this.ending) this.wake();
    } catch (error) {
      // Those who wait ask again when their time is up.
      this.logger.warn((error as Error).message);
    }
    this.schedule();
  }

  private wake(): void {
    for (const done of [...this.waiting]) done();
  }
}
