/** The driver of the embedded engine: an optional dependency, which those who use MariaDB or MySQL need not have. */
import type BetterSqlite from 'better-sqlite3';

/**
 * The class that opens a file, loaded when it is first asked for. Throws a sentence that says what to do where the driver is
 * not installed, or cannot be loaded.
 */
export function sqliteDriver(): typeof BetterSqlite {
  try {
    return require('better-sqlite3') as typeof BetterSqlite;
  } catch (error) {
    throw new Error(
      `SQLite cannot be used: its driver, better-sqlite3, cannot be loaded with Node ${process.version} on this machine ` +
        `(${(error as Error).message.split('\n')[0]}). Run npm ci with this Node again; on Node 20 that takes a C++ compiler, ` +
        'make and Python 3 (on Debian: apt-get install g++ make python3), from Node 22 on none. ' +
        'Or set DATABASE_URL to a MariaDB or MySQL server.',
      { cause: error },
    );
  }
}
