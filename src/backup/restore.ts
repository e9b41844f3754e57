/** Brings the map of a backup into a database: all of it in one transaction, or nothing. */
import type { Config } from '../config.js';
import { bringUpToDate, onDatabase } from '../database/admin-connection.js';
import type { Database, Transaction } from '../database/database.js';
import { quote } from '../database/dialect.js';
import type { DocumentStore } from '../documents/document-store.js';
import { openStore } from '../documents/open-store.js';
import { HOME, registry, type ResourceModel } from '../engine/index.js';
import { entriesOf, rowsIn, type Verified, verify } from './archive-reader.js';
import { areHomed, completeRights, requireEmpty, resourcesIn, rightsIn, settleHomes, TableLoad } from './target-map.js';
import { DocumentsBack } from './documents.js';
import { engineOf } from './engine.js';
import { type Contents, contentsOf, hasHomes, type Head, subjectOf } from './format.js';
import { Progress, type Log } from './progress.js';
import { backupTables, type BackupTables, danglingIn } from './tables.js';
import { HOMES } from '../database/later-columns.js';
import { refuseNewer } from '../database/migrate.js';
import { MIGRATIONS } from '../database/migrations/index.js';

/** What is to be restored, and how. */
export interface RestoreRequest {
  path: string;
  /** Replaces a map that is not empty. */
  force: boolean;
}

/** What was restored. */
export interface Restored extends Contents {
  madeAt: string;
  /** Documents whose bytes were broken when the backup was made already. */
  broken: number[];
  /** Rights that the release of the backup did not know; only administrators have them. */
  newRights: string[];
  /** The store carries the mark of another database, so that nothing in it is ever cleared away. */
  foreignStore: boolean;
}

/**
 * Restores a map into the database and the store of documents of the settings. Throws a sentence if the file is not whole or
 * not for this release, if the database is in use, or if its map is not empty and `force` was not asked for; the map is then
 * as it was.
 */
export async function restoreBackup({ path, force }: RestoreRequest, config: Config, log: Log): Promise<Restored> {
  log(`Checking ${path}`);
  const verified = await verify(path);
  const isHomed = hasHomes(verified.head);
  requireKnown(verified.head, backupTables(registry.all()), path);
  const [engine, store] = [engineOf(config.database), await openStore(config)];
  await engine.requireUnused();
  log('Preparing the tables');
  // Its many statements are not logged; what fails is reported with the statement.
  refuseNewer(await bringUpToDate(config, () => undefined, false), 'a restore');
  const resources = await resourcesIn(config, isHomed);
  // What it calls the first perimeter would be that of everything.
  if (areHomed(resources) && !isHomed) throw new Error(WITHOUT_HOMES);
  const tables = backupTables(resources);
  requireRoom(verified.head, tables);
  return onDatabase(config, async (database) => {
    if (!force) await requireEmpty(database, resources);
    log('Restoring');
    const restoring = new Restoring(path, verified, tables, resources, database, store, new Progress(log));
    const done = await engine.unguarded(database, (tx) => restoring.run(tx));
    await engine.continueBehind(database, new Map(Object.entries(verified.manifest.last_ids)));
    const { made_at: madeAt } = verified.head;
    return { ...contentsOf(verified.manifest), ...done, madeAt, foreignStore: await isForeign(database, store) };
  });
}

const WITHOUT_HOMES =
  'The map has homes, and the backup was made of one without: restore it into a database without. Nothing was restored.';

class Restoring {
  constructor(
    private readonly path: string,
    private readonly backup: Verified,
    private readonly tables: BackupTables,
    private readonly resources: readonly ResourceModel[],
    private readonly database: Database,
    private readonly store: DocumentStore,
    private readonly progress: Progress,
  ) {}

  async run(tx: Transaction): Promise<Pick<Restored, 'broken' | 'newRights'>> {
    const documents = new DocumentsBack(this.store, tx);
    try {
      const rights = await rightsIn(tx);
      for (const table of [...this.tables.kept.map(({ name }) => name), ...this.tables.emptied]) {
        await tx.run(`DELETE FROM ${quote(table)}`);
      }
      await this.load(tx, documents);
      await documents.flush();
      await this.requireSame(tx);
      const newRights = await completeRights(tx, this.database, rights);
      if (areHomed(this.resources)) await settleHomes(tx, this.database, this.backup.head.perimeters_on === true);
      await this.note(tx);
      return { broken: documents.broken, newRights };
    } catch (error) {
      await documents.giveUp();
      // Not as the driver threw it: a clash within the backup is no clash with somebody else, to be tried again.
      throw new Error(`Nothing was restored, the map is as it was. ${(error as Error).message}`, { cause: error });
    }
  }

