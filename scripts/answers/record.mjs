// Records what a checkout answers: npm run answers:record -- [--engine sqlite|mariadb|both] [--checkout DIR] [--out DIR]
//   --engine    both if left out; MariaDB is that of ANSWERS_MARIADB, or 127.0.0.1:3306 as root without a password
//   --checkout  this one if left out; it is built if it is stale
//   --out       a folder, data/answers if left out: a file for each engine
//   --fill      a shell command that fills the map in place of `npm run demo`; see server.mjs
//   --replay    a folder with recordings whose requests are sent as they stand, in place of a walk of the document
//   --only      names of resources, separated by commas
import '../require-node.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readRecording, writeRecording } from './recording.mjs';
import { run } from './run.mjs';
import { build, startCheckout } from './server.mjs';

export const fileOf = (folder, engine) => join(folder, `${engine}.jsonl.gz`);
export const enginesOf = (choice = 'both') => {
  if (!['sqlite', 'mariadb', 'both'].includes(choice)) throw new Error('--engine is sqlite, mariadb or both.');
  return choice === 'both' ? ['sqlite', 'mariadb'] : [choice];
};

/** Records the answers of a checkout into `out`, a file for each engine; with `replay`, to the requests of those recordings. */
export async function record({ engines, checkout, out, fill, replay, only }) {
  build(checkout);
  for (const engine of engines) {
    const began = performance.now();
    const say = (text, end = '\n') => process.stderr.write(`\r${engine}: ${text}${end}`);
    say('filling the map …', '');
    const server = await startCheckout(checkout, { engine, fill });
    const recording = writeRecording(fileOf(out, engine));
    try {
      const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
      const { count, uncalled } = await run(server, {
        ...{ only, write: recording.write, replay: replay && readRecording(fileOf(replay, engine)) },
        progress: (done) => done % 500 === 0 && say(`${done} calls, ${seconds()}`, process.stderr.isTTY ? '' : '\n'),
      });
      say(`${count} calls in ${seconds()} → ${fileOf(out, engine)}`);
      if (uncalled.length && !only && !replay) throw new Error(`No call was made to ${uncalled.join(', ')}.`);
    } finally {
      await recording.close();
      await server.stop();
    }
  }
}

if (process.argv[1] === import.meta.filename) {
  const text = { type: 'string' };
  const { values } = parseArgs({
    options: { engine: text, checkout: text, out: text, fill: text, replay: text, only: text },
  });
  const { engine, checkout = join(import.meta.dirname, '../..'), out = 'data/answers', fill, replay, only } = values;
  if (replay && !enginesOf(engine).every((one) => existsSync(fileOf(replay, one)))) {
    throw new Error(`${replay} has no recording of each engine.`);
  }
  await record({ engines: enginesOf(engine), checkout, out, fill, replay, only: only?.split(',') });
}
