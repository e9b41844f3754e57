// The bench: starts the limit and Meridian side by side, compares their answers, times them in turn, prints one table.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabases } from './databases.mjs';
import { explainBoth } from './explain.mjs';
import { benchFeed, feedTableOf } from './feed.mjs';
import { benchGraph, graphTableOf } from './graph.mjs';
import { sizesAt } from './map.mjs';
import { measure, send } from './measure.mjs';
import { profiled, profileTable } from './profile.mjs';
import { mediansOf, remarksOn, tableOf } from './report.mjs';
import { startLimit, startServer, stopAll } from './servers.mjs';
import { difference, isUnknown, readBack, workloads } from './workloads.mjs';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' }, // mariadb, sqlite or both
    scale: { type: 'string' }, // 1, or 0.01 with --smoke
    rounds: { type: 'string' }, // 5, or 1 with --smoke
    only: { type: 'string', default: `graph,feed,${Object.keys(workloads)}` }, // G1,W1,graph,feed
    smoke: { type: 'boolean', default: false }, // compares the answers and sends a few requests
    explain: { type: 'boolean', default: false }, // prints the plans of both sides
    profile: { type: 'boolean', default: false }, // prints where the processor time of both sides goes
    'same-file': { type: 'boolean', default: false }, // the embedded limit on a copy of the server's file
    keep: { type: 'boolean', default: false }, // leaves the databases
    seed: { type: 'string', default: '7' },
    prefix: { type: 'string', default: 'mbench' }, // of the databases' names
    server: { type: 'string', default: join(import.meta.dirname, '../dist/main.js') },
  },
});
const scale = Number(options.scale ?? (options.smoke ? 0.01 : 1));
const rounds = Number(options.rounds ?? (options.smoke ? 1 : 5));
const seconds = options.smoke ? 5 : 30;
const base = new URL(process.env.BENCH_DATABASE_URL ?? 'mysql://root@127.0.0.1:3306');
const context = { sizes: sizesAt(scale), seed: options.seed };
const engines = options.engine === 'both' ? ['mariadb', 'sqlite'] : [options.engine];
const asked = options.only.split(',');
// Lists come first, since the writes make the table longer.
const chosen = Object.keys(workloads).filter((id) => asked.includes(id));
let signalled;

function step(text) {
  if (signalled) throw new Error(`stopped by ${signalled}`);
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}

