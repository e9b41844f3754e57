/** A Meridian server as a process of its own that can be killed and started again at the same address. */
import { Child } from './child.js';
import { Client } from './http.js';
import { isRoot } from './tools.js';
import { until } from './waiting.js';
import type { Program } from '../../existing-database/processes.js';

export const ADMIN = { login: 'admin', password: 'Correct-horse-9' };

/** How it is started. */
export interface Place {
  program: Program;
  port: number;
  /** The file that its output goes to. */
  log: string;
  settings: Record<string, string>;
  /** Files whose modes forbid it to write are closed to it, also where the test runs as root. */
  rightless?: boolean;
}

/** Root that is held to the modes of files as everybody else. */
const WITHOUT_RIGHTS = ['setpriv', '--bounding-set=-all', '--inh-caps=-all'];

const START_LIMIT = 60_000;

export class Meridian extends Child {
  readonly url: string;
  private readonly probe: Client;

  constructor({ program, port, log, settings, rightless }: Place) {
    const command = [...(rightless && isRoot() ? WITHOUT_RIGHTS : []), process.execPath, 'dist/main.js'];
    super({
      program: command[0]!,
      args: command.slice(1),
      log,
      cwd: program.folder,
      env: {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        ADMIN_PASSWORD: ADMIN.password,
        TOKEN_SECRET: 'a secret of the tests, 32 characters or more',
        BCRYPT_COST: '4',
        RATE_LIMIT: '0',
        LOGIN_RATE_LIMIT: '0',
        // A test machine may be busy with other things.
        OVERLOAD_LAG_MS: '0',
        ...settings,
      },
    });
    this.url = `http://127.0.0.1:${port}`;
    this.probe = new Client(this.url);
  }

  /** Starts it and waits until it can work; tells how many milliseconds that took. */
  async up(): Promise<number> {
    const began = performance.now();
    this.start();
    await this.ready();
    return performance.now() - began;
  }

  /** Waits until it says that it can work. */
  async ready(limit = START_LIMIT): Promise<void> {
    try {
      // Another server at its port would answer for one that ended.
      const works = async (): Promise<boolean> => (await this.readiness()) === 200 && this.running;
      await until(`${this.url} is ready`, limit, works, () => this.running);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${this.output.slice(-2000)}`, { cause: error });
    }
  }

  /** The status of its readiness. */
  async readiness(): Promise<number> {
    return (await this.probe.send('GET', '/health/ready', { token: null })).status;
  }

  /** Memory of the process that is not shared with files, in MiB. */
  async memory(): Promise<number> {
    const { body } = await this.probe.send('GET', '/metrics', { token: null });
    return Number(/^process_resident_memory_bytes (\S+)/m.exec(String(body))![1]) / 2 ** 20;
  }
}
