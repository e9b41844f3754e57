/** Reads the body of a request when it is asked for: after token and rights, so that strangers cannot make us read. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import qs from 'qs';
import { ApiError, brokenForm } from './errors.js';
import { Phrase } from './messages.js';

/** Plain objects inherit nothing, so that `constructor` is a name like any other, and is refused or told like any other. */
const FORM = { depth: 8, arrayLimit: 10_000, parameterLimit: 200_000, plainObjects: true } as const;
/** The one name that the library drops all the same; it is given another while the library is at work. */
const [DROPPED, KEPT] = ['__proto__', '\u{10fffe}proto'] as const;
/** Levels of JSON; forms have eight of them. */
const DEEPEST = 100;
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

/** The text of a plain value; of a list, an object or nothing at all an empty one. */
export const wordOf = (value: unknown): string =>
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
  const text = await readText(request);
  if (!text) return {};
  if (type === 'application/x-www-form-urlencoded') return parseForm(text);
  if (type === 'application/json' || type.endsWith('+json') || (type === '' && /^\s*[{[]/.test(text)))
    return parseJson(text);
  throw new ApiError(415, 'mediaType', { type: type || 'none' });
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ApiError(400, 'brokenJson', { reason: jsonReason(error as Error) });
  }
  if (isDeeper(value, DEEPEST)) throw new ApiError(400, 'deepJson', { max: DEEPEST });
  return value;
}

/** What the parser says of a text; in French the place alone, where it tells one. */
function jsonReason({ message }: Error): Phrase {
  const position = /at position (\d+)/.exec(message)?.[1];
  const place = position === undefined ? new Phrase('nowhere') : new Phrase('place', { position });
  return new Phrase('jsonByLibrary', { text: message, place });
}

/** Whether lists and objects stand in each other more than so many times: walking down them would use up the stack. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const one of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof one === 'object' && isDeeper(one, levels - 1)) return true;
  }
  return false;
}

/** Parses `a[b][]=1`, in forms and in query strings. No name is dropped: unknown ones are for others to judge. */
export function parseForm(text: string): Record<string, unknown> {
  let dropped = false;
  const decoder: Decoder = (part, decode, charset, type) => {
    const decoded = decode(part, decode, charset) as string;
    if (type !== 'key' || !decoded.includes(DROPPED)) return decoded;
    dropped = true;
    return decoded.replaceAll(DROPPED, KEPT);
  };
  const parsed = qs.parse(text, { ...FORM, duplicates: 'last', decoder }) as Record<string, unknown>;
  return dropped ? (named(parsed) as Record<string, unknown>) : parsed;
}

type Decoder = NonNullable<qs.IParseOptions['decoder']>;

/** What was parsed, under the names that were sent. */
function named(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(named);
  if (!isObject(value)) return value;
  const object = Object.create(null) as Record<string, unknown>;
  for (const [name, one] of Object.entries(value)) object[name.replaceAll(KEPT, DROPPED)] = named(one);
  return object;
}

async function readText(request: FastifyRequest): Promise<string> {
  const limit = request.routeOptions.bodyLimit ?? 20 << 20;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) throw tooLarge(limit);
  const bytes = await bytesOf(request.raw, limit);
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** The bytes of a body; those beyond the limit are not kept. By its events, which cost less than its iterator. */
function bytesOf(raw: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const broken = (): void => reject(Object.assign(new Error('The client went away.'), { code: 'ECONNRESET' }));
    if (raw.destroyed) return raw.readableEnded ? resolve(Buffer.alloc(0)) : broken();
    const chunks: Buffer[] = [];
    let size = 0;
    raw.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        chunks.length = 0;
        reject(tooLarge(limit));
      }
    });
    raw.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    raw.once('error', reject);
    raw.once('close', () => raw.readableEnded || broken());
  });
}

/** Bodies are not unpacked: little bytes could become many. Throws 415. */
function requirePlain({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding && encoding !== 'identity') throw new ApiError(415, 'packedBody', { encoding });
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
  requirePlain(request);
  try {
    yield* request.parts();
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    if (statusCode === 413) throw tooLarge(request.routeOptions.bodyLimit ?? 0);
    throw brokenForm(error as Error);
  }
}
