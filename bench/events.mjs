/**
 * What telling changes costs: `npm run build && node bench/events.mjs [--engine sqlite|mariadb|both] [--scale 1] [--rounds 3]
 * [--backlog 1000000]`. Writes
 * without events and with them in turn, without a reader and beside one that follows; what the feed, readers who wait, deliveries and
 * former moments cost. Goals stand beside what is measured.
 */
import { createServer, get as open } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { compare, judged } from './compare.mjs';
import { openDatabases } from './databases.mjs';
import { sizesAt } from './map.mjs';
import { cpuMs, send } from './measure.mjs';
import { signIn, startServer, stopAll } from './servers.mjs';
import { workloads } from './workloads.mjs';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    scale: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    backlog: { type: 'string', default: '0' },
    seed: { type: 'string', default: '7' },
    prefix: { type: 'string', default: 'mevents' },
    server: { type: 'string', default: join(import.meta.dirname, '../dist/main.js') },
  },
});
const [scale, rounds] = [Number(options.scale), Number(options.rounds)];
const sizes = sizesAt(scale);
const base = new URL(process.env.BENCH_DATABASE_URL ?? 'mysql://root@127.0.0.1:3306');
const PASSWORD = 'Bench-of-events-9';
const SERVERS = '/api/logical-servers';
const [HOOKS, OWNERS, STREAMS, IDLE_SECONDS, DELIVERED] = [50, 5, 100, 20, 10_000];

async function ask(side, method, path, body) {
  const { status, text } = await send(side, { method, path, body });
  if (status >= 300) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
  return text ? JSON.parse(text) : undefined;
}

/** Takes what webhooks send, and counts their events. */
async function startReceiver() {
  const taken = { events: 0 };
  const server = createServer((request, response) => {
    const pieces = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(pieces));
      taken.events += Array.isArray(body) ? body.length : 1;
      response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { taken, url: `http://127.0.0.1:${server.address().port}/hook`, stop: () => server.close() };
}

/** A stream of changes from now on, whose answer is read and thrown away. */
const streamOf = ({ port, token }) =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    open({ host: '127.0.0.1', port, path: '/api/changes/stream', headers, agent: false }, resolve).once(
      'error',
      reject,
    );
  }).then((stream) => stream.resume());

/** Processor time of a server and its database while `work` runs, in ms. */
async function costOf(side, databasePid, work) {
  const total = () => cpuMs(side.pid) + (databasePid ? cpuMs(databasePid) : 0);
  const before = total();
  await work();
  return total() - before;
}

async function each(side, databasePid, count, path) {
  await ask(side, 'GET', path);
  return (
    (await costOf(side, databasePid, async () => {
      for (let i = 0; i < count; i++) await ask(side, 'GET', path);
    })) / count
  );
}

/** Lets a server without events write so many changes, and the next one, with events, publish them. */
async function backlog(off, url) {
  const total = Number(options.backlog);
  for (let done = 0; done < total; done += 1000) {
    const items = Array.from({ length: 1000 }, (_, i) => ({ id: i + 1, description: `waiting ${done}` }));
    await ask(off, 'PUT', `${SERVERS}/mass-update`, { items });
  }
  await off.stop();
  const on = await startServer(options.server, url, false, { EVENTS: 'on' });
  const began = performance.now();
  // A read that asks for the newest place publishes all that is there.
  const published = ask(on, 'GET', '/api/changes?since=now&limit=1').then(() => (over = true));
  let [over, slowest] = [false, 0];
  while (!over) {
    const asked = performance.now();
    await ask(on, 'GET', `${SERVERS}/1`);
    slowest = Math.max(slowest, performance.now() - asked);
    await sleep(20);
  }
  await published;
  const seconds = (performance.now() - began) / 1000;
  const million = (seconds / total) * 1e6;
  console.log(
    `a backlog of ${total}: ${seconds.toFixed(1)} s, of a million ${million.toFixed(0)} s ${judged(million, 60)}; ` +
      `the slowest single read beside ${slowest.toFixed(0)} ms ${judged(slowest, 200)}`,
  );
  await on.stop();
}

