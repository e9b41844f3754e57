/** Named tokens, for scripts (contract 2). */
import { Controller, Delete, Get, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Authenticated, StandsFor } from '../core/http/access.js';
import { contextOf } from '../core/http/caller.js';
import { RequestBody } from '../core/http/dto.js';
import { notFound } from '../core/http/errors.js';
import { WithoutKey } from '../operations/limits/idempotency.guard.js';
import { CreateTokenDto } from './access.dto.js';
import { TOKENS } from './token.service.js';
import { NamedTokensService, SignedInGuard, type NamedToken } from './named-tokens.service.js';

@Controller('api')
export class TokensController {
  constructor(private readonly tokens: NamedTokensService) {}

  @Get('tokens')
  @Authenticated()
  list(@Req() request: FastifyRequest): Promise<NamedToken[]> {
    return this.tokens.list(contextOf(request).caller);
  }

  @Post('tokens')
  @Authenticated()
  @UseGuards(SignedInGuard)
  @WithoutKey()
  @HttpCode(201)
  store(@Req() request: FastifyRequest, @RequestBody() token: CreateTokenDto): Promise<NamedToken> {
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
