/** `/api/checks`: what is looked for in the map (checks 2). */
import { Controller, Delete, Get, HttpCode, Patch, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { abortSignalOf, contextOf } from '../core/http/caller.js';
import { fieldError } from '../core/http/errors.js';
import { isObject, readBody, readObject } from '../core/http/request-body.js';
import { Database } from '../database/database.js';
import { AccessScopes, Needs } from '../engine/index.js';
import { ChecksService, MAX_CHECKS, type CheckAnswer } from './checks.service.js';
import { ignoredIn } from './definitions/check-body.js';
import { sendFindings } from './findings/send.js';
import { SeenKinds } from './findings/visible.js';
import { NowService } from './run/now.service.js';
import { CheckRunner } from './run/runner.js';
import { runAnswer } from './run/runs.js';

@Controller('api/checks')
export class ChecksController {
  constructor(
    private readonly checks: ChecksService,
    private readonly runner: CheckRunner,
    private readonly nows: NowService,
    private readonly database: Database,
    private readonly scopes: AccessScopes,
  ) {}

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

  /** Looks at the map anew, in the background. */
  @Post('run')
  @Needs('check_edit')
  @HttpCode(202)
  async run(@Req() request: FastifyRequest): Promise<{ run: number }> {
    const body = await readBody(request);
    const { caller } = contextOf(request);
    return { run: await this.runner.ask('hand', keysIn(body), caller.userId) };
  }

  @Get('runs/:id')
  @Needs('check_access')
  async readRun(@Req() request: FastifyRequest): Promise<{ data: Record<string, unknown> }> {
    const seen = await SeenKinds.of(contextOf(request).caller, this.scopes);
    return { data: runAnswer(await this.runner.run(idOf(request)), this.database, seen.all) };
  }

  /** What one check finds at this moment. */
  @Get(':id/now')
  @Needs('check_show', 'finding_access')
  async now(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const check = await this.checks.found(idOf(request), this.database);
    const list = await this.nows.now(check, request.query as never, contextOf(request), abortSignalOf(reply));
    return sendFindings(request, reply, list);
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

/** The checks that a run is to keep to; undefined: all. Throws 422. */
function keysIn(body: unknown): string[] | undefined {
  const sent = isObject(body) ? body['checks'] : undefined;
  if (sent === undefined || sent === null || sent === '') return undefined;
  const keys = typeof sent === 'string' ? sent.split(',').map((key) => key.trim()) : sent;
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string')) throw fieldError('checks', 'array');
  if (!keys.length) throw fieldError('checks', 'noItems');
  if (keys.length > MAX_CHECKS) throw fieldError('checks', 'tooManyItems', { max: MAX_CHECKS });
  return keys as string[];
}
