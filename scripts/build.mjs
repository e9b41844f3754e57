// Builds the program into dist/: beside it first, and swapped in at the end, so that a server that runs from there goes on.
//   node scripts/build.mjs              builds
//   node scripts/build.mjs --if-stale   only if a source has changed since
import './require-node.mjs';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const STAMP = '.sources';
const SOURCES = ['src', 'clients/typescript/src'];
const SETTINGS = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'clients/typescript/tsconfig.json'];

/** What the sources are, in a few letters: their names, sizes and times. */
function fingerprint() {
  const files = [...SETTINGS, ...SOURCES.flatMap((folder) => filesIn(folder))];
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(ROOT, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

const filesIn = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
    .sort();

/** Whether what was built is out of date. */
function isStale() {
  const stamp = join(DIST, STAMP);
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint();
}

/** Runs the compiler, which says itself what is wrong; returns whether nothing is. */
function compile(...args) {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, ...args], { cwd: ROOT, stdio: ['ignore', 2, 2] }).status === 0;
}

function build() {
  const now = fingerprint();
  const [next, old] = [`${DIST}.${process.pid}.next`, `${DIST}.${process.pid}.old`];
  try {
    const compiled = compile('-b', 'clients/typescript') && compile('-p', 'tsconfig.build.json', '--outDir', next);
    if (!compiled) {
      process.exitCode = 1;
      return;
    }
    cpSync(join(ROOT, 'src/openapi/explorer/page'), join(next, 'openapi/explorer/page'), { recursive: true });
    writeFileSync(join(next, STAMP), now);
    if (existsSync(DIST)) renameSync(DIST, old);
    renameSync(next, DIST);
  } finally {
    for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true });
  }
}

if (!process.argv.includes('--if-stale')) build();
else if (isStale()) {
  console.error('Building …');
  build();
}
