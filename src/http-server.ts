/** The HTTP server under Nest: how bodies, queries and request ids are read, and headers that every answer has. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { answerBroken, answerNoPath, refuseHost } from './core/http/early-answers.js';
import { parseQuery } from './core/http/query-string.js';
import { makeReadable } from './core/http/request-body.js';
import { secureHeaders } from './core/http/secure-headers.js';
import type { Config } from './config.js';
import { OpenBodies } from './operations/limits/open-bodies.js';
import { loggerOptions, RequestLog } from './operations/request-log.js';

const EXPOSED = [
  'ETag',
  'Link',
  'Location',
  'X-Total-Count',
  'X-Page',
  'X-Page-Size',
  'X-Ignored-Fields',
  'X-Warnings',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Idempotency-Replayed',
  'X-As-Of',
  'X-As-Of-Exact',
  'X-Left-Out',
];
/** Characters of a text that is long. */
const LONG = 65_536;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The adapter with our settings; `onRoute` hears of every route, `methodsOf` tells which methods a path takes. */
export async function httpAdapter(
  config: Config,
  onRoute: (method: string | string[], url: string) => void,
  methodsOf: (url: string) => string[],
): Promise<FastifyAdapter> {
  const adapter = new FastifyAdapter({
    bodyLimit: config.maxBodySize,
    trustProxy: trusted(config.trustProxy),
    logger: loggerOptions(config),
    logController: new RequestLog(config),
    // Those that come while the server ends are answered by the gate, with the body that every error has.
    return503OnClosing: false,
    genReqId: (request: IncomingMessage) => requestId(request.headers['x-request-id']),
    // A path that is no path: answered before any route, and so before the filter of errors.
    frameworkErrors: answerNoPath,
    clientErrorHandler: answerBroken,
    http: { requireHostHeader: false },
    routerOptions: {
      querystringParser: (text: string) => (text ? parseQuery(text) : {}),
      ignoreTrailingSlash: true,
      maxParamLength: 200,
    },
  });
  const server = adapter.getInstance() as unknown as FastifyInstance;
  server.addHook('onRoute', (route: RouteOptions) => onRoute(route.method, route.url));
  // Connections that are kept alive must not keep the server from ending, nor those that browsers open ahead and never used:
  // Node counts the latter among the busy ones until a minute has passed.
  const connections = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.addHook('preClose', async () => {
    const closing = setInterval(() => {
      server.server.closeIdleConnections();
      for (const socket of connections) if (!socket.bytesRead) socket.destroy();
    }, 100);
    server.server.once('close', () => clearInterval(closing));
  });
  const secure = secureHeaders();
  server.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id);
    // A target that is no path, such as a star, comes here without the hooks of the beginning.
    if (!reply.hasHeader('x-content-type-options')) reply.headers(secure);
    if (!request.keepAnswer) return done(null, asBytes(payload));
    // Here the answer is not compressed yet.
    request.keepAnswer(reply, payload).then(() => done(null, asBytes(payload)), done);
  });
  // Bodies are read when a route asks for them, after token and rights: until then they stay on the wire.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // The framework would refuse a media type that is none before token and rights are looked at.
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    makeReadable(raw.headers);
    done();
  });
  const openBodies = new OpenBodies(config.maxBodySize);
  server.decorate('openBodies', openBodies);
  server.addHook('onClose', (_instance, done) => {
    openBodies.close();
    done();
  });
  // What was answered unread still comes, and nobody waits for it but the connection.
  server.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.complete) openBodies.drain(request);
    done();
  });
  await server.register(multipart, { limits: { fileSize: config.maxFileSize } });
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(secure);
    if (!refuseHost(request, reply)) done();
  });
  // An expectation that is not known may be left out of account; Node would refuse it without a body.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  await server.register(compress, { threshold: 1024, encodings: ['gzip', 'deflate'], globalDecompression: false });
  server.addHook('onRoute', (route: RouteOptions) => {
    route.onSend = [...[route.onSend ?? []].flat(), tagEncoding];
  });
  // Before the plugin, which takes every OPTIONS for a question of a browser.
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS') return done();
    const asksForCors = request.headers['access-control-request-method'] !== undefined;
    if (asksForCors && config.corsOrigins.length) return done();
    const methods = methodsOf(request.url);
    // Unknown paths go on to the filter of errors.
    if (!methods.length) return done();
    reply
      .code(204)
      .header('allow', [...methods, 'OPTIONS'].join(', '))
      .send();
  });
  await server.register(cors, {
    origin: config.corsOrigins.length ? config.corsOrigins : false,
    methods: METHODS,
    exposedHeaders: EXPOSED,
  });
  return adapter;
}

/** Long texts as bytes: a socket takes ten times as long for a text, all of it in one turn. */
const asBytes = (payload: unknown): unknown =>
  typeof payload === 'string' && payload.length > LONG ? Buffer.from(payload) : payload;

/** A compressed representation carries a tag of its own (contract 6): that of the plain one and its encoding. */
function tagEncoding(_request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void {
  const [encoding, tag] = [reply.getHeader('content-encoding'), reply.getHeader('etag')];
  if (typeof encoding === 'string' && typeof tag === 'string') reply.header('etag', tag.replace(/"$/, `-${encoding}"`));
  done();
}

/** Whom to believe what `X-Forwarded-For` says, from its right end on. The framework trusts nobody where it is given a number. */
const trusted = (proxies: Config['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof proxies === 'number' ? proxies > 0 && ((_address, hop) => hop < proxies) : proxies;

const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
