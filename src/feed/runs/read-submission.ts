/** What is fed, as a request brings it: a document in one piece or in lines, or a file of a tool (feeding 1 and 7). */
import { basename } from 'node:path';
import { isUtf8 } from 'node:buffer';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { bodyChunks } from '../../core/http/body-stream.js';
import { tooLarge } from '../../core/http/body-limits.js';
import { ApiError, brokenForm, fieldError } from '../../core/http/errors.js';
import { parts } from '../../core/http/multipart.js';
import { Message } from '../../core/i18n/messages.js';
import type { Requester } from '../../database/long-read.js';
import { Semaphore } from '../../database/semaphore.js';
import { CONNECTORS, LeftOut, readFile, type InTurn } from '../connectors/index.js';
import { mappingText } from '../connectors/mapping.js';
import { counted, unfolded } from '../document/bytes.js';
import { readEnvelope, readOptions, withDefaults, type DefaultsOf } from '../document/envelope.js';
import { ItemTexts, readJson, readMade, readNdjson } from '../document/reader.js';
import type { SentItem } from '../document/model.js';
import type { SourcesState } from '../sources/sources.service.js';
import type { Submission } from './documents.js';
import type { Idle } from './feeding.service.js';

/** How much is taken, in bytes and items. */
export interface Limits {
  /** Of a document in one piece. */
  readonly maxBodySize: number;
  /** Of one in lines, unfolded. */
  readonly maxFeedSize: number;
  /** Of a file. */
  readonly maxFileSize: number;
  readonly feedMaxItems: number;
}

type Bytes = AsyncIterable<Buffer>;

/** Characters of a mapping. */
const MAX_MAPPING = 100_000;
/** Bytes of a character, at most. */
const WIDEST = 4;

/** Texts of YAML that are read at a time: a core is left to everything else. Of one user so many more may wait. */
const THREADS = Math.max(1, availableParallelism() - 1);
const MAX_WAITING = 20;
/** Seconds after which a refused one may be sent again. */
const RETRY = 10;
const yamlTurns = new Semaphore(THREADS, Math.ceil(THREADS / 2), MAX_WAITING, () => {
  return new ApiError(503, 'feedYamlBusy', { seconds: RETRY }, { 'retry-after': String(RETRY) });
});

/** Reads YAML, users in turns. Throws 503 where too many texts of the user wait. */
async function inYamlTurn<T>(requester: Requester, work: (signal?: AbortSignal) => Promise<T>): Promise<T> {
  const leave = await yamlTurns.enter(requester);
  return work(requester.signal).finally(leave);
}

/** A clock may be ahead by so many milliseconds; a day is what time zones that are mistaken come to. */
const AHEAD = 86_400_000;

const isAhead = (moment: string | undefined): boolean =>
  moment !== undefined && Date.parse(moment) > Date.now() + AHEAD;

/**
 * Reads the body of a request. Throws 400, 403, 408, 413, 415 and 422; what is wrong with items shows when they are read. Nothing
 * was observed in days to come: all that is fed until then would be older. `requester`: who waits for it; `idle`: waits for what
 * the client sends.
 */
export async function readSubmission(
  request: FastifyRequest,
  limits: Limits,
  sources: SourcesState,
  requester: Requester,
  idle: Idle,
): Promise<Submission> {
  const submission = await readBody(request, limits, sources, requester, idle);
  if (isAhead(submission.envelope.observed_at)) throw fieldError('observed_at', 'future');
  return { ...submission, items: inTime(submission.items) };
}

/** Of an item whose clock is ahead the time of the document counts. */
async function* inTime(items: AsyncIterable<SentItem>): AsyncGenerator<SentItem> {
  for await (const sent of items) {
    if (isAhead(sent.item.observed_at)) delete sent.item.observed_at;
    yield sent;
  }
}

/** What an address says of a document, and of a file, whose options stand beside it. */
const PARAMETERS = ['as', 'dry_run'];

