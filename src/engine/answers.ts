/** Sends the responses of resources: objects with their tags, lists as streams, headers of both. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpResponse } from '../core/http/caller.js';
import { varying } from '../core/http/vary.js';
import { csvAsked, headingLine, linesOf } from './list/csv-list.js';
import type { Listed } from './list/list.js';
import { etagOf, type Answer } from './plan/plan.js';
import type { Written } from './write/write.js';

const JSON_TYPE = 'application/json; charset=utf-8';
const CSV_TYPE = 'text/csv; charset=utf-8';
const SMALL = 65_536;
const MAX_IGNORED = 20;
const MAX_IGNORED_LENGTH = 1000;

/** A single read: `{"data":{…}}` with its tag, or 304 where the client has it already (contract 6). */
export function sendRead(request: FastifyRequest, reply: FastifyReply, object: Answer): FastifyReply {
  const json = JSON.stringify(object);
  const tag = etagOf(json);
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (isKnown(request, tag)) return reply.code(304).send();
  return reply.type(JSON_TYPE).send(`{"data":${json}}`);
}

/** A part of an object, or one with related objects in it: without a tag (contract 6). */
export const sendPart = (
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<Buffer>,
): Promise<FastifyReply> => sendPieces(request, reply, {}, ['{"data":', pieces, '}']);

/** The answer of a write: JSON, and the names in its body that mean nothing. Without `body` it is empty. */
export function jsonAnswer(status: number, body?: unknown, ignored: readonly string[] = []): HttpResponse {
  const headers = { ...(body !== undefined && { 'content-type': JSON_TYPE }), ...ignoredHeader(ignored) };
  return { status, headers, body: body === undefined ? '' : JSON.stringify(body) };
}

/** The answer with an object just written, bare, with its tag. */
export function objectAnswer(status: number, { answers, ignored }: Written, location?: string): HttpResponse {
  const { headers, ...answer } = jsonAnswer(status, answers[0]!, ignored);
  return { ...answer, headers: { ...headers, etag: etagOf(answer.body), ...(location && { location }) } };
}

/** Sends an answer that is ready. */
export const sendResponse = (reply: FastifyReply, { status, headers, body }: HttpResponse): FastifyReply =>
  reply
    .code(status)
    .headers(headers)
    .send(body || undefined);

/** Names in a body that mean nothing: at most 20 of them and 1 kB (contract 4). */
function ignoredHeader(ignored: readonly string[]): Record<string, string> {
  let header = '';
  for (const name of ignored.slice(0, MAX_IGNORED)) {
    const next = header ? `${header},${encodeName(name)}` : encodeName(name);
    if (next.length > MAX_IGNORED_LENGTH) break;
    header = next;
  }
  return header ? { 'x-ignored-fields': header } : {};
}

const encodeName = (name: string): string => encodeURIComponent(name.toWellFormed());

/**
 * A bare array of objects that are text already, or CSV where that is asked for and the list was read in whole pieces: what the
 * client does not read is not read from the database either (contract 5, 15).
 */
export function sendList(request: FastifyRequest, reply: FastifyReply, listed: Listed): Promise<FastifyReply> {
  const file = csvAsked(request);
  const { pieces, columns } = listed;
  const headers = { ...listed.headers, vary: varying(reply, 'Accept') };
  if (!file) return sendPieces(request, reply, headers, ['[', pieces, ']']);
  return sendPieces(request, reply, headers, [headingLine(columns, file), linesOf(listed, file), ''], CSV_TYPE);
}

type Text = readonly [begin: string, pieces: AsyncIterable<Buffer>, end: string];

async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string>,
  [begin, pieces, end]: Text,
  type = JSON_TYPE,
): Promise<FastifyReply> {
  const iterator = pieces[Symbol.asyncIterator]();
  // The first piece is made before the status is sent, so that a failing statement is still answered as an error.
  const first = await iterator.next();
  reply.type(type).header('cache-control', 'private, no-cache').headers(headers);
  if (first.done) return reply.send(begin + end);
  const more = first.value.length < SMALL ? await iterator.next() : undefined;
  // What is small is sent at once: a stream would cost more than its rows.
  if (more?.done) return reply.send(Buffer.concat([Buffer.from(begin), first.value, Buffer.from(end)]));
  if (request.method === 'HEAD') {
    await iterator.return?.();
    return reply.send('');
  }
  const known = [Buffer.concat([Buffer.from(begin), first.value]), ...(more ? [more.value] : [])];
  const body = Readable.from(text(known, iterator, Buffer.from(end)), { objectMode: false });
  // Not left to the generator: one that is broken off before its first row was read never runs at all.
  body.once('close', () => void iterator.return?.());
  return reply.send(body);
}

async function* text(known: Buffer[], rest: AsyncIterator<Buffer>, end: Buffer): AsyncIterable<Buffer> {
  let finished = false;
  try {
    yield* known;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    finished = true;
    yield end;
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

/** Returns true if an entity tag is among those of a header; `*` is any. */
export const hasTag = (tags: readonly string[], tag: string): boolean => tags.includes(tag) || tags.includes('*');

/** Returns true if the client has what carries this tag already: 304. */
export const isKnown = ({ headers }: FastifyRequest, tag: string): boolean =>
  hasTag(tagsOf(headers['if-none-match']), tag);

/** The tags of `If-Match`; undefined where it was not sent. A header without a strong tag is matched by nothing (RFC 9110). */
export const expectedTags = ({ headers }: FastifyRequest): string[] | undefined =>
  headers['if-match'] === undefined ? undefined : tagsOf(headers['if-match']);
