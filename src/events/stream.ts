/** The feed as server-sent events: what follows a place, and then each change as it comes. */
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { CONFIG, type Config } from '../config.js';
import { contextOf, type Caller } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import { Feed } from './feed.js';
import type { Wanted } from './parameters.js';
import type { FeedState } from './publication.js';
import { FeedWatch } from './watch.js';

/** Why a stream ends. */
type End = 'token' | 'rights' | 'shutdown' | 'slow';

const PAGE = 100;
/** Milliseconds: a reader says again who it is, and a quiet stream tells its place. */
const [RECHECK, QUIET] = [900, 15_000];
/** Bytes that are kept for a client that does not read, and how long it may take to read on; then it is told to come back. */
const [MAX_UNREAD, PATIENCE] = [1 << 20, 10_000];
/** Seconds after which a client may try again where there is no room. */
const RETRY = 5;

/** Where a stream begins. */
type Begin = { last: string } | { since: string };

@Injectable()
export class Streams implements OnModuleDestroy {
  private readonly open = new Map<number, number>();
  private readonly running = new Set<Promise<void>>();
  private readonly checks = new Map<number, { at: number; result: Promise<End | undefined> }>();

  constructor(
    private readonly feed: Feed,
    private readonly watch: FeedWatch,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** How many are open here. */
  size = 0;

  async onModuleDestroy(): Promise<void> {
    // They wait for it, and the framework would end it after them.
    this.watch.end();
    await Promise.allSettled(this.running);
  }

  /** Answers a request with a stream, until its client goes or it is ended. Throws 400, 410, 429, 503 before anything is sent. */
  async serve(request: FastifyRequest, reply: FastifyReply, begin: Begin, wanted: Wanted): Promise<void> {
    const { caller } = contextOf(request);
    this.requireRoom(caller);
    const state = await this.feed.state();
    const place =
      'last' in begin ? this.feed.placeOf(begin.last, state, 'Last-Event-ID') : this.feed.placeOf(begin.since, state);
    if (request.method === 'HEAD') return void reply.type('text/event-stream').send();
    this.count(caller, 1);
    // A client that goes has room for the next one at once.
    reply.raw.once('close', () => this.count(caller, -1));
    reply.hijack();
    const sink = new Sink(reply);
    const run = this.run(sink, place, wanted, caller, state).finally(() => this.running.delete(run));
    this.running.add(run);
    await run;
  }

  private requireRoom({ userId }: Caller): void {
    const { streams, streamsPerUser } = this.config.events;
    if ((this.open.get(userId) ?? 0) >= streamsPerUser)
      throw new ApiError(429, 'streamsOfUser', { max: streamsPerUser });
    if (this.size < streams) return;
    throw new ApiError(503, 'streamsFull', { max: streams, seconds: RETRY }, { 'retry-after': String(RETRY) });
  }

  private count({ userId }: Caller, more: number): void {
    this.size += more;
    const left = (this.open.get(userId) ?? 0) + more;
    if (left) this.open.set(userId, left);
    else this.open.delete(userId);
  }

  private async run(sink: Sink, begin: number, wanted: Wanted, caller: Caller, first: FeedState): Promise<void> {
    let [place, state] = [begin, first];
    let lastSent = performance.now();
    try {
      for (;;) {
        const end = await this.endOf(caller, first);
        if (sink.closed) return;
        if (end) return sink.end(end);
        const page = await this.feed.page(place, wanted, PAGE, caller, state);
        if (page.reset) sink.event('reset', state.cursors.write(page.position), '{}');
        for (const change of page.changes) {
          // The place behind a change is the number that it has.
          sink.event('change', change.id, JSON.stringify(change));
          if (!(await sink.taken())) return sink.end('slow');
        }
        place = page.position;
        if (page.changes.length) lastSent = performance.now();
        if (!page.more) {
          await this.watch.longerThan(state.number, RECHECK);
          if (performance.now() - lastSent >= QUIET) {
            sink.event('cursor', state.cursors.write(place), '');
            lastSent = performance.now();
          }
          state = await this.feed.state();
        }
      }
    } catch {
      // The database is away, or the feed is another one: the client comes back, and is answered then.
      sink.close();
    }
  }

  /** Why the stream must end; asked once a second for all streams of a token. */
  private async endOf(caller: Caller, { number }: FeedState): Promise<End | undefined> {
    if (this.watch.ending) return 'shutdown';
    const now = performance.now();
    let check = this.checks.get(caller.tokenId);
    if (!check || now - check.at > RECHECK / 2) {
      if (this.checks.size > this.config.events.streams) this.checks.clear();
      check = { at: now, result: recheck(caller) };
      this.checks.set(caller.tokenId, check);
    }
    // Rights that were added are seen by the reader who comes back.
    return (await check.result) ?? ((await this.feed.reachOf(caller)) > number ? 'rights' : undefined);
  }
}

async function recheck(caller: Caller): Promise<End | undefined> {
  try {
    await caller.recheck?.();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 403 ? 'rights' : 'token';
  }
}

/** The answer as a stream of events. */
class Sink {
  private readonly raw: ServerResponse;

  constructor(reply: FastifyReply) {
    this.raw = reply.raw;
    const headers = Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined));
    this.raw.writeHead(200, {
      ...(headers as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': String(reply.request.id),
    });
    this.raw.write('retry: 2000\n\n');
  }

  get closed(): boolean {
    return this.raw.destroyed || this.raw.writableEnded;
  }

  event(name: string, id: string, data: string): void {
    if (!this.closed) this.raw.write(`event: ${name}\nid: ${id}\ndata: ${data}\n\n`);
  }

  /** Waits while too much is unread; false once that takes too long. */
  async taken(): Promise<boolean> {
    for (const until = performance.now() + PATIENCE; this.raw.writableLength > MAX_UNREAD && !this.closed;) {
      if (performance.now() > until) return false;
      await new Promise((wake) => setTimeout(wake, 50));
    }
    return true;
  }

  /** Says why, and ends; what was not read is given up where that is the reason. */
  end(reason: End): void {
    if (this.closed) return;
    this.raw.end(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
    if (reason === 'slow') this.close();
  }

  close(): void {
    this.raw.destroy();
  }
}
