/** The bytes of documents, out of the folder in which the older application kept them under their ids. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DocumentsBack } from '../../backup/documents.js';
import type { Row, Session } from '../../database/database.js';
import type { DocumentStore } from '../../documents/document-store.js';

/** What became of them. */
export interface Copied {
  count: number;
  /** Documents without a file, and those whose file is not what their row says. */
  missing: number[];
  broken: number[];
}

/** Copies the bytes of all documents of the map into a store; without a store it only looks whether they are there. */
export async function copyDocuments(
  session: Pick<Session, 'all'>,
  folder: string,
  store: DocumentStore | undefined,
): Promise<Copied> {
  const copied: Copied = { count: 0, missing: [], broken: [] };
  const back = store && new DocumentsBack(store, session);
  try {
    for (const row of await session.all('SELECT id, hash, size FROM documents WHERE deleted_at IS NULL ORDER BY id')) {
      const [id, path] = [Number(row['id']), join(folder, String(row['id']))];
      const size = await stat(path).then(
        (file) => file.size,
        () => undefined,
      );
      if (size === undefined) copied.missing.push(id);
      else if ((await digestOf(path)) !== String(row['hash']).toLowerCase()) copied.broken.push(id);
      else await copyOne(row, path, size);
    }
    await back?.flush();
  } catch (error) {
    await back?.giveUp();
    throw error;
  }
  return copied;

  async function copyOne({ id }: Row, path: string, size: number): Promise<void> {
    copied.count++;
    const content = (): AsyncIterable<Buffer> => createReadStream(path) as AsyncIterable<Buffer>;
    await back?.take({ name: String(id), size, content }, Number(id));
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
