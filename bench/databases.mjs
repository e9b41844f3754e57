// Makes, fills and drops the databases of both sides on either engine.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import Database from 'better-sqlite3';
import sqliteConnection from '../dist/database/sqlite/connection.js';
import mysql from 'mysql2/promise';
import { generateMap } from './map.mjs';
import { createStatements, links, tables } from './schema.mjs';

const FAST = 'SET SESSION foreign_key_checks = 0, unique_checks = 0';

async function loadMariadb(url, options) {
  const connection = await mysql.createConnection({ uri: url, timezone: 'Z' });
  try {
    await connection.query(`${FAST}, time_zone = '+00:00'`);
    await connection.beginTransaction();
    for (const { table, columns, rows } of generateMap(options)) {
      await connection.query(`INSERT INTO ?? (??) VALUES ?`, [table, columns, rows]);
    }
    await connection.commit();
    const names = [...tables, ...links].map(({ table }) => `\`${table}\``);
    await connection.query(`ANALYZE TABLE ${names.join(', ')}`);
  } finally {
    await connection.end();
  }
}

function loadSqlite(file, options) {
  const database = new Database(file);
  try {
    // Its indexes are over functions of the server.
    sqliteConnection.prepareConnection(database);
    database.exec('PRAGMA foreign_keys = OFF; PRAGMA journal_mode = WAL; BEGIN');
    for (const { table, columns, rows } of generateMap(options)) {
      const names = columns.map((name) => `\`${name}\``);
      const insert = database.prepare(`INSERT INTO \`${table}\` (${names}) VALUES (${names.map(() => '?')})`);
      for (const row of rows) insert.run(row);
    }
    database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

async function mariadb({ prefix, base }) {
  const root = await mysql.createConnection({ uri: base.href, multipleStatements: true });
  const names = { limit: `${prefix}_limit`, meridian: `${prefix}_meridian` };
  const url = (side) => Object.assign(new URL(base), { pathname: `/${names[side]}` }).href;
  const drop = () =>
    root.query(
      Object.values(names)
        .map((name) => `DROP DATABASE IF EXISTS \`${name}\``)
        .join(';'),
    );
  const open = {
    url,
    load: (side, options) => loadMariadb(url(side), options),
    async explain(side, sql) {
      const [rows] = await root.query(`USE \`${names[side]}\`; EXPLAIN ${sql}`);
      return rows[1].map(
        (r) => `${r.table ?? '-'}: ${r.type}, key ${r.key ?? 'none'}, rows ${r.rows}; ${r.Extra ?? ''}`,
      );
    },
    async remove(keep) {
      if (!keep) await drop();
      await root.end();
    },
  };
  try {
    const [[{ file }]] = await root.query('SELECT @@pid_file AS file');
    await drop();
    for (const name of Object.values(names)) {
      await root.query(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    }
    await root.query(`USE \`${names.limit}\`; ${createStatements('mariadb').join(';')}`);
    return { ...open, pid: databasePid(file) };
  } catch (error) {
    await open.remove(false);
    throw error;
  }
}

function sqlite({ prefix, sameFile }) {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}_`));
  const file = (side) => join(folder, `${side}.sqlite`);
  if (!sameFile) {
    const limit = new Database(file('limit'));
    limit.exec(`PRAGMA journal_mode = WAL; ${createStatements('sqlite').join(';')}`);
    limit.close();
  }
  return {
    url: (side) => `sqlite:${file(side)}`,
    async load(side, options) {
      if (side === 'limit' && sameFile) copyFileSync(file('meridian'), file('limit'));
      else loadSqlite(file(side), options);
    },
    async explain(side, sql) {
      const database = new Database(file(side), { readonly: true });
      try {
        return database
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .all()
          .map((row) => row.detail);
      } finally {
        database.close();
      }
    },
    async remove(keep) {
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function databasePid(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return Number(execFileSync('pgrep', ['-o', '-x', 'mariadbd|mysqld'], { encoding: 'utf8' }));
  }
}

/**
 * Opens both sides' databases on an engine, the limit's with its tables; those of the same prefix are replaced. With
 * `sameFile` the embedded limit works on a copy of the server's file, so load the server's first.
 */
export const openDatabases = (engine, options) => (engine === 'mariadb' ? mariadb(options) : sqlite(options));
