/** Reports whether the server runs (liveness), and whether it can work (readiness) (contract 12). */
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../core/http/access.js';
import { bodyOf } from '../../core/http/error.filter.js';
import { ApiError } from '../../core/http/errors.js';
import { languageOf } from '../../core/i18n/messages.js';
import { Readiness } from './readiness.js';

/** Seconds after which a supervisor may ask again. */
const RETRY = '2';

@Controller('health')
@Public()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** Every part with its state; 503 if one of them failed, which the message names. Nothing else is reported of it. */
  @Get('ready')
  async ready(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const checks = await this.readiness.checks();
    const failed = Object.entries(checks).filter(([, state]) => state !== 'ok');
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-store');
    if (!failed.length) return reply.send({ status: 'ok', checks });
    const parts = failed.map(([part, state]) => `${part} ${state}`).join(', ');
    const error = new ApiError(503, 'notReady', { parts });
    const body = bodyOf(error, languageOf(request.headers['accept-language'], null), request);
    return reply
      .code(503)
      .header('retry-after', RETRY)
      .send({ ...body, checks });
  }
}