async function ask(side, request, parse) {
  const { status, text, content } = await send(side, request);
  if (parse && status === 200) return { status, answer: parse(content) };
  if (status >= 500 || !/^[[{]/.test(text)) throw new Error(`answered ${status}: ${text.slice(0, 300)}`);
  return { status, answer: JSON.parse(text) };
}

async function compareOne(id, n, limit, server) {
  const { request, stored, open, parse } = workloads[id];
  const [ours, theirs] = [await ask(limit, request(context, n), parse), await ask(server, request(context, n), parse)];
  if (open && isUnknown(ours.answer, theirs)) return { state: 'not yet' };
  if (theirs.status !== ours.status) {
    return { state: 'FAILED', detail: `answered ${theirs.status}: ${JSON.stringify(theirs.answer).slice(0, 300)}` };
  }
  const found = [difference(ours.answer, theirs.answer, { stores: Boolean(stored) })];
  const ids = stored ? [stored(ours.answer), stored(theirs.answer)] : [[], []];
  for (const [index, own] of ids[0].entries()) {
    const read = [await ask(limit, readBack(own)), await ask(server, readBack(ids[1][index]))];
    found.push(difference(read[0].answer, read[1].answer, { stores: true, at: 'read back' }));
  }
  const detail = found.find(Boolean);
  return detail ? { state: 'DIFFERS', detail } : { state: 'same' };
}

async function compare(id, limit, server) {
  for (let n = 1; n < (workloads[id].samples ?? 1); n++) {
    const compared = await compareOne(id, -n, limit, server);
    if (compared.state !== 'same') return compared;
  }
  return compareOne(id, 0, limit, server);
}

async function time(engine, id, limit, server, databasePid) {
  const { request, connections } = workloads[id];
  const count = options.smoke ? Math.min(workloads[id].count, 5) : workloads[id].count;
  const sides = [limit, server].map((side) => ({ side, next: 1, figures: [] }));
  const run = (one, number) => {
    const requestOf = () => request(context, one.next++);
    return measure(one.side, { requestOf, count: number, connections, seconds, databasePid });
  };
  // A round of each before it counts: both sides are measured as they run for days, not in their first second.
  for (const one of sides) await run(one, count);
  for (let round = 1; round <= rounds; round++) {
    step(`${id} round ${round} of ${rounds}`);
    for (const one of sides) one.figures.push(await run(one, count));
  }
  if (options.profile) {
    const ofLimit = await profiled(limit, engine, () => run(sides[0], count));
    const ofServer = await profiled(server, engine, () => run(sides[1], count));
    console.log(`${engine} ${id}\n${profileTable({ limit: ofLimit, server: ofServer })}\n`);
  }
  const ratios = sides[0].figures.map(({ cpu }, round) => sides[1].figures[round].cpu / Math.max(cpu, 0.001));
  return { limit: mediansOf(sides[0].figures), server: mediansOf(sides[1].figures), ratios };
}

async function workload(engine, id, limit, server, databasePid) {
  try {
    const compared = await compare(id, limit, server);
    const timed = compared.state === 'same' ? await time(engine, id, limit, server, databasePid) : {};
    return { id, ...compared, ...timed };
  } catch (error) {
    return { id, state: 'FAILED', detail: error.message };
  }
}

/** Feeding comes last: it makes tables longer than lists are measured on. */
async function feedResults(engine, databases) {
  if (!asked.includes('feed')) return [];
  return [{ feed: await benchFeed(engine, databases, { script: options.server, rounds, smoke: options.smoke, step }) }];
}

async function benchOn(engine) {
  const databases = await openDatabases(engine, { prefix: options.prefix, base, sameFile: options['same-file'] });
  try {
    step(`${engine}: migrating`);
    const migrating = await startServer(options.server, databases.url('meridian'));
    await migrating.stop();
    for (const side of ['meridian', 'limit']) {
      step(`${engine}: loading the map at scale ${scale} for ${side}`);
      await databases.load(side, { scale, seed: options.seed });
    }
    const results = [];
    // Before the workloads, whose writes leave the two maps different.
    if (asked.includes('graph')) {
      const { sizes } = context;
      const settings = { script: options.server, sizes, scale, seed: options.seed, smoke: options.smoke };
      results.push({ graph: await benchGraph(engine, databases, { ...settings, rounds, seconds, step }) });
    }
    if (!chosen.length) return [...results, ...(await feedResults(engine, databases))];
    step(`${engine}: starting both sides`);
    const limit = await startLimit(engine, databases.url('limit'), options.profile);
    const server = await startServer(options.server, databases.url('meridian'), options.profile);
    console.log(`${engine}: Meridian ready ${server.ready.toFixed(0)} ms after its start on a migrated database`);
    for (const id of chosen) {
      step(`${engine}: ${id}`);
      results.push({
        engine,
        scale,
        smoke: options.smoke,
        ...(await workload(engine, id, limit, server, databases.pid)),
      });
    }
    if (options.explain) console.log((await explainBoth(databases)).join('\n'));
    await stopAll();
    return [...results, ...(await feedResults(engine, databases))];
  } finally {
    await stopAll();
    await databases.remove(options.keep);
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (signalled = signal));
try {
  if (!existsSync(options.server)) throw new Error(`No server at ${options.server}: build it first.`);
  const results = [];
  for (const engine of engines) results.push(...(await benchOn(engine)));
  const graphs = results.flatMap(({ graph }) => graph ?? []);
  if (graphs.length) console.log(graphTableOf(graphs.flatMap(({ rows }) => rows)));
  const feeds = results.flatMap(({ feed }) => feed ?? []);
  if (feeds.length) console.log(feedTableOf(feeds.flatMap(({ rows }) => rows)));
  const timed = results.filter(({ graph, feed }) => !graph && !feed);
  if (timed.length) console.log(`${tableOf(timed)}\n${remarksOn(timed)}`);
  if (results.some(({ state }) => state === 'FAILED' || state === 'DIFFERS') || graphs.some(({ failed }) => failed)) {
    process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
