/** Whether the store of documents holds those of the database: looked at after the start, and for supervisors. */
import { resolve } from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { type SampleResult, StoredSample } from '../../documents/stored-sample.js';

/** How long the outcome of a look holds, in milliseconds: of a bucket it takes a dozen requests. */
const FRESH = 30_000;

export type DocumentsState = 'ok' | 'missing' | 'foreign';

@Injectable()
export class DocumentsWatch implements OnApplicationBootstrap {
  private readonly logger = new Logger('Documents');
  private running: Promise<void> | undefined;
  private found: SampleResult = { size: 0, missing: [], foreign: false };
  private lookedAt = -Infinity;

  constructor(
    private readonly sample: StoredSample,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    void this.look();
  }

  /** What a sample of the documents shows, at most half a minute old; `ok` where the settings say to go on all the same. */
  async state(): Promise<DocumentsState> {
    if (!this.config.documentsCheck) return 'ok';
    if (performance.now() - this.lookedAt > FRESH || !this.isWell) await this.look();
    return this.stateOf();
  }

  private get isWell(): boolean {
    return this.stateOf() === 'ok';
  }

  /** A few that are lost do not keep all others from being served; half of them and more are another store. */
  private stateOf(): DocumentsState {
    const { size, missing, foreign } = this.found;
    if (missing.length * 2 >= Math.max(1, size)) return 'missing';
    return foreign ? 'foreign' : 'ok';
  }

  private look(): Promise<void> {
    return (this.running ??= this.compare().finally(() => (this.running = undefined)));
  }

  /** Where database or store do not answer the outcome of before holds: readiness tells of them by themselves. */
  private async compare(): Promise<void> {
    const before = this.found;
    try {
      this.found = await this.sample.look();
    } catch {
      return;
    }
    this.lookedAt = performance.now();
    if (this.found.missing.join() !== before.missing.join()) this.logMissing();
    if (this.found.foreign && !before.foreign) {
      this.logger.error(
        `${this.place} carries the mark of another database: these may be the documents of another map. Nothing in it is ` +
          'cleared away. If it belongs to this map from now on, remove .meridian from it.',
      );
    }
  }

  private logMissing(): void {
    const { size, missing } = this.found;
    if (!missing.length) this.logger.log(`The documents that were missing from ${this.place} are there.`);
    else {
      this.logger.error(
        `The bytes of documents ${missing.join(', ')} are not in ${this.place} (${size} were looked for). ` +
          'Is that the right one (DOCUMENTS_DIR, S3_BUCKET), and mounted? Uploads go there too. ' +
          'To serve the map without them, set DOCUMENTS_CHECK=false.',
      );
    }
  }

  private get place(): string {
    const { s3, documentsDir } = this.config;
    return s3 ? `the bucket ${s3.bucket}` : resolve(documentsDir);
  }
}
