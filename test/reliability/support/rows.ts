/** What can only be seen in the tables: links that lead nowhere, and changes that the journal does not have. */
import SqliteFile from 'better-sqlite3';
import { prepareConnection } from '../../../src/database/sqlite/connection.js';
import type { Ledger } from './ledger.js';
import type { Mariadb } from './mariadb.js';

type Row = Record<string, string | number | null>;

/** Asks the database of a test past the server. */
export type Ask = (sql: string) => Promise<Row[]>;

/** Asks a file of SQLite. */
export const askSqlite =
  (path: string): Ask =>
  async (sql) => {
    const file = new SqliteFile(path, { readonly: true });
    // Indexes are in the order of a function of ours.
    prepareConnection(file);
    try {
      return file.prepare(sql).all() as Row[];
    } finally {
      file.close();
    }
  };

/** Asks a database of a MariaDB server. */
export const askMariadb =
  (server: Mariadb, database: string): Ask =>
  (sql) =>
    server.rows<Row>(sql, database);

const KEYS =
  'SELECT table_name AS t, column_name AS c, referenced_table_name AS rt, referenced_column_name AS rc ' +
  'FROM information_schema.key_column_usage WHERE table_schema = DATABASE() AND referenced_table_name IS NOT NULL';

/** Rows that refer to others that are not there, over all foreign keys. */
export async function orphans(ask: Ask, engine: 'sqlite' | 'mariadb'): Promise<string[]> {
  if (engine === 'sqlite') return (await ask('PRAGMA foreign_key_check')).map((row) => JSON.stringify(row));
  const found: string[] = [];
  for (const { t, c, rt, rc } of await ask(KEYS)) {
    const [row] = await ask(
      `SELECT COUNT(*) AS n FROM \`${t}\` a LEFT JOIN \`${rt}\` b ON b.\`${rc}\` = a.\`${c}\` ` +
        `WHERE a.\`${c}\` IS NOT NULL AND b.\`${rc}\` IS NULL`,
    );
    if (row!['n']) found.push(`${row!['n']} rows of ${t}.${c} lead nowhere`);
  }
  return found;
}

/** The tables that the load writes, with the end of the name under which the journal has them. */
const JOURNALLED: Record<string, string> = {
  applications: 'Application',
  buildings: 'Building',
  logical_servers: 'LogicalServer',
  documents: 'Document',
};

/** Objects without a row in the journal, and things with more acknowledged writes than the journal has. */
export async function unrecorded(ask: Ask, ledger: Ledger): Promise<string[]> {
  const found: string[] = [];
  for (const [table, type] of Object.entries(JOURNALLED)) {
    const [row] = await ask(
      `SELECT COUNT(*) AS n FROM ${table} o WHERE NOT EXISTS ` +
        `(SELECT 1 FROM audit_logs a WHERE a.subject_id = o.id AND a.subject_type LIKE '%${type}')`,
    );
    if (row!['n']) found.push(`${row!['n']} rows of ${table} are not in the journal`);
  }
  const counted = await ask(
    "SELECT subject_id AS id, COUNT(*) AS n FROM audit_logs WHERE subject_type LIKE '%Building' GROUP BY subject_id",
  );
  const counts = new Map(counted.map(({ id, n }) => [Number(id), Number(n)]));
  for (const { ids, name, writes } of ledger.of('mass')) {
    for (const id of ids) {
      if ((counts.get(id) ?? 0) < writes)
        found.push(`building ${id} of ${name}: ${counts.get(id)} of ${writes} writes`);
    }
  }
  return found;
}
