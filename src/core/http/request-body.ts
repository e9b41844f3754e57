/** Reads the body of a request when it is asked for: after token and rights, so that unauthenticated clients cannot make the server read. */
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.js';
import { parseForm, treeOf } from './form.js';
import { parseJson } from './json-text.js';
import { parts } from './multipart.js';
import { limitOf, requirePlain, tooLarge } from './body-limits.js';

const bodies = new WeakMap<FastifyRequest, Promise<unknown>>();

/**
 * The parsed body: JSON, form-urlencoded, or the text parts of multipart (contract 4); `{}` if there is none. One that was
 * not there yet makes the caller be asked for again (contract 14). Throws 400, 401, 403, 408, 413, 415 or 429. Reading it
 * twice gives the same value.
 */
export function readBody(request: FastifyRequest): Promise<unknown> {
  let body = bodies.get(request);
  if (!body) bodies.set(request, (body = parse(request)));
  return body;
}

/** As `readBody`, for routes whose body must be an object; a body of the form `{"data":{…}}` is spread. */
export async function readObject(request: FastifyRequest): Promise<Record<string, unknown>> {
  const body = await readBody(request);
  if (!isObject(body)) throw new ApiError(422, 'object', { field: 'body' });
  const keys = Object.keys(body);
  return keys.length === 1 && keys[0] === 'data' && isObject(body['data']) ? body['data'] : body;
}

/** The text of a plain value; of a list, an object or nothing at all an empty one. */
export const scalarToString = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/** Gives a body whose media type is none the type of bytes, so that it is refused where it is read; an empty one is not there. */
export function makeReadable(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'];
  if (type === undefined || MEDIA_TYPE.test(type)) return;
  if (type.trim()) headers['content-type'] = 'application/octet-stream';
  else delete headers['content-type'];
}

async function parse(request: FastifyRequest): Promise<unknown> {
  requirePlain(request);
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (type === 'multipart/form-data') return fieldsOf(request);
  const bytes = await readBytes(request);
  if (!bytes.length) return {};
  const isForm = type === 'application/x-www-form-urlencoded';
  if (!isForm && !isJson(type, bytes)) throw new ApiError(415, 'mediaType', { type: type || 'none' });
  if (!isUtf8(bytes)) throw new ApiError(400, 'notUtf8Body');
  return isForm ? parseForm(bytes.toString('utf8')) : parseJson(bytes);
}

/** Returns true if a body is JSON, by its type; without one, by what it begins with. */
const isJson = (type: string, bytes: Buffer): boolean =>
  type === 'application/json' ||
  type.endsWith('+json') ||
  (type === '' && /^\uFEFF?\s*[{[]/.test(bytes.toString('utf8', 0, 1000)));

async function readBytes(request: FastifyRequest): Promise<Buffer> {
  const limit = limitOf(request);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const { bytes, wasHeld } = await bytesOf(request, limit);
  if (wasHeld) await request.recheck?.();
  return bytes;
}

/** The bytes of a body; those beyond the limit are not kept. By its events, which cost less than its iterator. */
function bytesOf(request: FastifyRequest, limit: number): Promise<{ bytes: Buffer; wasHeld: boolean }> {
  const { raw, server } = request;
  const { openBodies } = server;
  return new Promise((resolve, reject) => {
    const broken = (): void => fail(Object.assign(new Error('The client went away.'), { code: 'ECONNRESET' }));
    let waiting: ReturnType<typeof openBodies.begin> | undefined;
    let size = 0;
    const chunks: Buffer[] = [];
    const stop = (): void => {
      clearImmediate(later);
      if (waiting) openBodies.end(waiting);
    };
    const fail = (error: Error): void => {
      stop();
      chunks.length = 0;
      size = Infinity;
      reject(error);
    };
    // In the usual case the body comes with the head, and is there within this turn: nobody can have held it back.
    const later = setImmediate(() => {
      try {
        waiting = openBodies.begin(request, fail);
        openBodies.keep(waiting, size);
      } catch (error) {
        fail(error as Error);
      }
    });
    if (raw.destroyed && !raw.readableEnded) return broken();
    if (raw.readableEnded) {
      stop();
      return resolve({ bytes: Buffer.alloc(0), wasHeld: false });
    }
    raw.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return fail(tooLarge(limit));
      chunks.push(chunk);
      if (waiting) openBodies.keep(waiting, chunk.length);
    });
    raw.once('end', () => {
      stop();
      resolve({ bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), wasHeld: waiting !== undefined });
    });
    raw.once('error', fail);
    raw.once('close', () => raw.readableEnded || broken());
  });
}

/** The fields of a multipart body. */
async function fieldsOf(request: FastifyRequest): Promise<unknown> {
  const fields: Array<[string, string]> = [];
  for await (const part of parts(request, false)) if (part.type === 'field') fields.push([part.name, part.value]);
  return treeOf(fields);
}
