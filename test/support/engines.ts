/** The engines that the tests run on: SQLite always, MariaDB where `global-setup.cjs` found a server. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

export type Engine = 'sqlite' | 'mariadb';

export const ENGINES: Engine[] = process.env['MERIDIAN_TEST_SERVER'] ? ['sqlite', 'mariadb'] : ['sqlite'];

/** A database of a test's own. `drop` removes it with all that belongs to it. */
export interface TestDatabase {
  url: string;
  folder: string;
  drop(): Promise<void>;
}

/** Makes an empty database. Names begin with `md_test_`, so that left-overs of a killed run can be told. */
export async function makeDatabase(engine: Engine): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
  if (engine === 'sqlite') {
    return { url: `sqlite:${join(folder, 'map.sqlite')}`, folder, drop: async () => removeFolder() };
  }
  const server = process.env['MERIDIAN_TEST_SERVER']!;
  const name = `md_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  return {
    url: `${server}/${name}`,
    folder,
    drop: async () => {
      removeFolder();
      await onServer(server, `DROP DATABASE ${name}`);
    },
  };
}

async function onServer(server: string, sql: string): Promise<void> {
  const connection = await createConnection(server);
  await connection.query(sql);
  await connection.end();
}
