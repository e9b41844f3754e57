/** Makes a backup: one state of a map, with its documents, in one file. The map may be in use meanwhile. */
import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import type { Config } from '../config.js';
import { version } from '../core/version.js';
import { onDatabase } from '../database/admin-connection.js';
import type { Database, Row, Scalar, Snapshot } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { newestIn, PERIMETERS_ON, SHAPE } from '../database/later-columns.js';
import { openStore } from '../documents/open-store.js';
import type { DocumentStore } from '../documents/document-store.js';
import { ArchiveWriter } from './archive-writer.js';
import { keepDocuments } from './documents.js';
import { type BackupEngine, engineOf } from './engine.js';
import { type Contents, contentsOf, FORMAT, HEAD, type Head, partName } from './format.js';
import { partFor } from './parts.js';
import { backupTables, danglingIn, isOurs, type KeptTable, toFile } from './tables.js';
import { Progress, type Log } from './progress.js';
import { resourcesIn } from './target-map.js';

/** A snapshot of a large map may take its time. */
const MAX_SECONDS = 7 * 24 * 3600;

/** What was made. */
export interface Made extends Contents {
  /** Tables and columns of the database that Meridian does not know, so that they are not in the file. */
  unknown: string[];
  /** Documents whose bytes are missing. */
  missing: number[];
  /** References that point nowhere in the database, `table.column` and how many. */
  dangling: Record<string, number>;
}

/**
 * Writes the map of the settings to a file, which only its owner may read. Throws a sentence if it cannot, and leaves no
 * file then.
 */
export async function makeBackup(path: string, config: Config, log: Log): Promise<Made> {
  const endSignals = onSignals((status) => {
    rmSync(partFor(path), { force: true });
    process.exit(status);
  });
  let archive: ArchiveWriter | undefined;
  try {
    const opened = (archive = await ArchiveWriter.open(path));
    const [engine, store] = [engineOf(config.database), await openStore(config)];
    return await onDatabase(config, async (database) => {
      if (database.shared && newestIn(await database.all(SHAPE))) throw new Error(NEWEST);
      const tables = backupTables(await resourcesIn(config));
      const work = new Backup(opened, tables.kept, database, engine, store, log);
      return database.snapshot((snapshot) => work.run(snapshot), MAX_SECONDS);
    });
  } catch (error) {
    await archive?.abandon();
    throw error;
  } finally {
    endSignals();
  }
}

const NEWEST =
  'The database is of the newest generation of the older application, whose perimeters a backup would not hold. Dump the whole ' +
  'database instead (mariadb-dump --single-transaction). Nothing was written.';

/** Calls `end`, with the exit status, when the process is to end; until the function that is returned is called. */
function onSignals(end: (status: number) => void): () => void {
  const listeners = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => {
    const listener = (): void => end(128 + constants.signals[signal]);
    process.once(signal, listener);
    return () => process.removeListener(signal, listener);
  });
  return () => listeners.forEach((remove) => remove());
}

class Backup {
  private readonly rows: Record<string, number> = {};
  private readonly progress: Progress;

  constructor(
    private readonly archive: ArchiveWriter,
    private readonly tables: readonly KeptTable[],
    private readonly database: Database,
    private readonly engine: BackupEngine,
    private readonly store: DocumentStore,
    log: Log,
  ) {
    this.progress = new Progress(log);
  }

  async run(snapshot: Snapshot): Promise<Made> {
    await this.begin(snapshot);
    for (const table of this.tables) this.rows[table.name] = await this.keep(table, snapshot);
    const { missing, ...documents } = await keepDocuments(snapshot, this.store, this.archive, (count) =>
      this.progress.at(`${count} documents`),
    );
    const dangling = await danglingIn(snapshot, this.tables);
    const ids = await this.engine.lastIds(snapshot);
    const lastIds = this.tables.flatMap(({ name }) => (ids.has(name) ? [[name, ids.get(name)!]] : []));
    const known = { rows: this.rows, documents, last_ids: Object.fromEntries(lastIds), dangling };
    const unknown = await this.unknown(snapshot);
    return { ...contentsOf(await this.archive.finish(known)), missing, dangling, unknown };
  }

