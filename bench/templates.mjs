// What a template of text costs beside the JSON list of the same objects (templates 5, 6), alone and while others read.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabases } from './databases.mjs';
import { memoryMb, send } from './measure.mjs';
import { startServer, stopAll } from './servers.mjs';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    objects: { type: 'string', default: '10000' },
    scale: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '7' },
    seed: { type: 'string', default: '7' },
    prefix: { type: 'string', default: 'mtemplates' },
    server: { type: 'string', default: join(import.meta.dirname, '../dist/main.js') },
  },
});
const [OBJECTS, ROUNDS] = [Number(options.objects), Number(options.rounds)];
const base = new URL(process.env.BENCH_DATABASE_URL ?? 'mysql://root@127.0.0.1:3306');
/** What a file of text may take: so many times the list, and milliseconds on top. */
const [TIMES, ON_TOP] = [3, 300];
const BODIES = {
  'a line for each':
    '{% for o in objects %}{{ o.name | line }} {{ o.address_ip | ip }} {{ o.environment | slug }}\n{% endfor %}',
  'a cell for each column':
    '{% for o in objects %}{{ o.id }},{{ o.name | csv }},{{ o.description | csv }},{{ o.operating_system | csv }},' +
    '{{ o.address_ip | csv }},{{ o.environment | csv }}\n{% endfor %}',
  'all of each as JSON': '[{% for o in objects %}{{ o | json }}{% unless forloop.last %},{% endunless %}{% endfor %}]',
};

const sorted = (values) => [...values].sort((one, other) => one - other);
const at = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))];
const ms = (value) => value.toFixed(0);

async function timed(side, request, expected = 200) {
  const begun = performance.now();
  const { status, text } = await send(side, request);
  if (status !== expected) throw new Error(`${request.path} answered ${status}: ${text.slice(0, 300)}`);
  return { took: performance.now() - begun, text };
}

const get = (path) => ({ method: 'GET', path });

/** Single reads, one after the other, until `done` settles; milliseconds of each. */
async function readsBeside(side, done) {
  const took = [];
  let isDone = false;
  const waiting = done.finally(() => (isDone = true));
  do took.push((await timed(side, get('/api/logical-servers/1'))).took);
  while (!isDone || took.length < 50);
  await waiting;
  return took;
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
    const filter = `filter[id_lte]=${OBJECTS}`;
    const list = [];
    for (let i = 0; i < ROUNDS; i++) list.push((await timed(side, get(`/api/logical-servers?${filter}`))).took);
    const limit = TIMES * at(list, 0.5) + ON_TOP;
    const alone = await readsBeside(side, Promise.resolve());
    console.log(
      `${engine}: the list of ${OBJECTS} objects takes ${ms(at(list, 0.5))} ms; a file may take ${ms(limit)}`,
    );
    for (const [name, body] of Object.entries(BODIES)) {
      const template = { name, type: 'logical-servers', body, content_type: 'text/plain', file_name: 'bench.txt' };
      const { text } = await timed(side, { method: 'POST', path: '/api/templates', body: template }, 201);
      const path = `/api/templates/${JSON.parse(text).id}/fill?${filter}`;
      const idle = memoryMb(side.pid, 'VmRSS');
      const [list, took] = [[], []];
      // In turn: whatever else the machine does is beside both.
      for (let i = 0; i < ROUNDS; i++) {
        list.push((await timed(side, get(`/api/logical-servers?${filter}`))).took);
        took.push((await timed(side, get(path))).took);
      }
      const reads = await readsBeside(side, timed(side, get(path)));
      const median = at(took, 0.5);
      const limit = TIMES * at(list, 0.5) + ON_TOP;
      console.log(
        `  ${name}: ${ms(median)} ms, the list ${ms(at(list, 0.5))}: ` +
          `${median <= limit ? 'within' : 'ABOVE'} ${TIMES} times that and ${ON_TOP} ms; ${ms(memoryMb(side.pid, 'VmRSS') - idle)} MB; ` +
          `reads beside: p99 ${at(reads, 0.99).toFixed(1)} ms, alone ${at(alone, 0.99).toFixed(1)}`,
      );
      if (median > limit) process.exitCode = 1;
    }
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
