/** A server with a folder of documents, and the requests that the tests of documents send to it. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { makeDatabase, type Engine } from '../support/engines.js';
import { DocumentGarbageCollection, type Collected } from '../../src/documents/garbage-collection.js';
import { TestServer, type TestAnswer } from '../support/server.js';

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
export const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

export const HOUR = 3600_000;

/** Clears the store of documents, as housekeeping does every day. */
export async function clear({ server }: TestServer): Promise<Collected> {
  const turn = server.app.get(DocumentGarbageCollection, { strict: false }).turn();
  for (;;) {
    const { done, value } = await turn.next();
    if (done) return value;
  }
}

/** An answer with its bytes. */
export interface Download {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

type Fields = Record<string, string>;

/** A multipart body: text fields, then the file. */
export function form(bytes: Buffer | string, name: string, fields: Fields = {}, type = 'text/plain'): FormData {
  const body = new FormData();
  for (const [key, value] of Object.entries(fields)) body.append(key, value);
  body.append('file', new Blob([new Uint8Array(Buffer.from(bytes))], { type }), name);
  return body;
}

export class DocumentClient {
  private constructor(
    readonly server: TestServer,
    readonly folder: string,
  ) {}

  static async start(engine: Engine, settings: Fields = {}): Promise<DocumentClient> {
    const files = await makeDatabase(engine);
    const server = await TestServer.start(engine, { MAX_FILE_SIZE: '100000', ...settings }, files);
    const folder = `${files.folder}/documents`;
    mkdirSync(`${folder}/incoming`, { recursive: true });
    return new DocumentClient(server, folder);
  }

  upload(bytes: Buffer | string, name = 'note.txt', fields: Fields = {}, type?: string): Promise<TestAnswer> {
    return this.server.post('/api/documents', form(bytes, name, fields, type));
  }

  async download(id: number, headers: Record<string, string> = {}, method = 'GET'): Promise<Download> {
    const response = await fetch(`${this.server.url}/api/documents/${id}/download`, {
      method,
      // A connection kept for another request may hold up the end of the server.
      headers: { authorization: `Bearer ${this.server.token}`, connection: 'close', ...headers },
    });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  /** Names of the files that are kept for good. */
  kept(): string[] {
    return readdirSync(this.folder).filter((name) => name !== 'incoming');
  }

  /** Names of the files that are on their way in. */
  incoming(): string[] {
    return readdirSync(`${this.folder}/incoming`);
  }
}
