/**
 * What the import of everything that is known costs, and what the match of many products: 250,000 CVE records, 200,000 advisories of
 * OSV, the scores of EPSS and 5,000 products, made up. `npm run build && node bench/vulnerabilities.mjs [--scale 0.1]`.
 * Processor time is that of the importing process and memory is above what a server has idle; goals stand beside what is measured.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { freePort } from '../scripts/free-port.mjs';

const scaleAt = process.argv.indexOf('--scale');
const SCALE = scaleAt > 0 ? Number(process.argv[scaleAt + 1]) : 1;
const [CVES, ADVISORIES, PRODUCTS, IN_ARCHIVE] = [250_000 * SCALE, 200_000 * SCALE, 5000 * SCALE, 50_000];
const PASSWORD = 'Bench-of-vulnerabilities-9';
const folder = mkdtempSync(join(tmpdir(), 'meridian-bench-'));
const stick = join(folder, 'stick');
mkdirSync(stick);

const numberOf = (i) => `CVE-${2000 + (i % 25)}-${10_000 + i}`;
const words = 'A flaw in the handling of requests lets remote attackers read memory by way of crafted headers. '.repeat(
  6,
);

/** As the list of CVE records writes them. */
const cveRecord = (i) => ({
  ...{ dataType: 'CVE_RECORD', dataVersion: '5.1' },
  cveMetadata: {
    ...{ cveId: numberOf(i), state: 'PUBLISHED', assignerShortName: 'acme' },
    ...{ datePublished: '2025-01-01T00:00:00.000Z', dateUpdated: '2026-11-01T00:00:00.000Z' },
  },
  containers: {
    cna: {
      title: `Flaw ${i}`,
      descriptions: [{ lang: 'en', value: words }],
      affected: [
        {
          ...{ vendor: `vendor${i % 5000}`, product: `product${i % 20_000}`, defaultStatus: 'unaffected' },
          versions: [
            { version: '1.0.0', lessThan: `1.${i % 40}.0`, status: 'affected', versionType: 'semver' },
            { version: '2.0.0', lessThanOrEqual: '2.1.4', status: 'affected', versionType: 'semver' },
          ],
        },
      ],
      references: [{ url: `https://example.org/advisories/${i}` }, { url: `https://example.org/commits/${i}` }],
      metrics: [{ cvssV3_1: { version: '3.1', baseScore: (i % 100) / 10, baseSeverity: 'HIGH', vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' } }], // prettier-ignore
    },
  },
});

/** As OSV writes them, in the archive of an ecosystem. */
const advisory = (ecosystem) => (i) => ({
  ...{
    schema_version: '1.6.0',
    id: `GHSA-${i.toString(36).padStart(4, '2')}-${ecosystem.toLowerCase().slice(0, 4)}-bnch`,
  },
  ...{ modified: '2026-11-01T00:00:00Z', published: '2025-01-01T00:00:00Z', aliases: [numberOf(i)] },
  ...{ summary: `Flaw ${i}`, details: words },
  affected: [
    {
      package: { ecosystem, name: ecosystem === 'Maven' ? `org.acme:lib${i % 10_000}` : `lib${i % 10_000}` },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: `1.${i % 40}.0` }] }],
      versions: Array.from({ length: 12 }, (_, v) => `0.${v}.0`),
    },
  ],
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' }],
  references: [{ type: 'WEB', url: `https://example.org/${i}` }],
});

const short = (...values) => Buffer.from(Uint16Array.from(values).buffer);
const long = (...values) => Buffer.from(Uint32Array.from(values).buffer);

/** An archive with a file for each record, as publishers make them. */
async function archive(path, from, to, nameOf, make) {
  const out = createWriteStream(path);
  const directory = [];
  let offset = 0;
  const write = (bytes) => {
    offset += bytes.length;
    return out.write(bytes) || new Promise((next) => out.once('drain', next));
  };
  for (let i = from; i < to; i++) {
    const content = Buffer.from(JSON.stringify(make(i)));
    const packed = deflateRawSync(content, { level: 1 });
    const name = Buffer.from(nameOf(i));
    const facts = [short(20, 0, 8, 0, 0), long(crc32(content), packed.length, content.length)];
    directory.push(Buffer.concat([long(0x02014b50), short(20), ...facts, short(name.length, 0, 0, 0, 0), long(0), long(offset), name])); // prettier-ignore
    await write(Buffer.concat([long(0x04034b50), ...facts, short(name.length, 0), name, packed]));
  }
  const begin = offset;
  for (const entry of directory) await write(entry);
  await write(Buffer.concat([long(0x06054b50), short(0, 0, directory.length, directory.length), long(offset - begin, begin), short(0)])); // prettier-ignore
  await new Promise((done) => out.end(done));
}

async function makeStick() {
  for (let from = 0, part = 0; from < CVES; from += IN_ARCHIVE, part++)
    await archive(join(stick, `cves-${part}.zip`), from, Math.min(from + IN_ARCHIVE, CVES), (i) => `cves/${numberOf(i)}.json`, cveRecord); // prettier-ignore
  for (const ecosystem of ['npm', 'PyPI', 'Maven', 'Go']) {
    mkdirSync(join(stick, ecosystem));
    const make = advisory(ecosystem);
    await archive(join(stick, ecosystem, 'all.zip'), 0, ADVISORIES / 4, (i) => `${make(i).id}.json`, make);
  }
  const scores = Array.from({ length: CVES }, (_, i) => `${numberOf(i)},${((i % 1000) / 1000).toFixed(5)},0.5`);
  const text = `#model_version:v2026,score_date:2026-11-27T00:00:00+0000\ncve,epss,percentile\n${scores.join('\n')}\n`;
  await new Promise((done) => createWriteStream(join(stick, 'epss_scores-current.csv.gz')).end(gzipSync(text), done));
}

