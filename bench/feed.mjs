// Feeding beside its limit: 10,000 logical servers with nine fields and a link each, first, unchanged, and one in a hundred changed.
import { setTimeout as sleep } from 'node:timers/promises';
import { aligned, median, short } from './report.mjs';
import { measure, memoryMb, send } from './measure.mjs';
import { startFeedLimit, startServer } from './servers.mjs';

const HEADINGS = ['engine', 'feed', 'limit', 'Meridian', 'ratio', 'target', 'result'];
const ND_JSON = 'application/x-ndjson';
/** Times are stored in seconds: so long after a write an item is known to be as it was. */
export const SETTLED_MS = 3100;

/** The most that Meridian may take, as a multiple of the limit. */
const TARGETS = { F1: 5, F2: 3, F3: 3, F4: 10, F5: 4 };
const NAMES = {
  F1: 'F1 first run',
  F2: 'F2 unchanged',
  F3: 'F3 one in a hundred changed',
  F4: 'F4 unchanged, all examined',
  F5: 'F5 plan alone, of a first run',
};

/** A document of a source. `every`: each such item has another memory than usual; `verify`: all is to be looked at. */
export function documentOf(source, count, hosts, { every = 0, verify = false } = {}) {
  const lines = [{ feed: 1, source, mode: 'full', ...(verify && { options: { verify } }) }];
  for (let i = 0; i < count; i++) {
    const set = {
      name: `${source}-SRV-${String(i).padStart(6, '0')}`,
      operating_system: i % 3 ? 'Debian GNU/Linux 12 (bookworm)' : 'Windows Server 2022 Standard',
      ...{
        cpu: String(1 + (i % 16)),
        memory: String(every && i % every === 0 ? 12345 : 1024 * (1 + (i % 64))),
        disk: 40 + (i % 500),
      },
      environment: i % 5 ? 'production' : 'test',
      address_ip: `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`,
      ...{ type: 'virtual', description: `Made from the template ${i % 40}` },
      physical_servers: [hosts[i % hosts.length]],
    };
    lines.push({ type: 'logical-servers', ref: `vm-${source}-${i}`, set });
  }
  lines.push({ end: count });
  return Buffer.from(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
}

export const feeding = (body, path = '/api/feed/runs') => ({ method: 'POST', path, body, type: ND_JSON });

export async function ask(side, request) {
  const { status, text } = await send(side, request);
  if (status >= 300) throw new Error(`${request.path} answered ${status}: ${text.slice(0, 300)}`);
  return text ? JSON.parse(text) : undefined;
}

/** The names of servers that logical ones may stand on. */
export async function hostsOf(side) {
  const all = await ask(side, { method: 'GET', path: '/api/physical-servers?page[size]=1000&fields=id,name' });
  return all.map(({ name }) => name);
}

async function cost(side, request, databasePid) {
  return measure(side, { requestOf: () => request, count: 1, connections: 1, seconds: 300, databasePid });
}

/** The costs of one round, each workload on objects of its own round. */
async function round(sides, { number, count, hosts, smoke, databasePid }) {
  const source = `BENCH${number}`;
  const [document, changed] = [documentOf(source, count, hosts), documentOf(source, count, hosts, { every: 100 })];
  const verify = documentOf(source, count, hosts, { every: 100, verify: true });
  const figures = {};
  for (const [name, side] of Object.entries(sides)) {
    const own = {};
    const isServer = name === 'server';
    if (isServer) {
      await ask(side, { method: 'PUT', path: `/api/feed/sources/${source}`, body: {} });
      own.F5 = await cost(side, feeding(document, '/api/feed/plans'), databasePid);
    }
    own.F1 = await cost(side, feeding(document), databasePid);
    // Once more when the seconds of the first run are over: what is known then is noted.
    if (!smoke) await sleep(SETTLED_MS);
    const again = await ask(side, feeding(document));
    const { create, update } = again.data.counts;
    if (create || update) throw new Error(`${name}: said again, ${create} created and ${update} changed`);
    own.F2 = await cost(side, feeding(document), databasePid);
    own.F3 = await cost(side, feeding(changed), databasePid);
    if (isServer) own.F4 = await cost(side, feeding(verify), databasePid);
    figures[name] = own;
  }
  // The limit knows neither plans nor a second look: their targets are multiples of its first and its unchanged run.
  Object.assign(figures.limit, { F5: figures.limit.F1, F4: figures.limit.F2 });
  return figures;
}

const told = ({ server, database }) => `${short(server)} + ${short(database)}`;
const medians = (figures) => ({
  server: median(figures.map(({ server }) => server)),
  database: median(figures.map(({ database }) => database)),
});

/** The rows of the table of feeding on one engine, and whether anything failed. */
export async function benchFeed(engine, databases, { script, rounds, smoke, step }) {
  const count = smoke ? 200 : 10_000;
  const limit = await startFeedLimit(databases.url('limit'));
  const server = await startServer(script, databases.url('meridian'));
  const all = [];
  try {
    const hosts = await hostsOf(server);
    for (let number = smoke ? 1 : 0; number <= rounds; number++) {
      step(`feed: round ${number} of ${rounds}`);
      // The first round warms both sides up.
      all.push(await round({ limit, server }, { number, count, hosts, smoke, databasePid: databases.pid }));
    }
    if (all.length > 1) all.shift();
    const rows = Object.keys(TARGETS).map((id) => {
      const [limits, servers] = ['limit', 'server'].map((side) => all.map((figures) => figures[side][id]));
      const [a, b] = [medians(limits), medians(servers)];
      const ratio = (b.server + b.database) / Math.max(a.server + a.database, 0.001);
      const figures = smoke ? ['', '', ''] : [told(a), told(b), short(ratio)];
      return [engine, NAMES[id], ...figures, `≤ ${TARGETS[id]}`, smoke ? 'ran' : ratio <= TARGETS[id] ? 'ok' : 'over'];
    });
    rows.push([
      engine,
      'memory above idle at most, MB',
      '',
      short(memoryMb(server.pid, 'VmHWM') - server.idle),
      '',
      '',
      smoke ? 'ran' : '',
    ]);
    return { rows, failed: false };
  } finally {
    await limit.stop();
    await server.stop();
  }
}

/** The rows of all engines as a table, with what its columns mean. */
export const feedTableOf = (rows) =>
  `${aligned([HEADINGS, ...rows])}\nCPU in ms of a run of 10,000 items: server + database. The limit is a hand-written upsert: no rights, rules, journal, plan.`;
