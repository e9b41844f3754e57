// Runs after `npm install` and `npm ci`: sees to the driver of SQLite, better-sqlite3, for this release of Node.
// From Node 22 on npm itself installs better-sqlite3 13, whose package holds a binary for each platform. Node 20 cannot load
// that one, so npm leaves it out there, and better-sqlite3 12 is put in its place: downloaded, or else compiled.
// Whoever uses MariaDB or MySQL needs neither, so that nothing here makes an installation fail.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const HOME = join(ROOT, 'drivers/node-20');
const MODULES = join(HOME, 'node_modules');
const DRIVER = join(MODULES, 'better-sqlite3');
const PLACE = join(ROOT, 'node_modules/better-sqlite3');
/** Where ready-made binaries are downloaded from, and how long it may take to answer: behind some walls nothing ever does. */
const BINARIES = { host: 'github.com', port: 443, timeout: 3000 };
const DOWNLOAD_TIMEOUT = 60_000;

const LACKING =
  'SQLite cannot be used: there is no ready-made better-sqlite3 for this machine, and it could not be compiled ' +
  '(that takes a C++ compiler, make, Python 3 and the headers of Node; on Debian: apt-get install g++ make python3). ' +
  'MariaDB and MySQL can be used all the same; Node 22 and later need no compiler.';

const run = (command, args, options = {}) =>
  spawnSync(command, args, { cwd: DRIVER, encoding: 'utf8', shell: process.platform === 'win32', ...options });

/** Whether a Node process loads the driver; a wrong binary would end this one. */
const loads = (path) =>
  run(process.execPath, ['-e', `new (require(${JSON.stringify(path)}))(':memory:')`], { cwd: ROOT }).status === 0;

/** Whether the place of ready-made binaries can be reached. */
function canDownload() {
  return new Promise((resolve) => {
    const socket = connect(BINARIES);
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket
      .once('connect', () => end(true))
      .once('timeout', () => end(false))
      .once('error', () => end(false));
  });
}

/** Headers of this release of Node that lie on the machine: then none need be downloaded. */
function ownHeaders() {
  const prefixes = [process.env.npm_config_nodedir, dirname(dirname(process.execPath)), '/usr/local', '/usr'];
  const found = prefixes.filter(Boolean).find((prefix) => {
    const header = join(prefix, 'include/node/node_version.h');
    return existsSync(header) && /NODE_MAJOR_VERSION 20\b/.test(readFileSync(header, 'utf8'));
  });
  return found ? [`--nodedir=${found}`] : [];
}

/** Downloads or compiles the driver for Node 20, and puts what it needs when it runs in the place of the other one. */
async function installOnNode20() {
  const npm = process.env.npm_execpath;
  const ci = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const fetched = npm ? run(process.execPath, [npm, ...ci], { cwd: HOME }) : run('npm', ci, { cwd: HOME });
  if (fetched.status !== 0) return;
  if (await canDownload())
    run(process.execPath, [join(MODULES, 'prebuild-install/bin.js')], { timeout: DOWNLOAD_TIMEOUT });
  if (!loads(DRIVER)) {
    console.error('Compiling better-sqlite3, which takes a minute or two …');
    run('node-gyp', ['rebuild', '--release', ...ownHeaders()]);
  }
  rmSync(PLACE, { recursive: true, force: true });
  for (const part of ['package.json', 'LICENSE', 'lib', 'build/Release/better_sqlite3.node'])
    if (existsSync(join(DRIVER, part))) cpSync(join(DRIVER, part), join(PLACE, part), { recursive: true });
  for (const name of ['bindings', 'file-uri-to-path'])
    cpSync(join(MODULES, name), join(PLACE, 'node_modules', name), { recursive: true });
  rmSync(MODULES, { recursive: true });
}

const isNode20 = Number(process.versions.node.split('.')[0]) < 22;
if (isNode20 && !loads(PLACE)) await installOnNode20();
if (!loads(PLACE)) console.error(LACKING);
