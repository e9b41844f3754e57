/** How answers of resources leave the server: objects with their tags, lists as streams, headers of both. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, type Answer } from './plan/plan.js';

const JSON_TYPE = 'application/json; charset=utf-8';
const MAX_IGNORED = 20;
const MAX_IGNORED_LENGTH = 1000;

/** A single read: `{"data":{…}}` with its tag, or 304 where the client has it already (contract 6). */
export function sendRead(request: FastifyRequest, reply: FastifyReply, object: Answer): FastifyReply {
  const json = JSON.stringify(object);
  const tag = etagOf(json);
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (tagsOf(request.headers['if-none-match']).some((known) => known === tag || known === '*'))
    return reply.code(304).send();
  return reply.type(JSON_TYPE).send(`{"data":${json}}`);
}

/** An object just written, bare, with its tag. */
export function sendWritten(reply: FastifyReply, status: number, object: Answer): FastifyReply {
  const json = JSON.stringify(object);
  return reply.code(status).header('etag', etagOf(json)).type(JSON_TYPE).send(json);
}

/** Names in a body that mean nothing: at most 20 of them and 1 kB (contract 4). */
export function nameIgnored(reply: FastifyReply, ignored: readonly string[]): void {
  let header = '';
  for (const name of ignored.slice(0, MAX_IGNORED)) {
    const next = header ? `${header},${encodeName(name)}` : encodeName(name);
    if (next.length > MAX_IGNORED_LENGTH) break;
    header = next;
  }
  if (header) reply.header('x-ignored-fields', header);
}

const encodeName = (name: string): string => encodeURIComponent(name.toWellFormed());

/** A bare array, row by row: what is not read by the client is not read from the database either (contract 5). */
export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  batches: AsyncIterable<Answer[]>,
): Promise<FastifyReply> {
  const iterator = batches[Symbol.asyncIterator]();
  // The first rows are fetched before the status is sent, so that a failing statement is still told as an error.
  const first = await iterator.next();
  reply.type(JSON_TYPE).header('cache-control', 'private, no-cache');
  if (first.done) return reply.send('[]');
  if (request.method === 'HEAD') {
    await iterator.return?.();
    return reply.send('');
  }
  const body = Readable.from(text(first.value, iterator), { objectMode: false });
  // Not left to the generator: one that is broken off before its first row was read never runs at all.
  body.once('close', () => void iterator.return?.());
  return reply.send(body);
}

async function* text(first: Answer[], rest: AsyncIterator<Answer[]>): AsyncIterable<string> {
  let finished = false;
  try {
    yield JSON.stringify(first).slice(0, -1);
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      yield `,${JSON.stringify(next.value).slice(1, -1)}`;
    }
    finished = true;
    yield ']';
  } finally {
    if (!finished) await rest.return?.();
  }
}

/** The entity tags of `If-Match` or `If-None-Match`, those of compressed answers as those of plain ones; weak ones never match. */
export const tagsOf = (header: string | undefined): string[] =>
  (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/-(gzip|deflate|br)"$/, '"'))
    .filter((tag) => tag && !tag.startsWith('W/'));
