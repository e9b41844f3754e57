/** Opens the store of documents: a folder, or a bucket where one is set. */
import { join } from 'node:path';
import type { Config } from '../config.js';
import type { DocumentStore } from './document-store.js';
import { FolderStore } from './folder-store.js';

/** The store that the settings name. Throws a sentence if the bucket is not for us. */
export async function openStore({ documentsDir, s3 }: Config): Promise<DocumentStore> {
  if (!s3) return new FolderStore(documentsDir);
  // Servers with folders do not load the client.
  const { S3Bucket } = await import('./s3-bucket.js');
  const { S3Store } = await import('./s3-store.js');
  const bucket = new S3Bucket(s3);
  await bucket.require();
  return new S3Store(bucket, join(documentsDir, 'incoming'));
}
