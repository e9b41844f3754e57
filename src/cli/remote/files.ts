/** `import` and `export`: objects of a type as files. */
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError, type MassAnswer, type Name, type Resource } from 'meridian-client';
import { unreadable, UsageError } from '../errors.js';
import type { Row } from '../output.js';
import { note, progressBar } from '../terminal.js';
import type { ResourceType } from './server-schema.js';
import { openSession, signal, type CommonOptions, type Session } from './session.js';

interface ExportOptions extends CommonOptions {
  type: string;
  file: string;
  sep?: string | undefined;
}

interface ImportOptions extends ExportOptions {
  dryRun?: boolean | undefined;
  match?: 'name' | undefined;
}

type Format = 'xlsx' | 'csv' | 'json' | 'jsonl';

function formatOf(file: string): Format {
  const format = extname(file).slice(1).toLowerCase();
  if (format === 'ndjson') return 'jsonl';
  if (format === 'xlsx' || format === 'csv' || format === 'json' || format === 'jsonl') return format;
  throw new UsageError(`${file}: the file must end in .xlsx, .csv, .json or .jsonl.`);
}

/** Writes all objects of a type into a file: whole, or not at all. */
export async function exportFile(options: ExportOptions): Promise<void> {
  const session = await openSession(options);
  const type = await session.type(options.type);
  const format = formatOf(options.file);
  if (format === 'json' || format === 'jsonl') await exportJson(session, type, options.file, format);
  else {
    const call = { format, signal, ...(options.sep !== undefined && { sep: options.sep }) };
    const download = await session.client.resource(type.path).export(call);
    await writeWhole(options.file, download.stream as AsyncIterable<Uint8Array>);
  }
  note(`${type.title} are in ${options.file}.`);
}

/** Objects with all their links in one answer of the server. */
const PAGE_SIZE = 200;

async function exportJson(
  { client }: Session,
  type: ResourceType,
  file: string,
  format: 'json' | 'jsonl',
): Promise<void> {
  const links = Object.keys(type.fields).filter((name) => type.fields[name] === 'ids');
  const resource = client.resource(type.path);
  const progress = await progressBar(type.title, await resource.count({ signal }), 'objects');
  const options = { size: PAGE_SIZE, signal, include: links as never[] };
  const rows = resource.each(options) as AsyncIterable<unknown> as AsyncIterable<Row>;
  async function* lines(): AsyncGenerator<string> {
    let count = 0;
    for await (const row of rows) {
      const ids = Object.fromEntries(links.map((name) => [name, sortedIds(row[name])]));
      const before = format === 'jsonl' ? '' : count ? ',\n  ' : '[\n  ';
      yield before + JSON.stringify({ ...row, ...ids }) + (format === 'jsonl' ? '\n' : '');
      progress.at(++count);
    }
    if (format === 'json') yield count ? '\n]\n' : '[]\n';
  }
  try {
    await writeWhole(file, lines());
  } finally {
    progress.end();
  }
}

const sortedIds = (objects: unknown): number[] =>
  Array.isArray(objects) ? objects.map((each) => (each as { id: number }).id).sort((a, b) => a - b) : [];

/** Writes a file beside its place, and puts it there once it is complete. */
export async function writeWhole(
  file: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string>,
): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  try {
    await pipeline(chunks, createWriteStream(draft), { signal });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    signal.throwIfAborted();
    const { syscall, code, message, dest } = error as NodeJS.ErrnoException & { dest?: string };
    // Of the connection, which says so itself.
    if (syscall === undefined || !`${message} ${dest}`.includes(file)) throw error;
    throw new Error(`${file} cannot be written: ${code === 'ENOENT' ? 'its folder is not there' : message}.`);
  }
}

/** Does what the rows of a workbook or CSV ask for, or stores the objects of a JSON file. */
export async function importFile(options: ImportOptions): Promise<void> {
  const session = await openSession(options);
  const type = await session.type(options.type);
  const format = formatOf(options.file);
  if (options.match && format !== 'xlsx' && format !== 'csv')
    throw new UsageError('--match finds the objects of .xlsx and .csv files; objects of JSON files name their id.');
  const { size } = await stat(options.file).catch((error: Error) => {
    throw unreadable(options.file, error);
  });
  const resource = session.client.resource(type.path);
  const done =
    format === 'json' || format === 'jsonl'
      ? await importJson(resource, { ...options, format, size })
      : await importSheet(resource, options);
  for (const name of done.ignored) note(`The column '${name}' means nothing and was left out.`);
  const subject = options.dryRun ? 'It was only checked; an import would have' : 'The import has';
  note(`${subject} ${done.inserted} created, ${done.updated} changed, ${done.deleted} deleted: ${type.title}.`);
}

async function importSheet(resource: Resource<Name>, { file, dryRun, sep, match }: ImportOptions) {
  const { fileAt } = await import('meridian-client/node');
  // Whatever the server makes of a file, it takes as long as it takes.
  const call = {
    dryRun: dryRun ?? false,
    signal,
    timeout: 0,
    ...(sep !== undefined && { sep }),
    ...(match && { match }),
  };
  const done = await resource.import(await fileAt(file), call);
  for (const sentence of done.notes ?? []) note(sentence);
  return done;
}

/** Of a batch: far below what the server takes (10,000 objects, 20 MiB). */
const MAX_BATCH_OBJECTS = 1000;
const MAX_BATCH_CHARACTERS = 4 << 20;

