/** Files of tools as one document: what it says of itself, and its items as they are read. */
import { spawn } from 'node:child_process';
import { constants, createReadStream, type Stats } from 'node:fs';
import { access, readFile as readText, readdir, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ApiError, FileError, ValidationError } from '../../../core/http/errors.js';
import { nearest } from '../../../core/text/naming.js';
import { CONNECTORS, LeftOut, readFile, type ReadOptions, type ReadFile } from '../../../feed/connectors/index.js';
import { namingFile } from '../../../feed/connectors/connector.js';
import { jsonFile, wholeOf } from '../../../feed/connectors/reading.js';
import { SOURCE_NAME } from '../../../feed/document/envelope.js';
import type { Envelope, Item, SentItem } from '../../../feed/document/model.js';
import { readJson, readNdjson } from '../../../feed/document/reader.js';
import { NotFound, Refused, unreadable, UsageError } from '../../errors.js';
import { note, progressBar, type ProgressBar } from '../../terminal.js';
import { environmentOf } from '../session.js';
import { answersOf, isAddress } from './tool-server.js';

/** What is to be read, and how. */
export interface Reading {
  connector: string;
  /** Words that are commands where a connector may stand, for suggestions. */
  commands: readonly string[];
  files: readonly string[] | undefined;
  scope: string | undefined;
  full: boolean | undefined;
  delta: boolean | undefined;
  opt: readonly string[] | undefined;
  source: string | undefined;
}

/** What the settings of a source say of its files. */
export interface FeedDefaults {
  opt?: Readonly<Record<string, unknown>>;
  map?: unknown;
  /** Those of documents that say nothing of them. */
  options?: Readonly<Record<string, unknown>>;
}

/** A document, and what of the files no item came of: known once all are read. */
export interface ToolDocument extends ReadFile {
  leftOut?: LeftOut;
}

/** How much is taken is the server's matter; this only ends what never ends by itself. */
const LIMITS = { maxBytes: 2 ** 31, maxItems: 1_000_000 };
const MAX_LINES = 25;
/** Milliseconds that a program has to end once its output is known to be no feed. */
const PATIENCE = 1000;
const LINE_FEED = 0x0a;
/** The mark of UTF-8: its first byte, and how many it has. */
const [BOM, BOM_BYTES] = [0xef, 3];
/** Bytes of a line. */
const MAX_LINE = 1 << 20;

/** The source that the files are of; undefined where only they say it. Throws a UsageError for a name that cannot be. */
export function sourceOf({ connector, source }: Reading): string | undefined {
  return source === undefined ? CONNECTORS.get(connector)?.source : requireSource(source);
}

/** The name of a source. Throws a UsageError for what is none. */
export function requireSource(name: string): string {
  if (SOURCE_NAME.test(name)) return name;
  const capitals = name.toUpperCase();
  const hint = SOURCE_NAME.test(capitals) ? ` Write ${capitals}.` : '';
  throw new UsageError(`A source is named by capitals, digits and _ . -, 32 at most: not '${name}'.${hint}`);
}

