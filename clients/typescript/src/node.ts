/** Files on disk, for Node: streamed in both directions. */
import { createWriteStream, openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { Download } from './download.js';
import type { SentFile } from './exchanged.js';

export { countedFile } from './progress.js';

/** A file to send; its bytes are read while they go out. Throws if it cannot be opened. */
export async function fileAt(path: string, name: string = basename(path)): Promise<SentFile> {
  return { data: await openAsBlob(path), name };
}

/** Writes a download to a file or a stream, as it comes. Throws if either side fails; a file may then be incomplete. */
export async function saveTo(download: Download, target: string | NodeJS.WritableStream): Promise<void> {
  const source = Readable.fromWeb(download.stream as NodeStream);
  await pipeline(source, typeof target === 'string' ? createWriteStream(target) : target);
}
