/** Opens the database, brings it up to date, and wraps it in the interface of `database.ts`. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { createPool } from 'mysql2';
import type { DataSource, DataSourceOptions, EntitySchema } from 'typeorm';
import type { Config } from '../config.js';
import type { DatabaseSettings } from './settings.js';
import type { Database } from './database.js';
import { mysqlType } from './mysql/dialect.js';
import { sqliteType } from './sqlite/dialect.js';
import { explainedFault } from './file-faults.js';
import { MapDataSource } from './data-source.js';
import { connectOnce, requireKnownGeneration } from './generation.js';
import { migrate, newerNotice } from './migrate.js';
import type { Catalogue, Log } from './migration-watch.js';
import { CLUSTER_QUESTION } from './cluster-lock.js';
import { watchServer } from './mysql/heartbeat.js';
import { liveIndexes } from './mysql/indexes.js';
import { MIGRATIONS } from './migrations/index.js';
import { MysqlDatabase, type ServerFacts } from './mysql/database.js';
import { originOf, type Origin } from './mercator-legacy.js';
import { prepareConnection } from './sqlite/connection.js';
import { SqliteDatabase } from './sqlite/database.js';
import { sqliteDriver } from './sqlite/driver.js';
import type { SqlType } from './table-shape.js';

/** Makes the entities for an engine whose column types are given, and for a database with these tables; `engine/schema/entities.ts` has the real one. */
export type Entities = (engineType: (type: SqlType) => string, tables: Catalogue) => EntitySchema[];

type Server = Pick<ServerFacts, 'engine' | 'maxPacket' | 'increment' | 'cluster' | 'indexes'>;
type MysqlSettings = Extract<DatabaseSettings, { engine: 'mysql' }>;

/** An open database that is up to date. */
export interface Connected {
  source: DataSource;
  database: Database;
  /** What the one who starts the program should know about the database. */
  notices: string[];
}

/**
 * The options with which TypeORM opens the database; for MariaDB and MySQL it asks the server what it is. Throws a sentence,
 * before anything is made, if this release cannot work on what is there.
 */
export async function dataSourceOptions(config: Config, entities: Entities): Promise<DataSourceOptions> {
  const tables = await explaining(config.database, () => requireKnownGeneration(config.database));
  const shared = { migrations: MIGRATIONS, migrationsTableName: 'own_migrations', synchronize: false, logging: false };
  if (config.database.engine === 'sqlite') {
    const { path } = config.database;
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) makeFile(path);
    return {
      ...{
        ...shared,
        type: 'better-sqlite3',
        driver: sqliteDriver(),
        database: path,
        enableWAL: true,
        entities: entities(sqliteType, tables),
      },
      // Indexes are made with our functions.
      prepareDatabase: prepareConnection,
    };
  }
  const { host, port, username, password, database } = config.database;
  return {
    ...shared,
    type: (await probe(config.database)).engine,
    ...{ host, port, username, password, database },
    entities: entities(mysqlType, tables),
    charset: 'utf8mb4_unicode_ci',
    timezone: 'Z',
    dateStrings: true,
    poolSize: 2,
  };
}

/**
 * Opens the database and runs the migrations that it lacks, logging which, but not their statements. Throws a sentence if it
 * cannot be reached, or is newer than the program, or if a migration fails.
 */
export async function connect(config: Config, entities: Entities, log: Log = () => undefined): Promise<Connected> {
  if (config.database.engine === 'sqlite') requireWritable(config.database.path);
  const source = new MapDataSource(await dataSourceOptions(config, entities));
  return explaining(config.database, () => openSource(source, config, log));
}

