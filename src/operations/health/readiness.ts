/** Checks everything that the server depends on. */
import { Readable } from 'node:stream';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../config.js';
import { storageCauseOf, type StorageCause } from '../../core/http/storage-errors.js';
import { Database } from '../../database/database.js';
import { DocumentStore } from '../../documents/document-store.js';
import { Lifecycle } from '../graceful-shutdown.js';
import { DatabaseWatch } from './database-watch.js';
import { DocumentsWatch } from './documents-watch.js';

/** How long a look may take, and how long its outcome holds, in milliseconds. */
const LIMIT = 2000;
const FRESH = 500;

/** The state of a part. What is wrong with documents: `missing`, `foreign`. */
export type PartState = 'ok' | 'stopping' | 'missing' | 'foreign' | StorageCause;

class Check {
  private running: Promise<PartState> | undefined;
  private outcome: { state: PartState; at: number } | undefined;

  /** `look` throws if the thing does not work; `fail` is called with the reason. */
  constructor(
    private readonly look: () => Promise<PartState>,
    private readonly fail: (error: Error) => void,
  ) {}

  /** The state. A look that still hangs is not begun again: callers wait for it, each as long as the limit. */
  async state(): Promise<PartState> {
    if (this.outcome && performance.now() - this.outcome.at < FRESH) return this.outcome.state;
    this.running ??= this.run();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<PartState>((give) => (timer = setTimeout(give, LIMIT, 'failed')));
    return Promise.race([this.running, late]).finally(() => clearTimeout(timer));
  }

  private async run(): Promise<PartState> {
    const state = await this.look().catch((error: Error) => {
      this.fail(error);
      return storageCauseOf(error) ?? 'failed';
    });
    this.outcome = { state, at: performance.now() };
    this.running = undefined;
    return state;
  }
}

/** The parts of the server, each with its state. */
export type Checks = Record<'server' | 'database' | 'migrations' | 'documents', PartState>;

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
    private readonly databaseWatch: DatabaseWatch,
    private readonly documentsWatch: DocumentsWatch,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The state of each part, within the time of the slowest check. */
  async checks(): Promise<Checks> {
    const [database, migrations, documents] = await Promise.all([
      this.database.state(),
      this.migrations.state(),
      this.documents.state(),
    ]);
    return { server: this.lifecycle.stopping ? 'stopping' : 'ok', database, migrations, documents };
  }

  private check(part: string, look: () => Promise<PartState>): Check {
    return new Check(look, ({ message }) => this.logger.warn(`${part}: ${message}`));
  }

  /** Reads and writes: a database that can only be read is of no use to whoever signs in. */
  private async askDatabase(): Promise<PartState> {
    await this.data.all('SELECT 1 AS one');
    return this.databaseWatch.writeState();
  }

  /** Those of a newer release beside this one do no harm: replicas are replaced one after the other. */
  private async compareMigrations(): Promise<PartState> {
    const rows = await this.data.all('SELECT name FROM own_migrations');
    const run = new Set(rows.map(({ name }) => name));
    const missing = this.source.migrations.filter(({ name }) => !run.has(name!)).map(({ name }) => name);
    if (missing.length) throw new Error(`${missing.join(', ')} did not run`);
    return 'ok';
  }

  /** A folder is written to, since it may be full or read-only; of a bucket it is enough that it answers. */
  private async useStore(): Promise<PartState> {
    if (this.config.s3) await this.store.ownershipMarker();
    else await this.store.discard(await this.store.receive(Readable.from(['ready?'])));
    return this.documentsWatch.state();
  }
}
