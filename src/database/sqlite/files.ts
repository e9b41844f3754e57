/** The files of an embedded database on the disk: who may read them, and whether they are still those that were opened. */
import { accessSync, chmodSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseFault } from '../database.js';

/** The log and the memory that the processes on a file share stand beside it. */
const SUFFIXES = ['', '-wal', '-shm'];
/** Rights of the group and of others. */
const OF_OTHERS = 0o077;
/** Bytes that the disk must have left: a usual write takes some tens of kilobytes. */
const MIN_FREE = 1 << 20;

/**
 * Leaves the files to their owner alone: they hold the hashes of all passwords. The engine makes those beside the database
 * with the rights of the database. Returns the paths of those that others may read all the same.
 */
export function keepPrivate(path: string): string[] {
  const open: string[] = [];
  for (const file of SUFFIXES.map((suffix) => path + suffix)) {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    if (!(mode & OF_OTHERS)) continue;
    try {
      chmodSync(file, mode & 0o700);
    } catch {
      // Somebody else's file, or a file system without rights.
    }
    if (statSync(file, { throwIfNoEntry: false })!.mode & OF_OTHERS) open.push(file);
  }
  return open;
}

/** Throws `ENOSPC` where the disk has no room for a usual write: the log may have some left, which the next writes take. */
export async function requireRoom(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize >= MIN_FREE) return;
  const left = Math.floor((bavail * bsize) / 1024);
  throw Object.assign(new Error(`the disk of ${path} has ${left} KB left`), { code: 'ENOSPC' });
}

/** Returns true if an error of the engine says that the file does not hold what was written to it. */
export const isDamage = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: string } | null)?.code));

/** Returns true for an error of the engine about a file that its message does not name. */
export const isUnnamed = (error: unknown, path: string): error is Error =>
  error instanceof Error &&
  /^SQLITE_(CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|READONLY)/.test(String((error as { code?: string }).code)) &&
  !error.message.includes(path);

/** Returns true for an error of reading or writing where the system lets nobody write to the files. */
export function isForbidden(error: unknown, path: string): error is Error {
  if (!/^SQLITE_(IOERR|CANTOPEN)/.test(String((error as { code?: string }).code))) return false;
  try {
    for (const file of [path, `${path}-wal`]) if (existsSync(file)) accessSync(file, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

/** The fault of a damaged file; `reason`: what the engine said. */
export const damaged = (path: string, reason: string): DatabaseFault =>
  new DatabaseFault(
    'DATABASE_DAMAGED',
    `The database file ${path} is damaged: ${reason}. Nothing is written to it any more; what can be read still is. ` +
      `Run: meridian check ${path}. See "A damaged database file" in docs/runbooks.md.`,
  );

/** The database and its log as they were opened. */
export class OpenedFiles {
  private readonly opened = new Map<string, string>();

  constructor(private readonly path: string) {}

  /** Returns the fault where one of the files was removed or replaced: what is written then is lost with the process. */
  missing(): DatabaseFault | undefined {
    for (const file of [this.path, `${this.path}-wal`]) {
      const found = statSync(file, { throwIfNoEntry: false, bigint: true });
      const identity = found && `${found.dev} ${found.ino}`;
      const before = this.opened.get(file);
      if (identity === before) continue;
      if (before !== undefined) return gone(file, found ? 'was replaced by another file' : 'was removed or moved');
      // The log comes with the first statement.
      this.opened.set(file, identity!);
    }
    return undefined;
  }
}

const gone = (file: string, what: string): DatabaseFault =>
  new DatabaseFault(
    'DATABASE_GONE',
    `The database file ${file} ${what} while the server had it open: what is written now would be lost. ` +
      'Put the file back, with the -wal file that belongs to it, or restore a backup; then start the server.',
  );
