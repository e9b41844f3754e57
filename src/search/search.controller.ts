/** The search over all kinds of objects. What it finds is what the caller may list, so that it needs no right of its own. */
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Authenticated } from '../core/http/access.js';
import { abortSignalOf, contextOf } from '../core/http/caller.js';
import { readSearch } from './read-search.js';
import { SearchService } from './search.service.js';

@Controller('api/search')
export class SearchController {
  constructor(private readonly service: SearchService) {}

  @Get()
  @Authenticated()
  async search(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { caller } = contextOf(request);
    const wanted = readSearch(request.query as Record<string, unknown>);
    const answer = await this.service.search(wanted, caller, abortSignalOf(reply));
    // What one caller finds is for nobody else.
    return reply.header('cache-control', 'private, no-cache').send(answer);
  }
}
