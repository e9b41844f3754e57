/** Checks everything that the server depends on. */
import { Readable } from 'node:stream';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../config.js';
import { Database } from '../../database/database.js';
import { DocumentStore } from '../../documents/document-store.js';
import { Lifecycle } from '../graceful-shutdown.js';

/** How long a look may take, and how long its outcome holds, in milliseconds. */
const LIMIT = 2000;
const FRESH = 500;

class Check {
  private running: Promise<boolean> | undefined;
  private outcome: { passed: boolean; at: number } | undefined;

  /** `look` throws if the thing does not work; `fail` is called with the reason. */
  constructor(
    private readonly look: () => Promise<void>,
    private readonly fail: (error: Error) => void,
  ) {}

  /** Returns true if it works. A look that still hangs is not begun again: callers wait for it, each as long as the limit. */
  async passes(): Promise<boolean> {
    if (this.outcome && performance.now() - this.outcome.at < FRESH) return this.outcome.passed;
    this.running ??= this.run();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((give) => (timer = setTimeout(give, LIMIT, false)));
    return Promise.race([this.running, late]).finally(() => clearTimeout(timer));
  }

  private async run(): Promise<boolean> {
    const passed = await this.look().then(
      () => true,
      (error: Error) => {
        this.fail(error);
        return false;
      },
    );
    this.outcome = { passed, at: performance.now() };
    this.running = undefined;
    return passed;
  }
}

/** The parts of the server, each with its state. */
export type Checks = Record<'server' | 'database' | 'migrations' | 'documents', 'ok' | 'failed' | 'stopping'>;

@Injectable()
export class Readiness {
  private readonly logger = new Logger('Readiness');
  private readonly database = this.check('database', () => this.askDatabase());
  private readonly migrations = this.check('migrations', () => this.compareMigrations());
  private readonly documents = this.check('documents', () => this.useStore());

  constructor(
    private readonly data: Database,
    private readonly source: DataSource,
    private readonly store: DocumentStore,
    private readonly lifecycle: Lifecycle,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The state of each part, within the time of the slowest check. */
  async checks(): Promise<Checks> {
    const [database, migrations, documents] = await Promise.all(
      [this.database, this.migrations, this.documents].map((check) => check.passes()),
    );
    return {
      server: this.lifecycle.stopping ? 'stopping' : 'ok',
      database: database ? 'ok' : 'failed',
      migrations: migrations ? 'ok' : 'failed',
      documents: documents ? 'ok' : 'failed',
    };
  }

  private check(part: string, look: () => Promise<void>): Check {
    return new Check(look, ({ message }) => this.logger.warn(`${part}: ${message}`));
  }

  private async askDatabase(): Promise<void> {
    await this.data.all('SELECT 1 AS one');
  }

  /** Those of a newer release beside this one do no harm: replicas are replaced one after the other. */
  private async compareMigrations(): Promise<void> {
    const rows = await this.data.all('SELECT name FROM own_migrations');
    const run = new Set(rows.map(({ name }) => name));
    const missing = this.source.migrations.filter(({ name }) => !run.has(name!)).map(({ name }) => name);
    if (missing.length) throw new Error(`${missing.join(', ')} did not run`);
  }

  /** A folder is written to, since it may be full or read-only; of a bucket it is enough that it answers. */
  private async useStore(): Promise<void> {
    if (this.config.s3) await this.store.ownershipMarker();
    else await this.store.discard(await this.store.receive(Readable.from(['ready?'])));
  }
}
