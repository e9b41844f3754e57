/** How many requests a minute a user may send, and an address before log-in, over all replicas (contract 11). */
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, isOfTheApi } from '../../core/http/caller.js';
import { CONFIG, type Config } from '../../config.js';
import { networkOf, rateHeaders, secondsUntil, tooMany } from './counting.js';
import { MINUTE, SharedBuckets, type TokenBucket, TokenBuckets } from './token-bucket.js';

/** Milliseconds that a request waits for a lease; then it is counted here alone. */
const TIMEOUT_MS = 1000;

/**
 * Requests are counted in leases: a replica takes some of what is left of somebody's minute from the database, and counts
 * these down in its memory (docs/decisions/rate-limits.md). The first of a minute do not wait for a lease, so that a caller of N replicas may
 * get (N - 1) times `trustOf` requests more than the limit. Without the database each replica counts for itself.
 */
@Injectable()
export class RateLimit implements OnModuleDestroy {
  private readonly logger = new Logger('RateLimit');
  private readonly windows = new TokenBuckets();
  private readonly limit: number;
  private readonly limitAdmin: number;
  /** It has been logged that the database does not answer. */
  private countsLocally = false;

  constructor(
    @Inject(CONFIG) { rateLimit, rateLimitAdmin }: Config,
    private readonly counts: SharedBuckets,
  ) {
    this.limit = rateLimit;
    this.limitAdmin = rateLimitAdmin;
  }

  /**
   * Counts a request below `/api`, and reports in its headers how many are left. Gives a promise where it has to wait for the
   * database, which is seldom.
   * @param caller undefined before log-in, where the address counts
   * @throws 429 once the limit is used up
   */
  count(request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined): void | Promise<void> {
    if (!isOfTheApi(request)) return;
    const { who, limit } = this.counted(request, caller);
    if (!limit) return;
    const window = this.windows.of(who, limit, Date.now());
    if (window.usedUp) throw refusal(window);
    if (!window.mayPass) return this.wait(window, reply);
    this.pass(window, reply);
  }

  /** The last leases are written before the database is closed. */
  async onModuleDestroy(): Promise<void> {
    await this.counts.idle();
  }

  /** Who is counted: the address before log-in, a named token that has a limit of its own, otherwise the user. */
  private counted({ ip }: FastifyRequest, caller: Caller | undefined): { who: string; limit: number } {
    if (!caller) return { who: `address ${networkOf(ip)}`, limit: this.limit };
    const { user = null, token = null } = caller.limits ?? {};
    if (token !== null) return { who: `token ${caller.tokenId}`, limit: token };
    return { who: `user ${caller.userId}`, limit: user ?? (caller.admin ? this.limitAdmin : this.limit) };
  }

  private pass(window: TokenBucket, reply: FastifyReply): void {
    window.used++;
    if (window.runsLow) void this.ask(window);
    reply.headers(rateHeaders(window.limit, window.remaining, secondsOf(window)));
  }

  private async wait(window: TokenBucket, reply: FastifyReply): Promise<void> {
    while (!window.mayPass) {
      if (window.usedUp) throw refusal(window);
      if (!(await withinTime(this.ask(window)))) window.countLocally();
    }
    this.pass(window, reply);
  }

  /** Asks for a lease, or waits for the one that was asked for; never fails. */
  private ask(window: TokenBucket): Promise<void> {
    window.asking ??= this.take(window).finally(() => (window.asking = undefined));
    return window.asking;
  }

  private async take(window: TokenBucket): Promise<void> {
    const { who, limit, ends, uncounted, used } = window;
    try {
      window.receive(await this.counts.take({ who, limit, ends, uncounted }), used, uncounted);
      this.countsLocally = false;
    } catch (error) {
      window.countLocally();
      if (!this.countsLocally)
        this.logger.warn(`Requests are counted by this server alone: ${(error as Error).message}`);
      this.countsLocally = true;
    }
  }
}

const secondsOf = ({ ends }: TokenBucket): number => secondsUntil(ends, MINUTE);

const refusal = (window: TokenBucket): Error => tooMany(window.limit, secondsOf(window));

/** Returns true if something happens before patience ends. */
async function withinTime(event: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), TIMEOUT_MS)));
  const found = await Promise.race([event.then(() => true), late]);
  clearTimeout(timer);
  return found;
}
