/** Looks whether an SQLite file holds what was written to it. Only we can: its indexes are made with functions of ours. */
import { statSync } from 'node:fs';
import type { DatabaseSettings } from '../settings.js';
import { prepareConnection } from './connection.js';
import { sqliteDriver } from './driver.js';
import { isDamage } from './files.js';

/** Most findings of the engine that are listed; a damaged page alone may make thousands. */
const MAX_FINDINGS = 100;

/** What is wrong with a file; nothing where it is in order. */
export interface FileFindings {
  /** What the engine says of pages, rows and indexes. */
  damage: string[];
  /** References to rows that are not there, as `table.column → table`, and how many. */
  dangling: Map<string, number>;
}

interface DanglingRow {
  table: string;
  parent: string;
  fkid: number;
}

/** The file of an embedded database; undefined for a database server. */
export const fileOf = (settings: DatabaseSettings): string | undefined =>
  settings.engine === 'sqlite' ? settings.path : undefined;

/** Reads a file from its beginning to its end, and writes nothing to it. Throws a sentence where there is none, or it cannot be opened. */
export function checkFile(path: string): FileFindings {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile()) throw new Error(`There is no database file at ${path}.`);
  const found: FileFindings = { damage: [], dangling: new Map() };
  if (!file.size) return { ...found, damage: ['the file is empty'] };
  try {
    const connection = new (sqliteDriver())(path, { readonly: true });
    try {
      prepareConnection(connection);
      const lines = connection.prepare(`PRAGMA integrity_check(${MAX_FINDINGS})`).pluck().all().map(String);
      found.damage = lines.filter((line) => line !== 'ok');
      for (const { table, parent, fkid } of connection.pragma('foreign_key_check') as DanglingRow[]) {
        const keys = connection.pragma(`foreign_key_list(\`${table}\`)`) as Array<{ id: number; from: string }>;
        const column = keys.find(({ id }) => id === fkid)?.from ?? '?';
        const reference = `${table}.${column} → ${parent}`;
        found.dangling.set(reference, (found.dangling.get(reference) ?? 0) + 1);
      }
    } finally {
      connection.close();
    }
  } catch (error) {
    if (!isDamage(error)) throw new Error(`${path} cannot be read: ${(error as Error).message}.`, { cause: error });
    found.damage.push((error as Error).message);
  }
  return found;
}
