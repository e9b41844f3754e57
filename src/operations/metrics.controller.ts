/** `GET /metrics`, with `METRICS_TOKEN`; open to everybody where it is not set (contract 12). */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../core/http/access.js';
import { unauthenticated } from '../core/http/errors.js';
import { CONFIG, type Config } from '../config.js';
import { Metrics } from './metrics.js';

/** Of equal length whatever was sent, so that the time of comparing reveals nothing. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

@Controller('metrics')
@Public()
export class MetricsController {
  private readonly wanted: Buffer | undefined;

  constructor(
    private readonly metrics: Metrics,
    @Inject(CONFIG) { metricsToken }: Config,
  ) {
    this.wanted = metricsToken === undefined ? undefined : digest(metricsToken);
  }

  @Get()
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const shown = /^\s*bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (this.wanted && !timingSafeEqual(digest(shown), this.wanted)) throw unauthenticated();
    return reply
      .type(this.metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await this.metrics.text());
  }
}
