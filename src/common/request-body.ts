/** Reads the body of a request when it is asked for: after token and rights, so that strangers cannot make us read. */
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import qs from 'qs';
import { ApiError } from './errors.js';

const FORM = { depth: 8, arrayLimit: 10_000, parameterLimit: 200_000, allowPrototypes: false } as const;
const bodies = new WeakMap<FastifyRequest, Promise<unknown>>();

/**
 * The parsed body: JSON, form-urlencoded, or the text parts of multipart (contract 4); `{}` if there is none.
 * Throws 400, 413 or 415. Reading it twice gives the same value.
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

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function parse(request: FastifyRequest): Promise<unknown> {
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (type === 'multipart/form-data') return fieldsOf(request);
  const text = await readText(request);
  if (!text) return {};
  if (type === 'application/x-www-form-urlencoded') return parseForm(text);
  if (type === 'application/json' || type.endsWith('+json') || (type === '' && /^\s*[{[]/.test(text)))
    return parseJson(text);
  throw new ApiError(415, 'mediaType', { type: type || 'none' });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError(400, 'brokenJson', { reason: (error as Error).message });
  }
}

/** Parses `a[b][]=1`, in forms and in query strings. */
export function parseForm(text: string): Record<string, unknown> {
  return qs.parse(text, { ...FORM, duplicates: 'last' }) as Record<string, unknown>;
}

async function readText(request: FastifyRequest): Promise<string> {
  const limit = request.routeOptions.bodyLimit ?? 20 << 20;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

const tooLarge = (max: number): ApiError => new ApiError(413, 'bodySize', { max }, { connection: 'close' });

/** The text parts of a multipart body; files are refused here, routes that take them read the parts themselves. */
async function fieldsOf(request: FastifyRequest): Promise<unknown> {
  const pairs: string[] = [];
  for await (const part of parts(request)) {
    if (part.type === 'file') part.file.resume();
    else pairs.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(String(part.value))}`);
  }
  return parseForm(pairs.join('&'));
}

/** The parts of a multipart body, one after the other. Throws 400 where it is broken, 413 where it is too large. */
export async function* parts(request: FastifyRequest): AsyncIterable<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    const { statusCode, message } = error as { statusCode?: number; message: string };
    if (statusCode === 413) throw tooLarge(request.routeOptions.bodyLimit ?? 0);
    throw new ApiError(400, 'brokenForm', { reason: message });
  }
}
