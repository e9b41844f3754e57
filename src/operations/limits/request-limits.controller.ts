/** The limits of requests of single users and named tokens (contract 11). */
import {
  Controller,
  Get,
  HttpCode,
  Post,
  Put,
  Req,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import type { FastifyRequest } from 'fastify';
import { Authenticated, StandsFor } from '../../core/http/access.js';
import { contextOf, type RequestContext } from '../../core/http/caller.js';
import { Check, RequestBody } from '../../core/http/dto.js';
import { ApiError, notFound } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import { WithoutKey } from './idempotency.guard.js';
import { kindOf, RequestLimitsService, type Limited, type PerMinute } from './request-limits.service.js';

/** As many as the settings take. */
const MAX_PER_MINUTE = 1_000_000;

interface Answer {
  per_minute: PerMinute;
}

/** A whole number, also as a text; null, or nothing in a form, where the settings are to hold. */
class RequestLimitDto {
  @Transform(({ value }: TransformFnParams): unknown => {
    if (value === '') return null;
    return typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  })
  @Check('limit', (value) => {
    if (value === undefined) return new Message('required');
    if (value === null) return undefined;
    if (!Number.isInteger(value)) return new Message('integer');
    if ((value as number) < 0) return new Message('min', { min: 0 });
    return (value as number) > MAX_PER_MINUTE ? new Message('max', { max: MAX_PER_MINUTE }) : undefined;
  })
  per_minute!: PerMinute;
}

/** Admits administrators alone where the path names an id, before the body is read. */
class AdministratorGuard implements CanActivate {
  constructor(private readonly of: Limited) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    requireAdministrator(request);
    idOf(request, this.of);
    return true;
  }
}

function requireAdministrator(request: FastifyRequest): RequestContext {
  const context = contextOf(request);
  if (!context.caller.admin) throw new ApiError(403, 'adminOnly');
  return context;
}

function idOf({ params }: FastifyRequest, of: Limited): number {
  const { id } = params as { id: string };
  if (!/^[1-9][0-9]{0,9}$/.test(id)) throw notFound(kindOf(of), id);
  return Number(id);
}

abstract class RequestLimitController {
  constructor(
    private readonly limits: RequestLimitsService,
    private readonly of: Limited,
  ) {}

  @Get()
  @Authenticated()
  async read(@Req() request: FastifyRequest): Promise<Answer> {
    return { per_minute: await this.limits.read(this.of, idOf(request, this.of)) };
  }

  @Put()
  @Authenticated()
  @HttpCode(200)
  async set(@Req() request: FastifyRequest, @RequestBody() { per_minute }: RequestLimitDto): Promise<Answer> {
    // Whoever held the body back may have lost the role meanwhile.
    await this.limits.set(this.of, idOf(request, this.of), per_minute, requireAdministrator(request));
    return { per_minute };
  }

  /** For forms, which know GET and POST alone (contract 4). */
  @Post()
  @StandsFor({ PUT: null })
  @WithoutKey()
  @HttpCode(200)
  setByForm(@Req() request: FastifyRequest, @RequestBody() limit: RequestLimitDto): Promise<Answer> {
    return this.set(request, limit);
  }
}

/** The limit of a user, counted over all of their tokens that have none of their own. */
@Controller('api/users/:id/request-limit')
@UseGuards(new AdministratorGuard('users'))
export class UserLimitController extends RequestLimitController {
  constructor(limits: RequestLimitsService) {
    super(limits, 'users');
  }
}

/** The limit of a named token, counted for it alone. */
@Controller('api/tokens/:id/request-limit')
@UseGuards(new AdministratorGuard('tokens'))
export class TokenLimitController extends RequestLimitController {
  constructor(limits: RequestLimitsService) {
    super(limits, 'tokens');
  }
}
