/** The routes of sources (feeding 7 and 8). */
import { Controller, Delete, Get, HttpCode, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextOf } from '../../core/http/caller.js';
import { readObject } from '../../core/http/request-body.js';
import { expectedTags, Needs } from '../../engine/index.js';
import { SourceAnswers, type AnsweredSource } from './source-answers.js';
import { SourcesService } from './sources.service.js';

@Controller('api/feed/sources')
export class SourcesController {
  constructor(
    private readonly sources: SourcesService,
    private readonly answers: SourceAnswers,
  ) {}

  @Get()
  @Needs('feed_access')
  list(@Req() request: FastifyRequest): Promise<AnsweredSource[]> {
    return this.answers.all(contextOf(request).caller);
  }

  @Get(':name')
  @Needs('feed_access')
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { source, tag } = await this.answers.one(nameIn(request), contextOf(request).caller);
    return uncached(reply).header('etag', tag).send({ data: source });
  }

  /** Makes a source, or changes its settings: what is absent stays; with `If-Match` only where they are those that were read. */
  @Put(':name')
  @Needs('feed_edit')
  async put(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const name = nameIn(request);
    const body = await readObject(request);
    const made = await this.sources.put(name, body, contextOf(request), expectedTags(request));
    const { source, tag } = await this.answers.one(name, contextOf(request).caller);
    if (made) reply.code(201).header('location', `/api/feed/sources/${name}`);
    return uncached(reply).header('etag', tag).send(source);
  }

  @Delete(':name')
  @Needs('feed_delete')
  @HttpCode(204)
  async retire(@Req() request: FastifyRequest): Promise<void> {
    await this.sources.retire(nameIn(request), contextOf(request), expectedTags(request));
  }
}

const nameIn = ({ params }: FastifyRequest): string => (params as { name: string }).name;

const uncached = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'private, no-cache');
