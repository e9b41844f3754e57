/** The store of documents: a folder, or a bucket where one is set. */
import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Database } from '../database/database.js';
import { GarbageCollectionTask, DocumentGarbageCollection } from './garbage-collection.js';
import { DocumentStore } from './document-store.js';
import { openStore } from './open-store.js';
import { StoredSample } from './stored-sample.js';

const store = { provide: DocumentStore, inject: [CONFIG], useFactory: openStore };

const collection = {
  provide: DocumentGarbageCollection,
  inject: [Database, DocumentStore, CONFIG],
  useFactory: (database: Database, files: DocumentStore, { documentsPurgeDays }: Config) =>
    new DocumentGarbageCollection(database, files, documentsPurgeDays),
};

const sample = {
  provide: StoredSample,
  inject: [Database, DocumentStore],
  useFactory: (database: Database, files: DocumentStore) => new StoredSample(database, files),
};

@Global()
@Module({ providers: [store, collection, sample, GarbageCollectionTask], exports: [store, sample] })
export class DocumentStoreModule {}
