/** Whether a database is one that this release can work on: looked at before anything in it, or beside it, is made. */
import { existsSync } from 'node:fs';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import type { DatabaseSettings } from './settings.js';
import { requireFile } from './file-faults.js';
import { catalogueFrom, MYSQL_CATALOGUE, refuseStrangers, SQLITE_CATALOGUE } from './complete-schema.js';
import type { Catalogue } from './migration-watch.js';
import { doubled, HOME, type LaterColumn } from './later-columns.js';
import { MIGRATIONS } from './migrations/index.js';
import { sqliteDriver } from './sqlite/driver.js';
import { parseTables } from './table-shape.js';

type MysqlSettings = Extract<DatabaseSettings, { engine: 'mysql' }>;

/** Tables that the older application renamed before 2026.05.30. */
const FORMER_TABLES = ['m_applications', 'fluxes', 'domaine_ads'];

/** Tables of its that are ours alone say nothing about its generation. */
const isTheirs = ({ name }: { name: string }): boolean => !name.startsWith('own_');

/**
 * Looks at the database of the settings, and makes nothing. Returns the tables and columns that it has. Throws a sentence if this
 * release cannot work on it.
 */
export async function requireKnownGeneration(settings: DatabaseSettings): Promise<Catalogue> {
  if (settings.engine === 'sqlite') return inFile(settings.path);
  const connection = await connectOnce(settings);
  try {
    const [rows] = await connection.query<RowDataPacket[]>(MYSQL_CATALOGUE);
    return known(catalogueFrom(rows));
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

function inFile(path: string): Catalogue {
  requireFile(path);
  if (!existsSync(path)) return new Map();
  const SqliteFile = sqliteDriver();
  // As it is: whoever opens it to work on it changes how it is written.
  const file = new SqliteFile(path, { fileMustExist: true });
  try {
    return known(catalogueFrom(file.prepare(SQLITE_CATALOGUE).all() as RowDataPacket[]));
  } finally {
    file.close();
  }
}

/** The same tables. Throws a sentence for a database of another program, or of a generation of the older application that this release cannot serve. */
function known(tables: Catalogue): Catalogue {
  const wanted = MIGRATIONS.flatMap(({ schema }) => parseTables(schema));
  const isOurs = new Set([...wanted.map(({ name }) => name), ...FORMER_TABLES, 'migrations']);
  const names = [...tables.keys()].filter((name) => !name.startsWith('sqlite_'));
  if (names.length && !names.some((name) => isOurs.has(name) || name.startsWith('own_')))
    throw new Error(another(names));
  const former = FORMER_TABLES.filter((table) => tables.has(table));
  const backups = tables.get('backups');
  // The older application keeps notes of its migrations; what we made ourselves has all tables from the start.
  if (!former.length && (backups ? !backups.has('name') : tables.has('migrations') && tables.has('macro_processuses')))
    former.push(backups ? 'backups without names' : 'no backups');
  if (former.length) throw new Error(older(former));
  const both = doubled(tables);
  if (both.length) throw new Error(unclear(both));
  const homed = [...tables].find(([, columns]) => columns.has(HOME))?.[0];
  if (homed !== undefined && tables.has('perimeters') && !tables.get('roles')?.has(HOME))
    throw new Error(halfway(homed));
  refuseStrangers(wanted.filter(isTheirs), tables);
  return tables;
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

const halfway = (table: string): string =>
  `The database has perimeters, and ${table}.${HOME} says where objects belong, but roles.${HOME} is not there: everybody would ` +
  'see all of them. An upgrade of the older application was broken off: finish it first. Nothing was changed.';