  private async load(tx: Transaction, documents: DocumentsBack): Promise<void> {
    const loads = new Map(
      this.backup.head.tables.map(({ name, columns }) => [
        name,
        new TableLoad(
          this.database,
          this.tables.kept.find((table) => table.name === name)!,
          columns,
          this.resources,
        ),
      ]),
    );
    const all = contentsOf(this.backup.manifest);
    let [rows, files] = [0, 0];
    for await (const entry of entriesOf(this.path)) {
      const subject = subjectOf(entry.name);
      if (!subject) continue;
      if ('document' in subject) {
        await documents.take(entry, subject.document);
        this.progress.at(`${++files} of ${all.documents} documents`);
      } else {
        rows += await loads.get(subject.table)!.take(tx, await rowsIn(entry));
        this.progress.at(`${rows} of ${all.rows} rows`);
      }
    }
  }

  /** The tables hold as many rows as the backup says, and no reference points nowhere that did not before. */
  private async requireSame(tx: Transaction): Promise<void> {
    const { rows, dangling } = this.backup.manifest;
    for (const [name, count] of Object.entries(rows)) {
      const [row] = await tx.all(`SELECT COUNT(*) AS n FROM ${quote(name)}`);
      if (row!['n'] !== count) throw new Error(`${name} has ${String(row!['n'])} rows instead of ${count}.`);
    }
    for (const [reference, count] of Object.entries(await danglingIn(tx, this.tables.kept))) {
      if (count <= (dangling[reference] ?? 0)) continue;
      throw new Error(`In ${count} rows ${reference} points to a row that the backup does not hold.`);
    }
  }

  /** The journal records where the map came from. The column `host` says that nobody did this through the network. */
  private async note(tx: Transaction): Promise<void> {
    const { made_at: madeAt, release, engine } = this.backup.head;
    const properties = JSON.stringify({ backup: { made_at: madeAt, release, engine }, command: 'restore' });
    const now = this.database.clock.toStored(Date.now());
    await tx.run(
      'INSERT INTO audit_logs (description, properties, host, created_at, updated_at) ' +
        "VALUES ('map_restored', ?, 'command line', ?, ?)",
      [properties, now, now],
    );
  }
}

async function isForeign(database: Database, store: DocumentStore): Promise<boolean> {
  const marker = await store.ownershipMarker();
  const [own] = await database.all("SELECT value FROM own_settings WHERE name = 'documents_mark'");
  return marker !== undefined && marker !== own?.['value'];
}

/** Throws a sentence for columns that the tables have not: those of the older application have the ones of its release. */
function requireRoom({ tables }: Head, { kept }: BackupTables): void {
  const lacking = tables.flatMap(({ name, columns }) => {
    const there = new Set(kept.find((table) => table.name === name)?.columns.map((column) => column.name));
    return columns.filter((column) => !there.has(column)).map((column) => `${name}.${column}`);
  });
  if (lacking.length)
    throw new Error(
      `The tables are the older application's, and have no column for ${lacking[0]!} (${lacking.length} in all): restore into a ` +
        "database of Meridian's own. Nothing was restored.",
    );
}

/** Throws a sentence for a backup of a newer release: something of it would be lost. */
function requireKnown({ release, migrations, tables }: Head, { kept }: BackupTables, path: string): void {
  const ours = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = [
    ...migrations.filter((name) => !ours.has(name) && name !== HOMES).map((name) => `migration ${name}`),
    ...tables.flatMap(({ name, columns }) => {
      const table = kept.find((one) => one.name === name);
      if (!table) return [`table ${name}`];
      const known = new Set(table.columns.map((column) => column.name));
      return columns
        .filter((column) => !known.has(column) && column !== HOME)
        .map((column) => `column ${name}.${column}`);
    }),
  ];
  if (!unknown.length) return;
  const more = unknown.length > 3 ? ` and ${unknown.length - 3} more` : '';
  throw new Error(
    `${path} was made by the release ${release}, and holds what this one does not know: ` +
      `${unknown.slice(0, 3).join(', ')}${more}. Install that release, or a later one. Nothing was changed.`,
  );
}
