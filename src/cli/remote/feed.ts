/** `feed`: files of tools as a document that feeds the map. */
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readFile as readText, readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { ApiError, FileError, ValidationError } from '../../core/http/errors.js';
import { CONNECTORS, readFile, type Asked, type ReadFile } from '../../feed/connectors/index.js';
import type { Envelope, Item } from '../../feed/document/model.js';
import { readNdjson } from '../../feed/document/reader.js';
import { NotFound, UsageError } from '../errors.js';
import { print, safeText } from '../terminal.js';

interface FeedCall {
  connector: string;
  files: readonly string[] | undefined;
  source: string | undefined;
  scope: string | undefined;
  full: boolean | undefined;
  delta: boolean | undefined;
  opt: readonly string[] | undefined;
  print: boolean | undefined;
  output: 'jsonl' | 'json' | undefined;
}

/** As the server takes them unless it is set otherwise. */
const LIMITS = { maxBytes: 256 << 20, maxItems: 100_000 };
const MAX_LINES = 25;
const SOURCE = /^[A-Z0-9][A-Z0-9_.-]{0,31}$/;

/** Writes what files say as a document, whole or not at all, and calls nobody. */
export async function feed(call: FeedCall): Promise<void> {
  if (!call.print)
    throw new UsageError('A feed is not sent from here yet: --print writes the document, which calls nobody.');
  if (call.full && call.delta) throw new UsageError('A feed is --full or --delta, not both.');
  if (call.source !== undefined && !SOURCE.test(call.source))
    throw new UsageError(`--source takes capitals, digits and _ . -, 32 at most: not '${safeText(call.source)}'.`);
  try {
    const { envelope, items } = await documentOf(call);
    await printDocument(overridden(envelope, call), items, call.output ?? 'jsonl');
  } catch (error) {
    throw error instanceof ApiError ? new Error(linesOf(error).map(safeText).join('\n')) : error;
  }
}

/** What was said on the command line stands before what the file says. */
function overridden(envelope: Envelope, { source, scope, full, delta }: FeedCall): Envelope {
  const mode = full ? 'full' : delta ? 'delta' : envelope.mode;
  return { ...envelope, source: source ?? envelope.source, scope: scope ?? envelope.scope, mode };
}

interface Document {
  envelope: Envelope;
  items: Item[];
}

async function documentOf(call: FeedCall): Promise<Document> {
  const { connector, files = [] } = call;
  if (connector !== 'ndjson' && !CONNECTORS.has(connector)) return whole(await foreign(connector, files));
  if (!files.length) throw new UsageError('The argument <files> is missing; - is the input.');
  const asked = await askedOf(call);
  const all = (await Promise.all(files.map((file) => filesIn(file, connector)))).flat();
  let document: Document | undefined;
  for (const file of all) document = joinedTo(document, await whole(await openFile(connector, file, asked)), file);
  if (!document) throw new NotFound(`There are no files ending in .json in ${safeText(files.join(', '))}.`);
  return document;
}

/** Reads all items: what is wrong at the end of a file must be known before any of it is printed. */
async function whole({ envelope, items }: ReadFile): Promise<Document> {
  const list: Item[] = [];
  for await (const item of items) {
    if (list.push(item) > LIMITS.maxItems) throw new ApiError(413, 'feedMost', { max: LIMITS.maxItems });
  }
  return { envelope, items: list };
}

function joinedTo(before: Document | undefined, next: Document, file: string): Document {
  if (!before) return next;
  if (before.envelope.scope !== next.envelope.scope)
    throw new UsageError(`${safeText(file)} is of another scope than the file before it: feed them one by one.`);
  for (const item of next.items) before.items.push(item);
  if (before.items.length > LIMITS.maxItems) throw new ApiError(413, 'feedMost', { max: LIMITS.maxItems });
  const { options, mode } = next.envelope;
  const identify = { ...before.envelope.options.identify, ...options.identify };
  const envelope: Envelope = { ...before.envelope, mode, options: { ...options, identify } };
  return { envelope, items: before.items };
}

