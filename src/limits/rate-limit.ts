/** How many requests a minute a user may send, and an address before log-in (contract 11). */
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../common/caller.js';
import { CONFIG, type Config } from '../config.js';
import { networkOf } from './network.js';
import { rateHeaders, tooMany } from './rate-answers.js';

const WINDOW = 60_000;
const MOST_WINDOWS = 20_000;

/** A minute of somebody, from their first request on. */
interface Window {
  count: number;
  /** Milliseconds since 1970. */
  ends: number;
}

/**
 * Counts in the memory of this process: replicas count for themselves, so that the limit of a user is at most that of
 * one process times their number. It keeps a script that runs wild from everybody else, which needs no exact figure;
 * what does, failed log-ins, is counted in the database.
 */
@Injectable()
export class RateLimit {
  private readonly windows = new Map<string | number, Window>();
  private readonly limit: number;
  private readonly limitAdmin: number;

  constructor(@Inject(CONFIG) { rateLimit, rateLimitAdmin }: Config) {
    this.limit = rateLimit;
    this.limitAdmin = rateLimitAdmin;
  }

  /**
   * Counts a request below `/api`, and tells in its headers how many are left.
   * @param caller undefined before log-in, where the address counts
   * @throws 429 once the limit is used up
   */
  count(request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined): void {
    const limit = caller?.admin ? this.limitAdmin : this.limit;
    if (!limit || !request.url.startsWith('/api')) return;
    const now = Date.now();
    const window = this.windowOf(caller ? caller.userId : networkOf(request.ip), now);
    const seconds = Math.ceil((window.ends - now) / 1000);
    if (window.count >= limit) throw tooMany(limit, seconds);
    window.count++;
    reply.headers(rateHeaders(limit, limit - window.count, seconds));
  }

  private windowOf(who: string | number, now: number): Window {
    const known = this.windows.get(who);
    if (known && known.ends > now) return known;
    if (!known && this.windows.size >= MOST_WINDOWS) this.makeRoom(now);
    const window = { count: 0, ends: now + WINDOW };
    this.windows.set(who, window);
    return window;
  }

  /** Leaves out what has ended; a quarter of the rest, the oldest, where nothing has. */
  private makeRoom(now: number): void {
    for (const [who, { ends }] of this.windows) if (ends <= now) this.windows.delete(who);
    let most = this.windows.size < MOST_WINDOWS ? 0 : MOST_WINDOWS / 4;
    for (const who of this.windows.keys()) {
      if (most-- <= 0) return;
      this.windows.delete(who);
    }
  }
}