async function openSource(source: DataSource, config: Config, log: Log): Promise<Connected> {
  await source.initialize();
  try {
    const { isNew, newer } = await migrate(source, log, { statements: () => undefined });
    if (isNew) log('A new map was made: the database was empty.');
    const opened = await openOn(source, config);
    return { source, ...opened, notices: [...[newerNotice(newer) ?? []].flat(), ...opened.notices] };
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

/** Runs work on a database; a fault of its file is thrown as a sentence. */
export async function explaining<T>(settings: DatabaseSettings, work: () => Promise<T>): Promise<T> {
  if (settings.engine !== 'sqlite') return work();
  return work().catch((error: unknown) => {
    throw explainedFault(error, settings.path);
  });
}

/**
 * Makes the file of a new database. It has its name once it is a database: one of 0 bytes is refused, and must not be what a
 * start that was broken off leaves, or another one sees that begins at the same time.
 */
function makeFile(path: string): void {
  const draft = `${path}.${process.pid}.new`;
  closeSync(openSync(draft, 'w', 0o600));
  try {
    const file = new (sqliteDriver())(draft);
    file.pragma('journal_mode = WAL');
    file.close();
    linkSync(draft, path);
  } catch (error) {
    const { code = '' } = error as { code?: string };
    // Some file systems have no links.
    if (['EPERM', 'ENOTSUP', 'ENOSYS'].includes(code)) renameSync(draft, path);
    else if (code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The engine keeps files beside the database while it works, so the folder is looked at too. */
function requireWritable(path: string): void {
  for (const place of [dirname(path), path].filter((each) => existsSync(each))) {
    try {
      accessSync(place, constants.W_OK);
    } catch {
      throw new Error(
        `The database ${path} cannot be written to: the user who runs the server may not write to ${place}.`,
      );
    }
  }
}

/** An open database that is up to date, and what there is to know about it. */
export async function openOn(source: DataSource, config: Config): Promise<Omit<Connected, 'source'>> {
  const origin = await originOf(source, config.databaseTimezone);
  return { database: await open(config, origin), notices: origin.notices };
}

async function open(config: Config, { zone, older }: Origin): Promise<Database> {
  if (config.database.engine === 'sqlite') return new SqliteDatabase(config.database.path, zone, !config.production);
  const { host, port, username: user, password, database } = config.database;
  const pool = createPool({
    ...{ host, port, user, password, database },
    charset: 'utf8mb4_unicode_ci',
    timezone: 'Z',
    dateStrings: true,
    jsonStrings: true,
    supportBigNumbers: true,
    decimalNumbers: true,
    stringifyObjects: true,
    // Statements of one transaction travel together: see docs/decisions/database.md.
    multipleStatements: true,
    // Texts come with their values in them (mysql/literal.ts); looking for marks in megabytes costs more than the rest.
    queryFormat: (sql) => sql,
    connectionLimit: config.databasePool,
    // Each connection keeps its prepared statements on the server, which counts them over all connections.
    maxPreparedStatements: 300,
    idleTimeout: 600_000,
    connectTimeout: 3000,
  });
  const { engine, maxPacket, increment, cluster, indexes } = await probe(config.database);
  // Nothing may be asked of the pool before: what it has opened by then would lack the settings of a connection.
  const made = new MysqlDatabase(pool, {
    ...{ engine, maxPacket, increment, cluster, indexes, zone, ownZone: older },
    address: { host, port, user, password, database },
    connections: config.databasePool,
    watchful: !config.production,
  });
  watchServer(pool, { host, port, user, password, database }, (unavailable) => (made.unavailable = unavailable));
  return made;
}

async function probe(settings: MysqlSettings): Promise<Server> {
  const connection = await connectOnce(settings);
  try {
    const [rows] = await connection.query(
      'SELECT VERSION() AS version, @@max_allowed_packet AS packet, @@auto_increment_increment AS step',
    );
    const [{ version, packet, step }] = rows as [{ version: string; packet: number; step: number }];
    const [[replication]] = (await connection.query(CLUSTER_QUESTION)) as unknown as [Array<{ Value: string }>];
    const engine = /mariadb/i.test(version) ? 'mariadb' : 'mysql';
    const indexes = await liveIndexes(connection);
    return { engine, maxPacket: packet, increment: step, cluster: replication?.Value === 'ON', indexes };
  } finally {
    await connection.end();
  }
}