/** Seconds of processor, and megabytes: at most, and now. */
function costOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024;
  return { cpu: (Number(stat[11]) + Number(stat[12])) / 100, peak: megabytes('VmHWM'), now: megabytes('VmRSS') };
}

const port = await freePort();
const environment = {
  ...process.env,
  ...{ PORT: String(port), DATABASE_URL: process.env.BENCH_DATABASE_URL ?? `sqlite:${join(folder, 'map.sqlite')}` },
  ...{ DOCUMENTS_DIR: join(folder, 'documents'), ADMIN_PASSWORD: PASSWORD, BCRYPT_COST: '4', LOG_LEVEL: 'warn' },
  ...{ RATE_LIMIT: '0', LOGIN_RATE_LIMIT: '0', TOKEN_SECRET: 'x'.repeat(64) },
};
const url = `http://127.0.0.1:${port}`;
let token = '';
const call = async (method, path, body) => {
  const began = performance.now();
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(read).slice(0, 300)}`);
  return { body: read, ms: performance.now() - began };
};
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Imports the stick by the command, while the server answers others. */
async function importStick(...more) {
  const command = spawn('node', ['bin/meridian.mjs', 'vulnerabilities:import', stick, ...more], { env: environment });
  command.stderr.pipe(process.stderr);
  let cost = { cpu: 0, peak: 0 };
  const times = [];
  let isDone = false;
  const ended = new Promise((done) => command.on('exit', (code) => ((isDone = true), done(code))));
  const began = performance.now();
  while (!isDone) {
    try {
      cost = costOf(command.pid);
    } catch {
      break;
    }
    times.push((await call('GET', '/api/sites?page[size]=10')).ms);
    await pause(250);
  }
  const code = await ended;
  if (code) throw new Error(`the import ended with ${code}`);
  times.sort((a, b) => a - b);
  return { ...cost, seconds: (performance.now() - began) / 1000, p99: times[Math.floor(times.length * 0.99)] };
}

const row = (what, measured, goal) => console.log(`${what.padEnd(52)} ${String(measured).padStart(12)}   ${goal}`);
const server = spawn('node', ['dist/main.js'], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
try {
  console.log(`making ${CVES} records, ${ADVISORIES} advisories and scores…`);
  await makeStick();
  for (let tries = 0; ; tries++) {
    try {
      token = (await (await fetch(`${url}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ login: 'admin', password: PASSWORD }) })).json()).access_token; // prettier-ignore
      if (token) break;
    } catch {
      if (tries > 120) throw new Error('the server does not start');
    }
    await pause(500);
  }
  const empty = spawn('node', ['bin/meridian.mjs', 'vulnerabilities:import', join(stick, 'epss_scores-current.csv.gz')], { env: { ...environment, DATABASE_URL: 'sqlite:/nowhere' } }); // prettier-ignore
  let idle = 0;
  while (empty.exitCode === null) {
    try {
      idle = Math.max(idle, costOf(empty.pid).peak);
    } catch {
      break;
    }
    await pause(10);
  }
  const first = await importStick();
  row('import, processor s', first.cpu.toFixed(1), '≤ 300');
  row('import, MB above a command that does nothing', (first.peak - idle).toFixed(0), '≤ 200');
  row('import, s on the clock', first.seconds.toFixed(1), '');
  row('others meanwhile, ms (p99)', first.p99.toFixed(0), 'served');
  const again = await importStick();
  row('the same again, processor s', again.cpu.toFixed(1), `≤ ${(first.cpu / 10).toFixed(1)}`);

  for (let i = 0; i < PRODUCTS; i += 500) {
    const items = Array.from({ length: Math.min(500, PRODUCTS - i) }, (_, j) => {
      const n = i + j;
      return n % 2
        ? { name: `Module ${n}`, products: [{ purl: `pkg:maven/org.acme/lib${n}@1.${n % 40}.1` }] }
        : { name: `Module ${n}`, vendor: `vendor${n}`, product: `product${n}`, version: `1.${n % 40}.1` };
    });
    await call('POST', '/api/application-modules/mass-store', { items });
  }
  const before = costOf(server.pid);
  const matched = await call('GET', '/api/vulnerabilities?page[size]=50');
  const after = costOf(server.pid);
  row(`match of ${PRODUCTS} products, ms`, matched.ms.toFixed(0), '≤ 3000');
  row('  processor s of the server', (after.cpu - before.cpu).toFixed(2), '');
  row('  found', matched.body.meta.total, '');
  const unchanged = await call('GET', '/api/vulnerabilities?page[size]=50');
  row('the list again, unchanged, ms', unchanged.ms.toFixed(0), `≤ ${(matched.ms / 10).toFixed(0)}`);
  await call('POST', '/api/application-modules', {
    name: 'One more',
    vendor: 'vendor1',
    product: 'product1',
    version: '1.0.1',
  });
  row('the list after one more, ms', (await call('GET', '/api/vulnerabilities?page[size]=50')).ms.toFixed(0), '≤ 3000');
  row('server, MB', costOf(server.pid).now.toFixed(0), '');
} finally {
  server.kill('SIGTERM');
  await new Promise((done) => server.on('exit', done));
  rmSync(folder, { recursive: true, force: true });
}
