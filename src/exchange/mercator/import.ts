/** Brings a map of the older application into an empty map of ours: all of it in one transaction, or nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  areHomed,
  completeRights,
  contentOf,
  resourcesIn,
  rightsIn,
  settleHomes,
  TableLoad,
} from '../../backup/target-map.js';
import { engineOf } from '../../backup/engine.js';
import { Progress, type Log } from '../../backup/progress.js';
import { backupTables, type BackupTables } from '../../backup/tables.js';
import type { Config } from '../../config.js';
import { bringUpToDate, onDatabase } from '../../database/admin-connection.js';
import type { Database, Transaction } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { HOME, PERIMETERS_ON } from '../../database/later-columns.js';
import { openStore } from '../../documents/open-store.js';
import type { ResourceModel } from '../../engine/index.js';
import { add, Conversion, type Converted, type Counts } from './conversion.js';
import { type Copied, copyDocuments } from './documents.js';
import { danglingReferences, duplicateNames } from './findings.js';
import { tableOf } from './former-names.js';
import { MergedPermissions } from './merged-permissions.js';
import type { Source, TableRows } from './source.js';

/** What is to be imported, and how. */
export interface ImportRequest {
  /** The address of a database, or the path of a dump. */
  location: string;
  /** The folder with the bytes of documents. */
  documents: string | undefined;
  /** The zone in which the times of the source are wall time. */
  zone: string;
  /** Imports into a place that is thrown away, to report what would happen. */
  rehearsal: boolean;
}

/** What was imported, and what there is to know about it. */
export interface Imported {
  /** Rows by our tables. */
  read: Counts;
  written: Counts;
  /** Values without a place here, values that were made up, and dates that are none: by table and column. */
  homeless: Counts;
  filled: Counts;
  emptied: Counts;
  /** Kept as they are, each in words. */
  dangling: string[];
  duplicates: string[];
  long: string[];
  newRights: string[];
  /** How many perimeters objects and roles belong to, and whether they limit people; undefined where there is no more than one. */
  perimeters: { count: number; enabled: boolean } | undefined;
  documents: Copied | undefined;
  /** Live documents. */
  documentRows: number;
}

/**
 * Imports a map into the database and the store of documents of the settings. Throws a sentence if the source cannot be read or
 * is none of the older application, or if the map is not empty; nothing is written then.
 */
export async function importMap(request: ImportRequest, config: Config, log: Log): Promise<Imported> {
  const engine = engineOf(config.database);
  if (!request.rehearsal) await engine.requireUnused();
  log('Reading the source');
  const source = await openSource(request.location);
  try {
    await requireTheirs(source);
    await requireUnlimited(source);
    const isHomed = await hasPerimeters(source);
    const into = { request, isHomed, log, cuts: config.database.engine !== 'sqlite' };
    if (!request.rehearsal) return await importInto(source, config, into);
    const folder = await mkdtemp(join(tmpdir(), 'meridian-rehearsal-'));
    const elsewhere: Config = {
      ...config,
      database: { engine: 'sqlite', path: join(folder, 'map.sqlite') },
      documentsDir: folder,
    };
    return await importInto(source, elsewhere, into).finally(() => rm(folder, { recursive: true, force: true }));
  } finally {
    await source.close();
  }
}

async function requireTheirs(source: Source): Promise<void> {
  const ours = new Set([...source.tables.keys()].map(tableOf));
  const lacking = ['users', 'roles', 'permissions', 'applications', 'macro_processuses'].filter(
    (name) => !ours.has(name),
  );
  if (lacking.length) {
    throw new Error(`The source is no map of Mercator: it lacks ${lacking.join(', ')}. Nothing was imported.`);
  }
  if (ours.has('own_migrations') && !ours.has('migrations')) {
    throw new Error(
      'The source is a map of Meridian itself: make a backup of it, and restore that. Nothing was imported.',
    );
  }
}

/** Roles that our own perimeters limit there would see everything here. Throws a sentence where there are any. */
async function requireUnlimited(source: Source): Promise<void> {
  const count = source.tables.has(PERIMETERS_OF_ROLES) ? await source.count(PERIMETERS_OF_ROLES) : 0;
  if (count)
    throw new Error(
      `Meridian has run on the source, and keeps roles to perimeters there (${count}): they would see everything here. Start on that ` +
        'database instead, or take the perimeters from these roles there, and give them their perimeters here before anybody signs ' +
        'in. Nothing was imported.',
    );
}

/** Returns true if it has more than one perimeter: what belongs to which must not be lost. Throws a sentence where roles are in none. */
async function hasPerimeters(source: Source): Promise<boolean> {
  const count = source.tables.has('perimeters') ? await source.count('perimeters') : 0;
  if (count > 1 && !source.tables.get('roles')?.includes(HOME))
    throw new Error(
      `The source was upgraded by half: it has perimeters (${count}), and no role belongs to any, so that everybody would see all ` +
        'of them. Nothing was imported.',
    );
  return count > 1;
}

const PERIMETERS_OF_ROLES = 'own_perimeter_role';

interface Work {
  request: ImportRequest;
  /** It has more than one perimeter: what belongs to which, and where roles give their rights, must not be lost. */
  isHomed: boolean;
  log: Log;
  /** The engine could only cut texts that are longer than their columns. */
  cuts: boolean;
}