/** Opens the files. What is wrong with them, their ends included, is thrown while items are read, or here. */
export async function documentOf(reading: Reading, usual: FeedDefaults = {}): Promise<ToolDocument> {
  const { connector, files = [] } = reading;
  if (connector !== 'ndjson' && !CONNECTORS.has(connector)) {
    if (reading.opt?.length)
      throw new UsageError(`--opt is for connectors that come along; meridian-feed-${connector} takes none.`);
    return overridden(await outputOf(reading), reading);
  }
  if (!files.length) throw new UsageError('The argument <files> is missing; - is the input.');
  const leftOut = new LeftOut();
  const isAll = files.some(isAddress);
  if (isAll && files.length > 1) throw new UsageError('An address stands alone: feed other files one by one.');
  const asked: ReadOptions = { ...(await askedOf(reading, usual)), leftOut, isAll };
  const single = (await Promise.all(files.map((file) => filesIn(file, connector)))).flat();
  const isList = single.length > 1 && CONNECTORS.get(connector)?.together === true;
  if (isList) asked.names = single.map(({ path }) => path);
  const all = isList ? [together(single, connector)] : single;
  const [first, ...others] = all;
  const endings = connector === 'glpi' ? '.json, .xml or .ocs' : '.json';
  if (!first) throw new NotFound(`There are no files ending in ${endings} in ${files.join(', ')}.`);
  const bar = await progressBar('Read', sum(all), 'bytes');
  const open = (file: InputFile): Promise<ReadFile> => openFile(connector, file, asked, bar);
  const { envelope, items } = await open(first).catch((error) => {
    bar.end();
    throw error;
  });
  async function* joined(): AsyncGenerator<Item> {
    try {
      yield* items;
      for (const file of others) yield* itemsLike(envelope, await open(file), file);
    } finally {
      bar.end();
    }
    // A heading or a kind that is named wrongly shows here first.
    for (const phrase of leftOut.phrases) note(phrase.in('en'));
  }
  return { ...overridden({ envelope, items: joined() }, reading), leftOut };
}

/** What is wrong with how the command was called, and not with the file. */
const ABOUT_OPTIONS: ReadonlySet<string> = new Set([
  ...['feedOption', 'feedOptionValue', 'feedOptionUnknown', 'feedNoMap', 'feedMapName'],
]);

/** Sentences of what is wrong with a file, in English; where fields or cells are named, a line for each of them. */
export function inWords(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  // Options have other spellings here.
  const message = error.message.replace(/opt\[([^\]]*)\]/, '--opt $1');
  if (ABOUT_OPTIONS.has(error.phrase.key)) return new UsageError(message);
  const all =
    error instanceof ValidationError
      ? [...error.errors].flatMap(([field, phrases]) => phrases.map((phrase) => `  ${field}: ${phrase.in('en')}`))
      : error instanceof FileError
        ? error.rows.map(({ row, column, phrase }) => `  row ${row}, ${column}: ${phrase.in('en')}`)
        : [];
  if (!all.length) return new Refused(message);
  const more = all.length > MAX_LINES ? [`  … and ${all.length - MAX_LINES} more.`] : [];
  const hint = error instanceof FileError ? ['Correct the file: --skip-errors leaves out items, not cells.'] : [];
  return new Refused(['This cannot be fed:', ...all.slice(0, MAX_LINES), ...more, ...hint].join('\n'));
}

/** What was said on the command line stands before what the file says. */
function overridden({ envelope, items }: ReadFile, reading: Reading): ReadFile {
  const { source = envelope.source, scope = envelope.scope, full, delta } = reading;
  const mode = full ? 'full' : delta ? 'delta' : envelope.mode;
  return { envelope: { ...envelope, source, scope, mode }, items };
}

/** The items of a further file, which must be of the same whole; those of another moment have it with them. */
async function* itemsLike(
  envelope: Envelope,
  { envelope: own, items }: ReadFile,
  { path }: InputFile,
): AsyncGenerator<Item> {
  const { observed_at: moment } = own;
  const isLike = isDeepStrictEqual({ ...own, observed_at: undefined }, { ...envelope, observed_at: undefined });
  if (!isLike)
    throw new UsageError(`${path} is of another source, scope or mode than the file before it: feed them one by one.`);
  const isOther = moment !== undefined && moment !== envelope.observed_at;
  for await (const item of items) yield isOther ? { observed_at: moment, ...item } : item;
}

interface InputFile {
  path: string;
  /** In bytes; NaN where nobody knows. */
  size: number;
  /** Where its bytes come from, if it is no file. */
  bytes?: () => AsyncIterable<Buffer>;
}

/** Files of which one is about what another one holds, as one list. One that is no JSON is refused by its name. */
function together(files: InputFile[], connector: string): InputFile {
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const [i, file] of files.entries()) {
      const whole = await wholeOf(bytesOf(file));
      await jsonFile(whole, connector).catch((error: unknown) => {
        throw namingFile(error, connector, file.path);
      });
      yield Buffer.from(i ? ',' : '[');
      // Some programs write a mark of the encoding, which stands in no list.
      yield whole[0] === BOM ? whole.subarray(BOM_BYTES) : whole;
    }
    yield Buffer.from(']');
  }
  return { path: files.map(({ path }) => path).join(', '), size: sum(files), bytes };
}

