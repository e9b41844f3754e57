/** Runs the migrations that a database lacks: one process does, the others wait (contract 13). */
import { QueryFailedError, type DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { MigrationLock, notesTable } from './migration-lock.js';
import { ASIDE, comeBack, isAside } from './come-back.js';
import { oneLine, watched, type Log } from './migration-watch.js';

const MAX_STATEMENT_LENGTH = 500;

/**
 * Brings the database up to date. Throws a sentence if the database is newer than the program, or if a statement
 * fails: what was done before stays, and the next run goes on from there.
 */
export async function migrate(source: DataSource, log: Log): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    if (!(await pendingIn(source, runner)).length && !(await isAside(runner))) return;
    const turn = new MigrationLock(source, runner, log);
    await turn.runExclusively(async () => {
      await comeBack(runner, log);
      for (let next; (next = (await pendingIn(source, runner))[0]);) await runOne(runner, turn, next, log);
    });
  } finally {
    await runner.release();
  }
}

/** Logs what `migrate` would do, and changes nothing. */
export async function rehearse(source: DataSource, log: Log): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    const pending = await pendingIn(source, runner);
    if (!(await runner.hasTable('own_migrations'))) log(`${notesTable(runner)};`);
    const aside = await isAside(runner);
    await comeBack(runner, log, true);
    await watched(runner, { log, rehearsal: true }, async () => {
      for (const migration of pending) {
        log(`Migration ${migration.name}:`);
        await migration.up(runner);
      }
    });
    if (pending.length && (await runner.hasTable('migrations'))) log(STEP_ASIDE);
    log(pending.length || aside ? REHEARSED : UP_TO_DATE);
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

/** The migrations that the database lacks, oldest first. Throws a sentence if it knows one that we do not. */
export async function pendingIn(source: DataSource, runner: QueryRunner): Promise<MigrationInterface[]> {
  const run: Array<{ name: string }> = (await runner.hasTable('own_migrations'))
    ? await runner.query('SELECT `name` FROM `own_migrations` ORDER BY `id`')
    : [];
  const done = new Set(run.map(({ name }) => name));
  const ours = new Set(source.migrations.map(({ name }) => name!));
  const unknown = [...done].filter((name) => !ours.has(name) && name !== ASIDE);
  if (unknown.length) {
    throw new Error(
      `The database was made by a newer release of Meridian (migration ${unknown.join(', ')} is unknown to this one). ` +
        'Install that release, or restore a backup of the database. Nothing was changed.',
    );
  }
  return source.migrations.filter(({ name }) => !done.has(name!));
}

async function runOne(
  runner: QueryRunner,
  turn: MigrationLock,
  migration: MigrationInterface,
  log: Log,
): Promise<void> {
  await runner.beforeMigration();
  try {
    // On the embedded engine somebody else may have been quicker; the caller looks again.
    if (!(await turn.begin(migration.name!))) return;
    log(`Migration ${migration.name}:`);
    await watched(runner, { log, rehearsal: false }, (watch) =>
      migration.up(runner).catch((error: Error) => {
        throw explained(error, migration.name!, watch.statement, turn.undoes);
      }),
    );
    await turn.finish(migration.name!);
    log(`Migration ${migration.name} is done.`);
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
