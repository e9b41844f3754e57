/** A database as commands use it: brought up to date, looked at, or opened without being changed. */
import { existsSync } from 'node:fs';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Config } from '../config.js';
import { isAside } from './come-back.js';
import { dataSourceOptions, openOn } from './connect.js';
import type { Database } from './database.js';
import { requireKnownGeneration } from './generation.js';
import { migrate, pendingIn, rehearse } from './migrate.js';
import type { Log } from './migration-watch.js';
import { MIGRATIONS } from './migrations/index.js';
import { sqliteDriver } from './sqlite/driver.js';
import { stepAside } from './step-aside.js';

/** Runs the migrations that the database lacks, or, as a rehearsal, only logs them. Throws as `connect` does. */
export async function bringUpToDate(config: Config, log: Log, rehearsal: boolean): Promise<void> {
  const options = rehearsal ? await untouched(config) : await dataSourceOptions(config, () => []);
  await withSource(options, (source) => (rehearsal ? rehearse(source, log) : migrate(source, log)));
}

/** Steps aside for an upgrade of the older application, or, as a rehearsal, only logs how. Throws as `stepAside` does. */
export async function stepAsideOn(config: Config, log: Log, rehearsal: boolean): Promise<void> {
  const options = rehearsal ? await untouched(config) : await dataSourceOptions(config, () => []);
  await withSource(options, (source) => stepAside(source, log, rehearsal));
}

/** Work on a database that is up to date. Throws a sentence if there is none, or it is not. */
export async function onDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  if (config.database.engine === 'sqlite' && !existsSync(config.database.path)) {
    throw new Error(`There is no database at ${config.database.path}.`);
  }
  return withSource(await dataSourceOptions(config, () => []), async (source) => {
    const runner = source.createQueryRunner();
    const behind = pendingIn(source, runner).then(async ({ length }) => length > 0 || isAside(runner));
    if (await behind.finally(() => runner.release()))
      throw new Error('The database is not up to date. Run first: npm run migrate');
    const { database } = await openOn(source, config);
    return work(database).finally(() => database.close());
  });
}

async function withSource<T>(options: DataSourceOptions, work: (source: DataSource) => Promise<T>): Promise<T> {
  const source = await new DataSource(options).initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

/** As `dataSourceOptions`, but an embedded database is not made where there is none, and not written to. */
async function untouched(config: Config): Promise<DataSourceOptions> {
  if (config.database.engine !== 'sqlite') return dataSourceOptions(config, () => []);
  const { path } = config.database;
  await requireKnownGeneration(config.database);
  const there = existsSync(path);
  return {
    type: 'better-sqlite3',
    driver: sqliteDriver(),
    database: there ? path : ':memory:',
    readonly: there,
    migrations: MIGRATIONS,
  };
}
