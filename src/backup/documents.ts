/** The bytes of documents, on their way into a backup and out of it. */
import { Readable } from 'node:stream';
import type { Row, Session, Snapshot } from '../database/database.js';
import { nameOf, olderNameOf, type DocumentStore, type Received, type Stored } from '../documents/document-store.js';
import type { ArchiveEntry } from './archive-reader.js';
import type { ArchiveWriter } from './archive-writer.js';
import { documentName } from './format.js';

const BATCH = 500;
/** Documents that are named at once: the folder is made safe once for all of them. */
const MAX_NAMED_AT_ONCE = 50;

/** What became of the documents. */
export interface DocumentsKept {
  count: number;
  bytes: number;
  /** Live documents whose bytes are missing, or are not as long as their row says. */
  missing: number[];
}

/** Adds the bytes of every document of the snapshot; those of deleted ones as long as they are there. */
export async function keepDocuments(
  snapshot: Snapshot,
  store: DocumentStore,
  archive: ArchiveWriter,
  progress: (count: number) => void,
): Promise<DocumentsKept> {
  const kept: DocumentsKept = { count: 0, bytes: 0, missing: [] };
  for (let after = 0, rows: Row[]; (rows = await documentsAfter(snapshot, after)).length;) {
    for (const row of rows) {
      const stored = await find(store, row);
      if (stored) {
        await archive.stream(documentName(row['id'] as number), stored.size, stored.read());
        kept.count++;
        kept.bytes += stored.size;
      } else if (row['deleted_at'] === null) kept.missing.push(row['id'] as number);
      progress(kept.count);
    }
    after = rows.at(-1)!['id'] as number;
  }
  return kept;
}

const documentsAfter = (snapshot: Snapshot, id: number): Promise<Row[]> =>
  snapshot.all(`SELECT id, size, hash, deleted_at FROM documents WHERE id > ? ORDER BY id LIMIT ${BATCH}`, [id]);

/** The bytes may lie under the document's own name, or where the older application left them. */
async function find(store: DocumentStore, row: Row): Promise<Stored | undefined> {
  const id = row['id'] as number;
  for (const name of [nameOf(id, String(row['hash'])), olderNameOf(id)]) {
    const stored = await store.find(name);
    if (stored && stored.size === row['size']) return stored;
    await stored?.close();
  }
  return undefined;
}

/** Puts documents back into a store, in small batches. */
export class DocumentsBack {
  /** Documents whose bytes are not what their row says: they were not served before, and are not kept. */
  readonly broken: number[] = [];
  private waiting: Array<{ received: Received; name: string }> = [];

  constructor(
    private readonly store: DocumentStore,
    private readonly rows: Pick<Session, 'all'>,
  ) {}

  /** Takes one out of the archive; its row is there already. */
  async take(entry: ArchiveEntry, id: number): Promise<void> {
    const received = await this.store.receive(Readable.from(entry.content(), { objectMode: false }));
    const [row] = await this.rows.all('SELECT hash FROM documents WHERE id = ?', [id]);
    const hash = String(row?.['hash']);
    if (hash.toLowerCase() !== received.hash) {
      this.broken.push(id);
      return this.store.discard(received);
    }
    this.waiting.push({ received, name: nameOf(id, hash) });
    if (this.waiting.length >= MAX_NAMED_AT_ONCE) await this.flush();
  }

  /** Names what waits for it. */
  async flush(): Promise<void> {
    const named = this.waiting;
    this.waiting = [];
    await this.store.name(named);
  }

  /** Forgets what was not named. */
  async giveUp(): Promise<void> {
    for (const { received } of this.waiting) await this.store.discard(received).catch(() => undefined);
  }
}
