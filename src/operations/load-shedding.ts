/** What every request passes: it is counted, and refused while the server ends or has too much to do (contract 10). */
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf } from '../core/http/error.filter.js';
import { ApiError } from '../core/http/errors.js';
import { languageOf } from '../core/i18n/messages.js';
import { isOfTheApi } from '../core/http/caller.js';
import { Lifecycle } from './graceful-shutdown.js';
import { Overload, type Refusal } from './overload.js';
import { RequestMetrics } from './request-metrics.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** It was refused before anything was done for it. */
    refused?: true;
    /** Its answer is held back because the client asked for that: it is not slow. */
    held?: true;
  }
}

/** Seconds after which a client may ask again. */
const RETRY = '2';

@Injectable()
export class LoadShedding {
  /** How many requests were refused for which reason. */
  readonly refused = new Map<Refusal | 'stopping', number>();
  private readonly queue = new AdmissionQueue();

  constructor(
    adapter: HttpAdapterHost,
    private readonly requests: RequestMetrics,
    private readonly overload: Overload,
    private readonly lifecycle: Lifecycle,
  ) {
    const server = adapter.httpAdapter.getInstance<FastifyInstance>();
    // Added behind the hooks that set headers, which refusals have too.
    server.addHook('onRequest', (request, reply, done) => {
      requests.begin(reply.raw);
      const reason = this.reasonAgainst(request);
      if (reason) this.refuse(request, reply, reason);
      else if (isOfTheApi(request)) this.queue.enter(done);
      else done();
    });
    server.addHook('onResponse', (request, reply, done) => {
      this.requests.end(request.method, request.routeOptions.url, reply.statusCode, reply.elapsedTime / 1000);
      done();
    });
  }

  /** Health, metrics and the explorer's page answer at all times. */
  private reasonAgainst(request: FastifyRequest): Refusal | 'stopping' | undefined {
    if (!isOfTheApi(request)) return undefined;
    return this.lifecycle.stopping ? 'stopping' : this.overload.refusal();
  }

  private refuse(request: FastifyRequest, reply: FastifyReply, reason: Refusal | 'stopping'): void {
    request.refused = true;
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1);
    const error = new ApiError(503, 'unavailable');
    const language = languageOf(request.headers['accept-language'], null);
    // Whoever comes again is to come to another server.
    if (reason === 'stopping') reply.header('connection', 'close');
    void reply
      .code(503)
      .header('retry-after', RETRY)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(bodyOf(error, language, request)));
  }
}

/** Milliseconds of a turn after which requests wait for the next one. */
const MAX_TURN_MS = 5;
/** Waiting requests that may begin in one turn. */
const MAX_PER_TURN = 4;

/**
 * Node takes one new connection in each turn of its event loop. A turn used to last until every request that had come was
 * answered, so that 200 clients who write to an embedded database kept new ones out for a minute. Requests begin in the
 * order in which they came; while there is little to do each begins at once.
 */
class AdmissionQueue {
  private readonly waiting: Array<() => void> = [];
  /** When the first request of this turn began. */
  private began: number | undefined;
  private scheduled = false;

  /** Calls `begin` now or in one of the next turns. */
  enter(begin: () => void): void {
    if (!this.scheduled) this.schedule(0);
    this.began ??= performance.now();
    if (!this.waiting.length && this.hasTime) begin();
    else this.waiting.push(begin);
  }

  private get hasTime(): boolean {
    return performance.now() - (this.began ?? 0) < MAX_TURN_MS;
  }

  /** Between two immediates what the first began has come to its end, or waits for something outside. */
  private schedule(count: number): void {
    this.scheduled = true;
    setImmediate(() => (this.began = performance.now()));
    for (let i = 0; i < count; i++) setImmediate(this.next);
    setImmediate(this.endTurn);
  }

  private readonly next = (): void => {
    if (this.hasTime) this.waiting.shift()?.();
  };

  private readonly endTurn = (): void => {
    this.began = undefined;
    this.scheduled = false;
    if (this.waiting.length) this.schedule(MAX_PER_TURN);
  };
}
