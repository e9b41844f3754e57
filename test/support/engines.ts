/** The engines that the tests run on: SQLite always, MariaDB where `global-setup.cjs` found a server. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mysql2/promise';
import { engineOf } from './extent.cjs';

export type Engine = 'sqlite' | 'mariadb';

const THERE: readonly Engine[] = process.env['MERIDIAN_TEST_SERVER'] ? ['sqlite', 'mariadb'] : ['sqlite'];

/** Those of the test file that runs: all that are there, or one of them (extent.cjs). */
export const ENGINES: Engine[] = [...THERE];

/** Makes `ENGINES` those of a test file. Called before it is loaded. */
export function settleEngines(file: string): void {
  const one = engineOf(file);
  ENGINES.splice(0, ENGINES.length, ...(one && THERE.includes(one) ? [one] : THERE));
}

/** A database of a test's own. `drop` removes it with all that belongs to it. */
export interface TestDatabase {
  url: string;
  folder: string;
  drop(): Promise<void>;
}

/**
 * Makes an empty database. Names begin with `md_test_`, so that left-overs of a killed run can be told; what is left at the
 * end of a run goes then (`global-teardown.cjs`).
 */
export async function makeDatabase(engine: Engine): Promise<TestDatabase> {
  const folder = mkdtempSync(join(process.env['MERIDIAN_TEST_FOLDER'] ?? tmpdir(), 'meridian-test-'));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
  if (engine === 'sqlite') {
    return { url: `sqlite:${join(folder, 'map.sqlite')}`, folder, drop: async () => removeFolder() };
  }
  const name = `md_test_${process.env['MERIDIAN_TEST_RUN']}_${randomBytes(4).toString('hex')}`;
  await withServer((connection) => connection.query(`CREATE DATABASE ${name}`));
  return {
    url: `${process.env['MERIDIAN_TEST_SERVER']}/${name}`,
    folder,
    drop: async () => {
      removeFolder();
      await withServer((connection) => connection.query(`DROP DATABASE ${name}`));
    },
  };
}

/** The name of a database on the server. */
export const nameOf = ({ url }: TestDatabase): string => url.slice(url.lastIndexOf('/') + 1);

/** Work on the database server itself. */
export async function withServer<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await createConnection(process.env['MERIDIAN_TEST_SERVER']!);
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
