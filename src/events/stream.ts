/** The feed as server-sent events: what follows a place, and then each change as it comes. */
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { CONFIG, type Config } from '../config.js';
import { contextOf, type Caller } from '../core/http/caller.js';
import { StillHeld, type Lost } from '../access/still-held.js';
import { Feed } from './feed.js';
import { OpenReaders } from './open-readers.js';
import type { Wanted } from './parameters.js';
import type { FeedState } from './publication.js';
import { FeedWatch } from './watch.js';

/** Why a stream ends. */
type End = 'token' | 'rights' | 'shutdown' | 'slow';

const PAGE = 100;
/** Milliseconds: a reader says again who it is, and a quiet stream tells its place. */
const [RECHECK, QUIET] = [600, 15_000];
/** Bytes that are kept for a client that does not read, and how long it may take to read on; then it is told to come back. */
const [MAX_UNREAD, PATIENCE] = [1 << 20, 10_000];

/** Who reads a stream since which state of the feed, and up to which number their reach is known to be the same. */
interface Reader {
  caller: Caller;
  first: FeedState;
  checked: number;
}

/** Where a stream begins. */
type Begin = { last: string } | { since: string };

@Injectable()
export class Streams implements OnModuleDestroy {
  private readonly open: OpenReaders;
  private readonly running = new Map<Promise<void>, Caller>();
  private check: { at: number; lost: Promise<ReadonlyMap<Caller, Lost>> } | undefined;

  constructor(
    private readonly feed: Feed,
    private readonly watch: FeedWatch,
    private readonly stillHeld: StillHeld,
    @Inject(CONFIG) { events }: Config,
  ) {
    this.open = new OpenReaders(events, { ofUser: 'streamsOfUser', ofServer: 'streamsFull' });
  }

  /** How many are open here. */
  get size(): number {
    return this.open.size;
  }

  async onModuleDestroy(): Promise<void> {
    // They wait for it, and the framework would end it after them.
    this.watch.end();
    await Promise.allSettled(this.running.keys());
  }

  /** Answers a request with a stream, until its client goes or it is ended. Throws 400, 410, 429, 503 before anything is sent. */
  async serve(request: FastifyRequest, reply: FastifyReply, begin: Begin, wanted: Wanted): Promise<void> {
    const { caller } = contextOf(request);
    // Counted before anything is waited for: those who come together are counted together.
    const leave = this.open.enter(caller);
    try {
      const state = await this.feed.state();
      const place =
        'last' in begin ? this.feed.placeOf(begin.last, state, 'Last-Event-ID') : this.feed.placeOf(begin.since, state);
      if (request.method === 'HEAD') return void reply.type('text/event-stream').send();
      // A client that goes has room for the next one at once.
      reply.raw.once('close', leave);
      request.held = true;
      reply.hijack();
      const reader = { caller, first: state, checked: state.number };
      const run = this.run(new Sink(reply), place, wanted, reader).finally(() => this.running.delete(run));
      this.running.set(run, caller);
      await run;
    } finally {
      // Who has not read all of it yet is still there. Who went meanwhile is told of no more.
      if (!reply.raw.headersSent || reply.raw.destroyed || request.raw.socket.destroyed) leave();
    }
  }

  private async run(sink: Sink, begin: number, wanted: Wanted, reader: Reader): Promise<void> {
    const { caller, first } = reader;
    let [place, state] = [begin, first];
    let lastSent = performance.now();
    try {
      for (;;) {
        const end = await this.endOf(reader, state);
        if (sink.closed) return;
        if (end) return sink.end(end);
        this.feed.requireKept(place, first, state);
        let more = false;
        // Where nothing happened nothing is asked for.
        if (place < state.number) {
          const page = await this.feed.page(place, wanted, PAGE, caller, state);
          // Its place is before the changes: who goes now and comes back is to have these too.
          if (page.reset) sink.event('reset', state.cursors.write(place), '{}');
          for (const change of page.changes) {
            // The place behind a change is the number that it has.
            sink.event('change', change.id, JSON.stringify(change));
            const reason = await this.roomIn(sink, reader, state);
            if (reason) return sink.end(reason);
          }
          if (page.changes.length) lastSent = performance.now();
          [place, more] = [page.position, page.more];
        }
        if (!more && performance.now() - lastSent >= QUIET) {
          sink.event('cursor', state.cursors.write(place), '');
          lastSent = performance.now();
        }
        // A reader who is far behind is not to be overtaken by what is removed.
        state = more ? await this.feed.state() : await this.watch.after(state, RECHECK);
      }
    } catch {
      // The database is away, or the feed is another one: the client comes back, and is answered then.
      sink.close();
    }
  }

  /** Waits while too much is unread; says why the stream must end where that takes too long, or the reader has lost their rights. */
  private async roomIn(sink: Sink, reader: Reader, state: FeedState): Promise<End | undefined> {
    for (const until = performance.now() + PATIENCE; sink.isFull;) {
      if (performance.now() > until) return 'slow';
      const end = await this.endOf(reader, state);
      if (end) return end;
      await new Promise((wake) => setTimeout(wake, 50));
    }
    return undefined;
  }

  /** Why the stream must end. */
  private async endOf(reader: Reader, { number }: FeedState): Promise<End | undefined> {
    if (this.watch.ending) return 'shutdown';
    const { caller, first, checked } = reader;
    const lost = (await this.lost()).get(caller);
    if (lost) return lost;
    // Rights that were added are seen by the reader who comes back. The feed tells of them: while it is quiet nothing is asked.
    if (number === checked) return undefined;
    reader.checked = number;
    return (await this.feed.reachOf(caller)) > first.number ? 'rights' : undefined;
  }

  /** Who has lost something: asked once a second for all together. */
  private lost(): Promise<ReadonlyMap<Caller, Lost>> {
    const now = performance.now();
    if (!this.check || now - this.check.at > RECHECK / 2)
      this.check = { at: now, lost: this.stillHeld.lostBy([...new Set(this.running.values())]) };
    return this.check.lost;
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

  /** As much is unread as is kept. */
  get isFull(): boolean {
    return this.raw.writableLength > MAX_UNREAD && !this.closed;
  }

  /** Says why, and ends. Who does not read is not waited for long; what was kept for them then is given up. */
  end(reason: End): void {
    if (this.closed) return;
    if (this.isFull) return this.close();
    this.raw.end(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
    const timer = setTimeout(() => this.close(), PATIENCE).unref();
    this.raw.once('close', () => clearTimeout(timer));
  }

  close(): void {
    this.raw.destroy();
  }
}
