/** Serves the front: its pages, and their files, all of them from this server (contract 12). They are built in web/. */
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../core/http/access.js';
import { codingFor, takes } from '../core/http/codings.js';
import { ApiError } from '../core/http/errors.js';
import { tagsOf } from '../engine/index.js';
import { builtFile } from './built-files.js';

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

/**
 * Browsers that do not say from which site a request comes say from which page, to this server alone: without that the session of a
 * browser would not count (src/access/browser-sessions.ts).
 */
const SAFE = { 'content-security-policy': POLICY, 'referrer-policy': 'same-origin' };

/** The addresses of pages: one document serves them all, and shows the page that its address names (web/src/app/pages.ts). */
export const PAGES = [
  'login',
  'login/cli',
  'login/device',
  'home',
  'help',
  'help/:name',
  'search',
  'objects/:kind',
  'objects/:kind/:id',
  'objects/:kind/:id/edit',
  'map',
  'reports',
  'reports/:name',
  'queries',
  'queries/:id',
  'templates',
  'templates/:id',
  'vulnerabilities',
  'checks',
  'checks/:id',
  'changes',
  'import',
  'import/:part',
  'import/:part/:id',
  'admin',
  'admin/:part',
  'admin/:part/:id',
  'account',
  'docs',
];

@Controller()
@Public()
export class PagesController {
  @Get(PAGES)
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return send('index.html', 'no-cache', request, reply);
  }

  /** Their names hold a hash of what is in them, so they are asked for once. */
  @Get('assets/:name')
  asset(
    @Param('name') name: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    return send(`assets/${name}`, 'public, max-age=31536000, immutable', request, reply);
  }

  /** The root of the server: people who open it in a browser are led to their first page. */
  @Get()
  root(@Req() request: FastifyRequest, @Res() reply: FastifyReply): FastifyReply {
    reply.header('vary', 'accept');
    // Programs get 404, as under every unknown path.
    if (!takes(request.headers.accept, 'text/html')) throw nothingAt(request);
    return reply.redirect('/home', 302);
  }
}

/** Answers a browser with an error as a page, which says by its address what is wrong and leads on: that there is none, or none now. */
export async function sendErrorPage(status: 404 | 503, reply: FastifyReply): Promise<FastifyReply> {
  const file = await builtFile('index.html');
  reply.code(status).headers({ ...SAFE, 'cache-control': 'no-cache', vary: 'accept' });
  return file ? reply.type(file.type).send(file.bytes['']) : reply.send();
}

/** Sends a built file, in the smallest coding that the client takes; 304 to one that has it, 404 where there is none. */
async function send(
  path: string,
  caching: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await builtFile(path);
  if (!file) throw nothingAt(request);
  reply.headers(SAFE).header('etag', file.tag);
  reply.header('cache-control', caching).header('vary', 'accept-encoding');
  if (tagsOf(request.headers['if-none-match']).includes(file.tag)) return reply.code(304).send();
  const coding = codingFor(request.headers['accept-encoding']);
  if (coding) reply.header('content-encoding', coding);
  return reply.type(file.type).send(file.bytes[coding ?? '']);
}

const nothingAt = (request: FastifyRequest): ApiError =>
  new ApiError(404, 'noRoute', { path: request.url.replace(/\?.*$/, '') });
