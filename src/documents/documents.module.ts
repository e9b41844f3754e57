/** The store of documents: a folder. */
import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { DocumentStore } from './document-store.js';
import { FolderStore } from './folder-store.js';

const store = {
  provide: DocumentStore,
  inject: [CONFIG],
  useFactory: (config: Config): DocumentStore => new FolderStore(config.documentsDir),
};

@Global()
@Module({ providers: [store], exports: [store] })
export class DocumentStoreModule implements OnModuleInit {
  constructor(@Inject(DocumentStore) private readonly files: DocumentStore) {}

  /** Clears away what a server that died left half taken in. */
  onModuleInit(): Promise<void> {
    return this.files.sweep();
  }
}
