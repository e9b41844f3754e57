/** Sends the bytes of a document: whole, or the part that a client asks for, never to be shown in place (contract 8). */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../core/http/errors.js';
import { API_POLICY } from '../core/http/secure-headers.js';
import { isKnown } from '../engine/index.js';
import type { Content } from './documents.service.js';
import { attachment } from './file-name.js';
import { sentType } from './media-type.js';

interface Range {
  start: number;
  end: number;
}

/** Answers with 200, 206 or 304. Throws 416 for a range that lies outside. */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { row, stored }: Content,
): Promise<FastifyReply> {
  const size = row['size'] as number;
  const tag = `"${row['hash'] as string}"`;
  const range = rangeOf(request, size, tag);
  if (range === 'outside') {
    await stored.close();
    throw new ApiError(416, 'range', { range: request.headers.range ?? '' }, { 'content-range': `bytes */${size}` });
  }
  describe(request, reply, row, tag);
  const unchanged = isKnown(request, tag);
  if (unchanged || request.method === 'HEAD') await stored.close();
  if (unchanged) return reply.code(304).send();
  reply.header('content-length', range ? range.end - range.start + 1 : size);
  // An empty stream: without one the length would be set to that of the empty body.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  if (!range) return reply.send(stored.read());
  return reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`).send(stored.read(range));
}

function describe(request: FastifyRequest, reply: FastifyReply, row: Row, tag: string): void {
  // Length, ranges and tag are those of the bytes as stored.
  request.headers['x-no-compression'] = '1';
  reply.headers({
    'content-type': sentType(row['mimetype'] as string),
    'content-disposition': attachment(row['filename'] as string),
    'content-security-policy': `${API_POLICY}; sandbox`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag: tag,
  });
}

type Row = Content['row'];

/** The part that is asked for; undefined for all of it. Several parts at once, and what is no range, mean all of it too. */
function rangeOf({ method, headers }: FastifyRequest, size: number, tag: string): Range | 'outside' | undefined {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.replace(/\s/g, '') ?? '');
  if (method !== 'GET' || !asked || (!asked[1] && !asked[2])) return undefined;
  // Parts of another version would not fit together.
  if (headers['if-range'] !== undefined && headers['if-range'] !== tag) return undefined;
  const [first, last] = [asked[1]!, asked[2]!];
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (first && last && Number(last) < Number(first)) return undefined;
  return start >= size || (!first && Number(last) === 0) ? 'outside' : { start, end };
}
