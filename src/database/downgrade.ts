/** The way back to an earlier release, without losing what was written since: see docs/operations.md, "Upgrades". */
import type { DataSource, QueryRunner } from 'typeorm';
import { version } from '../core/version.js';
import { isAside } from './come-back.js';
import { HOMES } from './later-columns.js';
import { refuseNewer, REHEARSED, standingOf } from './migrate.js';
import { compareReleases, factsOf, isRelease } from './migration-facts.js';
import { MigrationLock } from './migration-lock.js';
import { watched, type Log } from './migration-watch.js';

type Migrations = DataSource['migrations'];

/**
 * Prepares the database for an earlier release, which then starts on it, finds what was there before and what was written since,
 * and may write; a later release brings it up to date again. Migrations of later releases are taken back newest first, all of
 * them or none: their `down`, and their notes, on which an earlier release stumbles. What they added stays. As a rehearsal it only
 * logs. Throws a sentence where there is no such release, or no way back to it.
 */
export async function downgrade(source: DataSource, release: string, log: Log, rehearsal: boolean): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    const { done, newer } = await standingOf(source, runner);
    refuseNewer(newer, 'going back to an earlier release');
    if (await isAside(runner)) throw new Error(ASIDE);
    if (done.has(HOMES)) throw new Error(HOMED);
    if (!done.size) throw new Error('There is no map in this database. Nothing was changed.');
    const later = laterThan(release, source.migrations)
      .filter(({ name }) => done.has(name!))
      .reverse();
    if (!later.length) return log(`Release ${release} knows everything in this database already. Nothing was changed.`);
    const work = (): Promise<void> => takeBack(runner, later, log, rehearsal);
    if (rehearsal) await work();
    else await new MigrationLock(source, runner, log).runExclusively(work);
    log(
      rehearsal
        ? REHEARSED
        : `Release ${release} may be started now. A later release brings the database up to date again.`,
    );
  } finally {
    await runner.release();
  }
}

const ASIDE =
  'Meridian has stepped aside for an upgrade of the older application: start it once more first, so that everything is back. ' +
  'Nothing was changed.';

const HOMED =
  'The map has homes, which limit what people see, and which no earlier release knows: it would show everything to everybody. ' +
  'The way back is a backup from before. Nothing was changed.';

/** The migrations of releases after this one, oldest first. Throws a sentence if there is no such release, or no way back to it. */
function laterThan(release: string, migrations: Migrations): Migrations {
  const releases = migrations.map((migration) => factsOf(migration).release).sort(compareReleases);
  if (!isRelease(release) || compareReleases(release, releases[0]!) < 0) {
    throw new Error(`There is no release '${release}': the first one is ${releases[0]}. Nothing was changed.`);
  }
  const newest = [version(), ...releases].sort(compareReleases).at(-1)!;
  if (compareReleases(release, newest) > 0)
    throw new Error(`This release knows of none after ${newest}, and not of '${release}'. Nothing was changed.`);
  const later = migrations.filter((migration) => compareReleases(factsOf(migration).release, release) > 0);
  const final = later.filter((migration) => !factsOf(migration).additive);
  if (!final.length) return later;
  const earliest = final
    .map((migration) => factsOf(migration).release)
    .sort(compareReleases)
    .at(-1);
  throw new Error(
    `There is no way back to release ${release}: it would not run on what ${final.map(({ name }) => name).join(', ')} changed. ` +
      `The earliest release that there is a way back to is ${earliest}; for an earlier one, restore a backup that was made ` +
      'with it. Nothing was changed.',
  );
}

async function takeBack(runner: QueryRunner, later: Migrations, log: Log, rehearsal: boolean): Promise<void> {
  if (!rehearsal) await runner.startTransaction();
  try {
    await watched(runner, { log, rehearsal }, async () => {
      for (const migration of later) {
        log(`Migration ${migration.name} of release ${factsOf(migration).release} is taken back:`);
        await migration.down(runner);
        await runner.query('DELETE FROM `own_migrations` WHERE `name` = ?', [migration.name]);
      }
    });
    if (!rehearsal) await runner.commitTransaction();
  } catch (error) {
    if (!rehearsal) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}
