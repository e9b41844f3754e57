/** Answers to what never becomes a request: no route, guard or filter sees it, yet it is answered like all else (contract 10, 11). */
import { randomUUID } from 'node:crypto';
import { maxHeaderSize, STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf } from './error.filter.js';
import { ApiError } from './errors.js';
import { languageOf } from '../i18n/messages.js';
import { API_POLICY } from './secure-headers.js';

const TYPE = 'application/json; charset=utf-8';

/** What makes an answer harmless to a browser; the hooks that give it to others are not run here. */
const HARMLESS: Readonly<Record<string, string>> = {
  'content-security-policy': API_POLICY,
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};

/** Answers a path that is no path, such as one with a broken percent sign: 404. */
export function answerNoPath(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const error = new ApiError(404, 'noRoute', { path: request.url.replace(/\?.*$/, '') });
  const body = bodyOf(error, languageOf(request.headers['accept-language'], null), request);
  void reply
    .code(404)
    .headers({ ...HARMLESS, 'x-request-id': request.id })
    .type(TYPE)
    .send(JSON.stringify(body));
}

/**
 * Refuses a request that does not say whom it is for, or says so twice (RFC 9112): Node would refuse the one without a body,
 * and take the first of the others, where a proxy may have taken the last. Undefined: it says so once.
 */
export function refuseHost({ raw, headers, url }: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const hosts = hostsOf(raw);
  if (hosts === 1 || (hosts === 0 && raw.httpVersion !== '1.1')) return undefined;
  const error = new ApiError(400, hosts ? 'manyHosts' : 'noHost');
  const body = bodyOf(error, languageOf(headers['accept-language'], null), { url });
  return reply.code(400).type(TYPE).send(JSON.stringify(body));
}

function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

/** Answers bytes that are no HTTP request, on their connection, and ends it: 400, 408 or 431. */
export function answerBroken({ code }: Error & { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(written(errorFor(code)));
  socket.destroy();
}

function errorFor(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError(431, 'headerSize', { max: maxHeaderSize });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError(408, 'lateRequest');
  return new ApiError(400, 'noRequest');
}

function written(error: ApiError): string {
  const body = Buffer.from(JSON.stringify(bodyOf(error, 'en', { url: '/' })));
  const headers = {
    'content-type': TYPE,
    'content-length': String(body.length),
    connection: 'close',
    'x-request-id': randomUUID(),
    ...HARMLESS,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body.toString()}`;
}
