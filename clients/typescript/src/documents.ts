/** Documents: files beside the map. */
import { Download } from './download.js';
import type { Document } from './generated.js';
import type { SentFile, UpdateOptions } from './exchanged.js';
import { ANY, formOf, writing } from './requests.js';
import { Resource } from './resource.js';
import type * as T from './types.js';

export class Documents extends Resource<'documents'> {
  /** Sends a file. Its type is told by its bytes. */
  upload(file: SentFile, options: T.CallOptions & { key?: string } = {}): Promise<Document> {
    return this.written('POST', this.root, { ...options, body: formOf(file) });
  }

  /** Puts another file in the place of a document's. */
  replace(id: number, file: SentFile, options: Omit<UpdateOptions, 'strict'> = {}): Promise<Document> {
    return this.written('PUT', this.at(id), { ...writing(options), body: formOf(file) });
  }

  /** The very bytes. */
  async download(id: number, options: T.CallOptions = {}): Promise<Download> {
    return new Download(await this.transport.send('GET', this.at(id, '/download'), { ...options, headers: ANY }));
  }
}