const bytesOf = ({ path, bytes }: InputFile): AsyncIterable<Buffer> =>
  bytes?.() ?? (path === '-' ? process.stdin : createReadStream(path));

const sum = (files: readonly InputFile[]): number => files.reduce((total, { size }) => total + size, 0) || 0;

const statOf = (path: string): Promise<Stats> =>
  stat(path).catch((error: Error) => {
    throw unreadable(path, error);
  });

/** Files of a folder that are read: the agent of GLPI fills one with a file for each device, others are saved answers. */
const FOLDERS: ReadonlyMap<string, RegExp> = new Map([
  ['glpi', /\.(?:json|xml|ocs)$/i],
  ['netbox', /\.json$/i],
  ['zabbix', /\.json$/i],
]);

/** The file itself; of a folder all that it holds. */
async function filesIn(path: string, connector: string): Promise<InputFile[]> {
  if (isAddress(path)) return [{ path, size: NaN, bytes: () => answersOf(connector, path) }];
  if (path === '-') return [{ path, size: NaN }];
  const found = await statOf(path);
  if (!found.isDirectory()) return [{ path, size: found.size }];
  const ends = FOLDERS.get(connector);
  if (!ends) throw new UsageError(`${path} is a folder: name its files.`);
  const names = (await readdir(path)).filter((name) => ends.test(name));
  const files = names.sort().map((name) => join(path, name));
  return Promise.all(files.map(async (file) => ({ path: file, size: (await statOf(file)).size })));
}

function openFile(connector: string, file: InputFile, asked: ReadOptions, bar: ProgressBar): Promise<ReadFile> {
  const bytes = countedBy(bytesOf(file), bar);
  if (connector === 'ndjson') return readDocument(bytes, asked.leftOut);
  const base = file.path === '-' || file.bytes ? {} : { file: basename(file.path) };
  return readFile(CONNECTORS.get(connector)!, bytes, { ...base, ...asked });
}

/** A document of lines, or one of one piece: its first line tells. */
async function readDocument(bytes: AsyncIterable<Uint8Array>, leftOut?: LeftOut): Promise<ReadFile> {
  const chunks = bytes[Symbol.asyncIterator]();
  const begun: Uint8Array[] = [];
  let size = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    begun.push(next.value);
    if (next.value.includes(LINE_FEED) || (size += next.value.length) > MAX_LINE) break;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* begun;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const line = Buffer.concat(begun).toString('utf8').split('\n', 1)[0]!;
  const { envelope, items } = isHead(line)
    ? await readNdjson(all(), { ...LIMITS, onLeftOut: (said) => leftOut?.take(said) })
    : await readJson(await wholeOf(all()), LIMITS);
  return { envelope, items: itemsOf(items) };
}

async function* itemsOf(sent: AsyncIterable<SentItem>): AsyncGenerator<Item> {
  for await (const { item } of sent) yield item;
}

/** Whether a line is what stands before the items of a document of lines; what is no document at all is refused as such. */
function isHead(line: string): boolean {
  try {
    return !Object.hasOwn(JSON.parse(line.replace(/^\uFEFF/, '')) as object, 'items');
  } catch {
    return !/^\s*\{/.test(line);
  }
}

async function* countedBy(bytes: AsyncIterable<Buffer>, bar: ProgressBar): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    bar.more(chunk.length);
    yield chunk;
  }
}

