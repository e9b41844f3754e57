/** What is imported as one: a file, or a folder with one file for each vulnerability. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { contentsOf, isFeedName, type Content } from './contents.js';
import type { Allowance } from './allowance.js';

/** A source of vulnerabilities, under the name by which it is remembered. */
export interface Feed {
  name: string;
  /** SHA-256 of all that is in it, hexadecimal. */
  fingerprint(): Promise<string>;
  /** Its JSON texts; each is read before the next one is asked for. */
  contents(allowance: Allowance): AsyncIterable<Content>;
}

/** A file, whatever it is called. `name` and `sha256` where they are known already. */
export const fileFeed = (path: string, name = basename(path), sha256?: string): Feed => ({
  name,
  fingerprint: async () => sha256 ?? (await addFile(createHash('sha256'), path)).digest('hex'),
  contents: (allowance) => contentsOf(path, allowance),
});

/**
 * The feeds that files and folders are. In a folder, at any depth, every file is a feed of its own, but those that hold
 * one vulnerability each, by their names, are one together. Throws what the system says of paths that cannot be read.
 */
export async function* feedsIn(paths: readonly string[]): AsyncGenerator<Feed> {
  for (const path of paths) {
    if ((await stat(path)).isDirectory()) yield* feedsOfFolder(path);
    else yield fileFeed(path);
  }
}

async function* feedsOfFolder(folder: string): AsyncGenerator<Feed> {
  let single = false;
  for await (const path of filesBelow(folder)) {
    if (isSingle(path)) single = true;
    else yield fileFeed(path);
  }
  if (single) yield folderFeed(folder);
}

const isSingle = (path: string): boolean => /^CVE-\d{4}-\d{4,19}\.json$/i.test(basename(path));

/** The files of a folder that hold one vulnerability each. */
function folderFeed(folder: string): Feed {
  return {
    name: `${basename(resolve(folder))}/`,
    async fingerprint() {
      const hash = createHash('sha256');
      for await (const path of filesBelow(folder)) {
        if (isSingle(path)) await addFile(hash.update(`${relative(folder, path)}\0`), path);
      }
      return hash.digest('hex');
    },
    async *contents(allowance) {
      for await (const path of filesBelow(folder)) if (isSingle(path)) yield* contentsOf(path, allowance);
    },
  };
}

/** The feed files below a folder, in the order of their names. Links are not followed: they may lead in circles. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* filesBelow(path);
    else if (entry.isFile() && isFeedName(entry.name)) yield path;
  }
}

async function addFile(hash: Hash, path: string): Promise<Hash> {
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 18 })) hash.update(piece as Buffer);
  return hash;
}
