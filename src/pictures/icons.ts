/** Objects' own icons: documents that whoever looks may read, small enough to stand in a picture. */
import { createHash } from 'node:crypto';
import type { Database } from '../database/database.js';
import { quote } from '../database/dialect.js';
import { nameOf, olderNameOf, type DocumentStore } from '../documents/document-store.js';
import { conditionOf, registry, type AccessScope } from '../engine/index.js';
import { imageOf } from './image.js';

/** Bytes of an icon, and of all icons of a picture, at most. */
const MAX_BYTES = 64 * 1024;
const MAX_ALL_BYTES = 1024 * 1024;
/** Name of the table within its statement. */
const ROW = 'seen';

/**
 * Icons by the ids of their documents, as `data:` addresses. What the caller may not show, what is too large, no picture of
 * points, or not intact, is left out: the sign of the kind stands for it.
 */
export async function readIcons(
  database: Pick<Database, 'all' | 'dialect'>,
  files: Pick<DocumentStore, 'find'>,
  scope: AccessScope,
  ids: readonly number[],
): Promise<Record<number, string>> {
  const documents = registry.get('documents');
  const seen = scope.rows(documents, 'show');
  if (seen === 'none') return {};
  const condition = conditionOf(seen, ROW);
  const { dialect } = database;
  const rows = await database.all(
    `SELECT ${ROW}.id, ${ROW}.size, ${ROW}.hash FROM ${quote(documents.table)} ${ROW} ` +
      `WHERE ${dialect.isLive(ROW)} AND ${dialect.isIn(`${ROW}.\`id\``)} AND ${ROW}.size <= ?${condition ? ` AND (${condition.sql})` : ''} ` +
      `ORDER BY ${ROW}.id`,
    [[...ids], MAX_BYTES, ...(condition?.params ?? [])],
  );
  const icons: Record<number, string> = {};
  let room = MAX_ALL_BYTES;
  for (const row of rows) {
    const [id, hash] = [row['id'] as number, row['hash'] as string];
    const bytes = await bytesOf(files, id, hash);
    const type = bytes && imageOf(bytes);
    if (!type || bytes.length > room) continue;
    room -= bytes.length;
    icons[id] = `data:${type};base64,${bytes.toString('base64')}`;
  }
  return icons;
}

/** The bytes of a document; undefined where there are none, or others. */
async function bytesOf(files: Pick<DocumentStore, 'find'>, id: number, hash: string): Promise<Buffer | undefined> {
  try {
    for (const name of [nameOf(id, hash), olderNameOf(id)]) {
      const stored = await files.find(name);
      if (!stored) continue;
      if (stored.size > MAX_BYTES) {
        await stored.close();
        continue;
      }
      const bytes = Buffer.concat(await stored.read().toArray());
      if (createHash('sha256').update(bytes).digest('hex') === hash.toLowerCase()) return bytes;
    }
  } catch {
    // A store that cannot be reached takes no picture away.
  }
  return undefined;
}
