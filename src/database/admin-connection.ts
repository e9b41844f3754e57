/** A database as commands use it: brought up to date, looked at, or opened without being changed. */
import { existsSync } from 'node:fs';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Config } from '../config.js';
import { isAside } from './come-back.js';
import { dataSourceOptions, explaining, openOn } from './connect.js';
import type { Database } from './database.js';
import { requireKnownGeneration } from './generation.js';
import { makeHomes } from './homes.js';
import { downgrade } from './downgrade.js';
import { migrate, rehearse, standingOf, type MigrateOptions, type NewerMigration } from './migrate.js';
import type { Log } from './migration-watch.js';
import { MIGRATIONS } from './migrations/index.js';
import { areBeside } from './own-perimeters.js';
import { sqliteDriver } from './sqlite/driver.js';
import { stepAside } from './step-aside.js';

/**
 * Runs the migrations that the database lacks, or, as a rehearsal, only logs them. Answers what a newer release has added to
 * the database. Throws as `connect` does.
 */
export async function bringUpToDate(
  config: Config,
  log: Log,
  rehearsal: boolean,
  how: MigrateOptions = {},
): Promise<NewerMigration[]> {
  const options = rehearsal ? await untouched(config) : await dataSourceOptions(config, () => []);
  return onSource(config, options, async (source) => {
    const { newer } = await (rehearsal ? rehearse(source, log) : migrate(source, log, how));
    return newer;
  });
}

/** Prepares the database for an earlier release, or, as a rehearsal, only logs how. Throws as `downgrade` does. */
export async function downgradeOn(config: Config, release: string, log: Log, rehearsal: boolean): Promise<void> {
  const options = rehearsal ? await untouched(config) : await dataSourceOptions(config, () => []);
  await onSource(config, options, (source) => downgrade(source, release, log, rehearsal));
}

/** Steps aside for an upgrade of the older application, or, as a rehearsal, only logs how. Throws as `stepAside` does. */
export async function stepAsideOn(config: Config, log: Log, rehearsal: boolean): Promise<void> {
  const options = rehearsal ? await untouched(config) : await dataSourceOptions(config, () => []);
  await onSource(config, options, (source) => stepAside(source, log, rehearsal));
}

/** Makes homes in a map of our own, or, as a rehearsal, only logs how. Answers and throws as `makeHomes` does. */
export async function makeHomesOn(config: Config, log: Log, rehearsal: boolean): Promise<boolean> {
  const options = rehearsal ? await untouched(config) : await dataSourceOptions(config, () => []);
  return onSource(config, options, (source) => makeHomes(source, log, rehearsal));
}

/** Work on a database that is up to date. Throws a sentence if there is none, or it is not. */
export async function onDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  if (config.database.engine === 'sqlite' && !existsSync(config.database.path)) {
    throw new Error(`There is no database at ${config.database.path}.`);
  }
  return onSource(config, await dataSourceOptions(config, () => []), async (source) => {
    const runner = source.createQueryRunner();
    try {
      if (await isAside(runner)) throw new Error(IS_ASIDE);
      if ((await standingOf(source, runner)).pending.length || (await areBeside(runner)))
        throw new Error('The database is not up to date. Run first: npm run migrate');
    } finally {
      await runner.release();
    }
    const { database } = await openOn(source, config);
    return work(database).finally(() => database.close());
  });
}

const IS_ASIDE =
  'Meridian has stepped aside, so that the older application can be upgraded, and a part of the map is kept aside. Upgrade that ' +
  'application, start Meridian afterwards, which brings everything back, and repeat this then. Until then a backup is a dump of ' +
  'the whole database (mariadb-dump). Nothing was changed.';

function onSource<T>(
  { database: settings }: Config,
  options: DataSourceOptions,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  return explaining(settings, async () => {
    const source = await new DataSource(options).initialize();
    return work(source).finally(() => source.destroy());
  });
}

/** As `dataSourceOptions`, but an embedded database is not made where there is none, and not written to. */
async function untouched(config: Config): Promise<DataSourceOptions> {
  if (config.database.engine !== 'sqlite') return dataSourceOptions(config, () => []);
  const { path } = config.database;
  await explaining(config.database, () => requireKnownGeneration(config.database));
  const there = existsSync(path);
  return {
    type: 'better-sqlite3',
    driver: sqliteDriver(),
    database: there ? path : ':memory:',
    readonly: there,
    migrations: MIGRATIONS,
  };
}