/** What is misspelt must not pass for what was meant. Throws 400. */
function requireKnown(query: Readonly<Record<string, unknown>>): void {
  const ofFile = query['as'] === undefined ? [] : [...FIELDS].filter((name) => name !== 'map');
  const known = [...PARAMETERS, ...ofFile];
  const allowed = [...known, ...(ofFile.length ? ['opt[…]'] : [])].join(', ');
  for (const name of Object.keys(query)) {
    if (known.includes(name) || (ofFile.length && /^opt(\[|$)/.test(name))) continue;
    throw new ApiError(400, 'unknownParameter', { name: name.slice(0, 100), allowed });
  }
}

async function readBody(
  request: FastifyRequest,
  limits: Limits,
  { byName }: SourcesState,
  requester: Requester,
  idle: Idle,
): Promise<Submission> {
  requireKnown(request.query as Record<string, unknown>);
  const { as } = request.query as Record<string, unknown>;
  if (as !== undefined) return readTool(request, limits, byName, requester, idle);
  const defaultsOf: DefaultsOf = (source) => byName.get(source)?.settings.options;
  const type = mediaType(request);
  const asked = { maxItems: limits.feedMaxItems };
  if (type === 'application/x-ndjson' || type === 'application/jsonl') {
    const bytes = awaited(plain(request, limits.maxFeedSize), idle);
    const leftOut = new LeftOut();
    const onLeftOut = (said: unknown): void => leftOut.take(said);
    const document = await readNdjson(bytes, { ...asked, maxBytes: limits.maxFeedSize, onLeftOut }, defaultsOf);
    return { ...document, leftOut };
  }
  if (type !== 'application/json' && !type.endsWith('+json'))
    throw new ApiError(415, 'feedMediaType', { type: type || 'none' });
  const bytes = await gathered(awaited(plain(request, limits.maxBodySize), idle), limits.maxBodySize);
  return readJson(bytes, { ...asked, maxBytes: limits.maxBodySize }, defaultsOf);
}

/** A file of a tool, and what the query says of it. */
async function readTool(
  request: FastifyRequest,
  { maxFileSize, maxFeedSize, feedMaxItems }: Limits,
  sources: SourcesState['byName'],
  requester: Requester,
  idle: Idle,
): Promise<Submission> {
  const inTurn: InTurn = (work) => inYamlTurn(requester, work);
  const asFile = await idle(fileOf(request, maxFileSize));
  const file = awaited(asFile.bytes, idle);
  const query = together(request.query as Record<string, unknown>, asFile.fields);
  const name = query['as'];
  const connector = typeof name === 'string' ? CONNECTORS.get(name) : undefined;
  if (!connector) throw fieldError('as', 'oneOf', { allowed: [...CONNECTORS.keys()].join(', ') });
  const said: Record<string, unknown> = { feed: 1, source: query['source'] ?? connector.source };
  for (const key of ['mode', 'scope']) if (query[key] !== undefined) said[key] = query[key];
  const options = query['options'] === undefined ? undefined : parsed(query['options']);
  if (options !== undefined) said['options'] = options;
  const asked = readEnvelope(said);
  const settings = sources.get(asked.source)?.settings;
  const map = asFile.fields.get('map');
  const given = { ...optOf(query), ...(map !== undefined && { map }) };
  const opt = new Map(Object.entries({ ...settings?.opt, ...given }));
  const mapping = given.map === undefined ? settings?.map : await mappingIn(given.map, inTurn);
  const leftOut = new LeftOut();
  const texts = new ItemTexts(maxFeedSize);
  const { envelope, items } = await readFile(connector, file, {
    ...{ opt, leftOut, texts, inTurn },
    ...(mapping !== undefined && { mapping }),
    ...(asFile.name !== undefined && { file: asFile.name }),
  });
  return {
    envelope: {
      ...envelope,
      source: asked.source,
      mode: said['mode'] === undefined ? envelope.mode : asked.mode,
      scope: said['scope'] === undefined ? envelope.scope : asked.scope,
      options: withDefaults(readOptions(options ?? {}), options, { ...envelope.options, ...settings?.options }),
    },
    items: readMade(items, texts, feedMaxItems),
    leftOut,
  };
}

/** A mapping as it was sent; undefined for the name of one that comes along. Throws 422 for what is neither JSON nor YAML. */
async function mappingIn(text: string, inTurn: InTurn): Promise<unknown> {
  if (!/[\n{]/.test(text)) return undefined;
  if (text.length > MAX_MAPPING) throw fieldError('map', 'maxText', { max: MAX_MAPPING });
  return mappingText(text, inTurn);
}

/** What a form may say beside its file; all but the mapping may stand in the query as well. */
const FIELDS: ReadonlySet<string> = new Set(['map', 'mode', 'scope', 'options', 'source']);

/** The query with what a form says in place of it. Throws 422 where they say two things. */
function together(query: Record<string, unknown>, fields: ReadonlyMap<string, string>): Record<string, unknown> {
  const all = { ...query };
  for (const [name, value] of fields) {
    if (name === 'map') continue;
    if (all[name] !== undefined && all[name] !== value) throw fieldError(name, 'feedSaidElsewhere', { field: name });
    all[name] = value;
  }
  return all;
}

/** How files are called that are not called as a host: programs that send them call them so. */
const IS_OF_FILE = /^(?:blob|file)?$|\.(?:json|ya?ml|txt|xml|csv|xlsx|ldif|out|log|gz)$/i;

/** The part `file` of a form with its other fields, those that are empty left out; or the body itself. */
async function fileOf(
  request: FastifyRequest,
  max: number,
): Promise<{ bytes: Bytes; fields: Map<string, string>; name?: string }> {
  const fields = new Map<string, string>();
  if (!/^multipart\/form-data$/.test(mediaType(request))) return { bytes: counted(plain(request, max), max), fields };
  let file: readonly Buffer[] | undefined;
  let name = '';
  for await (const part of parts(request, true)) {
    if (part.type === 'field') {
      if (!FIELDS.has(part.name)) throw fieldError(part.name, 'unknownField');
      if (part.value.trim()) fields.set(part.name, part.value);
      continue;
    }
    if (part.fieldname === 'file' && !file) {
      // Some tools keep a file for each host, and its name is the host's, without an ending of files.
      name = IS_OF_FILE.test(part.filename) ? '' : basename(part.filename);
      file = await piecesOf(part.file, max, () => tooLarge(max));
      if (part.file.truncated) throw tooLarge(max);
    } else if (part.fieldname === 'map') {
      // The mapping may be a file as well.
      const tooLong = (): ApiError => fieldError('map', 'maxText', { max: MAX_MAPPING });
      const map = Buffer.concat(await piecesOf(part.file, MAX_MAPPING * WIDEST, tooLong));
      if (!isUtf8(map))
        throw new ApiError(422, 'feedMapText', { reason: new Message('wrongEncoding', { encoding: 'UTF-8' }) });
      fields.set('map', map.toString('utf8'));
    } else part.file.resume();
  }
  if (!file) throw fieldError('file', 'required');
  const pieces = file;
  async function* bytes(): Bytes {
    yield* pieces;
  }
  return { bytes: bytes(), fields, ...(name && { name }) };
}

/** The bytes of a part of a form. Throws `tooMany` beyond so many of them, and 400 where the form breaks off within it. */
async function piecesOf(part: Readable, max: number, tooMany: () => ApiError): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of part as AsyncIterable<Buffer>) {
      if ((size += chunk.length) > max) throw tooMany();
      pieces.push(chunk);
    }
  } catch (error) {
    throw brokenForm(error as Error);
  }
  return pieces;
}

