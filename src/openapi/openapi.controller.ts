/** Serves the document: made once, sent compressed where that is asked for, with a tag (contract 12). */
import { createHash } from 'node:crypto';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../core/http/access.js';
import { tagsOf } from '../engine/index.js';
import { openApi } from './document.js';

@Controller('api')
export class OpenApiController {
  private made: { text: string; tag: string } | undefined;

  @Get('openapi.json')
  @Public()
  async document(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { text, tag } = (this.made ??= this.make());
    reply.header('etag', tag).header('cache-control', 'public, no-cache').header('vary', 'accept-encoding');
    if (tagsOf(request.headers['if-none-match']).some((known) => known === tag || known === '*'))
      return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  }

  private make(): { text: string; tag: string } {
    const text = JSON.stringify(openApi());
    return { text, tag: `"${createHash('sha1').update(text).digest('base64url')}"` };
  }
}
