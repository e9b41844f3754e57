/**
 * What checks cost: `npm run build && node bench/checks.mjs [--engine sqlite|mariadb|both] [--scale 1] [--rounds 3] [--each]`. Runs of all checks
 * that come with the release, and reads alone and beside them in turn; goals stand beside what is measured.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { judged, median } from './compare.mjs';
import { openDatabases } from './databases.mjs';
import { cpuMs, memoryMb, quantile, send } from './measure.mjs';
import { startServer, stopAll } from './servers.mjs';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    scale: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '7' },
    each: { type: 'boolean', default: false },
    prefix: { type: 'string', default: 'mchecks' },
    server: { type: 'string', default: join(import.meta.dirname, '../dist/main.js') },
  },
});
const [scale, rounds] = [Number(options.scale), Number(options.rounds)];
const base = new URL(process.env.BENCH_DATABASE_URL ?? 'mysql://root@127.0.0.1:3306');
/** What a run may cost: checks 8, 5. */
const GOALS = { processor: 6000, held: 50, beside: 20, memory: 150 };
const READ = '/api/logical-servers/1';
/** Milliseconds between two reads, as of somebody who looks; and how long they go on alone. */
const [PAUSE, ALONE] = [5, 5000];

async function ask(side, method, path, body) {
  const { status, text } = await send(side, { method, path, body });
  if (status >= 300) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
  return text ? JSON.parse(text) : undefined;
}

/** Runs some checks, or all that are on, and returns once that is over. */
async function run(side, checks) {
  const { run: id } = await ask(side, 'POST', '/api/checks/run', checks ? { checks } : {});
  for (;;) {
    const { data } = await ask(side, 'GET', `/api/checks/runs/${id}`);
    if (data.state === 'done') return data;
    if (data.state === 'failed') throw new Error('The run failed.');
    await sleep(25);
  }
}

/** The longest time for which the event loop was held since this was asked last, in ms. */
async function held({ pid }, file) {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    await sleep(20);
    try {
      return Number(readFileSync(file, 'utf8'));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
}

/** The 99th of a hundred reads that go on until `work` is over, in ms. */
async function p99Beside(side, work) {
  const times = [];
  let over = false;
  const ended = work().finally(() => (over = true));
  while (!over) {
    const { status, total } = await send(side, { method: 'GET', path: READ }, false);
    if (status !== 200) throw new Error(`${READ} answered ${status}`);
    times.push(total);
    await sleep(PAUSE);
  }
  await ended;
  return quantile(
    times.sort((one, other) => one - other),
    0.99,
  );
}

async function benchOn(engine) {
  const databases = await openDatabases(engine, { prefix: options.prefix, base });
  const folder = mkdtempSync(join(tmpdir(), 'bench-held-'));
  const file = join(folder, 'held');
  try {
    const url = databases.url('meridian');
    await (await startServer(options.server, url)).stop();
    await databases.load('meridian', { scale, seed: options.seed });
    const side = await startServer(options.server, url, false, {
      ...{ CHECKS_AFTER: '0', OUTSIDE_WRITES: 'off', BENCH_HELD: file },
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'held.mjs')}`,
    });
    const { pid: databasePid } = databases;
    const total = () => cpuMs(side.pid) + (databasePid ? cpuMs(databasePid) : 0);
    const checks = await ask(side, 'GET', '/api/checks');
    for (const { id, enabled } of checks)
      if (!enabled) await ask(side, 'PATCH', `/api/checks/${id}`, { enabled: true });
    console.log(`\n${engine}, scale ${scale}: ${checks.length} checks, all of them on`);
    await ask(side, 'GET', READ);
    await sleep(1000);
    const idle = memoryMb(side.pid, 'VmRSS');
    const costs = [];
    for (let i = 0; i <= rounds; i++) {
      writeFileSync(`/proc/${side.pid}/clear_refs`, '5');
      await held(side, file);
      const [before, began] = [total(), performance.now()];
      const { opened, failed } = await run(side);
      const seconds = (performance.now() - began) / 1000;
      costs.push({
        opened,
        failed,
        seconds,
        cpu: total() - before,
        held: await held(side, file),
        peak: memoryMb(side.pid, 'VmHWM') - idle,
      });
    }
    const [first, ...again] = costs;
    const of = (name) => median(again.map((one) => one[name]));
    console.log(`${first.opened} findings, ${first.failed} checks failed`);
    const line = (what, value, unit, goal) =>
      console.log(`${what}: ${value.toFixed(0)} ${unit} ${judged(value, goal)}`);
    line('the first run, processor time', first.cpu, 'ms', GOALS.processor);
    line('an unchanged run, processor time', of('cpu'), 'ms', GOALS.processor);
    console.log(
      `unchanged beside first: ${(of('cpu') / first.cpu).toFixed(2)}; on the clock ${first.seconds.toFixed(1)} s and ${of('seconds').toFixed(1)} s`,
    );
    line('event loop held, first run', first.held, 'ms', GOALS.held);
    line('event loop held, unchanged run', of('held'), 'ms', GOALS.held);
    line('memory above idle', Math.max(...costs.map(({ peak }) => peak)), 'MB', GOALS.memory);
    const [alone, beside] = [[], []];
    for (let i = 0; i < rounds; i++) {
      alone.push(await p99Beside(side, () => sleep(ALONE)));
      beside.push(await p99Beside(side, () => run(side)));
    }
    console.log(`p99 of a read: alone ${median(alone).toFixed(1)} ms, beside a run ${median(beside).toFixed(1)} ms`);
    line('p99 of a read beside a run, more than alone', median(beside) - median(alone), 'ms', GOALS.beside);
    const slow = (await ask(side, 'GET', '/api/checks')).sort((one, other) => other.last_run_ms - one.last_run_ms);
    console.log(
      `slowest: ${slow
        .slice(0, 8)
        .map(({ key, last_run_ms: ms, open }) => `${key} ${ms} ms (${open})`)
        .join(', ')}`,
    );
    if (options.each)
      for (const { key } of slow) {
        writeFileSync(`/proc/${side.pid}/clear_refs`, '5');
        const [before, resident] = [total(), memoryMb(side.pid, 'VmRSS')];
        await run(side, [key]);
        console.log(`  ${key}: ${total() - before} ms, ${(memoryMb(side.pid, 'VmHWM') - resident).toFixed(0)} MB more`);
      }
    const errors = slow.filter(({ last_error: error }) => error);
    for (const { key, last_error: error } of errors) console.log(`${key}: ${error}`);
    await side.stop();
  } finally {
    await stopAll();
    rmSync(folder, { recursive: true, force: true });
    await databases.remove(false);
  }
}

for (const engine of options.engine === 'both' ? ['sqlite', 'mariadb'] : [options.engine]) await benchOn(engine);
