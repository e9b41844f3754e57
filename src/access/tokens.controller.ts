/** Named tokens, for scripts (contract 2). */
import { Controller, Delete, Get, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Authenticated, StandsFor } from '../core/http/access.js';
import { contextOf } from '../core/http/caller.js';
import { RequestBody } from '../core/http/dto.js';
import { ApiError, notFound } from '../core/http/errors.js';
import { parseBoolean } from '../core/text/booleans.js';
import { WithoutKey } from '../operations/limits/idempotency.guard.js';
import { CreateTokenDto } from './access.dto.js';
import { TOKENS } from './token.service.js';
import { NamedTokensService, SignedInGuard, type TokenAnswer } from './named-tokens.service.js';

@Controller('api')
export class TokensController {
  constructor(private readonly tokens: NamedTokensService) {}

  @Get('tokens')
  @Authenticated()
  list(@Req() request: FastifyRequest): Promise<TokenAnswer[]> {
    const { sessions = 'false' } = request.query as { sessions?: unknown };
    const isWanted = typeof sessions === 'string' ? parseBoolean(sessions) : undefined;
    if (isWanted === undefined) throw new ApiError(400, 'wantsFlag', { name: 'sessions' });
    return this.tokens.list(contextOf(request).caller, isWanted ? 'sessions' : 'named');
  }

  @Post('tokens')
  @Authenticated()
  @UseGuards(SignedInGuard)
  @WithoutKey()
  @HttpCode(201)
  store(@Req() request: FastifyRequest, @RequestBody() token: CreateTokenDto): Promise<TokenAnswer> {
    return this.tokens.store(contextOf(request), token);
  }

  @Delete('tokens/:id')
  @Authenticated()
  @HttpCode(200)
  async destroy(@Req() request: FastifyRequest): Promise<never[]> {
    const { id } = request.params as { id: string };
    if (!/^[1-9][0-9]{0,9}$/.test(id)) throw notFound(TOKENS, id);
    await this.tokens.destroy(Number(id), contextOf(request));
    return [];
  }

  /** For forms, which know GET and POST alone (contract 4). */
  @Post('tokens/:id')
  @StandsFor({ DELETE: null })
  @WithoutKey()
  @HttpCode(200)
  destroyByForm(@Req() request: FastifyRequest): Promise<never[]> {
    return this.destroy(request);
  }
}
