/** Whether a database is one that this release can work on: looked at before anything in it, or beside it, is made. */
import { existsSync } from 'node:fs';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import type { DatabaseSettings } from './settings.js';
import { requireFile } from './file-faults.js';
import { catalogueFrom, MYSQL_CATALOGUE, refuseStrangers, SQLITE_CATALOGUE } from './complete-schema.js';
import { quote } from './dialect.js';
import type { Catalogue } from './migration-watch.js';
import { doubled, type LaterColumn } from './later-columns.js';
import { MIGRATIONS } from './migrations/index.js';
import { sqliteDriver } from './sqlite/driver.js';
import { parseTables } from './table-shape.js';

type MysqlSettings = Extract<DatabaseSettings, { engine: 'mysql' }>;

/** Tables that the older application renamed before 2026.05.30. */
const FORMER_TABLES = ['m_applications', 'fluxes', 'domaine_ads'];

/** Tables of its that are ours alone say nothing about its generation. */
const isTheirs = ({ name }: { name: string }): boolean => !name.startsWith('own_');

/** The tables of a database, and how many rows one has. */
export interface DatabaseContent {
  tables: Catalogue;
  count(table: string): Promise<number>;
}

/**
 * Looks at the database of the settings, and makes nothing. Returns the tables and columns that it has. Throws a sentence if this
 * release cannot work on it.
 */
export async function requireKnownGeneration(settings: DatabaseSettings): Promise<Catalogue> {
  if (settings.engine === 'sqlite') return inFile(settings.path);
  const connection = await connectOnce(settings);
  try {
    const rows = async (sql: string): Promise<RowDataPacket[]> => (await connection.query<RowDataPacket[]>(sql))[0];
    const tables = catalogueFrom(await rows(MYSQL_CATALOGUE));
    await requireKnown({ tables, count: async (table) => only(await rows(countOf(table))) });
    return tables;
  } finally {
    await connection.end();
  }
}

/** A connection of its own to the server. Throws a sentence if it cannot be reached. */
export async function connectOnce({ host, port, username, password, database }: MysqlSettings): Promise<Connection> {
  return createConnection({ host, port, user: username, password, database }).catch((error: Error) => {
    throw new Error(`Cannot reach the database '${database}' at ${host}:${port} as ${username}: ${error.message}`);
  });
}

async function inFile(path: string): Promise<Catalogue> {
  requireFile(path);
  if (!existsSync(path)) return new Map();
  const SqliteFile = sqliteDriver();
  // As it is: whoever opens it to work on it changes how it is written.
  const file = new SqliteFile(path, { fileMustExist: true });
  try {
    const rows = (sql: string): RowDataPacket[] => file.prepare(sql).all() as RowDataPacket[];
    const tables = catalogueFrom(rows(SQLITE_CATALOGUE));
    await requireKnown({ tables, count: async (table) => only(rows(countOf(table))) });
    return tables;
  } finally {
    file.close();
  }
}

const countOf = (table: string): string => `SELECT COUNT(*) AS n FROM ${quote(table)}`;
const only = (rows: RowDataPacket[]): number => Number(rows[0]!['n']);

/** Throws a sentence for a database of another program, or of a generation of the older application that this release cannot serve. */
async function requireKnown({ tables, count }: DatabaseContent): Promise<void> {
  const wanted = MIGRATIONS.flatMap(({ schema }) => parseTables(schema));
  const isKnown = new Set([...wanted.map(({ name }) => name), ...FORMER_TABLES, 'migrations']);
  const names = [...tables.keys()].filter((name) => !name.startsWith('sqlite_'));
  if (names.length && !names.some((name) => isKnown.has(name) || name.startsWith('own_')))
    throw new Error(another(names));
  const former = FORMER_TABLES.filter((table) => tables.has(table));
  const backups = tables.get('backups');
  // The older application keeps notes of its migrations; what we made ourselves has all tables from the start.
  if (!former.length && (backups ? !backups.has('name') : tables.has('migrations') && tables.has('macro_processuses')))
    former.push(backups ? 'backups without names' : 'no backups');
  if (former.length) throw new Error(older(former));
  const both = doubled(tables);
  if (both.length) throw new Error(unclear(both));
  const perimeters = tables.has('perimeters') ? await count('perimeters') : 0;
  if (perimeters > 1) throw new Error(withPerimeters(perimeters));
  refuseStrangers(wanted.filter(isTheirs), tables);
}

const another = (found: readonly string[]): string =>
  `The database is another program's: it has ${found.length === 1 ? 'the table' : `${found.length} tables, such as`} ` +
  `${found.slice(0, 3).join(', ')}, and none of Meridian's. DATABASE_URL must name a map, or a database that is empty or not ` +
  'there yet, in which a new map is made. Nothing was changed.';

const older = (found: readonly string[]): string =>
  `The database belongs to an older generation of the older application (${found.join(', ')}). Upgrade that application to ` +
  '2026.05.30 first, or read the database into an empty one with: meridian import-mercator. Nothing was changed.';

const unclear = (found: readonly LaterColumn[]): string =>
  `The database has ${found.map(({ table, column, later }) => `${table}.${column} and ${table}.${later!}`).join(', ')}: ` +
  'two names of one thing. An upgrade of the older application was broken off: finish it first. Nothing was changed.';

const withPerimeters = (count: number): string =>
  `The database belongs to a newer generation of the older application: it has perimeters (${count}). This release does not ` +
  'know them, and would show everybody what lies in all of them. Install a release that does. Nothing was changed.';
