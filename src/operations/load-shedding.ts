/** What every request passes: it is counted, and refused while the server ends or has too much to do (contract 10). */
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf } from '../core/http/error.filter.js';
import { ApiError } from '../core/http/errors.js';
import { languageOf } from '../core/i18n/messages.js';
import { isOfTheApi } from '../core/http/route-path.js';
import { Entrance } from './admission-queue.js';
import { Lifecycle } from './lifecycle.js';
import { Pressure, type Refusal } from './overload.js';
import { Traffic } from './request-metrics.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** It was refused before anything was done for it. */
    refused?: true;
  }
}

/** Seconds after which a client may ask again. */
const RETRY = '2';

@Injectable()
export class Gate {
  /** How many requests were refused for which reason. */
  readonly refused = new Map<Refusal | 'stopping', number>();
  private readonly entrance = new Entrance();

  constructor(
    adapter: HttpAdapterHost,
    private readonly traffic: Traffic,
    private readonly pressure: Pressure,
    private readonly lifecycle: Lifecycle,
  ) {
    const server = adapter.httpAdapter.getInstance<FastifyInstance>();
    // Added behind the hooks that set headers, which refusals have too.
    server.addHook('onRequest', (request, reply, done) => {
      traffic.begin(reply.raw);
      const reason = this.reasonAgainst(request);
      if (reason) this.refuse(request, reply, reason);
      else if (isOfTheApi(request)) this.entrance.enter(done);
      else done();
    });
    server.addHook('onResponse', (request, reply, done) => {
      this.traffic.end(request.method, request.routeOptions.url, reply.statusCode, reply.elapsedTime / 1000);
      done();
    });
  }

  /** Health, metrics and the explorer's page answer at all times. */
  private reasonAgainst(request: FastifyRequest): Refusal | 'stopping' | undefined {
    if (!isOfTheApi(request)) return undefined;
    return this.lifecycle.stopping ? 'stopping' : this.pressure.refusal();
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