/** `--opt k=v`, with the mapping read where it is a file; what is not given there is as the source has it. */
async function askedOf({ connector, opt = [] }: Reading, usual: FeedDefaults): Promise<ReadOptions> {
  const known = Object.entries(usual.opt ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  const given = opt.map((pair): [string, string] => {
    const equals = pair.indexOf('=');
    if (equals <= 0) throw new UsageError(`--opt takes name=value, not '${pair}'.`);
    return [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  const options = new Map([...known, ...given]);
  const map = options.get('map');
  const takesMap = 'map' in (CONNECTORS.get(connector)?.options ?? {});
  if (map === undefined && takesMap && usual.map !== undefined) return { opt: options, mapping: usual.map };
  if (map === undefined || !/[./\\]/.test(map)) return { opt: options };
  const mapping = await structuredFile(map);
  // The name of one that comes along is a text as well.
  if (typeof mapping !== 'object') throw new Refused(`${map} is no mapping: it must be an object with rows.`);
  return { opt: options, mapping };
}

/** What a file of JSON or YAML holds. */
export async function structuredFile(path: string): Promise<unknown> {
  const text = await readText(path, 'utf8').catch((error: Error) => {
    throw unreadable(path, error);
  });
  const { parse } = await import('yaml');
  try {
    // Aliases may stand for what they are in: as a text that is refused.
    return JSON.parse(JSON.stringify(parse(text, { maxAliasCount: 100 }))) as unknown;
  } catch (error) {
    throw new Refused(`${path} is neither JSON nor YAML: ${(error as Error).message}`);
  }
}

/** A connector of one's own: the program `meridian-feed-NAME` of the PATH, whose output is a document. */
async function outputOf({ connector: name, files = [] }: Reading): Promise<ReadFile> {
  const child = spawn(`meridian-feed-${name}`, files, { stdio: ['inherit', 'pipe', 'inherit'] });
  const end = new Promise<Error | undefined>((resolve) => {
    child.once('error', resolve);
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : new Error(`meridian-feed-${name} failed (${signal ?? code}).`)),
    );
  });
  /**
   * What it says of its own failure stands before what its output lacks therefore, and alone where it printed nothing. Whoever
   * goes on printing is ended.
   */
  const reasonOf = async (wrong: unknown): Promise<unknown> => {
    const failure = await Promise.race([end, wait(PATIENCE, 'late' as const)]);
    if (failure === 'late') {
      child.stdout.destroy();
      child.kill();
      return wrong;
    }
    if (failure === undefined) return wrong;
    const hasPrinted = (child.stdout as Socket).bytesRead > 0;
    return hasPrinted ? new Error(`${failure.message}\n${(inWords(wrong) as Error).message}`) : failure;
  };
  try {
    const { envelope, items } = await readDocument(child.stdout);
    return { envelope, items: untilEnd(items) };
  } catch (error) {
    throw await reasonOf(error);
  }
  async function* untilEnd(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    try {
      yield* items;
    } catch (error) {
      throw await reasonOf(error);
    }
    const failure = await end;
    if (failure) throw failure;
  }
}

/** Throws a UsageError for a name that is neither one of ours nor that of a program, with the nearest. */
export async function requireConnector({ connector: name, commands }: Reading): Promise<void> {
  const names = [...CONNECTORS.keys(), 'ndjson'];
  if (names.includes(name)) return;
  const own = /^[A-Za-z0-9][\w-]*$/.test(name) ? await findProgram(`meridian-feed-${name}`) : undefined;
  if (own?.runs) return;
  if (own) throw new UsageError(`${own.path} may not be run: chmod +x ${own.path} lets it.`);
  const near = nearest(name, [...names, ...commands]);
  const hint = near === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${near}?`;
  throw new UsageError(`There is no connector '${name}', nor a program meridian-feed-${name} in the PATH. ${hint}`);
}

/** The first program of this name in the PATH, otherwise a file of this name there that may not be run. */
async function findProgram(name: string): Promise<{ path: string; runs: boolean } | undefined> {
  const paths = environmentOf().programs.map((folder) => join(folder, name));
  for (const [mode, runs] of [
    [constants.X_OK, true],
    [constants.F_OK, false],
  ] as const) {
    for (const path of paths) {
      const isThere = await access(path, mode).then(
        () => true,
        () => false,
      );
      if (isThere) return { path, runs };
    }
  }
  return undefined;
}
