/** `import` and `export`: objects of a type as files. */
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Name, Resource } from 'meridian-client';
import { UsageError } from '../../terminal.js';
import type { KnownType } from '../condensed.js';
import { note, progressOf } from '../output/progress.js';
import type { Row } from '../output/output.js';
import { openSession, signal, type CommonOptions, type Session } from '../session.js';
import { importJson } from './json-import.js';

export interface FileOptions extends CommonOptions {
  type: string;
  file: string;
  dryRun?: boolean | undefined;
  sep?: string | undefined;
}

/** Objects with all their links in one answer of the server. */
const PAGE = 200;

/** Writes all objects of a type into a file: whole, or not at all. */
export async function exportFile(options: FileOptions): Promise<void> {
  const session = await openSession(options);
  const type = await session.type(options.type);
  const kind = kindOf(options.file);
  if (kind === 'json' || kind === 'jsonl') await exportJson(session, type, options.file, kind);
  else await exportSheet(session.client.resource(type.path), options, kind);
  note(`${type.title} are in ${options.file}.`);
}

async function exportSheet(
  resource: Resource<Name>,
  { file, sep }: FileOptions,
  format: 'xlsx' | 'csv',
): Promise<void> {
  const download = await resource.export({ format, signal, ...(sep !== undefined && { sep }) });
  await whole(file, download.stream as AsyncIterable<Uint8Array>);
}

async function exportJson({ client }: Session, type: KnownType, file: string, kind: 'json' | 'jsonl'): Promise<void> {
  const links = Object.keys(type.fields).filter((name) => type.fields[name] === 'ids');
  const resource = client.resource(type.path);
  const progress = await progressOf(type.title, await resource.count({ signal }), 'objects');
  const rows = resource.each({
    size: PAGE,
    signal,
    include: links as never[],
  }) as AsyncIterable<unknown> as AsyncIterable<Row>;
  async function* lines(): AsyncGenerator<string> {
    let count = 0;
    for await (const row of rows) {
      const ids = Object.fromEntries(links.map((name) => [name, idsOf(row[name])]));
      const before = kind === 'jsonl' ? '' : count ? ',\n  ' : '[\n  ';
      yield before + JSON.stringify({ ...row, ...ids }) + (kind === 'jsonl' ? '\n' : '');
      progress.at(++count);
    }
    if (kind === 'json') yield count ? '\n]\n' : '[]\n';
  }
  try {
    await whole(file, lines());
  } finally {
    progress.end();
  }
}

const idsOf = (objects: unknown): number[] =>
  Array.isArray(objects) ? objects.map((each) => (each as { id: number }).id).sort((a, b) => a - b) : [];

/** Writes a file beside its place, and puts it there once it is complete. */
export async function whole(file: string, chunks: AsyncIterable<string | Uint8Array>): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  try {
    await pipeline(chunks, createWriteStream(draft), { signal });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    signal.throwIfAborted();
    throw error;
  }
}

/** Does what the rows of a workbook or CSV ask for, or stores the objects of a JSON file. */
export async function importFile(options: FileOptions): Promise<void> {
  const session = await openSession(options);
  const type = await session.type(options.type);
  const kind = kindOf(options.file);
  const { size } = await stat(options.file).catch((error: Error) => {
    throw new Error(`${options.file} cannot be read: ${error.message}.`);
  });
  const told = options.dryRun ? 'It was only checked; an import would have' : 'The import has';
  const done =
    kind === 'json' || kind === 'jsonl'
      ? await importJson(session.client.resource(type.path), { ...options, kind, size })
      : await importSheet(session.client.resource(type.path), options);
  for (const name of done.ignored) note(`The column '${name}' means nothing and was left out.`);
  note(`${told} ${done.inserted} created, ${done.updated} changed, ${done.deleted} deleted: ${type.title}.`);
}

async function importSheet(resource: Resource<Name>, { file, dryRun, sep }: FileOptions) {
  const { fileAt } = await import('meridian-client/node');
  // Whatever the server makes of a file, it takes as long as it takes.
  const call = { dryRun: dryRun ?? false, signal, timeout: 0, ...(sep !== undefined && { sep }) };
  const done = await resource.import(await fileAt(file), call);
  for (const sentence of done.notes ?? []) note(sentence);
  return done;
}

type Kind = 'xlsx' | 'csv' | 'json' | 'jsonl';

function kindOf(file: string): Kind {
  const kind = extname(file).slice(1).toLowerCase();
  if (kind === 'ndjson') return 'jsonl';
  if (kind === 'xlsx' || kind === 'csv' || kind === 'json' || kind === 'jsonl') return kind;
  throw new UsageError(`${file}: the file must end in .xlsx, .csv, .json or .jsonl.`);
}