interface JsonFile {
  file: string;
  format: 'json' | 'jsonl';
  /** In bytes. */
  size: number;
  dryRun?: boolean | undefined;
}

/** An object with its place in the file: the line of JSONL, the number in a list. */
interface FileObject {
  body: Record<string, unknown>;
  position: number;
}

/** Neighbours in the file, stored as a whole or not at all. */
interface Batch {
  objects: FileObject[];
  /** Objects that name their id are changed, others created. */
  changes: boolean;
}

/** Creates the objects without an id, and changes those with one. Throws at the first batch that is refused. */
async function importJson(resource: Resource<Name>, source: JsonFile) {
  let bytes = 0;
  const done = { inserted: 0, updated: 0, deleted: 0, ignored: [] as string[] };
  const objects =
    source.format === 'jsonl' ? readLines(source.file, (more) => (bytes += more)) : readElements(source.file);
  const progress = await progressBar('Import', source.size, 'bytes');
  try {
    for await (const batch of batchesOf(objects)) {
      await send(resource, batch, source, done);
      progress.at(bytes || source.size);
    }
  } finally {
    progress.end();
  }
  return done;
}

async function send(
  resource: Resource<Name>,
  { objects, changes }: Batch,
  { format, dryRun }: JsonFile,
  done: { inserted: number; updated: number; ignored: string[] },
): Promise<void> {
  const items = objects.map(({ body }) => body) as never[];
  const call = { signal, timeout: 0, dryRun: dryRun ?? false };
  try {
    const answer: MassAnswer = await (changes ? resource.massUpdate(items, call) : resource.massStore(items, call));
    const { count } = answer;
    const { noticesOf } = await import('meridian-client');
    const { ignored, warnings } = noticesOf(answer);
    done.ignored.push(...ignored.filter((name) => !done.ignored.includes(name)));
    for (const [field, sentence] of Object.entries(warnings)) {
      const [, at = '0', name = field] = /^items\.(\d+)\.(.*)$/.exec(field) ?? [];
      note(`${format === 'jsonl' ? 'Line' : 'Object'} ${objects[Number(at)]?.position ?? at}, ${name}: ${sentence}`);
    }
    if (changes) done.updated += count;
    else done.inserted += count;
  } catch (error) {
    if (done.inserted + done.updated && !dryRun) {
      note(`${done.inserted} objects were created and ${done.updated} changed before this; they stay.`);
    }
    throw error instanceof ApiError ? withPlaces(error, objects, format) : error;
  }
}

/** The same refusal, with places in the file instead of places in the batch. */
function withPlaces(error: ApiError, objects: readonly FileObject[], format: JsonFile['format']): ApiError {
  const unit = format === 'jsonl' ? 'line' : 'object';
  const errors = Object.entries(error.errors).map(([key, sentences]) => {
    const [, at, field] = /^items\.(\d+)(?:\.(.+))?$/.exec(key) ?? [];
    if (at === undefined) return [key, sentences];
    return [[`${unit} ${objects[Number(at)]!.position}`, field].filter(Boolean).join(', '), sentences];
  });
  const problem = { ...error.problem, errors: Object.fromEntries(errors) as Record<string, string[]> };
  return new ApiError(error.status, problem, error.method, error.url, error.retryAfter, error.requestId);
}

/** Neighbours of one kind together, in the order of the file. */
async function* batchesOf(objects: AsyncIterable<FileObject>): AsyncGenerator<Batch> {
  let batch: Batch = { objects: [], changes: false };
  let characters = 0;
  for await (const object of objects) {
    const changes = object.body['id'] !== undefined && object.body['id'] !== null;
    const length = JSON.stringify(object.body).length;
    const isFull = batch.objects.length >= MAX_BATCH_OBJECTS || characters + length > MAX_BATCH_CHARACTERS;
    if (batch.objects.length && (isFull || changes !== batch.changes)) {
      yield batch;
      [batch, characters] = [{ objects: [], changes }, 0];
    }
    batch.changes = changes;
    batch.objects.push(object);
    characters += length;
  }
  if (batch.objects.length) yield batch;
}

async function* readLines(file: string, count: (bytes: number) => void): AsyncGenerator<FileObject> {
  const lines = createInterface({ input: Readable.from(countedBytes(file, count)), crlfDelay: Infinity });
  let position = 0;
  for await (const line of lines) {
    position++;
    if (line.trim()) yield { position, body: parseObject(line.replace(/^\uFEFF/, ''), `${file}, line ${position}`) };
  }
}

/** A list is read as a whole: of large files JSONL takes less memory. */
async function* readElements(file: string): AsyncGenerator<FileObject> {
  const value = parseJson((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''), file);
  const elements = Array.isArray(value) ? value : [value];
  yield* elements.map((element: unknown, i) => ({
    position: i + 1,
    body: requireObject(element, `${file}, object ${i + 1}`),
  }));
}

const parseObject = (text: string, position: string): FileObject['body'] =>
  requireObject(parseJson(text, position), position);

function requireObject(value: unknown, position: string): FileObject['body'] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as FileObject['body'];
  throw new Error(`${position}: this is not an object.`);
}

function parseJson(text: string, position: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${position}: this is not JSON: ${(error as Error).message}.`);
  }
}

async function* countedBytes(file: string, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    count(chunk.length);
    yield chunk;
  }
}
