/** `/api/webhooks`: readers of the feed that are told of changes by requests (events 5). */
import { Controller, Delete, Get, HttpCode, Patch, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextOf } from '../../core/http/caller.js';
import { ApiError } from '../../core/http/errors.js';
import { readObject } from '../../core/http/request-body.js';
import { badParameter, Needs } from '../../engine/index.js';
import { WithoutKey } from '../../operations/limits/idempotency.guard.js';
import type { Sent } from './attempts.js';
import { MAX_ATTEMPTS, DEFAULT_ATTEMPTS, WebhookAttemptsService } from './webhook-attempts.service.js';
import { WebhooksService, type HookAnswer } from './webhooks.service.js';

@Controller('api/webhooks')
export class WebhooksController {
  constructor(
    private readonly hooks: WebhooksService,
    private readonly attempts: WebhookAttemptsService,
  ) {}

  @Get()
  @Needs('webhook_access')
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return sendOwn(reply, await this.hooks.list(contextOf(request).caller));
  }

  @Post()
  @Needs('webhook_create')
  @WithoutKey()
  async store(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const made = await this.hooks.store(await readObject(request), contextOf(request));
    return sendSecret(reply.code(201).header('location', `/api/webhooks/${made.id}`), made);
  }

  @Get(':id')
  @Needs('webhook_show')
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return sendOwn(reply, { data: await this.hooks.read(idOf(request), contextOf(request).caller) });
  }

  @Put(':id')
  @Needs('webhook_edit')
  async replace(@Req() request: FastifyRequest): Promise<HookAnswer> {
    return this.hooks.update(idOf(request), await readObject(request), contextOf(request));
  }

  @Patch(':id')
  @Needs('webhook_edit')
  async update(@Req() request: FastifyRequest): Promise<HookAnswer> {
    return this.hooks.update(idOf(request), await readObject(request), contextOf(request));
  }

  @Delete(':id')
  @Needs('webhook_delete')
  @HttpCode(204)
  async destroy(@Req() request: FastifyRequest): Promise<void> {
    await this.hooks.destroy(idOf(request), contextOf(request));
  }

  @Post(':id/test')
  @Needs('webhook_edit')
  @HttpCode(200)
  test(@Req() request: FastifyRequest): Promise<Sent> {
    return this.attempts.test(idOf(request), contextOf(request).caller);
  }

  @Post(':id/pause')
  @Needs('webhook_edit')
  @HttpCode(200)
  pause(@Req() request: FastifyRequest): Promise<HookAnswer> {
    return this.hooks.pause(idOf(request), contextOf(request));
  }

  @Post(':id/resume')
  @Needs('webhook_edit')
  @HttpCode(200)
  resume(@Req() request: FastifyRequest): Promise<HookAnswer> {
    return this.hooks.resume(idOf(request), contextOf(request));
  }

  @Post(':id/seek')
  @Needs('webhook_edit')
  @HttpCode(200)
  async seek(@Req() request: FastifyRequest): Promise<HookAnswer> {
    return this.hooks.seek(idOf(request), await readObject(request), contextOf(request));
  }

  @Post(':id/skip')
  @Needs('webhook_edit')
  @HttpCode(200)
  skip(@Req() request: FastifyRequest): Promise<HookAnswer> {
    return this.hooks.skip(idOf(request), contextOf(request));
  }

  @Post(':id/rotate-secret')
  @Needs('webhook_edit')
  @WithoutKey()
  async rotate(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const rotated = await this.hooks.rotate(idOf(request), await readObject(request), contextOf(request));
    return sendSecret(reply.code(200), rotated);
  }

  @Get(':id/key')
  @Needs('webhook_show')
  keys(@Req() request: FastifyRequest): Promise<{ keys: string[] }> {
    return this.hooks.keys(idOf(request), contextOf(request).caller);
  }

  @Get(':id/deliveries')
  @Needs('webhook_edit')
  async deliveries(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { limit, before } = pageOf(request);
    return sendOwn(reply, await this.attempts.attempts(idOf(request), limit, before, contextOf(request).caller));
  }

  @Get(':id/dead')
  @Needs('webhook_edit')
  async dead(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { limit, before } = pageOf(request);
    return sendOwn(reply, await this.attempts.dead(idOf(request), limit, before, contextOf(request).caller));
  }

  @Post(':id/dead/:deadId/redeliver')
  @Needs('webhook_edit')
  @HttpCode(200)
  redeliver(@Req() request: FastifyRequest): Promise<Sent> {
    const { deadId } = request.params as { deadId: string };
    return this.attempts.redeliver(idOf(request), deadId, contextOf(request).caller);
  }
}

const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id;

/** Throws 400. */
function pageOf({ query }: FastifyRequest): { limit: number; before: number | undefined } {
  const { limit = String(DEFAULT_ATTEMPTS), before, ...rest } = query as Record<string, unknown>;
  const [other] = Object.keys(rest);
  if (other !== undefined)
    throw new ApiError(400, 'unknownParameter', { name: other.slice(0, 100).toWellFormed(), allowed: 'limit, before' });
  const number = (name: string, text: unknown, max: number): number => {
    const value = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : 0;
    if (value < 1 || value > max) throw badParameter(name, 'wantsBetween', { min: 1, max });
    return value;
  };
  return {
    limit: number('limit', limit, MAX_ATTEMPTS),
    before: before === undefined ? undefined : number('before', before, Number.MAX_SAFE_INTEGER),
  };
}

const sendOwn = (reply: FastifyReply, answer: object): FastifyReply =>
  reply.header('cache-control', 'private, no-store').send(answer);

/** What is told once is kept by nobody on the way. */
const sendSecret = (reply: FastifyReply, answer: object): FastifyReply =>
  reply.header('cache-control', 'no-store').send(answer);
