/** Files that the server sends, which are fetched with the reader's token, and how the browser gets them. */
import { Download } from 'meridian-client';
import { client } from './session.js';

interface DownloadOptions {
  /** Called with the bytes so far, after each piece. */
  onBytes?: (bytes: number) => void;
  /** Ends the reading; it then throws the signal's reason. */
  signal?: AbortSignal;
  method?: 'GET' | 'POST';
  body?: unknown;
}

/**
 * Reads a file piece by piece, so that a page can say how far it is, and hands it to the browser as `saveFile` does.
 * @throws as the client does
 */
export async function download(path: string, name: string, options: DownloadOptions = {}): Promise<void> {
  const { method = 'GET', body, signal, onBytes } = options;
  const call = {
    headers: { accept: '*/*' },
    ...(signal && { signal }),
    ...(body !== undefined && { body, reads: true }),
  };
  const file = new Download(await client().send(method, path, call));
  const pieces: BlobPart[] = [];
  let bytes = 0;
  await eachPiece(file.stream, signal, (piece) => {
    pieces.push(piece as Uint8Array<ArrayBuffer>);
    onBytes?.((bytes += piece.length));
  });
  handOver(new Blob(pieces, { type: file.type }), file.filename ?? name);
}

/** Hands a file that the client fetched to the browser, under the name that the server gave it, else `name`. Throws as the client does. */
export async function saveFile(file: Download, name: string): Promise<void> {
  handOver(new Blob([(await file.bytes()) as BlobPart], { type: file.type }), file.filename ?? name);
}

/** Hands what a page made to the browser as a file. */
export function handOver(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  // Not before the browser took it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * The beginning of a text that the server sends: all of it, or as much as `most` bytes hold; the rest is never read.
 * @throws as the client does
 */
export async function readBeginning(
  path: string,
  most: number,
  signal: AbortSignal,
): Promise<{ text: string; isWhole: boolean }> {
  const answer = await client().send('GET', path, { signal });
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  let isWhole = true;
  await eachPiece(new Download(answer).stream, signal, (piece) => {
    text += decoder.decode(piece, { stream: true });
    bytes += piece.length;
    isWhole = bytes <= most;
    return isWhole;
  });
  return { text: text + decoder.decode(), isWhole };
}

/** Calls `take` with each piece of a stream, until it returns false. */
async function eachPiece(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
  take: (piece: Uint8Array) => boolean | void,
): Promise<void> {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    signal?.throwIfAborted();
    if (take(next.value) === false) return reader.cancel();
  }
}
