/**
 * Serves the document: made once, sent compressed where that is asked for, with a tag (contract 12); with `?errors=none` for
 * programs that copy every answer into every operation.
 */
import { createHash } from 'node:crypto';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../core/http/access.js';
import { tagsOf } from '../engine/index.js';
import { openApi } from './document.js';
import { withoutErrors } from './errors.js';

@Controller('api')
export class OpenApiController {
  private readonly made = new Map<boolean, { text: string; tag: string }>();

  @Get('openapi.json')
  @Public()
  async document(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const plain = new URL(request.url, 'http://localhost').searchParams.get('errors') === 'none';
    const { text, tag } = this.documentFor(plain);
    reply.header('etag', tag).header('cache-control', 'public, no-cache').header('vary', 'accept-encoding');
    if (tagsOf(request.headers['if-none-match']).some((known) => known === tag || known === '*'))
      return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  }

  private documentFor(plain: boolean): { text: string; tag: string } {
    let made = this.made.get(plain);
    if (!made) {
      const text = JSON.stringify(plain ? withoutErrors(openApi()) : openApi());
      made = { text, tag: `"${createHash('sha1').update(text).digest('base64url')}"` };
      this.made.set(plain, made);
    }
    return made;
  }
}
