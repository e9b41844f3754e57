/** The feed of changes. What it tells is what the caller may see, so that it needs no right of its own. */
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { Authenticated } from '../core/http/access.js';
import { contextOf, type RequestContext } from '../core/http/caller.js';
import { Feed, type Page } from './feed.js';
import { OpenReaders } from './open-readers.js';
import { readChanges, readStream, type ChangesRequest } from './parameters.js';
import type { FeedState } from './publication.js';
import { Streams } from './stream.js';
import { FeedWatch } from './watch.js';

type Query = Readonly<Record<string, unknown>>;

@Controller('api/changes')
export class ChangesController {
  private readonly waiting: OpenReaders;

  constructor(
    private readonly feed: Feed,
    private readonly watch: FeedWatch,
    private readonly streams: Streams,
    @Inject(CONFIG) { events }: Config,
  ) {
    this.waiting = new OpenReaders(events, { ofUser: 'waitsOfUser', ofServer: 'waitsFull' });
  }

  @Get()
  @Authenticated()
  async changes(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const wanted = readChanges(request.query as Query);
    if (wanted.wait) request.held = true;
    const { page, state } = await this.awaited(wanted, contextOf(request), reply);
    const { changes, more, position, reset } = page;
    const answer = { changes, cursor: state.cursors.write(position), more, ...(reset && { reset }) };
    return sendOwn(reply, answer);
  }

  @Get('info')
  @Authenticated()
  async info(@Res() reply: FastifyReply): Promise<FastifyReply> {
    const { cursors, oldest, number, historySince } = await this.feed.state();
    return sendOwn(reply, {
      feed: cursors.identity.feed,
      oldest: cursors.write(oldest),
      newest: cursors.write(number),
      history_since: new Date(historySince).toISOString(),
    });
  }

  @Get('stream')
  @Authenticated()
  stream(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { since, ...wanted } = readStream(request.query as Query);
    const last = request.headers['last-event-id'];
    return this.streams.serve(request, reply, typeof last === 'string' && last ? { last } : { since }, wanted);
  }

  /** The page that is asked for; an empty one is held back for as long as the request says. Throws 429, 503 where too many wait. */
  private async awaited(
    request: ChangesRequest,
    context: RequestContext,
    { raw }: FastifyReply,
  ): Promise<{ page: Page; state: FeedState }> {
    const { since, limit, wait } = request;
    const { caller } = context;
    const until = performance.now() + wait * 1000;
    let state = await this.feed.state();
    let place = this.feed.placeOf(since, state);
    let leave: (() => void) | undefined;
    try {
      for (let hasWaited = false; ; hasWaited = true) {
        const page = await this.feed.page(place, request, limit, caller, state);
        const left = until - performance.now();
        const isOver = since === 'now' && wait === 0;
        if (page.changes.length || page.reset || left <= 0 || isOver || this.watch.ending || context.gone?.()) {
          // What was read meanwhile is told to nobody who has lost their rights.
          if (hasWaited) await caller.recheck?.();
          return { page, state };
        }
        place = page.position;
        if (page.more) continue;
        // A client that goes has room for the next one at once.
        if (!leave) raw.once('close', (leave = this.waiting.enter(caller)));
        const now = await this.watch.after(state, left);
        this.feed.requireKept(place, state, now);
        state = now;
      }
    } finally {
      leave?.();
    }
  }
}

/** What one caller is told is for nobody else. */
const sendOwn = (reply: FastifyReply, answer: object): FastifyReply =>
  reply.header('cache-control', 'private, no-store').send(answer);
