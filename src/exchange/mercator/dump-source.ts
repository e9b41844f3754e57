/** Reads a dump of a database of the older application: twice, since it must be known to be whole before anything is written. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DumpParser, UnreadableDump } from './dump-parser.js';
import type { TableRows, Source, Value } from './source.js';

const PIECE = 1 << 18;

export class DumpSource implements Source {
  private constructor(
    private readonly path: string,
    readonly tables: ReadonlyMap<string, readonly string[]>,
    private readonly counts: ReadonlyMap<string, number>,
  ) {}

  /** Reads the file to its end. Throws a sentence if it is no whole dump. */
  static async open(path: string): Promise<DumpSource> {
    const tables = new Map<string, string[]>();
    const counts = new Map<string, number>();
    const parser = new DumpParser({
      table: (name, columns) => tables.set(name, columns),
      row: (table, columns, values) => {
        if (!tables.has(table) && columns) tables.set(table, columns);
        requireFitting(table, columns ?? tables.get(table), values);
        counts.set(table, (counts.get(table) ?? 0) + 1);
      },
    });
    try {
      for await (const piece of await piecesOf(path)) parser.feed(piece);
      parser.end();
      if (!tables.size) throw new UnreadableDump('it makes no table');
    } catch (error) {
      throw error instanceof UnreadableDump ? new Error(`${path} cannot be read: ${error.message}.`) : error;
    }
    return new DumpSource(path, tables, counts);
  }

  async count(table: string): Promise<number> {
    return this.counts.get(table) ?? 0;
  }

  async *rows(): AsyncIterable<TableRows> {
    let parts: TableRows[] = [];
    const parser = new DumpParser({
      table: () => undefined,
      row: (table, columns, row) => {
        const last = parts.at(-1);
        if (last?.table === table && (!columns || last.columns.join() === columns.join())) last.values.push(row);
        else parts.push({ table, columns: columns ?? this.tables.get(table)!, values: [row] });
      },
    });
    for await (const piece of await piecesOf(this.path)) {
      parser.feed(piece);
      yield* parts;
      parts = [];
    }
    parser.end();
    yield* parts;
  }

  async close(): Promise<void> {}
}

function requireFitting(table: string, columns: readonly string[] | undefined, values: readonly Value[]): void {
  if (!columns) {
    throw new UnreadableDump(
      `it holds rows of ${table}, but not how the table is made; make it again without --no-create-info`,
    );
  }
  if (columns.length !== values.length) {
    throw new UnreadableDump(`a row of ${table} has ${values.length} values for ${columns.length} columns`);
  }
}

/** The text of a file, which may be packed. */
async function piecesOf(path: string): Promise<AsyncIterable<Buffer>> {
  const start = Buffer.alloc(2);
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}`);
  });
  await file.read(start, 0, 2, 0).finally(() => file.close());
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)) {
    throw new UnreadableDump('its texts are UTF-16, not UTF-8; let the dump write the file itself, with --result-file');
  }
  const bytes: Readable = createReadStream(path, { highWaterMark: PIECE });
  if (start[0] !== 0x1f || start[1] !== 0x8b) return bytes as AsyncIterable<Buffer>;
  const text = createGunzip({ chunkSize: PIECE });
  bytes.once('error', (error) => text.destroy(error));
  return bytes.pipe(text) as AsyncIterable<Buffer>;
}
