/** Serves the explorer: one page and its files, all of them from this server (contract 12). */
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../core/http/access.js';
import { ApiError } from '../../core/http/errors.js';
import { tagsOf } from '../../engine/index.js';
import { pageFile, type PageFile } from './page-files.js';

/** Nothing may come from, or go to, anywhere else; no script and no style stands in the page itself. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

@Controller('docs')
@Public()
export class ExplorerController {
  @Get()
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.send('index.html', request, reply);
  }

  @Get(':file')
  file(@Param('file') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.send(name, request, reply);
  }

  private async send(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const file = await pageFile(name);
    if (!file) throw new ApiError(404, 'noRoute', { path: request.url.replace(/\?.*$/, '') });
    reply.header('content-security-policy', POLICY).header('etag', file.tag).header('cache-control', 'no-cache');
    if (tagsOf(request.headers['if-none-match']).includes(file.tag)) return reply.code(304).send();
    return reply.type(file.type).send(bytesFor(file, request, reply));
  }
}

/** The root of the server: people who open it in a browser are led to the explorer. */
@Controller()
@Public()
export class RootController {
  @Get()
  root(@Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    reply.header('vary', 'accept');
    // Programs are told that there is nothing, as under every unknown path.
    if (!takesHtml(request.headers.accept))
      throw new ApiError(404, 'noRoute', { path: request.url.replace(/\?.*$/, '') });
    return reply.redirect('/docs', 302);
  }
}

/** Whether the client asks for HTML by name, as browsers do. */
const takesHtml = (accept = ''): boolean =>
  accept.split(',').some((one) => /^\s*text\/html\s*(;|$)/i.test(one) && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(one));

/** The bytes as this client takes them; compressed ones were made once. */
function bytesFor(file: PageFile, request: FastifyRequest, reply: FastifyReply): Buffer {
  reply.header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return file.bytes;
  reply.header('content-encoding', 'gzip');
  return file.compressed;
}
