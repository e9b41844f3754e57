/** `/api/me/letters`: what people choose of their letters and what they watch; and the end of letters from within one (checks 6). */
import { Controller, Delete, Get, HttpCode, Inject, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../../config.js';
import { Authenticated, Public } from '../../core/http/access.js';
import { contextOf, type Caller } from '../../core/http/caller.js';
import { takes } from '../../core/http/codings.js';
import { Problems } from '../../core/http/errors.js';
import { readObject } from '../../core/http/request-body.js';
import { languageOf } from '../../core/i18n/messages.js';
import { WithoutKey } from '../../operations/limits/idempotency.guard.js';
import { END_PAGE_HEADERS, writeEndPage, type EndState } from './end-page.js';
import { LettersService, MAX_WATCH, type OwnLetters } from './letters.service.js';

@Controller('api/me/letters')
export class OwnLettersController {
  constructor(private readonly letters: LettersService) {}

  @Get()
  @Authenticated()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { caller } = contextOf(request);
    const data = toldTo(caller, await this.letters.of(caller));
    return reply.header('cache-control', 'private, no-cache').send({ data });
  }

  @Put()
  @Authenticated()
  async choose(@Req() request: FastifyRequest): Promise<{ data: OwnLetters }> {
    const sent = await readObject(request);
    const context = contextOf(request);
    return { data: toldTo(context.caller, await this.letters.choose(sent, context)) };
  }

  @Post('watches')
  @Authenticated()
  @HttpCode(200)
  async watch(@Req() request: FastifyRequest): Promise<{ data: OwnLetters }> {
    const body = await readObject(request);
    const context = contextOf(request);
    return { data: toldTo(context.caller, await this.letters.watch(watchIn(body), context)) };
  }

  @Delete('watches/:id')
  @Authenticated()
  @HttpCode(200)
  async unwatch(@Req() request: FastifyRequest): Promise<[]> {
    await this.letters.unwatch((request.params as { id: string }).id, contextOf(request));
    return [];
  }
}

/** Watches have the names of what their owner sees: a token that is kept to perimeters is told of none. */
const toldTo = ({ reach }: Caller, own: OwnLetters): OwnLetters => (reach?.token ? { ...own, watches: [] } : own);

@Controller('letters')
@Public()
export class UnsubscribeController {
  constructor(
    private readonly letters: LettersService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** For programs of mail that open the address in a browser. Scanners of mail do, too: it asks, and changes nothing. */
  @Get(':key')
  async ask(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { key } = request.params as { key: string };
    const known = await this.letters.byKey(key);
    return this.page(known && (known.come ? 'asked' : 'ended'), known?.language, request, reply);
  }

  /** One click in a program of mail (RFC 8058), or on the page: whoever has the key is asked nothing. */
  @Post(':key')
  @WithoutKey()
  @HttpCode(200)
  async end(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { key } = request.params as { key: string };
    const isPage = takes(request.headers.accept, 'text/html');
    const known = isPage ? await this.letters.byKey(key) : undefined;
    if (isPage && !known) return this.page(undefined, null, request, reply);
    await this.letters.endBy(key, { address: request.ip, requestId: request.id });
    if (isPage) return this.page('ended', known?.language, request, reply);
    return reply.header('cache-control', 'no-store').send([]);
  }

  /** @param state undefined for an address that there is not */
  private page(
    state: EndState = 'unknown',
    language: string | null | undefined,
    { headers }: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply {
    const page = writeEndPage(
      state,
      languageOf(headers['accept-language'], language),
      `${this.config.publicUrl ?? ''}/account`,
    );
    return reply
      .code(state === 'unknown' ? 404 : 200)
      .headers(END_PAGE_HEADERS)
      .type('text/html; charset=utf-8')
      .send(page);
  }
}

/** Throws 422. */
function watchIn(body: Readonly<Record<string, unknown>>): { href: string; name: string } {
  const problems = new Problems();
  const text = (name: 'href' | 'name'): string => {
    const value = body[name];
    const max = MAX_WATCH[name];
    if (value === undefined || value === null || value === '') problems.add(name, 'required');
    else if (typeof value !== 'string') problems.add(name, 'string');
    else if ([...value].length > max) problems.add(name, 'maxText', { max });
    else if (value.includes('\0') || !value.isWellFormed()) problems.add(name, 'characters');
    return String(value).trim();
  };
  const watch = { href: text('href'), name: text('name') };
  problems.throwIfAny();
  return watch;
}
