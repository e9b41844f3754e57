// What one search over all kinds takes on the generated map: first, repeated, after a write, and by many at a time.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabases } from './databases.mjs';
import { sizesAt } from './map.mjs';
import { memoryMb, send } from './measure.mjs';
import { startServer, stopAll } from './servers.mjs';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    scale: { type: 'string', default: '3' }, // about 160,000 objects
    repeat: { type: 'string', default: '40' },
    seed: { type: 'string', default: '7' },
    prefix: { type: 'string', default: 'msearch' },
    server: { type: 'string', default: join(import.meta.dirname, '../dist/main.js') },
  },
});
const scale = Number(options.scale);
const base = new URL(process.env.BENCH_DATABASE_URL ?? 'mysql://root@127.0.0.1:3306');
const SEARCHES = {
  'one letter': 'e',
  'a word of many names': 'nantes',
  'a rare part of a name': 'web-000012',
  'a whole name': 'srv-nantes-web-000012',
  'an address': '10.17.44.2',
  'two words': 'nantes 000012',
  'eight words, of which none is rare': 's r v n a t e w',
  nothing: 'zzzzzz',
};

const sorted = (values) => [...values].sort((one, other) => one - other);
const at = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))];
const ms = (value) => value.toFixed(1);

async function timed(side, path, expected = 200) {
  const begun = performance.now();
  const { status, text } = await send(side, { method: 'GET', path });
  if (status !== expected) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
  return { took: performance.now() - begun, answer: JSON.parse(text) };
}

async function benchOn(engine) {
  const databases = await openDatabases(engine, { prefix: options.prefix, base });
  try {
    await (await startServer(options.server, databases.url('meridian'))).stop();
    await databases.load('meridian', { scale, seed: options.seed });
    const side = await startServer(options.server, databases.url('meridian'));
    const path = (q, more = '') => `/api/search?q=${encodeURIComponent(q)}${more}`;
    const idle = memoryMb(side.pid, 'VmRSS');
    const first = await timed(side, path('nantes'));
    console.log(`${engine}: ${Object.values(sizesAt(scale)).reduce((sum, size) => sum + size, 0)} objects`);
    console.log(`  first search (the index is read): ${ms(first.took)} ms`);
    console.log(`  memory above idle: ${ms(memoryMb(side.pid, 'VmRSS') - idle)} MB`);
    for (const [name, q] of Object.entries(SEARCHES)) {
      const took = [];
      let total = 0;
      for (let i = 0; i < Number(options.repeat); i++) {
        const { took: one, answer } = await timed(side, path(q, i % 2 ? '&limit=100' : ''));
        took.push(one);
        total = answer.meta.total;
      }
      console.log(`  ${name}: median ${ms(at(took, 0.5))}, p95 ${ms(at(took, 0.95))} ms (${total} found)`);
    }
    const after = [];
    for (let i = 0; i < Number(options.repeat); i++) {
      const body = { name: `Search bench ${i}` };
      const { status } = await send(side, { method: 'POST', path: '/api/sites', body });
      if (status !== 201) throw new Error(`a write answered ${status}`);
      const { took, answer } = await timed(side, path(`search bench ${i}`));
      if (answer.results[0]?.name !== body.name) throw new Error('A search did not know what was written before it.');
      after.push(took);
    }
    console.log(`  right after a write: median ${ms(at(after, 0.5))}, p95 ${ms(at(after, 0.95))} ms`);
    const many = await Promise.all(Array.from({ length: 20 }, () => timed(side, path('nantes'))));
    console.log(`  twenty at a time: slowest ${ms(Math.max(...many.map(({ took }) => took)))} ms`);
    const summaries = [];
    for (let i = 0; i < Number(options.repeat); i++) summaries.push((await timed(side, '/api/summary')).took);
    console.log(`  summary: median ${ms(at(summaries, 0.5))}, p95 ${ms(at(summaries, 0.95))} ms`);
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