function openFile(name: string, file: string, asked: Asked): Promise<ReadFile> {
  const bytes = file === '-' ? process.stdin : createReadStream(file);
  if (name === 'ndjson') return readNdjson(bytes, LIMITS);
  const base = file === '-' ? {} : { file: basename(file, extname(file)) };
  return readFile(CONNECTORS.get(name)!, bytes, { ...base, ...asked });
}

/** The file itself; of a folder, which the agent of GLPI fills with a file for each device, all that it holds. */
async function filesIn(file: string, connector: string): Promise<string[]> {
  if (file === '-') return [file];
  const found = await stat(file).catch((error: Error) => {
    throw new NotFound(`${safeText(file)} cannot be read: ${safeText(error.message)}.`);
  });
  if (!found.isDirectory()) return [file];
  if (connector !== 'glpi') throw new UsageError(`${safeText(file)} is a folder: name its files.`);
  const names = (await readdir(file)).filter((name) => name.toLowerCase().endsWith('.json'));
  return names.sort().map((name) => join(file, name));
}

/** `--opt k=v`, with the mapping read where it is a file. */
async function askedOf({ opt = [] }: FeedCall): Promise<Asked> {
  const options = new Map(
    opt.map((pair): [string, string] => {
      const equals = pair.indexOf('=');
      if (equals <= 0) throw new UsageError(`--opt takes name=value, not '${safeText(pair)}'.`);
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
  const map = options.get('map');
  if (map === undefined || !/[./\\]/.test(map)) return { opt: options };
  const text = await readText(map, 'utf8').catch((error: Error) => {
    throw new NotFound(`${safeText(map)} cannot be read: ${safeText(error.message)}.`);
  });
  const { parse } = await import('yaml');
  try {
    return { opt: options, mapping: parse(text, { maxAliasCount: 100 }) as unknown };
  } catch (error) {
    throw new Error(`${safeText(map)} is neither JSON nor YAML: ${safeText((error as Error).message)}`);
  }
}

/** A connector of one's own: the program `meridian-feed-NAME` of the PATH, whose output is a document. */
async function foreign(name: string, args: readonly string[]): Promise<ReadFile> {
  if (!/^[A-Za-z0-9][\w-]*$/.test(name)) throw unknownConnector(name);
  const child = spawn(`meridian-feed-${name}`, args, { stdio: ['inherit', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? unknownConnector(name) : error),
    );
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`meridian-feed-${name} failed (${signal ?? code}).`)),
    );
  });
  // What it says of its own failure stands before what its output lacks therefore.
  const document = readNdjson(child.stdout, LIMITS).then(whole);
  const [outcome, end] = await Promise.allSettled([document, ended]);
  if (end.status === 'rejected') throw end.reason;
  if (outcome.status === 'rejected') throw outcome.reason;
  const { envelope, items } = outcome.value;
  return {
    envelope,
    items: (async function* () {
      yield* items;
    })(),
  };
}

const unknownConnector = (name: string): UsageError =>
  new UsageError(
    `There is no connector '${safeText(name)}', nor a program meridian-feed-${safeText(name)} in the PATH. ` +
      `There are: ${[...CONNECTORS.keys(), 'ndjson'].join(', ')}.`,
  );

async function printDocument(envelope: Envelope, items: readonly Item[], output: 'jsonl' | 'json'): Promise<void> {
  const head = { feed: 1, ...envelope };
  if (output === 'json') return print(`${json({ ...head, items }, 2)}\n`);
  await print(`${json(head)}\n`);
  for (const item of items) await print(`${json(item)}\n`);
  await print(`${json({ end: items.length })}\n`);
}

/** JSON in which nothing stands that a terminal obeys. */
const json = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The sentence; where fields or cells are named, a line for each of them. */
function linesOf(error: ApiError): string[] {
  const all =
    error instanceof ValidationError
      ? [...error.errors].flatMap(([field, phrases]) => phrases.map((phrase) => `  ${field}: ${phrase.in('en')}`))
      : error instanceof FileError
        ? error.rows.map(({ row, column, phrase }) => `  row ${row}, ${column}: ${phrase.in('en')}`)
        : [];
  if (!all.length) return [error.message];
  const more = all.length > MAX_LINES ? [`  … and ${all.length - MAX_LINES} more.`] : [];
  return ['This cannot be fed:', ...all.slice(0, MAX_LINES), ...more];
}