  private async begin(snapshot: Snapshot): Promise<void> {
    const migrations = await snapshot.all('SELECT name FROM own_migrations ORDER BY id');
    const [setting] = await snapshot.all('SELECT value FROM own_settings WHERE name = ?', [PERIMETERS_ON]);
    const head: Head = {
      format: FORMAT,
      release: version(),
      engine: this.database.dialect.name,
      made_at: new Date().toISOString(),
      migrations: migrations.map(({ name }) => String(name)),
      tables: this.tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
      ...(setting?.['value'] === '1' && { perimeters_on: true }),
    };
    await this.archive.add(HEAD, JSON.stringify(head, null, 1));
  }

  private async keep(table: KeptTable, snapshot: Snapshot): Promise<number> {
    const only = table.only ? ` WHERE ${table.only}` : '';
    const [all] = await snapshot.all(`SELECT COUNT(*) AS n FROM ${quote(table.name)}${only}`);
    const columns = table.columns.map((column) => [column.name, toFile(column, this.database.clock)] as const);
    let [count, part] = [0, 0];
    for await (const rows of readTable(snapshot, table)) {
      const lines = rows.map((row) =>
        JSON.stringify(columns.map(([name, translate]): Scalar => (translate ? translate(row[name]!) : row[name]!))),
      );
      await this.archive.add(partName(table.name, ++part), lines.join('\n') + '\n');
      count += rows.length;
      this.progress.at(`${table.name}: ${count} of ${String(all!['n'])} rows`);
    }
    if (count !== all!['n']) throw new Error(`${table.name}: ${count} rows were read of ${String(all!['n'])}.`);
    return count;
  }

  private async unknown(snapshot: Snapshot): Promise<string[]> {
    const known = new Map(
      this.tables.map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]),
    );
    const found: string[] = [];
    for (const [table, columns] of await this.engine.catalogue(snapshot)) {
      const ours = known.get(table);
      if (ours) found.push(...columns.filter((column) => !ours.has(column)).map((column) => `${table}.${column}`));
      else if (!isOurs(table)) found.push(table);
    }
    return found.sort();
  }
}

const MAX_ROWS = 1000;
/** How long the long texts of a part are together; one that is longer by itself makes a part of its own. */
const WANTED = 4 << 20;

/**
 * Rows in the order of the table's key. Rows with the same key stay together, since some tables have no other: links of one
 * object, of which no object has too many for memory.
 */
async function* readTable(snapshot: Snapshot, table: KeptTable): AsyncIterable<Row[]> {
  const [from, key] = [quote(table.name), quote(table.key)];
  const columns = table.columns.map(({ name }) => quote(name)).join(', ');
  const long = table.columns.filter(({ type }) => ['text', 'longtext', 'json'].includes(type));
  const size = ['8', ...long.map(({ name }) => `COALESCE(LENGTH(${quote(name)}), 0)`)].join(' + ');
  let after: string | number | undefined;
  for (;;) {
    const lower = [...(table.only ? [table.only] : []), ...(after === undefined ? [] : [`${key} > ?`])];
    const low = after === undefined ? [] : [after];
    const next = `SELECT ${key} AS upper, ${size} AS size FROM ${from}${where(lower)} ORDER BY ${key} LIMIT ${MAX_ROWS}`;
    const upper = endOf(await snapshot.all(next, low));
    const within = upper === undefined ? lower : [...lower, `${key} <= ?`];
    const bounds = upper === undefined ? low : [...low, upper];
    const rows = await snapshot.all(`SELECT ${columns} FROM ${from}${where(within)} ORDER BY ${key}`, bounds);
    if (rows.length) yield rows;
    if (upper === undefined) return;
    after = upper;
  }
}

/** The key of the last row of a part, by the sizes of the rows that come next; undefined where it is the last part. */
function endOf(rows: readonly Row[]): string | number | undefined {
  let sum = 0;
  const over = rows.findIndex(({ size }) => (sum += Number(size)) > WANTED);
  const last = over < 0 ? (rows.length < MAX_ROWS ? undefined : rows.at(-1)) : rows[Math.max(0, over - 1)];
  return last?.['upper'] as string | number | undefined;
}

const where = (conditions: readonly string[]): string =>
  conditions.length ? ` WHERE ${conditions.join(' AND ')}` : '';
