/** The indexes over live objects of the embedded engine: by the keys that texts are compared by (docs/decisions/texts.md). */
import { createHash } from 'node:crypto';
import type { Database as Connection } from 'better-sqlite3';
import { fold } from '../../core/text/fold.js';
import { sortKey } from '../../core/text/order.js';
import { liveIndexOf, type IndexShape } from '../table-shape.js';

/**
 * The columns of an index over the live objects of a table, as SQL; undefined for any other index. Behind the key of the
 * label stand the id, which ends every order, and the label itself and without case and accents, so that filters on it
 * need neither a row nor a function.
 */
export function liveColumns(table: string, { name, columns }: IndexShape): string | undefined {
  const [deleted, label] = columns;
  if (name !== liveIndexOf(table) || label === undefined) return undefined;
  return `\`${deleted}\`, sort_key(\`${label}\`), \`id\`, \`${label}\`, fold(\`${label}\`)`;
}

/** Letters and signs up to Cyrillic: what our own table of the order is about. */
const OWN_UNITS = 0x600;

/** What keys are made of, as one number: it changes when one of them does, by our hand or that of Unicode. */
function keysVersion(): number {
  const units = Array.from({ length: OWN_UNITS }, (_, unit) => {
    const letter = String.fromCharCode(unit);
    return [sortKey(letter), fold(letter)];
  });
  const hash = createHash('sha256').update(JSON.stringify([process.versions['unicode'], units]));
  return hash.digest().readUInt32LE() >>> 1;
}

const LIVE_INDEXES = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '%sort\\_key(%' ESCAPE '\\'";

/**
 * Rebuilds the indexes where their keys were made otherwise than this program makes them. `connection` is the one that
 * writes; what it finds is the same for every process on the file, so only the first has work to do.
 */
export function renewLiveIndexes(connection: Connection): void {
  const current = keysVersion();
  const made = (): boolean => connection.pragma('user_version', { simple: true }) === current;
  if (made()) return;
  connection
    .transaction(() => {
      if (made()) return;
      for (const name of connection.prepare(LIVE_INDEXES).pluck().all()) connection.exec(`REINDEX \`${String(name)}\``);
      connection.pragma(`user_version = ${current}`);
    })
    .immediate();
}
