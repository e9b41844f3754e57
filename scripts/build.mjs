// Builds the program into dist/ and the pages into web/dist/: beside them first, and swapped in at the end, so that a
// server that runs from there goes on.
//   node scripts/build.mjs              builds both
//   node scripts/build.mjs web          the pages alone
//   node scripts/build.mjs --if-stale   only what has a source that has changed since, for who wants to run it: types of the
//                                       program are not checked again
import './require-node.mjs';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { COMPILER } from './compiler.cjs';

const ROOT = join(import.meta.dirname, '..');
const STAMP = '.sources';
const ifStale = process.argv.includes('--if-stale');

/** What is built: where to, from which files and folders, and how; `make` returns whether it could be. */
const PARTS = {
  program: {
    target: 'dist',
    sources: [
      ...['package.json', 'tsconfig.json', 'tsconfig.build.json', 'clients/typescript/tsconfig.json'],
      ...['src', 'examples', 'clients/typescript/src'],
    ],
    make: (folder) =>
      run('typescript/bin/tsc', '-b', 'clients/typescript') &&
      (ifStale || run('typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noEmit')) &&
      compile('src', folder) &&
      compile('examples', join(folder, 'examples')),
  },
  web: {
    target: 'web/dist',
    sources: [
      ...['web/package.json', 'web/tsconfig.json', 'web/vite.config.ts', 'web/index.html'],
      ...['web/src', 'clients/typescript/src', 'docs'],
    ],
    make: (folder) =>
      run('vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn', '--outDir', folder) && compress(folder),
  },
};

/** What the sources are, in a few letters: their names, sizes and times. */
function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesIn(source))) {
    const { size, mtimeMs } = statSync(join(ROOT, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** A file, or all files below a folder. */
const filesIn = (source) =>
  statSync(join(ROOT, source)).isFile()
    ? [source]
    : readdirSync(join(ROOT, source), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
        .sort();

/** Whether what was built is out of date. */
function isStale({ target, sources }) {
  const stamp = join(ROOT, target, STAMP);
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(sources);
}

/** Runs the program of a package, which says itself what is wrong; returns whether nothing is. */
function run(script, ...args) {
  const [, name, inside] = /^([^/]+)\/(.*)$/.exec(script);
  const folder = join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..');
  return (
    spawnSync(process.execPath, [join(folder, inside), ...args], { cwd: ROOT, stdio: ['ignore', 2, 2] }).status === 0
  );
}

/** Translates every file of a folder into another one, with maps to its lines, and copies its data; returns whether it could be. */
function compile(source, folder) {
  const { transformFileSync } = createRequire(import.meta.url)('@swc/core');
  for (const file of filesIn(source)) {
    const target = join(folder, file.slice(source.length).replace(/\.ts$/, '.js'));
    if (!/\.(ts|json)$/.test(file)) continue;
    mkdirSync(dirname(target), { recursive: true });
    if (file.endsWith('.json')) {
      copyFileSync(join(ROOT, file), target);
      continue;
    }
    try {
      const { code, map } = transformFileSync(join(ROOT, file), COMPILER);
      writeFileSync(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
      writeFileSync(`${target}.map`, map);
    } catch (error) {
      console.error(`${file}: ${error.message}`);
      return false;
    }
  }
  return true;
}

/** Puts the compressed forms of every file beside it, so that nothing is compressed while somebody waits. */
function compress(folder) {
  for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!/\.(html|js|css|svg)$/.test(name)) continue;
    const file = join(parentPath, name);
    const bytes = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  }
  return true;
}

/** Builds a part; returns whether it could be. */
function build({ target, sources, make }) {
  const now = fingerprint(sources);
  const place = join(ROOT, target);
  const [next, old] = [`${place}.${process.pid}.next`, `${place}.${process.pid}.old`];
  try {
    if (!make(next)) return false;
    writeFileSync(join(next, STAMP), now);
    if (existsSync(place)) renameSync(place, old);
    renameSync(next, place);
    return true;
  } finally {
    for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true });
  }
}

const chosen = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const parts = (chosen.length ? chosen : Object.keys(PARTS)).map((name) => PARTS[name]);
const wanted = ifStale ? parts.filter(isStale) : parts;
if (ifStale && wanted.length) console.error('Building …');
if (!wanted.every(build)) process.exitCode = 1;
