/** Named tokens, for scripts (contract 2). */
import { Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Authenticated, StandsFor } from '../core/http/access.js';
import { contextOf } from '../core/http/caller.js';
import { notFound, Problems } from '../core/http/errors.js';
import { parseMoment } from '../core/text/dates.js';
import { readObject, wordOf } from '../core/http/request-body.js';
import { WithoutKey } from '../operations/limits/idempotency.guard.js';
import { NamedTokensService, type NamedToken, type Wish } from './named-tokens.service.js';
import { textOf } from './text-input.js';

type Body = Record<string, unknown>;

const DEFAULT_LIFE = 365 * 24 * 3600 * 1000;
const LONGEST_NAME = 255;
const TRUE = ['true', '1', 'on', 'yes'];
const FALSE = ['false', '0', 'off', 'no', ''];

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
  @WithoutKey()
  @HttpCode(201)
  async store(@Req() request: FastifyRequest): Promise<NamedToken> {
    await this.tokens.requireSignedIn(contextOf(request).caller);
    const wish = wishOf(await readObject(request));
    return this.tokens.store(contextOf(request), wish);
  }

  @Delete('tokens/:id')
  @Authenticated()
  @HttpCode(200)
  async destroy(@Req() request: FastifyRequest): Promise<never[]> {
    const { id } = request.params as { id: string };
    if (!/^[1-9][0-9]{0,9}$/.test(id)) throw notFound('tokens', id);
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

/** What is asked for: a name, perhaps an end (a year from now otherwise), perhaps that it may only read. */
function wishOf(body: Body): Wish {
  const problems = new Problems();
  const { text } = textOf(body, ['name'], problems);
  const name = text.trim();
  if (text && !name) problems.add('name', 'required');
  if ([...name].length > LONGEST_NAME) problems.add('name', 'maxText', { max: LONGEST_NAME });
  if (name.includes('\0') || !name.isWellFormed()) problems.add('name', 'characters');
  const [readOnly, end] = [body['read_only'] ?? '', body['expires_at'] ?? ''];
  const word = wordOf(readOnly).toLowerCase();
  if (typeof readOnly === 'object' || (!TRUE.includes(word) && !FALSE.includes(word)))
    problems.add('read_only', 'boolean');
  const expires = end === '' ? Date.now() + DEFAULT_LIFE : parseMoment(wordOf(end).trim());
  if (expires === undefined || expires <= Date.now()) problems.add('expires_at', 'date');
  problems.throwIfAny();
  return { name, readOnly: TRUE.includes(word), expires: expires! };
}
