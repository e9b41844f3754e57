/** Files that the server sends, which are fetched with the reader's token, and how the browser gets them. */
import { Download } from 'meridian-client';
import { locale } from '../i18n/index.js';
import { client } from './session.js';

/**
 * How a spreadsheet of the reader's language opens a CSV file by itself: with the mark by which it knows the encoding, and parted by
 * semicolons where the comma is the decimal sign.
 */
export const csvDialect = (): { bom: '1'; sep: ',' | ';' } => ({
  bom: '1',
  sep: (1.5).toLocaleString(locale()).includes(',') ? ';' : ',',
});

/** The same as a part of a query. */
const dialectOf = (format: 'xlsx' | 'csv'): string =>
  format === 'csv' ? `&${new URLSearchParams(csvDialect()).toString()}` : '';

/** The request for objects of a kind as a file. */
export const exportPath = (kind: string, format: 'xlsx' | 'csv', query = ''): string =>
  `/api/${kind}/export?format=${format}${dialectOf(format)}${query}`;

/** The request for an empty file to import. */
export const templatePath = (kind: string, format: 'xlsx' | 'csv', lang: string): string =>
  `/api/${kind}/import/template?format=${format}&lang=${lang}${dialectOf(format)}`;

interface DownloadOptions {
  /** Called with the bytes so far, after each piece. */
  onBytes?: (bytes: number) => void;
  /** Ends the reading; it then throws the signal's reason. */
  signal?: AbortSignal;
  method?: 'GET' | 'POST';
  /** The file is called as the page says, whatever the server calls it. */
  isNamed?: boolean;
  body?: unknown;
}

/**
 * Reads a file piece by piece, so that a page can say how far it is, and hands it to the browser as `saveFile` does.
 * @throws as the client does
 */
export async function download(path: string, name: string, options: DownloadOptions = {}): Promise<void> {
  const { method = 'GET', body, signal, onBytes, isNamed = false } = options;
  const call = {
    headers: { accept: '*/*' },
    ...(signal && { signal }),
    ...(body !== undefined && { body, reads: true }),
  };
  const file = new Download(await client().send(method, path, call));
  const whole = onBytes ? file.onBytes(onBytes) : file;
  if (isNamed) handOver(await whole.blob(), name);
  else await saveFile(whole, name);
}

/** Hands a file that the client fetched to the browser, under the name that the server gave it, else `name`. Throws as the client does. */
export async function saveFile(file: Download, name: string): Promise<void> {
  handOver(await file.blob(), file.filename ?? name);
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
 * The beginning of a text that the server sends: all of it, or as much as `most` bytes hold; the rest is never read. `body`: of a
 * request that is no GET, and changes nothing.
 * @throws as the client does
 */
export async function readBeginning(
  path: string,
  most: number,
  signal: AbortSignal,
  body?: unknown,
): Promise<{ text: string; isWhole: boolean }> {
  const call = body === undefined ? { signal } : { signal, body, reads: true, headers: { accept: '*/*' } };
  const answer = await client().send(body === undefined ? 'GET' : 'POST', path, call);
  const reader = new Download(answer).stream.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += decoder.decode(next.value, { stream: true });
    bytes += next.value.length;
    if (bytes > most) {
      await reader.cancel();
      return { text: text + decoder.decode(), isWhole: false };
    }
  }
  return { text: text + decoder.decode(), isWhole: true };
}
