/** The copy of an embedded database that is made before a newer release changes it. */
import { existsSync, openSync, closeSync, fsyncSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { QueryRunner } from 'typeorm';
import { compareReleases, isRelease } from './migration-facts.js';
import type { Log } from './migration-watch.js';

/** So many copies are kept; older ones go when the next one is made. */
const MAX_COPIES = 2;

/** The copy of the database `path` before the release `release` changed it. */
const copyName = (path: string, release: string): string => `${path}.before-${release}`;

/** The change before which a copy is made. */
export interface Change {
  /** The release that is about to change the database. */
  release: string;
  /** It has changed the database in part already: an earlier copy is the one that shows how it was before. */
  isBegun: boolean;
  /** False once somebody else has begun to change the database. */
  isAhead(): Promise<boolean>;
}

/**
 * Copies the database of the runner beside itself, readable by its owner alone. Throws a sentence if it cannot; no part of a
 * copy is left then.
 */
export async function copyBefore(runner: QueryRunner, path: string, change: Change, log: Log): Promise<void> {
  const copy = copyName(path, change.release);
  if (change.isBegun && existsSync(copy)) {
    return log(`The upgrade goes on; the copy of the database from before it is still there: ${copy}`);
  }
  log(`The database is copied first, to ${copy}`);
  const part = `${copy}.${process.pid}.part`;
  try {
    // An empty file is written into as it is: nobody else may read it, from the first byte on.
    closeSync(openSync(part, 'wx', 0o600));
    await runner.query('VACUUM INTO ?', [part]);
    sync(part);
    // Of two that start at once the one that begins has the copy.
    if (await change.isAhead()) renameSync(part, copy);
    sync(dirname(copy));
  } catch (error) {
    throw new Error(notCopied(copy, statSync(path).size, error as Error), { cause: error });
  } finally {
    rmSync(part, { force: true });
  }
  for (const old of copiesOf(path).slice(0, -MAX_COPIES)) rmSync(old, { force: true });
}

/** Waits until a file, or the names in a folder, are on the disk. */
function sync(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}

/** The copies of a database, those before the earliest release first. */
function copiesOf(path: string): string[] {
  const begin = copyName(basename(path), '');
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(begin) && isRelease(name.slice(begin.length)))
    .sort((a, b) => compareReleases(a.slice(begin.length), b.slice(begin.length)))
    .map((name) => join(dirname(path), name));
}

const notCopied = (copy: string, size: number, { message }: Error): string =>
  `The database could not be copied to ${copy} before the upgrade: ${message}. Nothing was changed. Make room for ` +
  `${Math.ceil(size / 1e6)} MB there and start again, or, where you have a backup, run: npm run migrate -- --without-copy`;