/** The bytes of the body, unfolded where they are packed. Throws 415 for another encoding. */
function plain(request: FastifyRequest, max: number): Bytes {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === 'gzip' || encoding === 'x-gzip') return unfolded(counted(bodyChunks(request), max), max);
  if (encoding && encoding !== 'identity') throw new ApiError(415, 'packedBody', { encoding });
  return bodyChunks(request);
}

/** The same bytes, waited for as the place of their user has it. */
async function* awaited(bytes: Bytes, idle: Idle): AsyncGenerator<Buffer> {
  const iterator = bytes[Symbol.asyncIterator]();
  try {
    for (let next = await idle(iterator.next()); !next.done; next = await idle(iterator.next())) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

async function gathered(bytes: Bytes, max: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > max) throw tooLarge(max);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const mediaType = ({ headers }: FastifyRequest): string =>
  (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw fieldError('options', 'json');
  }
}

/** `opt[x]=…` of a query. */
function optOf(query: Record<string, unknown>): Record<string, string> {
  const opt: Record<string, string> = {};
  const take = (name: string, value: unknown): void => {
    if (typeof value !== 'string') throw fieldError(`opt[${name}]`, 'string');
    opt[name] = value;
  };
  const given = query['opt'];
  if (typeof given === 'object' && given !== null) for (const [name, value] of Object.entries(given)) take(name, value);
  else if (given !== undefined) throw fieldError('opt', 'object');
  for (const [key, value] of Object.entries(query)) {
    const name = /^opt\[(.+)\]$/.exec(key)?.[1];
    if (name) take(name, value);
  }
  return opt;
}
