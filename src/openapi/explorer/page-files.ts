/** The files of the explorer: our own page beside this file, and Swagger UI out of its package. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file as it is sent. */
export interface PageFile {
  type: string;
  bytes: Buffer;
  compressed: Buffer;
  tag: string;
}

const OWN = join(__dirname, 'page');
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));
const TAKEN = ['swagger-ui-bundle.js', 'swagger-ui.css'];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const compress = promisify(gzip);
const files = new Map<string, Promise<PageFile>>();
let places: Promise<ReadonlyMap<string, string>> | undefined;

/** The file with this name; undefined if the explorer has none. Each is read and compressed once. */
export async function pageFile(name: string): Promise<PageFile | undefined> {
  const place = (await (places ??= findPlaces())).get(name);
  if (place === undefined) return undefined;
  let file = files.get(name);
  if (!file) files.set(name, (file = read(place)));
  return file;
}

async function findPlaces(): Promise<ReadonlyMap<string, string>> {
  const own = (await readdir(OWN)).map((name): [string, string] => [name, join(OWN, name)]);
  return new Map([...own, ...TAKEN.map((name): [string, string] => [name, join(SWAGGER_UI, name)])]);
}

async function read(place: string): Promise<PageFile> {
  const bytes = await readFile(place);
  return {
    type: TYPES[extname(place)] ?? 'application/octet-stream',
    bytes,
    compressed: await compress(bytes),
    tag: `"${createHash('sha1').update(bytes).digest('base64url')}"`,
  };
}
