/** What is wrong with the file of an embedded database, in sentences that say where it is and what to do. */
import { existsSync, statSync } from 'node:fs';

/** The page that says what to do about a damaged database. */
const PAGE = 'docs/runbooks.md';

/**
 * Throws a sentence if what is at the path cannot be a database, before anything opens it: a folder, or a file of no bytes,
 * which is what a copy that failed leaves, and which the engine would take for a new database.
 */
export function requireFile(path: string): void {
  if (!existsSync(path)) return;
  const file = statSync(path);
  if (file.isDirectory()) {
    throw new Error(
      `${path} is a folder: DATABASE_URL must name the file of the database in it, such as sqlite:${path}/meridian.sqlite.`,
    );
  }
  if (!file.isFile()) throw new Error(`${path} is no file: DATABASE_URL must name the file of the database.`);
  if (file.size > 0) return;
  throw new Error(
    `The database ${path} is empty: a file of 0 bytes is no map, but what a failed copy or a full disk leaves. Put the map back ` +
      `from the last backup (${PAGE}, "A damaged database"), or remove the file to begin with a new map. Nothing was changed.`,
  );
}

/** Codes of the engine, and what they mean for the file. */
const MEANINGS: ReadonlyArray<readonly [code: string, meaning: string]> = [
  ['SQLITE_CORRUPT', 'is damaged, or a part of it is missing'],
  ['SQLITE_NOTADB', 'is no database of SQLite, or its beginning is damaged'],
];

/**
 * An error about a database at this path: where the file itself is at fault, a sentence that says what to do; any other one as
 * it is.
 */
export function explainedFault(error: unknown, path: string): unknown {
  const {
    driverError,
    code = driverError?.code,
    message,
  } = error as {
    driverError?: { code?: string };
    code?: string;
    message: string;
  };
  const meaning = MEANINGS.find(([known]) => String(code).startsWith(known))?.[1];
  if (meaning === undefined) {
    if (!String(code).startsWith('SQLITE_CANTOPEN')) return error;
    return new Error(
      `The database ${path} cannot be opened: may this user read and write it, and its folder? (${message})`,
      {
        cause: error,
      },
    );
  }
  return new Error(
    `The database ${path} ${meaning} (${message}). Leave the file as it is, and copy it, with ${path}-wal beside it, to a safe ` +
      `place before anything else. \`meridian check ${path}\` says more; how the last backup, or what can still be read, is ` +
      `put back stands in ${PAGE}, "A damaged database".`,
    { cause: error },
  );
}
