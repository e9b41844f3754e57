/** `/api/checks`: what is looked for in the map (checks 2). */
import { Controller, Delete, Get, HttpCode, Patch, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { abortSignalOf, contextOf } from '../core/http/caller.js';
import { readObject } from '../core/http/request-body.js';
import { Needs } from '../engine/index.js';
import { ChecksService, type CheckAnswer } from './checks.service.js';
import { ignoredIn } from './definitions/check-body.js';

@Controller('api/checks')
export class ChecksController {
  constructor(private readonly checks: ChecksService) {}

  @Get()
  @Needs('check_access')
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { query, url } = request;
    const { headers, rows } = await this.checks.list(query as never, contextOf(request), url, abortSignalOf(reply));
    return reply.headers(headers).header('cache-control', 'private, no-cache').send(rows);
  }

  @Post()
  @Needs('check_create')
  async store(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const body = await readObject(request);
    const made = await this.checks.store(body, contextOf(request));
    return withIgnored(reply.code(201).header('location', `/api/checks/${made.id}`), body).send(made);
  }

  @Get(':id')
  @Needs('check_show')
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const data = await this.checks.read(idOf(request), contextOf(request));
    return reply.header('cache-control', 'private, no-cache').send({ data });
  }

  @Put(':id')
  @Needs('check_edit')
  replace(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<CheckAnswer> {
    return this.update(request, reply);
  }

  @Patch(':id')
  @Needs('check_edit')
  async update(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<CheckAnswer> {
    const body = await readObject(request);
    const answer = await this.checks.update(idOf(request), body, contextOf(request));
    withIgnored(reply, body);
    return answer;
  }

  @Delete(':id')
  @Needs('check_delete')
  @HttpCode(200)
  async destroy(@Req() request: FastifyRequest): Promise<[]> {
    await this.checks.destroy(idOf(request), contextOf(request));
    return [];
  }
}

const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id;

/** Names in the body that mean nothing are told, as writes of objects tell them. */
function withIgnored(reply: FastifyReply, body: Readonly<Record<string, unknown>>): FastifyReply {
  const names = ignoredIn(body)
    .slice(0, 20)
    .map((name) => encodeURIComponent(name.slice(0, 50).toWellFormed()));
  return names.length ? reply.header('x-ignored-fields', names.join(',')) : reply;
}
