/** The store of documents: a folder, or a bucket where one is set. */
import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Database } from '../database/database.js';
import { ClearingChore } from './garbage-collection.task.js';
import { DocumentClearing } from './garbage-collection.js';
import { DocumentStore } from './document-store.js';
import { openStore } from './open-store.js';

const store = { provide: DocumentStore, inject: [CONFIG], useFactory: openStore };

const clearing = {
  provide: DocumentClearing,
  inject: [Database, DocumentStore, CONFIG],
  useFactory: (database: Database, files: DocumentStore, { documentsPurgeDays }: Config) =>
    new DocumentClearing(database, files, documentsPurgeDays),
};

@Global()
@Module({ providers: [store, clearing, ClearingChore], exports: [store] })
export class DocumentStoreModule {}
