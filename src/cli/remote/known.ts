/** What is known of a server's types: condensed from its OpenAPI document, and kept for a day. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Meridian } from 'meridian-client';
import { nearest } from '../../core/text/naming.js';
import { UsageError } from '../terminal.js';
import { condensed, type KnownType } from './condensed.js';

/** The types, and what else completion offers. */
export interface Known {
  /** Where it is from; another address has another file. */
  url: string;
  types: KnownType[];
  reports: string[];
  /** What may stand behind a column in a filter, by the class of the column. */
  operators: Record<string, string[]>;
}

const LIFE = 24 * 3600 * 1000;

/** From the cache while it is young; from the server otherwise, and where it is wanted `anew`. Throws as requests do. */
export async function knownTypes(client: Meridian, url: string, folder: string, anew = false): Promise<Known> {
  const kept = anew ? undefined : await keptTypes(url, folder);
  if (kept && Date.now() - kept.at < LIFE) return kept.known;
  const known = { url, ...condensed(await client.request('GET', '/api/openapi.json')) };
  await keep(known, folder);
  return known;
}

/** What the cache holds, however old; nothing is asked of the server. */
export async function keptTypes(url: string, folder: string): Promise<{ at: number; known: Known } | undefined> {
  try {
    const kept = JSON.parse(await readFile(fileOf(url, folder), 'utf8')) as { at: number; known: Known };
    return kept.known.url === url ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Without a place for it there is no cache, and everything works as well. */
async function keep(known: Known, folder: string): Promise<void> {
  const target = fileOf(known.url, folder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${target}.${process.pid}`, JSON.stringify({ at: Date.now(), known }), { mode: 0o600 });
    await rename(`${target}.${process.pid}`, target);
  } catch {
    return;
  }
}

const fileOf = (url: string, folder: string): string =>
  join(folder, `${createHash('sha256').update(url).digest('hex').slice(0, 16)}.json`);

/** The type that a path or an older name of it means. */
export function typeNamed({ types }: Known, name: string): KnownType | undefined {
  const wanted = plain(name);
  return types.find(({ path, aliases }) => path === wanted || aliases.includes(wanted));
}

/** Throws a UsageError that proposes the nearest type. */
export function unknownType({ types }: Known, name: string): never {
  const near = nearest(
    plain(name),
    types.flatMap(({ path, aliases }) => [path, ...aliases]),
  );
  const hint = near === undefined ? 'meridian resources lists them all.' : `Did you mean ${near}?`;
  throw new UsageError(`There is no type '${name}'. ${hint}`);
}

const plain = (name: string): string => name.toLowerCase().replaceAll('_', '-');
