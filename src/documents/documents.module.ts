/** The store of documents: a folder, or a bucket where one is set. */
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Database } from '../database/database.js';
import { ClearingChore } from './clearing.chore.js';
import { DocumentClearing } from './document-clearing.js';
import { DocumentStore } from './document-store.js';
import { FolderStore } from './folder-store.js';

/** Opens the store that the settings name. Throws a sentence if the bucket is not for us. */
async function open({ documentsDir, s3 }: Config): Promise<DocumentStore> {
  if (!s3) return new FolderStore(documentsDir);
  // Servers with folders do not load the client.
  const { S3Bucket } = await import('./s3-bucket.js');
  const { S3Store } = await import('./s3-store.js');
  const bucket = new S3Bucket(s3);
  await bucket.require();
  return new S3Store(bucket, join(documentsDir, 'incoming'));
}

const store = { provide: DocumentStore, inject: [CONFIG], useFactory: open };

const clearing = {
  provide: DocumentClearing,
  inject: [Database, DocumentStore, CONFIG],
  useFactory: (database: Database, files: DocumentStore, { documentsPurgeDays }: Config) =>
    new DocumentClearing(database, files, documentsPurgeDays),
};

@Global()
@Module({ providers: [store, clearing, ClearingChore], exports: [store] })
export class DocumentStoreModule {}
