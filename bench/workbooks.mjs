// What a workbook of 5,000 rows costs the server (templates 5, 6): its processor time and memory, and reads beside it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import exceljs from 'exceljs';
import { openDatabases } from './databases.mjs';
import { memoryMb, send } from './measure.mjs';
import { startServer, stopAll } from './servers.mjs';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    objects: { type: 'string', default: '5000' },
    scale: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '7' },
    seed: { type: 'string', default: '7' },
    prefix: { type: 'string', default: 'mworkbooks' },
    server: { type: 'string', default: join(import.meta.dirname, '../dist/main.js') },
  },
});
const [OBJECTS, ROUNDS] = [Number(options.objects), Number(options.rounds)];
const base = new URL(process.env.BENCH_DATABASE_URL ?? 'mysql://root@127.0.0.1:3306');
/** Seconds of processor time, megabytes above idle, and milliseconds that a read beside may take longer. */
const [MAX_SECONDS, MAX_MEMORY, MAX_LATER] = [5, 400, 20];
const COLUMNS = [
  'id',
  'name',
  'description',
  'operating_system',
  'environment',
  'address_ip',
  'created_at',
  'updated_at',
];

const at = (values, share) => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
};

/** Seconds of processor time that a process has taken, in all its threads. */
function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function timed(side, request, expected = 200) {
  const begun = performance.now();
  const { status, text } = await send(side, request);
  if (status !== expected) throw new Error(`${request.path} answered ${status}: ${text.slice(0, 300)}`);
  return { took: performance.now() - begun, text };
}

const get = (path) => ({ method: 'GET', path });

async function readsBeside(side, done) {
  const took = [];
  let isDone = false;
  const waiting = done.finally(() => (isDone = true));
  do took.push((await timed(side, get('/api/logical-servers/1'))).took);
  while (!isDone || took.length < 100);
  await waiting;
  return took;
}

/** A workbook of a row that is repeated, with formulas and a total. */
async function workbook() {
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('Servers');
  sheet.addRow(['Servers', '{{ today }}', '{{ count }}']);
  sheet.addRow([...COLUMNS, 'twice', 'so far']);
  const fields = COLUMNS.map((name) => `{{ object.${name} }}`);
  sheet.addRow([...fields, { formula: 'A3*2' }, { formula: 'SUM(A$3:A3)' }]);
  sheet.addRow([{ formula: 'SUM(A3:A3)' }]);
  return new Blob([await book.xlsx.writeBuffer()]);
}

async function benchOn(engine) {
  const databases = await openDatabases(engine, { prefix: options.prefix, base });
  try {
    await (await startServer(options.server, databases.url('meridian'))).stop();
    await databases.load('meridian', { scale: Number(options.scale), seed: options.seed });
    const side = await startServer(options.server, databases.url('meridian'));
    const have = JSON.parse((await timed(side, get('/api/logical-servers?fields=id'))).text).length;
    for (let made = have; made < OBJECTS; made += 500) {
      const items = Array.from({ length: Math.min(500, OBJECTS - made) }, (_, i) => ({
        ...{ name: `srv-more-${made + i}`, description: `Added for the bench, number ${i}.` },
        ...{ operating_system: 'Debian 12', environment: 'Production', address_ip: `10.9.${made % 250}.${i % 250}` },
      }));
      await timed(side, { method: 'POST', path: '/api/logical-servers/mass-store', body: { items } }, 201);
    }
    const form = new FormData();
    for (const [name, value] of Object.entries({ name: 'Bench', kind: 'workbook', type: 'logical-servers' }))
      form.append(name, value);
    form.append('file', await workbook(), 'bench.xlsx');
    const made = await fetch(`http://127.0.0.1:${side.port}/api/templates`, {
      ...{ method: 'POST', body: form, headers: { authorization: `Bearer ${side.token}` } },
    });
    if (made.status !== 201) throw new Error(await made.text());
    const path = `/api/templates/${(await made.json()).id}/fill?filter[id_lte]=${OBJECTS}`;
    const alone = await readsBeside(side, Promise.resolve());
    await timed(side, get(path));
    const [idle, before] = [memoryMb(side.pid, 'VmRSS'), processorSeconds(side.pid)];
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, memoryMb(side.pid, 'VmRSS'))), 20);
    const took = [];
    for (let i = 0; i < ROUNDS; i++) took.push((await timed(side, get(path))).took);
    clearInterval(watch);
    const seconds = (processorSeconds(side.pid) - before) / ROUNDS;
    const beside = [];
    for (let i = 0; i < ROUNDS; i++) beside.push(...(await readsBeside(side, timed(side, get(path)))));
    const later = at(beside, 0.99) - at(alone, 0.99);
    const isWithin = seconds <= MAX_SECONDS && most - idle <= MAX_MEMORY && later <= MAX_LATER;
    console.log(
      `${engine}: ${OBJECTS} rows take ${seconds.toFixed(2)} s of processor, ${at(took, 0.5).toFixed(0)} ms; ` +
        `${Math.max(0, most - idle).toFixed(0)} MB above idle; reads beside: p99 ${at(beside, 0.99).toFixed(1)} ms, ` +
        `alone ${at(alone, 0.99).toFixed(1)}: ${isWithin ? 'within' : 'ABOVE'} the limits`,
    );
    if (!isWithin) process.exitCode = 1;
    await side.stop();
  } finally {
    await databases.remove(false);
  }
}

try {
  for (const engine of options.engine === 'both' ? ['sqlite', 'mariadb'] : [options.engine]) await benchOn(engine);
} finally {
  await stopAll();
}
