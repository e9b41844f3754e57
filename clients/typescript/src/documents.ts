/** Documents: files beside the map. */
import type { Download } from './download.js';
import type { Document } from './generated.js';
import type { KnownOptions, SendOptions, SentFile, UpdateOptions } from './exchanged.js';
import { fileOrKnown, formOf, unlessKnown, writing } from './requests.js';
import { Resource } from './resource.js';
import type { NotModified } from './tags.js';
import type * as T from './types.js';

export class Documents extends Resource<'documents'> {
  /** Sends a file. Its type is told by its bytes. */
  upload(file: SentFile, { onSent, ...call }: SendOptions & { key?: string } = {}): Promise<Document> {
    return this.written('POST', this.root, { ...call, body: formOf(file, onSent) });
  }

  /** Puts another file in the place of a document's. */
  replace(
    id: number,
    file: SentFile,
    { onSent, ...options }: SendOptions & Omit<UpdateOptions, 'strict'> = {},
  ): Promise<Document> {
    return this.written('PUT', this.at(id), { ...writing(options), body: formOf(file, onSent) });
  }

  /** The very bytes, or `notModified` if they are still those that were read before. */
  download(id: number, options: KnownOptions): Promise<Download | NotModified>;
  /** The very bytes. */
  download(id: number, options?: T.CallOptions): Promise<Download>;
  download(id: number, options: Partial<KnownOptions> = {}): Promise<Download | NotModified> {
    return fileOrKnown(this.transport, this.at(id, '/download'), unlessKnown(options));
  }
}
