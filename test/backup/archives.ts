/** Files of backups, taken apart and put together again otherwise. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Manifest } from '../../src/backup/format.js';
import { BLOCK, END, entryIn, headOf, padding } from '../../src/backup/tar.js';

export interface Part {
  name: string;
  content: string;
}

/** The entries of a file. */
export function partsOf(path: string): Part[] {
  const archive = gunzipSync(readFileSync(path));
  const parts: Part[] = [];
  for (let at = 0, entry; (entry = entryIn(archive.subarray(at, at + BLOCK)));) {
    const content = archive.toString('utf8', at + BLOCK, at + BLOCK + entry.size);
    parts.push({ name: entry.name, content });
    at += BLOCK + entry.size + padding(entry.size).length;
  }
  return parts;
}

/** A file of these entries, whose check sum is right. */
export function pack(path: string, parts: Part[], rows: Record<string, number> = {}): void {
  const bytes = (list: Part[]): Buffer =>
    Buffer.concat(
      list.flatMap(({ name, content }) => {
        const body = Buffer.from(content);
        return [headOf({ name, size: body.length }, 0), body, padding(body.length)];
      }),
    );
  const [manifest, rest] = [parts.at(-1)!, parts.slice(0, -1)];
  const sha256 = createHash('sha256').update(bytes(rest)).digest('hex');
  const written = JSON.parse(manifest.content) as Manifest;
  const content = JSON.stringify({ ...written, rows: { ...written.rows, ...rows }, sha256 });
  writeFileSync(path, gzipSync(Buffer.concat([bytes([...rest, { ...manifest, content }]), END])));
}
