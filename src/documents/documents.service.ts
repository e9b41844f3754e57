/** Documents: rows whose bytes lie in a store. A crash at any point leaves no row without bytes (contract 8). */
import type { RequestContext } from '../core/http/caller.js';
import { ApiError, notFound } from '../core/http/errors.js';
import { isInDoubt, type Row } from '../database/database.js';
import type { Config } from '../config.js';
import {
  ResourceService,
  type Body,
  type Change,
  type Journal,
  type JournalEntry,
  type Plans,
  type Write,
  type WriteOptions,
  type Written,
} from '../engine/index.js';
import { nameOf, olderNameOf, type DocumentStore, type Stored } from './document-store.js';
import { Downloads } from './downloads.js';
import { withoutFolders } from './file-name.js';
import { Integrity } from './hashing-stream.js';
import { DocumentReclaimer } from './garbage-collection.js';
import { UploadBatch, type NamedUpload } from './upload-batch.js';
import { decodeItem, type Upload } from './uploads.js';

type BatchContext = RequestContext & { batch?: UploadBatch };

/** A document ready to be sent. Its bytes are open: read them to the end, or close them. */
export interface Content {
  row: Row;
  stored: Stored;
}

export class DocumentsService extends ResourceService {
  /** Most bytes of a file. */
  readonly mostBytes: number;
  readonly downloads: Downloads;
  private readonly integrity = new Integrity();
  private readonly reclaimer: DocumentReclaimer;

  constructor(
    plans: Plans,
    journal: Journal,
    path: string,
    readonly files: DocumentStore,
    config: Config,
  ) {
    super(plans, journal, path);
    this.mostBytes = config.maxFileSize;
    this.downloads = new Downloads(config.downloadTimeout);
    this.reclaimer = new DocumentReclaimer(plans.database, files);
  }

  /** Creates the document of an uploaded file. */
  storeFile(body: Body, upload: Upload | undefined, context: RequestContext, options: WriteOptions): Promise<Written> {
    return this.withFiles([upload], context, options, (batched) => super.store([body], batched, options));
  }

  /** Changes a document, and its bytes where a file came with it. */
  updateFile(
    id: number,
    body: Body,
    upload: Upload | undefined,
    context: RequestContext,
    options: WriteOptions,
  ): Promise<Written> {
    return this.withFiles([upload], context, options, (batched) => this.update([id], [body], batched, options));
  }

  /** Creates documents of items whose content is base64. */
  override async store(bodies: readonly Body[], context: RequestContext, options: WriteOptions = {}): Promise<Written> {
    const uploads: Upload[] = [];
    try {
      for (const body of bodies) uploads.push(await decodeItem(body, this.files, this.mostBytes));
    } catch (error) {
      await new UploadBatch(this.files, uploads, true).discard();
      throw error;
    }
    const rest = bodies.map(({ content: _content, filename: _filename, mimetype: _mimetype, ...others }) => others);
    return this.withFiles(uploads, context, options, (batched) => super.store(rest, batched, options));
  }

  override update(
    ids: readonly number[],
    bodies: readonly Body[],
    context: RequestContext,
    options?: WriteOptions,
  ): Promise<Written> {
    const named = bodies.map((body) =>
      typeof body['filename'] === 'string' ? { ...body, filename: withoutFolders(body['filename']) } : body,
    );
    return super.update(ids, named, context, options);
  }

  /**
   * The row and the bytes of a live document that the caller may show. Throws 404 if there is none, or if its bytes are not
   * those of its row.
   */
  async content(id: number, context: RequestContext): Promise<Content> {
    const access = this.accessOf(context);
    // A replacement between the two questions takes the bytes away: then the row is asked for again.
    for (let attempt = 1; attempt <= 2; attempt++) {
      const row = await this.repository.row(id, access);
      if (!row) throw notFound(this.plan.resource, id);
      const stored = await this.intact(row);
      if (stored) return { row, stored };
    }
    throw new ApiError(404, 'notIntact', { id });
  }

  override async prepare(changes: readonly Change[], { context, problems }: Write): Promise<void> {
    const { batch }: BatchContext = context;
    batch?.requireFiles(changes, problems);
    batch?.apply(changes, (change, name, value) => change.set(this.field(name), value), problems);
  }

  /** 410 once the bytes have been purged: the row alone would be a document that nobody can read. */
  override async checkRestore(changes: readonly Change[]): Promise<void> {
    for (const { before } of changes) if (!(await this.hasBytes(before!))) throw new ApiError(410, 'gone');
  }

  private async hasBytes(row: Row): Promise<boolean> {
    for (const name of namesOf(row)) {
      const stored = await this.files.find(name);
      await stored?.close();
      if (stored?.size === row['size']) return true;
    }
    return false;
  }

  override async written(
    changes: readonly Change[],
    action: JournalEntry['action'],
    { context }: Write,
  ): Promise<void> {
    const { batch }: BatchContext = context;
    if (action === 'created' || action === 'updated') await batch?.nameAll(changes);
  }

  /** Runs a write with files: bytes of a failed one are taken back, replaced ones are removed afterwards. */
  private async withFiles(
    uploads: ReadonlyArray<Upload | undefined>,
    context: RequestContext,
    options: WriteOptions,
    write: (context: BatchContext) => Promise<Written>,
  ): Promise<Written> {
    const batch = new UploadBatch(this.files, uploads, options.dryRun ?? false);
    try {
      const written = await write({ ...context, batch });
      if (!options.dryRun) await this.drop(batch.replaced);
      return written;
    } catch (error) {
      // Bytes whose row may be stored all the same stay: without a row they are cleared away later.
      if (!isInDoubt(error)) await this.drop(batch.named);
      throw error;
    } finally {
      await batch.discard();
    }
  }

  /** Removes bytes that no row refers to any more. */
  private async drop(named: readonly NamedUpload[]): Promise<void> {
    for (const { id, hash } of named) {
      const removed = this.reclaimer.remove(nameOf(id, hash), (owner) => owner?.hash !== hash);
      // Bytes that are left over are cleared away later.
      await removed.catch(() => undefined);
    }
  }

  private async intact(row: Row): Promise<Stored | undefined> {
    const { id, size, hash } = row;
    for (const name of namesOf(row)) {
      const stored = await this.files.find(name);
      if (!stored) continue;
      try {
        if (await this.integrity.holds(stored, id as number, size as number, hash as string)) return stored;
      } catch (error) {
        await stored.close();
        throw error;
      }
      await stored.close();
    }
    return undefined;
  }
}

/** Where the bytes of a document may be: under their own name, or where the older application left them. */
const namesOf = ({ id, hash }: Row): string[] => [nameOf(id as number, hash as string), olderNameOf(id as number)];
