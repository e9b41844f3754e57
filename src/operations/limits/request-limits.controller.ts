/** The limits of requests of single users and named tokens (contract 11). */
import { Controller, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Authenticated, StandsFor } from '../../core/http/access.js';
import { contextOf, type RequestContext } from '../../core/http/caller.js';
import { ApiError, notFound, Problems } from '../../core/http/errors.js';
import { readObject } from '../../core/http/request-body.js';
import { WithoutKey } from './idempotency.guard.js';
import { RequestLimitsService, type Limited, type PerMinute } from './request-limits.service.js';

/** As many as the settings take. */
const MOST = 1_000_000;

interface Answer {
  per_minute: PerMinute;
}

/** All of it is for administrators. */
abstract class RequestLimitController {
  protected abstract readonly of: Limited;

  constructor(private readonly limits: RequestLimitsService) {}

  @Get()
  @Authenticated()
  async read(@Req() request: FastifyRequest): Promise<Answer> {
    this.administrator(request);
    return { per_minute: await this.limits.read(this.of, this.idOf(request)) };
  }

  @Put()
  @Authenticated()
  @HttpCode(200)
  async set(@Req() request: FastifyRequest): Promise<Answer> {
    const context = this.administrator(request);
    const id = this.idOf(request);
    const perMinute = perMinuteIn(await readObject(request));
    await this.limits.set(this.of, id, perMinute, context);
    return { per_minute: perMinute };
  }

  /** For forms, which know GET and POST alone (contract 4). */
  @Post()
  @StandsFor({ PUT: null })
  @WithoutKey()
  @HttpCode(200)
  setByForm(@Req() request: FastifyRequest): Promise<Answer> {
    return this.set(request);
  }

  private administrator(request: FastifyRequest): RequestContext {
    const context = contextOf(request);
    if (!context.caller.admin) throw new ApiError(403, 'adminOnly');
    return context;
  }

  private idOf({ params }: FastifyRequest): number {
    const { id } = params as { id: string };
    if (!/^[1-9][0-9]{0,9}$/.test(id)) throw notFound(this.of, id);
    return Number(id);
  }
}

/** The limit of a user, counted over all of their tokens that have none of their own. */
@Controller('api/users/:id/request-limit')
export class UserLimitController extends RequestLimitController {
  protected readonly of = 'users';

  constructor(limits: RequestLimitsService) {
    super(limits);
  }
}

/** The limit of a named token, counted for it alone. */
@Controller('api/tokens/:id/request-limit')
export class TokenLimitController extends RequestLimitController {
  protected readonly of = 'tokens';

  constructor(limits: RequestLimitsService) {
    super(limits);
  }
}

/** A whole number, also as a text; null, or nothing in a form, where the settings are to hold. */
function perMinuteIn(body: Record<string, unknown>): PerMinute {
  const problems = new Problems();
  const sent = body['per_minute'];
  const empty = sent === null || sent === '';
  const number = typeof sent === 'string' && /^\s*\d+\s*$/.test(sent) ? Number(sent) : sent;
  if (sent === undefined) problems.add('per_minute', 'required');
  else if (!empty && (typeof number !== 'number' || !Number.isInteger(number))) problems.add('per_minute', 'integer');
  else if (!empty && (number as number) < 0) problems.add('per_minute', 'min', { min: 0 });
  else if (!empty && (number as number) > MOST) problems.add('per_minute', 'max', { max: MOST });
  problems.throwIfAny();
  return empty ? null : (number as number);
}
