/** A MariaDB server of a test's own: on its own folder and port, to be killed and started again. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mysql2/promise';
import { Child } from './child.js';
import { isRoot, MARIADB } from './tools.js';
import { until } from './waiting.js';

const START_LIMIT = 60_000;

/** Who runs the server: it refuses to be root, and rsync would lose its rights. */
const user = (): string => (isRoot() ? 'mysql' : (process.env['USER'] ?? ''));

/** Settings that keep a server small. Each commit is safe from the death of the process. */
const SMALL = {
  bind_address: '127.0.0.1',
  innodb_buffer_pool_size: '64M',
  innodb_log_file_size: '32M',
  innodb_flush_log_at_trx_commit: '2',
  performance_schema: 'OFF',
  max_connections: '200',
};

export class Mariadb extends Child {
  private constructor(
    readonly folder: string,
    readonly port: number,
  ) {
    super({
      program: MARIADB.path,
      args: [`--defaults-file=${join(folder, 'my.cnf')}`],
      log: join(folder, 'server.log'),
    });
  }

  /** Makes the data of a server in a folder, which must be empty or absent. It is not started. */
  static make(folder: string, port: number, settings: Record<string, string> = {}): Mariadb {
    mkdirSync(join(folder, 'data'), { recursive: true });
    // A starting server removes temporary tables from this folder: in a shared one, those of the machine's own server.
    mkdirSync(join(folder, 'tmp'), { recursive: true });
    chmodSync(join(folder, 'tmp'), 0o777);
    const all = {
      ...{ user: user(), port: String(port), datadir: join(folder, 'data'), tmpdir: join(folder, 'tmp') },
      ...{ socket: join(folder, 'data', 'server.sock'), pid_file: join(folder, 'data', 'server.pid') },
      ...SMALL,
      ...settings,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
    writeFileSync(join(folder, 'my.cnf'), `[mysqld]\n${lines.join('\n')}\n`);
    const made = spawnSync('mariadb-install-db', [
      '--no-defaults',
      ...(user() ? [`--user=${user()}`] : []),
      `--datadir=${join(folder, 'data')}`,
      `--tmpdir=${join(folder, 'tmp')}`,
      ...['--auth-root-authentication-method=normal', '--skip-test-db', '--innodb-log-file-size=8M'],
    ]);
    if (made.status !== 0) throw new Error(`mariadb-install-db: ${String(made.stderr)}`);
    return new Mariadb(folder, port);
  }

  /** The address of a database of this server. */
  url(database: string, login = 'root'): string {
    return `mysql://${login}@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts it and waits until it answers; tells how many milliseconds that took. */
  async up(...more: string[]): Promise<number> {
    const began = performance.now();
    this.start(...more);
    await this.ready();
    return performance.now() - began;
  }

  /** Waits until it answers. */
  async ready(limit = START_LIMIT): Promise<void> {
    const what = `the database at port ${this.port}`;
    const answers = (): Promise<boolean> => this.on(async (on) => Boolean(await on.query('SELECT 1')));
    await until(what, limit, answers, () => this.running);
  }

  /** Work on a connection of its own, as the administrator. */
  async on<T>(work: (on: Connection) => Promise<T>, database?: string): Promise<T> {
    const on = await createConnection({
      ...{ host: '127.0.0.1', port: this.port, user: 'root', multipleStatements: true, connectTimeout: 2000 },
      ...(database && { database }),
    });
    on.on('error', () => undefined);
    try {
      return await work(on);
    } finally {
      on.destroy();
    }
  }

  /** Rows of a question. */
  async rows<T = Record<string, unknown>>(sql: string, database?: string): Promise<T[]> {
    return this.on(async (on) => (await on.query(sql))[0] as T[], database);
  }
}
