// Installs, builds and uses Meridian on other releases of Node, each from its npm package: npm run test:nodes [-- 20 22 24 26]
// It signs in, writes, reads, lists, makes a report and a backup and restores it, all on the embedded database.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const RELEASES = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24', '26'];
const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const NPM = process.env.npm_execpath;
const START_TIMEOUT_MS = 180_000;
const PASSWORD = 'Correct-horse-9';

/** A copy of the sources, as a checkout would be. */
function checkout(folder) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of new Set(listed.split('\0').filter(Boolean))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
}

/** npm and the program, run by one release of Node in one folder. */
class Release {
  constructor(version, place) {
    this.folder = join(place, 'meridian');
    const home = join(place, 'node');
    mkdirSync(home, { recursive: true });
    const args = ['install', '--prefix', home, '--no-audit', '--no-fund', `${NODE_PACKAGE}@${version}`];
    execFileSync(process.execPath, [NPM, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    this.prefix = join(home, 'node_modules', NODE_PACKAGE);
    this.node = join(this.prefix, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
    this.environment = {
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^npm_(?!config_(registry|nodedir)$)/i.test(name)),
      ),
      npm_config_nodedir: this.prefix,
      PATH: join(this.prefix, 'bin') + delimiter + process.env.PATH,
      PORT: '0',
      DATABASE_URL: `sqlite:${join(place, 'map.sqlite')}`,
      DOCUMENTS_DIR: join(place, 'documents'),
      ADMIN_PASSWORD: PASSWORD,
    };
    checkout(this.folder);
  }

  /** Runs npm to its end; returns what it printed. */
  npm(args, settings = {}) {
    const { status, stdout, stderr } = spawnSync(this.node, [NPM, ...args], {
      ...{ cwd: this.folder, encoding: 'utf8', maxBuffer: 64 << 20, env: { ...this.environment, ...settings } },
    });
    assert.equal(status, 0, `npm ${args.join(' ')}:\n${stdout}\n${stderr}`);
    return stdout + stderr;
  }

  /** Starts the server; returns its address and how it is ended. */
  async serve() {
    const child = spawn(this.node, ['dist/main.js'], { cwd: this.folder, env: this.environment });
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
    let output = '';
    const url = await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no start:\n${output}`)), START_TIMEOUT_MS);
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          output += chunk;
          const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
          if (found) resolve(found[0]);
        });
      }
      void ended.then(() => reject(new Error(`ended at its start:\n${output}`)));
      void ended.finally(() => clearTimeout(late));
    });
    const stop = async () => {
      child.kill('SIGTERM');
      const { code, signal } = await ended;
      assert.ok(code === 0 && !signal, `ended with ${code ?? signal}:\n${output}`);
    };
    return { url, stop };
  }
}

/** Reads and writes of every kind; each answer must be the right one. */
async function walk(url) {
  let token;
  const call = async (method, path, body, status) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    assert.equal(answer.status, status, `${method} ${path}: ${answer.status}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    return /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(bytes) : bytes;
  };
  ({ access_token: token } = await call('POST', '/api/login', { login: 'admin', password: PASSWORD }, 200));
  const server = await call('POST', '/api/logical-servers', { name: 'SRV-É-1' }, 201);
  const application = await call('POST', '/api/applications', { name: 'Files', logical_servers: [server.id] }, 201);
  await call('PATCH', `/api/applications/${application.id}`, { description: '<p>Old</p>' }, 200);
  const items = Array.from({ length: 500 }, (_, i) => ({ name: `WS-${i}`, description: 'x'.repeat(500) }));
  await call('POST', '/api/workstations/mass-store', { items }, 201);
  const found = await call('GET', '/api/logical-servers?filter[name]=srv-e&include=applications', undefined, 200);
  assert.equal(found[0].applications[0].name, 'Files');
  assert.equal((await call('GET', '/api/workstations?sort=-name', undefined, 200)).length, 500);
  const workbook = await call('GET', '/api/report/workstations', undefined, 200);
  assert.equal(workbook.subarray(0, 2).toString(), 'PK');
  const query = { query: 'FROM applications FIELDS name, logical_servers.name' };
  await call('POST', '/api/queries/run', query, 200);
}

async function use(version) {
  const place = mkdtempSync(join(tmpdir(), `meridian-node-${version}-`));
  try {
    const release = new Release(version, place);
    const installed = release.npm(['ci', '--no-audit', '--no-fund']);
    assert.ok(!installed.includes('EBADENGINE'), installed);
    release.npm(['run', 'build']);
    const { url, stop } = await release.serve();
    await walk(url).finally(stop);
    const file = join(place, 'map.backup');
    release.npm(['run', 'meridian', '--', 'backup', file]);
    assert.ok(statSync(file).size > 10_000);
    const elsewhere = { DATABASE_URL: `sqlite:${join(place, 'other.sqlite')}`, DOCUMENTS_DIR: join(place, 'others') };
    release.npm(['run', 'meridian', '--', 'restore', file], elsewhere);
    console.log(
      `Node ${execFileSync(release.node, ['--version']).toString().trim()}: installed, built, served, backed up.`,
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

for (const version of RELEASES) await use(version);
