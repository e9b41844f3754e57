// What feeding of very many items takes: seconds, beside those of a hand-written upsert, memory above idle at most, and how long
// others wait meanwhile.
// `npm run build && node bench/feed-memory.mjs`
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabases } from './databases.mjs';
import { ask, documentOf, feeding, hostsOf, SETTLED_MS } from './feed.mjs';
import { cpuMs, memoryMb, quantile, send } from './measure.mjs';
import { aligned, short } from './report.mjs';
import { startFeedLimit, startServer, stopAll } from './servers.mjs';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    items: { type: 'string', default: '10000,100000' },
    seed: { type: 'string', default: '7' },
    prefix: { type: 'string', default: 'mfeed' },
    server: { type: 'string', default: join(import.meta.dirname, '../dist/main.js') },
  },
});
const base = new URL(process.env.BENCH_DATABASE_URL ?? 'mysql://root@127.0.0.1:3306');
const HEADINGS = [
  ...['engine', 'items', 'run', 'limit, s', 's', 'ratio', 'CPU, s'],
  ...['MB above idle at most', 'left', 'GET meanwhile, p99 ms'],
];
/** Between two requests of whoever reads meanwhile. */
const READ_EVERY_MS = 20;
/** Reads before a run: the first ones of a server are slow, whatever else it does. */
const WARM = 50;

/** Reads an object. Gives how long that took, in ms. */
async function read(side) {
  const { status, text, total } = await send(side, { method: 'GET', path: '/api/applications/1' });
  if (status !== 200) throw new Error(`a read answered ${status}: ${text}`);
  return total;
}

/** Reads an object over and over until a work is done. Gives what came of it, and how long reads took, in ms. */
async function whileReading(side, work) {
  const took = [];
  let isOver = false;
  const reads = async () => {
    while (!isOver) {
      took.push(await read(side));
      await sleep(READ_EVERY_MS);
    }
  };
  const [answer] = await Promise.all([work().finally(() => (isOver = true)), reads()]);
  return { answer, took: took.sort((a, b) => a - b) };
}

/** Seconds that the limit takes. Like the server it has done nothing before. */
async function limitOf(databases, body) {
  const side = await startFeedLimit(databases.url('limit'));
  const begun = performance.now();
  await ask(side, feeding(body));
  const seconds = (performance.now() - begun) / 1000;
  await side.stop();
  return seconds;
}

async function run(side, body, limit) {
  for (let i = 0; i < WARM; i++) await read(side);
  writeFileSync(`/proc/${side.pid}/clear_refs`, '5');
  const [begun, before] = [performance.now(), cpuMs(side.pid)];
  const { answer, took } = await whileReading(side, () => ask(side, feeding(body)));
  const [seconds, cpu] = [(performance.now() - begun) / 1000, (cpuMs(side.pid) - before) / 1000];
  const [most, left] = ['VmHWM', 'VmRSS'].map((figure) => memoryMb(side.pid, figure) - side.idle);
  const figures = [limit, seconds, seconds / limit, cpu, most, left, quantile(took, 0.99)];
  return { counts: answer.data.counts, cells: figures.map(short) };
}

async function rowsOf(engine, databases, count) {
  const source = `LARGE${count}`;
  const rows = [];
  let side = await startServer(options.server, databases.url('meridian'));
  await ask(side, { method: 'PUT', path: `/api/feed/sources/${source}`, body: {} });
  const hosts = await hostsOf(side);
  const runs = [
    ['first', documentOf(source, count, hosts), { create: count, update: 0 }],
    ['unchanged', documentOf(source, count, hosts), { create: 0, update: 0 }],
    ['all changed', documentOf(source, count, hosts, { every: 1 }), { create: 0, update: count }],
  ];
  for (const [name, body, expected] of runs) {
    const { counts, cells } = await run(side, body, await limitOf(databases, body));
    for (const [what, number] of Object.entries(expected))
      if (counts[what] !== number) throw new Error(`${engine}, ${name}: ${what} ${counts[what]} in place of ${number}`);
    rows.push([engine, String(count), name, ...cells]);
    // What stands longer than the times of a database are exact is known to be as it was, once it has been said again.
    await sleep(SETTLED_MS);
    if (name === 'first') await ask(side, feeding(body));
    // Each run meets a server that has done nothing.
    await side.stop();
    side = await startServer(options.server, databases.url('meridian'));
  }
  await side.stop();
  return rows;
}

async function benchOn(engine) {
  const databases = await openDatabases(engine, { prefix: options.prefix, base });
  try {
    await (await startServer(options.server, databases.url('meridian'))).stop();
    for (const side of ['limit', 'meridian']) await databases.load(side, { scale: 1, seed: options.seed });
    const rows = [];
    for (const count of options.items.split(',')) rows.push(...(await rowsOf(engine, databases, Number(count))));
    return rows;
  } finally {
    await stopAll();
    await databases.remove(false);
  }
}

const rows = [];
for (const engine of options.engine === 'both' ? ['sqlite', 'mariadb'] : [options.engine])
  rows.push(...(await benchOn(engine)));
console.log(aligned([HEADINGS, ...rows]));
