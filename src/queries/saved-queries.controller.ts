/** The routes of stored queries: lists and reads are kept to what the caller sees. */
import { Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextOf, type Scope } from '../common/caller.js';
import { notFound } from '../common/errors.js';
import { sendRead } from '../resource/index.js';
import { CrudController, Needs } from '../resource/index.js';
import type { SavedQueriesService } from './saved-queries.service.js';

export class SavedQueriesController extends CrudController {
  @Get()
  @Needs('access')
  override list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const scope = this.scopeOf(request);
    if (scope) request.scope = scope;
    return super.list(request, reply);
  }

  @Get(':id')
  @Needs('show')
  override async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const id = this.idOf(request);
    const query = await this.service.repository.show(id, this.scopeOf(request));
    if (!query) throw notFound('queries', id);
    return sendRead(request, reply, query);
  }

  private scopeOf(request: FastifyRequest): Scope | undefined {
    return (this.service as SavedQueriesService).visibleTo(contextOf(request).caller);
  }
}
