/** Runs the migrations that a database lacks: one process does, the others wait (contract 13). */
import { QueryFailedError, type DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { MigrationLock, missingFacts, notesTable } from './migration-lock.js';
import { version } from '../core/version.js';
import { ASIDE, comeBack, isAside } from './come-back.js';
import { copyBefore } from './copy-before.js';
import { generationIn, HOMES } from './later-columns.js';
import { compareReleases, factsOf } from './migration-facts.js';
import { oneLine, watched, type Log } from './migration-watch.js';
import { areBeside, bringTogether } from './own-perimeters.js';

const MAX_STATEMENT_LENGTH = 500;

/** How a run of migrations is done beyond its log. */
export interface MigrateOptions {
  /** Takes every statement; the log does unless this is given. */
  statements?: Log;
  /** No copy of an embedded database is made before. */
  withoutCopy?: boolean;
}

/** What was found and done. */
export interface Migrated {
  /** There was nothing: this process made a new map, or a part of it. */
  isNew: boolean;
  /** What a newer release has done before; see `Standing`. */
  newer: NewerMigration[];
}

/**
 * Brings the database up to date. Throws a sentence if the database is newer than the program and what is newer is not
 * additive, or if a statement fails: what was done before stays, and the next run goes on from there.
 */
export async function migrate(
  source: DataSource,
  log: Log,
  { statements = log, withoutCopy = false }: MigrateOptions = {},
): Promise<Migrated> {
  const runner = source.createQueryRunner();
  try {
    const { pending, done, newer } = await standingOf(source, runner);
    const isNew = !done.size && !(await runner.hasTable('users'));
    if (!pending.length && !(await isAside(runner)) && !(await areBeside(runner))) return { isNew: false, newer };
    if (!isNew) await prepare(runner, { pending, done, newer }, log, withoutCopy);
    const turn = new MigrationLock(source, runner, log);
    // Of a new map it is enough to say that it was made.
    const logs = { log: isNew ? statements : log, statements };
    let count = 0;
    await turn.runExclusively(async () => {
      await comeBack(runner, log);
      for (let next; (next = (await standingOf(source, runner)).pending[0]);)
        if (await runOne(runner, turn, next, logs)) count++;
      await bringTogether(runner, log);
    });
    // Until then all of it may lie beside the file, and whoever copies the file alone would have nothing.
    if (turn.undoes) await runner.query('PRAGMA wal_checkpoint(TRUNCATE)');
    return { isNew: isNew && count > 0, newer };
  } finally {
    await runner.release();
  }
}

/** Says what will be done, and keeps what was before: the embedded engine's file, which nobody else may have a copy of. */
async function prepare(runner: QueryRunner, standing: MigrationState, log: Log, withoutCopy: boolean): Promise<void> {
  const { pending, done } = standing;
  if (!pending.length) return;
  const releases = pending.map((migration) => factsOf(migration).release).sort(compareReleases);
  const release = releases.at(-1)!;
  const count = pending.length === 1 ? '1 migration' : `${pending.length} migrations`;
  log(`The database is brought up to date for release ${release}: ${count}.`);
  const { type, database } = runner.connection.options;
  if (type !== 'better-sqlite3') log(NO_COPY);
  else if (!withoutCopy) {
    const ours = runner.connection.migrations.filter((migration) => factsOf(migration).release === release);
    const isBegun = ours.some(({ name }) => done.has(name!));
    const isAhead = async (): Promise<boolean> => (await notesIn(runner)).length === done.size;
    await copyBefore(runner, database as string, { release, isBegun, isAhead }, log);
  }
}

const NO_COPY =
  'No copy is made of an external database. What is done only adds to it; the way back is: meridian downgrade, or your last backup.';

/** Logs what `migrate` would do, and changes nothing. */
export async function rehearse(source: DataSource, log: Log): Promise<Pick<Migrated, 'newer'>> {
  const runner = source.createQueryRunner();
  try {
    const { pending, newer } = await standingOf(source, runner);
    const found = await generationIn(runner);
    if (found) log(found);
    if (!(await runner.hasTable('own_migrations'))) log(`${notesTable(runner)};`);
    else if (pending.length) for (const sql of await missingFacts(runner)) log(`${sql};`);
    const [aside, beside] = [await isAside(runner), await areBeside(runner)];
    await comeBack(runner, log, true);
    await watched(runner, { log, rehearsal: true }, async () => {
      for (const migration of pending) {
        log(`Migration ${migration.name}:`);
        await migration.up(runner);
      }
    });
    await bringTogether(runner, log, true);
    if (pending.length && (await runner.hasTable('migrations'))) log(STEP_ASIDE);
    log(pending.length || aside || beside ? REHEARSED : UP_TO_DATE);
    return { newer };
  } finally {
    await runner.release();
  }
}

/** Logged at the end of a rehearsal that logged something. */
export const REHEARSED = 'Nothing was changed: this was only a rehearsal.';
const STEP_ASIDE =
  'Later, before the older application itself is upgraded: npm run migrate -- --step-aside removes these additions, and keeps ' +
  'what was written into them until Meridian is started again.';

/** Said where there is nothing to do. */
export const UP_TO_DATE = 'The database is up to date.';

/** A migration that this release does not know, and the release that ran it. */
export interface NewerMigration {
  name: string;
  release: string;
}

/** How a database compares with this release. */
export interface MigrationState {
  /** What it lacks, oldest first. */
  pending: MigrationInterface[];
  /** The names of all that were run. */
  done: Set<string>;
  /** What a newer release has added, and marked as nothing that this one needs to know. */
  newer: NewerMigration[];
}

/** Compares a database with this release. Throws a sentence if it knows a migration that we do not, and that is not additive. */
export async function standingOf(source: DataSource, runner: QueryRunner): Promise<MigrationState> {
  const run = await notesIn(runner);
  const done = new Set(run.map(({ name }) => name));
  const ours = new Set(source.migrations.map(({ name }) => name!));
  const unknown = run.filter(({ name }) => !ours.has(name) && name !== ASIDE && name !== HOMES);
  const strange = unknown.filter(({ additive }) => !additive).map(({ name }) => name);
  if (strange.length) {
    throw new Error(
      `The database was made by a newer release of Meridian (migration ${strange.join(', ')} is unknown to this one). ` +
        'Install that release; with it meridian downgrade leads back to this one, where there is a way; or restore a backup ' +
        'of the database. Nothing was changed.',
    );
  }
  const newer = unknown.map(({ name, release }) => ({ name, release: release! }));
  return { pending: source.migrations.filter(({ name }) => !done.has(name!)), done, newer };
}

interface MigrationNote {
  name: string;
  release?: string | null;
  additive?: number | null;
}

async function notesIn(runner: QueryRunner): Promise<MigrationNote[]> {
  if (!(await runner.hasTable('own_migrations'))) return [];
  // All columns: those of an earlier release lack some.
  return (await runner.query('SELECT * FROM `own_migrations` ORDER BY `id`')) as MigrationNote[];
}

/** What those who use the database with this release should know; undefined where nothing in it is newer. */
export function newerNotice(newer: readonly NewerMigration[]): string | undefined {
  if (!newer.length) return undefined;
  const releases = [...new Set(newer.map(({ release }) => release))].sort(compareReleases);
  return (
    `The database was brought up to date by release ${releases.join(' and ')} (${newer.map(({ name }) => name).join(', ')}), ` +
    `which only added to it: this release, ${version()}, goes on working on it. What is new there it does not know, and its ` +
    'backups do not hold. Replace it once all others are.'
  );
}

/** Refuses work that has to know everything in a database. Throws a sentence where a newer release has added something. */
export function refuseNewer(newer: readonly NewerMigration[], work: string): void {
  if (!newer.length) return;
  const { release } = newer.at(-1)!;
  throw new Error(
    `The database was brought up to date by release ${release}: ${work} takes that release, which knows everything in it. ` +
      'Nothing was changed.',
  );
}

/** Runs one migration when it is this process's turn. False if another process has run it meanwhile. */
export async function runOne(
  runner: QueryRunner,
  turn: MigrationLock,
  migration: MigrationInterface,
  { log, statements }: { log: Log; statements: Log },
): Promise<boolean> {
  const began = performance.now();
  await runner.beforeMigration();
  try {
    // On the embedded engine somebody else may have been quicker; the caller looks again.
    if (!(await turn.begin(migration.name!))) return false;
    log(`Migration ${migration.name}:`);
    await watched(runner, { log: statements, rehearsal: false }, (watch) =>
      migration.up(runner).catch((error: Error) => {
        throw explained(error, migration.name!, watch.statement, turn.undoes);
      }),
    );
    await turn.finish(migration);
    log(`Migration ${migration.name} is done after ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    return true;
  } catch (error) {
    await turn.giveUp();
    throw error;
  } finally {
    await runner.afterMigration();
  }
}

/** A failure, with what to do about it. */
function explained(error: Error, name: string, statement: string, undone: boolean): Error {
  if (!(error instanceof QueryFailedError)) return error;
  const sql = oneLine(statement);
  const short = sql.length > MAX_STATEMENT_LENGTH ? `${sql.slice(0, MAX_STATEMENT_LENGTH)}…` : sql;
  const state = undone
    ? 'Nothing was changed.'
    : 'The statements before it only added something; they stay and are not repeated. Nothing else was changed, ' +
      'and whatever used the database before can go on using it.';
  return new Error(
    `The migration ${name} failed at this statement:\n  ${short}\n` +
      `The database says: ${(error.driverError as Error).message}\n` +
      `${state} Start again once the cause is removed.`,
    { cause: error },
  );
}
