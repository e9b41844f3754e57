/** A fingerprint of the body of a request, so that a key cannot stand for two different ones (contract 11). */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../core/http/errors.js';
import { readBody } from '../../core/http/request-body.js';

const TYPE = /^\s*multipart\/form-data\b/i;
const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i;

/** Hashes a multipart body as it comes in. The boundary between its parts is left out: clients make up a new one each time. */
class MultipartHash {
  private readonly hash = createHash('sha256');
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly boundary: Buffer) {}

  update(chunk: Buffer): void {
    const data = Buffer.concat([this.rest, chunk]);
    let from = 0;
    for (let at = data.indexOf(this.boundary); at >= 0; at = data.indexOf(this.boundary, from)) {
      this.hash.update(data.subarray(from, at)).update('\0');
      from = at + this.boundary.length;
    }
    // A boundary may be cut in two by the end of a chunk.
    const keep = Math.max(from, data.length - this.boundary.length + 1);
    this.hash.update(data.subarray(from, keep));
    this.rest = data.subarray(keep);
  }

  digest(): string {
    return this.hash.update(this.rest).digest('hex');
  }
}

/** Returns true if the body is multipart and still on the wire: files are hashed while a route reads them. */
export const isOnTheWire = (request: FastifyRequest): boolean =>
  TYPE.test(request.headers['content-type'] ?? '') && !request.raw.readableDidRead;

/** The hash of a body that is read as a whole. Throws what `readBody` throws. */
export async function hashOfRead(request: FastifyRequest): Promise<string> {
  const parts = [request.url.replace(/^[^?]*/, ''), JSON.stringify(await readBody(request))];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/**
 * Follows what a route reads of a multipart body. The returned function gives the hash once all was read;
 * undefined if the body broke off.
 */
export function followed(request: FastifyRequest): () => Promise<string | undefined> {
  const { raw } = request;
  const hash = begun(request);
  const listen = (event: string | symbol): void => {
    // What is read piece by piece (`readable`) is told as data too.
    if (event !== 'data' && event !== 'readable') return;
    // Not before somebody reads: a listener for data makes the body flow, and its begin would be lost to the route.
    raw.off('newListener', listen);
    raw.on('data', (chunk: Buffer) => hash.update(chunk));
  };
  raw.on('newListener', listen);
  return async () => {
    if (!raw.readableEnded && !raw.destroyed) {
      request.server.openBodies.drain(request);
      await ended(raw);
    }
    return raw.readableEnded ? hash.digest() : undefined;
  };
}

const ended = (raw: FastifyRequest['raw']): Promise<unknown> =>
  new Promise((done) => raw.once('end', done).once('close', done).once('error', done));

/** Reads a multipart body to its end. Throws 413 once it is longer than `most` bytes. */
export async function hashOfRest(request: FastifyRequest, most: number): Promise<string> {
  const { raw, server } = request;
  const hash = begun(request);
  const body = server.openBodies.begin(request, (error) => raw.destroy(error));
  let size = 0;
  try {
    for await (const chunk of raw as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw new ApiError(413, 'bodySize', { max: most }, { connection: 'close' });
      hash.update(chunk);
    }
    return hash.digest();
  } finally {
    server.openBodies.end(body);
  }
}

function begun(request: FastifyRequest): MultipartHash {
  const match = BOUNDARY.exec(request.headers['content-type'] ?? '');
  const hash = new MultipartHash(Buffer.from(match?.[1] ?? match?.[2] ?? '\r\n'));
  hash.update(Buffer.from(request.url.replace(/^[^?]*/, '')));
  return hash;
}