async function benchOn(engine) {
  const places = [];
  for (const name of ['off', 'on'])
    places.push(await openDatabases(engine, { prefix: `${options.prefix}_${name}`, base }));
  const receiver = await startReceiver();
  try {
    const sides = [];
    for (const [i, databases] of places.entries()) {
      const url = databases.url('meridian');
      await (await startServer(options.server, url)).stop();
      await databases.load('meridian', { scale, seed: options.seed });
      const settings = { EVENTS: i ? 'on' : 'off', STREAMS_PER_USER: String(STREAMS), WEBHOOK_TARGETS: '127.0.0.1' };
      sides.push(await startServer(options.server, url, false, settings));
    }
    const [off, on] = sides;
    const { pid: databasePid } = places[1];
    const context = { sizes, seed: options.seed };
    console.log(`${engine}, scale ${scale}: without events and with them`);
    const numbers = [0, 0];
    const both = (load) => [0, 1].map((i) => () => workloads[load].request(context, numbers[i]++));
    const against = (name, load, goal) =>
      compare(name, sides, both(load), { load: workloads[load], goal, rounds, databasePid });
    for (const [load, goal] of Object.entries({ G1: 1.05, L3: 1.05, W1: 1.05, W2: 1.05, M1: 1.1 }))
      await against(load, load, goal);
    const follower = await streamOf(on);
    for (const [load, goal] of Object.entries({ W1: 1.15, W2: 1.15, M1: 1.35 }))
      await against(`${load} beside a reader that follows`, load, goal);
    follower.destroy();
    if (Number(options.backlog)) await backlog(off, places[0].url('meridian'));
    else await off.stop();

    const feed = await each(on, databasePid, 20, '/api/changes?since=beginning&limit=1000');
    console.log(`1,000 events of the feed: ${feed.toFixed(1)} ms ${judged(feed, 15)}`);

    const { id } = await ask(on, 'POST', SERVERS, { name: 'changed a hundred times' });
    const before = new Date().toISOString();
    await sleep(10);
    for (let i = 0; i < 100; i++) await ask(on, 'PATCH', `${SERVERS}/${id}`, { description: `time ${i}` });
    const one = await each(on, databasePid, 50, `${SERVERS}/${id}?as_of=${before}`);
    console.log(`as_of of an object with 100 later changes: ${one.toFixed(1)} ms ${judged(one, 10)}`);
    const items = Array.from({ length: 1000 }, (_, i) => ({ id: i + 1, description: `changed ${i}` }));
    await ask(on, 'PUT', `${SERVERS}/mass-update`, { items });
    const now = await each(on, databasePid, 3, SERVERS);
    const then = await each(on, databasePid, 3, `${SERVERS}?as_of=${before}`);
    console.log(
      `a list of all and as_of with 1,000 changed: ${now.toFixed(0)} and ${then.toFixed(0)} ms, ratio ${(then / now).toFixed(2)} ${judged(then / now, 1.5)}`,
    );

    const started = performance.now();
    const hook = { name: 'all', url: receiver.url, events: ['*'], batch: 100 };
    const { id: hookId } = await ask(on, 'POST', '/api/webhooks', hook);
    await ask(on, 'POST', `/api/webhooks/${hookId}/seek`, { to: before });
    const first = receiver.taken.events;
    while (receiver.taken.events === first && performance.now() - started < 20_000) await sleep(5);
    const [begun, at] = [receiver.taken.events, performance.now()];
    for (let last = -1; last !== receiver.taken.events && receiver.taken.events - begun < DELIVERED;) {
      last = receiver.taken.events;
      await sleep(500);
    }
    const count = receiver.taken.events - begun;
    const seconds = ((performance.now() - at) / 1000 / Math.max(1, count)) * DELIVERED;
    console.log(
      `delivery of 10,000 events at 100 a request: ${seconds.toFixed(1)} s, from ${count} ${judged(seconds, 10)}`,
    );
    await ask(on, 'DELETE', `/api/webhooks/${hookId}`);

    const roles = [1];
    for (let owner = 0; owner < OWNERS; owner++) {
      const login = `owner${owner}`;
      await ask(on, 'POST', '/api/users', { login, name: login, password: PASSWORD, roles, language: 'en' });
      const side = { ...on, token: await signIn(on, login, PASSWORD) };
      for (let i = 0; i < HOOKS / OWNERS; i++)
        await ask(side, 'POST', '/api/webhooks', { name: `idle ${i}`, url: receiver.url, events: ['wans.deleted'] });
    }
    const streams = [];
    for (let i = 0; i < STREAMS; i++) streams.push(await streamOf(on));
    await sleep(3000);
    const idle = (await costOf(on, databasePid, () => sleep(IDLE_SECONDS * 1000))) / (IDLE_SECONDS * 10);
    console.log(`${HOOKS} idle hooks and ${STREAMS} idle streams: ${idle.toFixed(1)} % of a core ${judged(idle, 2)}`);
    for (const stream of streams) stream.destroy();
    await on.stop();
  } finally {
    await stopAll();
    receiver.stop();
    for (const databases of places) await databases.remove(false);
  }
}

for (const engine of options.engine === 'both' ? ['sqlite', 'mariadb'] : [options.engine]) await benchOn(engine);
