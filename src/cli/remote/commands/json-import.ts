/** JSON files, object by object: in portions, each of which is stored whole or not at all. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { ApiError, type MassAnswer, type Name, type Resource } from 'meridian-client';
import type { Body } from '../arguments.js';
import { note, progressOf } from '../output/progress.js';
import { signal } from '../session.js';

/** Objects and characters of a portion: far below what the server takes (10,000 objects, 20 MiB). */
const [MOST_OBJECTS, MOST_CHARACTERS] = [1000, 4 << 20];

interface JsonFile {
  file: string;
  kind: 'json' | 'jsonl';
  /** In bytes. */
  size: number;
  dryRun?: boolean | undefined;
}

/** An object with its place in the file: the line of JSONL, the number in a list. */
interface Placed {
  body: Body;
  at: number;
}

interface Portion {
  objects: Placed[];
  /** Objects that name their id are changed, others created. */
  changes: boolean;
}

/** Creates the objects without an id, and changes those with one. Throws at the first portion that is refused. */
export async function importJson(resource: Resource<Name>, file: JsonFile) {
  let bytes = 0;
  const done = { inserted: 0, updated: 0, deleted: 0, ignored: [] as string[] };
  const objects = file.kind === 'jsonl' ? linesOf(file.file, (more) => (bytes += more)) : elementsOf(file.file);
  const progress = await progressOf('Import', file.size, 'bytes');
  try {
    for await (const portion of portions(objects)) {
      await send(resource, portion, file, done);
      progress.at(bytes || file.size);
    }
  } finally {
    progress.end();
  }
  return done;
}

async function send(
  resource: Resource<Name>,
  { objects, changes }: Portion,
  { kind, dryRun }: JsonFile,
  done: { inserted: number; updated: number },
): Promise<void> {
  const items = objects.map(({ body }) => body) as never[];
  const call = { signal, timeout: 0, dryRun: dryRun ?? false };
  try {
    const { count }: MassAnswer = await (changes ? resource.massUpdate(items, call) : resource.massStore(items, call));
    if (changes) done.updated += count;
    else done.inserted += count;
  } catch (error) {
    if (done.inserted + done.updated && !dryRun) {
      note(`${done.inserted} objects were created and ${done.updated} changed before this; they stay.`);
    }
    throw error instanceof ApiError ? placed(error, objects, kind) : error;
  }
}

/** The same refusal, with places in the file instead of places in the portion. */
function placed(error: ApiError, objects: readonly Placed[], kind: JsonFile['kind']): ApiError {
  const word = kind === 'jsonl' ? 'line' : 'object';
  const errors = Object.entries(error.errors).map(([key, sentences]) => {
    const [, at, field] = /^items\.(\d+)(?:\.(.+))?$/.exec(key) ?? [];
    if (at === undefined) return [key, sentences];
    return [[`${word} ${objects[Number(at)]!.at}`, field].filter(Boolean).join(', '), sentences];
  });
  const problem = { ...error.problem, errors: Object.fromEntries(errors) as Record<string, string[]> };
  return new ApiError(error.status, problem, error.method, error.url, error.retryAfter, error.requestId);
}

/** Neighbours of one kind together, in the order of the file. */
async function* portions(objects: AsyncIterable<Placed>): AsyncGenerator<Portion> {
  let portion: Portion = { objects: [], changes: false };
  let characters = 0;
  for await (const object of objects) {
    const changes = object.body['id'] !== undefined && object.body['id'] !== null;
    const length = JSON.stringify(object.body).length;
    const full = portion.objects.length >= MOST_OBJECTS || characters + length > MOST_CHARACTERS;
    if (portion.objects.length && (full || changes !== portion.changes)) {
      yield portion;
      [portion, characters] = [{ objects: [], changes }, 0];
    }
    portion.changes = changes;
    portion.objects.push(object);
    characters += length;
  }
  if (portion.objects.length) yield portion;
}

async function* linesOf(file: string, count: (bytes: number) => void): AsyncGenerator<Placed> {
  const lines = createInterface({ input: Readable.from(bytesOf(file, count)), crlfDelay: Infinity });
  let at = 0;
  for await (const line of lines) {
    at++;
    if (line.trim()) yield { at, body: objectOf(line.replace(/^\uFEFF/, ''), `${file}, line ${at}`) };
  }
}

/** A list is read as a whole: of large files JSONL takes less memory. */
async function* elementsOf(file: string): AsyncGenerator<Placed> {
  yield* listIn(await readFile(file, 'utf8'), file);
}

function listIn(text: string, file: string): Placed[] {
  const value = parsed(text.replace(/^\uFEFF/, ''), file);
  const list = Array.isArray(value) ? value : [value];
  return list.map((element: unknown, i) => ({ at: i + 1, body: checked(element, `${file}, object ${i + 1}`) }));
}

const objectOf = (text: string, place: string): Body => checked(parsed(text, place), place);

function checked(value: unknown, place: string): Body {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body;
  throw new Error(`${place}: this is not an object.`);
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${place}: this is not JSON: ${(error as Error).message}.`);
  }
}

/** The bytes of a file, counted. */
async function* bytesOf(file: string, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    count(chunk.length);
    yield chunk;
  }
}
