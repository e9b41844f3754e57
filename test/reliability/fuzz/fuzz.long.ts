/** Every operation of the document at least 200 times, half of them on each engine, with good and with bad requests. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registry } from '../../../src/engine/index.js';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';
import { newSeed } from '../../core/text/seeded.js';
import { Run } from './run.js';

/** Times that each operation is asked on each engine; where there is one engine only, on that. */
const ROUNDS = Number(process.env['FUZZ_ROUNDS'] ?? Math.ceil(206 / ENGINES.length));
const seed = newSeed('generated requests');

it.each(ENGINES)('contract 10: generated requests by the hundred thousand on %s', async (engine) => {
  const server = await TestServer.start(engine);
  const { tally, heap } = await new Run(server, seed).rounds(ROUNDS);
  await server.stop();
  const table = join(tmpdir(), `meridian-fuzz-${engine}.tsv`);
  tally.write(table);
  const megabytes = [heap.begin, heap.end].map((bytes) => (bytes / 2 ** 20).toFixed(0));
  process.stdout.write(
    `${engine}, SEED=${seed}: ${tally.summary()}\nheap after clean-up: ${megabytes.join(' → ')} MB; table: ${table}\n` +
      `never a success: ${tally.neverFine.join(', ') || 'none'}\n`,
  );
  expect({ failed: tally.failed, failures: tally.failures }).toEqual({ failed: 0, failures: [] });
  expect(tally.fewest).toBeGreaterThanOrEqual(ROUNDS);
  expect(tally.successes).toBeGreaterThan(tally.requests * 0.3);
  // What is deleted for good cannot be restored.
  const forGood = registry.all().filter(({ softDelete }) => !softDelete);
  const hopeless = forGood.flatMap(({ path }) => [`POST /api/${path}/{id}/restore`, `POST /api/${path}/mass-restore`]);
  expect(tally.neverFine.filter((name) => !hopeless.includes(name))).toEqual([]);
  expect(heap.end).toBeLessThan(heap.begin * 1.3);
});