async function importInto(source: Source, config: Config, { request, isHomed, log, cuts }: Work): Promise<Imported> {
  const [engine, store] = [engineOf(config.database), request.rehearsal ? undefined : await openStore(config)];
  await bringUpToDate(config, () => undefined, false);
  const resources = await resourcesIn(config, isHomed);
  return onDatabase(config, async (database) => {
    const there = await contentOf(database, resources);
    if (there !== undefined) {
      throw new Error(`The map is not empty (${there}). Import into an empty database. Nothing was imported.`);
    }
    log(request.rehearsal ? 'Importing, into a place that is thrown away' : 'Importing');
    const tables = backupTables(resources);
    const conversion = new Conversion(source, tables.kept, request.zone);
    const work = new Importing(source, conversion, database, tables, resources, cuts, new Progress(log));
    const documents = await engine.unguarded(database, async (tx) => {
      try {
        await work.run(tx);
        return request.documents === undefined ? undefined : await copyDocuments(tx, request.documents, store);
      } catch (error) {
        // Not as the driver threw it: it would be run again, with all that was counted.
        throw new Error(`${(error as Error).message}\nNothing was imported, the map is as it was.`, { cause: error });
      }
    });
    return { ...(await work.outcome()), documents };
  });
}

class Importing {
  private readonly written: Counts = new Map();
  private readonly loads = new Map<string, TableLoad>();
  private newRights: string[] = [];
  private isOn = false;

  constructor(
    private readonly source: Source,
    private readonly conversion: Conversion,
    private readonly database: Database,
    private readonly tables: BackupTables,
    private readonly resources: readonly ResourceModel[],
    private readonly cuts: boolean,
    private readonly progress: Progress,
  ) {}

  async run(tx: Transaction): Promise<void> {
    const rights = await rightsIn(tx);
    for (const table of [...this.tables.kept.map(({ name }) => name), ...this.tables.emptied]) {
      await tx.run(`DELETE FROM ${quote(table)}`);
    }
    await this.conversion.prepare();
    const theirs = new MergedPermissions();
    let rows = 0;
    for await (const part of this.source.rows()) {
      this.isOn ||= saysOn(part);
      for (const converted of this.conversion.convert(part))
        if (!theirs.take(converted)) await this.load(tx, converted);
      this.progress.at(`${(rows += part.values.length)} rows`);
    }
    for (const converted of theirs.merged()) await this.load(tx, converted);
    if (!this.conversion.read.get('roles')) throw new Error('The source has no roles: nobody could sign in.');
    const tooLong = this.conversion.long;
    if (tooLong.length && this.cuts) {
      throw new Error(
        `Texts of the source are longer than their columns here, and are never cut:\n  ${tooLong.join('\n  ')}\n` +
          'Shorten them there, or import into the embedded database.',
      );
    }
    this.newRights = await completeRights(tx, this.database, rights);
    if (areHomed(this.resources)) await settleHomes(tx, this.database, this.isOn);
    await this.note(tx);
  }

  async outcome(): Promise<Omit<Imported, 'documents'>> {
    const [row] = await this.database.all('SELECT COUNT(*) AS n FROM documents WHERE deleted_at IS NULL');
    const { read, homeless, filled, emptied, long } = this.conversion;
    return {
      ...{ read, homeless, filled, emptied, long, written: this.written, newRights: this.newRights },
      perimeters: areHomed(this.resources)
        ? { count: this.written.get('own_perimeters') ?? 1, enabled: this.isOn }
        : undefined,
      documentRows: Number(row!['n']),
      dangling: await danglingReferences(this.database, this.tables.kept),
      duplicates: await duplicateNames(this.database, this.resources),
    };
  }

  private async load(tx: Transaction, { table, columns, rows }: Converted): Promise<void> {
    // It will be refused; until then all that are too long are looked for.
    if (this.conversion.long.length && this.cuts) return;
    const key = `${table.name} ${columns.join()}`;
    let load = this.loads.get(key);
    if (!load) this.loads.set(key, (load = new TableLoad(this.database, table, columns, this.resources)));
    if (rows.length) add(this.written, table.name, await load.take(tx, rows));
  }

  /** The journal records where the map came from; as that of a restore, it was nobody through the network. */
  private async note(tx: Transaction): Promise<void> {
    const now = this.database.clock.toStored(Date.now());
    await tx.run(
      'INSERT INTO audit_logs (description, properties, host, created_at, updated_at) ' +
        "VALUES ('map_imported', ?, 'command line', ?, ?)",
      [JSON.stringify({ command: 'import-mercator' }), now, now],
    );
  }
}

/** The rows have the setting that says that homes count. */
const saysOn = ({ table, columns, values }: TableRows): boolean =>
  table === 'parameters' &&
  values.some((row) => row[columns.indexOf('name')] === PERIMETERS_ON && String(row[columns.indexOf('value')]) === '1');

/** Opens the source: the address of a database, or the path of a dump. Throws a sentence if it cannot be read. */
async function openSource(location: string): Promise<Source> {
  if (/^(mysql|mariadb):\/\//i.test(location)) return (await import('./live-source.js')).LiveSource.open(location);
  return (await import('./dump-source.js')).DumpSource.open(location);
}
