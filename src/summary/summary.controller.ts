/** What the first page shows of the map. It is of what the caller may list, so that it needs no right of its own. */
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticated } from '../core/http/access.js';
import { abortSignalOf, contextOf } from '../core/http/caller.js';
import { ApiError } from '../core/http/errors.js';
import { SummaryService } from './summary.service.js';

@Controller('api/summary')
export class SummaryController {
  constructor(private readonly service: SummaryService) {}

  @Get()
  @Authenticated()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { since, ...others } = request.query as Record<string, unknown>;
    const [name] = Object.keys(others);
    if (name !== undefined) throw new ApiError(400, 'unknownParameter', { name, allowed: 'since' });
    const answer = await this.service.summary(contextOf(request).caller, since, abortSignalOf(reply));
    return reply.header('cache-control', 'private, no-cache').send(answer);
  }
}
