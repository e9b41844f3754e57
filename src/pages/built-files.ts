/** The files of the front, as `npm run build` left them in web/dist: each beside its compressed forms. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Coding } from '../core/http/codings.js';

/** A file as it is sent. `bytes` is by the coding of the answer; '' for none. */
export interface BuiltFile {
  type: string;
  tag: string;
  bytes: Readonly<Record<'' | Coding, Buffer>>;
}

/** Two levels up from here, in the sources as in what is built of them. */
const FOLDER = join(__dirname, '../../web/dist');
const ENDINGS = { br: '.br', gzip: '.gz' } as const;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

let files: Promise<ReadonlyMap<string, BuiltFile>> | undefined;

/**
 * The file at this path below web/dist; undefined if there is none. All are read at the first call, and kept: a build that
 * takes their place later does not leave a page with files of two builds.
 */
export async function builtFile(path: string): Promise<BuiltFile | undefined> {
  files ??= readAll();
  return (await files).get(path);
}

async function readAll(): Promise<ReadonlyMap<string, BuiltFile>> {
  const assets = await readdir(join(FOLDER, 'assets')).catch(() => []);
  const paths = ['index.html', ...assets.map((name) => `assets/${name}`)].filter((path) => extname(path) in TYPES);
  const found = await Promise.all(
    paths.map(async (path): Promise<[string, BuiltFile] | undefined> => {
      const file = await read(path).catch(() => undefined);
      return file && [path, file];
    }),
  );
  return new Map(found.filter((one) => one !== undefined));
}

async function read(path: string): Promise<BuiltFile> {
  const place = join(FOLDER, path);
  const [plain, br, gzip] = await Promise.all(['', ENDINGS.br, ENDINGS.gzip].map((ending) => readFile(place + ending)));
  return {
    type: TYPES[extname(path)]!,
    tag: `"${createHash('sha1').update(plain!).digest('base64url')}"`,
    bytes: { '': plain!, br: br!, gzip: gzip! },
  };
}
