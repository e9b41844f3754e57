/** What was backed up or restored, in words. */
import type { Contents } from './format.js';

const MOST_LISTED = 20;

/** How much it was. */
export function amount({ rows, tables, documents, bytes }: Contents): string {
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  const files = documents === 1 ? '1 document' : `${documents.toLocaleString('en')} documents`;
  return `${rows.toLocaleString('en')} rows of ${tables} tables and ${files} (${size})`;
}

/** The first of them, where they are many. */
export function some(texts: readonly string[]): string {
  const more = texts.length - MOST_LISTED;
  return texts.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
