// The graph beside its limit: compares what both find, times walks, loads and writes, and reads memory, waits and statements.
import { setTimeout as sleep } from 'node:timers/promises';
import { aligned, mediansOf, short } from './report.mjs';
import { measure, memoryMb, quantile, send } from './measure.mjs';
import { startGraphLimit, startServer } from './servers.mjs';
import { countingWay } from './statements.mjs';

const GRAPH = '/api/graph';
const HEADINGS = ['engine', 'graph', 'limit', 'Meridian', 'target', 'result', 'p50 ms'];
/** MB that the graph may hold, and have at most while it is loaded, from scale 10 on and below. */
const memoryAt = (scale) => (scale >= 10 ? { held: 400, peak: 400, at: 10 } : { held: 80, peak: 100, at: 1 });
/** More than an answer has in most maps, and the most that may be asked for. */
const ALL = 5000;
/** A site whose outage hits so many is one that counts. */
const LARGE = 1500;

const get = (path) => ({ method: 'GET', path });
const reasonOf = ({ edge, from, group, standing, of }) => `${edge} ${from} ${group} ${standing}/${of}`;
const statesOf = ({ nodes, edges, doubtful }) => [
  ...nodes.map(
    ({ id, state, round, chain, because }) => `${id} ${state} ${round} ${chain} ${because.map(reasonOf).sort()}`,
  ),
  ...edges.map(({ id }) => id),
  ...doubtful.map(({ of, why, by }) => `${of} ${why} ${by}`),
];
const nearOf = ({ nodes, edges }) => [
  ...nodes.map(({ id, depth, more }) => `${id} ${depth} ${more}`),
  ...edges.map(({ id, from, to }) => `${id} ${from} ${to}`),
];
/** Of those that take down as little as the last, each side has those that come first in its own order: none of them is compared. */
const pointsOf = ({ points }) => {
  const least = points.length < ALL ? 0 : points.at(-1).takes_down.total;
  const more = points.filter(({ takes_down: { total } }) => total > least);
  return more.map(({ node, takes_down: { total } }) => `${node.id} ${total}`);
};
const lengthOf = ({ length, paths }) => [length ?? paths[0].length];

/** The walks: `count` requests a round, what both sides must find alike, and the most that the server may take, in ms. */
const walksFrom = ({ rack, site, process }) => [
  {
    ...{ name: 'impact of a rack', path: `${GRAPH}/impact?of=${rack}`, found: statesOf, count: 300 },
    ...{ most: (limit) => limit * 3, target: '≤ limit × 3' },
  },
  {
    ...{ name: 'neighbourhood, depth 2', path: `${GRAPH}/neighbourhood?of=${rack}&depth=2`, found: nearOf, count: 300 },
    ...{ most: (limit) => limit * 2 + 2.5, target: '≤ limit × 2 + 2.5 ms' },
  },
  {
    ...{ name: 'impact of a site', path: `${GRAPH}/impact?of=${site}`, found: statesOf, count: 50, whole: true },
    ...{ most: (limit) => limit * 3, target: '≤ limit × 3' },
  },
  {
    ...{ name: 'single points of all servers', found: pointsOf, count: 20 },
    path: `${GRAPH}/single-points?of=applications&among=physical-servers`,
    ...{ most: (limit) => limit * 2 + 5, target: '≤ limit × 2 + 5 ms' },
  },
  {
    ...{ name: 'three paths, rack to process', path: `${GRAPH}/paths?from=${rack}&to=${process}`, found: lengthOf },
    ...{ count: 50, most: () => 60, target: '≤ 60 ms' },
  },
];

async function json(side, path) {
  const { status, text } = await send(side, get(path));
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** A rack and a process, and the first site whose outage hits many, else the one that hits most. */
async function subjects(limit, { sites }) {
  let site = { hit: -1 };
  for (let id = 1; id <= sites && site.hit < LARGE; id++) {
    const { nodes } = await json(limit, `${GRAPH}/impact?of=sites_${id}`);
    if (nodes.length > site.hit) site = { name: `sites_${id}`, hit: nodes.length };
  }
  return { rack: 'bays_3', site: site.name, hit: site.hit, process: 'processes_4' };
}

/** The first thing that only one side finds; undefined where both find the same. */
async function difference({ path, found }, limit, server) {
  const all = found === lengthOf ? path : `${path}&most=${ALL}`;
  const [ours, theirs] = [found(await json(limit, all)), found(await json(server, all))];
  const [known, told] = [new Set(ours), new Set(theirs)];
  const missing = ours.find((one) => !told.has(one));
  if (missing !== undefined) return `lacks ${missing}`;
  const extra = theirs.find((one) => !known.has(one));
  if (extra !== undefined) return `has ${extra}`;
  return ours.length === theirs.length ? undefined : `${theirs.length} entries instead of ${ours.length}`;
}

async function timed({ path, count, whole }, sides, { rounds, seconds, smoke, databasePid, step }) {
  const request = get(whole ? `${path}&most=${ALL}` : path);
  const options = {
    requestOf: () => request,
    count: smoke ? Math.min(count, 3) : count,
    connections: 1,
    seconds,
    databasePid,
  };
  const figures = sides.map(() => []);
  for (const side of sides) await measure(side, options);
  for (let round = 1; round <= rounds; round++) {
    step(`graph: ${path} round ${round} of ${rounds}`);
    for (const [place, side] of sides.entries()) figures[place].push(await measure(side, options));
  }
  return figures.map(mediansOf);
}

/** First answers of fresh processes of some sides, in turn: what the load costs, and what it leaves in memory and held at most. */
async function loads(sides, { rounds, databasePid }) {
  const figures = sides.map(() => []);
  for (let round = 1; round <= rounds; round++) {
    for (const [place, side] of sides.entries()) figures[place].push(await load(side, databasePid));
  }
  return figures.map(mediansOf);
}

async function load({ start, path }, databasePid) {
  const side = await start();
  try {
    // Requests that touch no graph: what the process needs for its first ones is no part of a load.
    for (let i = 0; i < 20; i++) await send(side, get('/health/live'));
    const idle = memoryMb(side.pid, 'VmRSS');
    const { server, database, cpu } = await measure(side, {
      requestOf: () => get(path),
      count: 1,
      connections: 1,
      seconds: 60,
      databasePid,
    });
    const peak = memoryMb(side.pid, 'VmHWM') - idle;
    await sleep(500);
    return { server, database, cpu, peak, held: memoryMb(side.pid, 'VmRSS') - idle };
  } finally {
    await side.stop();
  }
}

/** What the first answer after a write costs beyond the write. */
async function afterWrite(server, path, { rounds, smoke, seconds, databasePid, seed }) {
  const count = smoke ? 3 : 40;
  let number = 0;
  const write = () => ({ method: 'PUT', path: '/api/bays/2', body: { name: `bench.${seed}.${number++}` } });
  const options = { connections: 1, seconds, databasePid };
  const figures = [];
  for (let round = 0; round <= rounds; round++) {
    const alone = await measure(server, { ...options, requestOf: write, count });
    let turn = 0;
    const both = await measure(server, {
      ...options,
      requestOf: () => (turn++ % 2 ? get(path) : write()),
      count: count * 2,
    });
    const beyond = (figure) => both[figure] * 2 - alone[figure];
    if (round) figures.push({ server: beyond('server'), database: beyond('database'), cpu: beyond('cpu') });
  }
  return mediansOf(figures);
}

/** p99 of a plain read alone, and while the graph is loaded and searched for single points without a pause. */
async function waits(startFresh, heavy, { smoke }) {
  const server = await startFresh();
  const count = smoke ? 50 : 500;
  const read = async () => {
    const times = [];
    for (let i = 0; i < count; i++) {
      times.push((await send(server, get('/api/applications/1'))).total);
      await sleep(2);
    }
    return quantile(
      times.sort((a, b) => a - b),
      0.99,
    );
  };
  try {
    await read();
    const alone = await read();
    let done = false;
    const beside = (async () => {
      while (!done) await json(server, heavy);
    })();
    const during = await read();
    done = true;
    await beside;
    return { alone, during };
  } finally {
    await server.stop();
  }
}

/** A picture of 300 boxes and more lines than that, asked for as browsers do; each `most` of its own is another one. */
const picture = (most) => ({
  ...{ method: 'GET', path: `${GRAPH}/pictures/${PICTURE}most=${most}` },
  ...{ accept: '*/*', coding: 'gzip' },
});
const PICTURE = 'information-system?';

/** What a picture costs that is drawn, drawn already, and known to the client. */
async function pictures(server, { rounds, smoke, seconds, databasePid }) {
  const options = { connections: 1, seconds, databasePid };
  const [cold, warm] = smoke ? [2, 5] : [10, 200];
  const { content } = await send(server, get(`${picture(300).path}&format=json`));
  const { boxes, lines } = JSON.parse(content);
  const { tag } = await send(server, picture(300));
  const figures = { cold: [], repeated: [], unchanged: [] };
  let most = 300;
  for (let round = 0; round <= rounds; round++) {
    const drawn = await measure(server, { ...options, requestOf: () => picture(--most), count: cold });
    await send(server, picture(300));
    const repeated = await measure(server, { ...options, requestOf: () => picture(300), count: warm });
    const unchanged = await measure(server, { ...options, requestOf: () => ({ ...picture(300), tag }), count: warm });
    if (round) Object.entries({ cold: drawn, repeated, unchanged }).forEach(([name, one]) => figures[name].push(one));
  }
  const medians = Object.fromEntries(Object.entries(figures).map(([name, all]) => [name, mediansOf(all)]));
  return { size: `${boxes.length} boxes, ${lines.length} lines`, ...medians };
}

/** Memory of a process that holds the graph and draws 100 pictures, in MB: above what it had before, after the 10th and after all. */
async function memoryOfPictures(startFresh, path) {
  const server = await startFresh();
  try {
    for (let i = 0; i < 20; i++) await send(server, get(path));
    await sleep(500);
    const before = memoryMb(server.pid, 'VmRSS');
    const after = [];
    for (let drawn = 1; drawn <= 100; drawn++) {
      await send(server, picture(301 - drawn));
      if (drawn === 10 || drawn === 100) {
        await sleep(500);
        after.push(memoryMb(server.pid, 'VmRSS') - before);
      }
    }
    return after;
  } finally {
    await server.stop();
  }
}

/** Statements of a request that only asks who is asking, and of one to a graph that is held and true. */
async function statements(script, url, path) {
  const [way, requests] = [await countingWay(url), 20];
  const server = await startServer(script, way.url);
  const counted = async (request) => {
    await send(server, get(request));
    const batches = [];
    for (let batch = 0; batch < 5; batch++) {
      const before = way.count();
      for (let i = 0; i < requests; i++) await json(server, request);
      batches.push((way.count() - before) / requests);
    }
    // What the server does by itself now and then is no part of a request.
    return Math.min(...batches);
  };
  try {
    return { plain: await counted(`${GRAPH}/kinds`), graph: await counted(path) };
  } finally {
    await server.stop();
    way.close();
  }
}

/** Processor time of the server and the database as a text, and any other figure. */
const told = (value) => {
  if (typeof value === 'number') return short(value);
  return value ? `${short(value.server)} + ${short(value.database)}` : '';
};

/**
 * What is measured on one engine, a result each: name, what the limit and the server take (processor time, or a number), `most`
 * that the server may take, and that in words; or where the answers differ.
 */
async function* results(databases, { script, sizes, scale, ...options }) {
  const { step } = options;
  const all = { ...options, databasePid: databases.pid };
  const startLimit = () => startGraphLimit(databases.url('limit'));
  const startFresh = () => startServer(script, databases.url('meridian'));
  const [limit, server] = [await startLimit(), await startFresh()];
  const chosen = await subjects(limit, sizes);
  const walks = walksFrom(chosen);
  const [rack, , , points] = walks;
  for (const walk of walks) {
    const name = walk.whole ? `${walk.name} (${chosen.hit} objects)` : walk.name;
    const differs = await difference(walk, limit, server);
    if (differs) {
      yield { name, target: walk.target, differs };
      continue;
    }
    const [ours, theirs] = await timed(walk, [limit, server], all);
    const p50 = `${short(ours.p50)} / ${short(theirs.p50)}`;
    yield { name, limit: ours, server: theirs, most: walk.most(ours.cpu), target: walk.target, p50 };
  }
  step('graph: pictures');
  const drawn = await pictures(server, all);
  yield { name: `picture, ${drawn.size}`, server: drawn.cold, most: 700, target: '≤ 700 ms' };
  yield { name: 'the same again', server: drawn.repeated, most: 3, target: '≤ 3 ms' };
  yield { name: 'the same, 304', server: drawn.unchanged, most: 3, target: '≤ 3 ms' };
  step('graph: first answers after writes');
  const written = await afterWrite(server, rack.path, all);
  await limit.stop();
  await server.stop();
  step('graph: first loads');
  const fresh = [
    { start: startLimit, path: '/load' },
    { start: startFresh, path: rack.path },
  ];
  const [ours, theirs] = await loads(fresh, all);
  yield { name: 'first load', limit: ours, server: theirs, most: ours.cpu * 2, target: '≤ limit × 2' };
  const target = '≤ first load × 0.2';
  yield { name: 'first answer after a write', server: written, most: theirs.cpu * 0.2, target };
  for (const [figure, name] of [
    ['held', 'held, MB above idle'],
    ['peak', 'peak of a load, MB'],
  ]) {
    const { [figure]: most, at } = memoryAt(scale);
    yield { name, limit: ours[figure], server: theirs[figure], most, target: `≤ ${most} at scale ${at}` };
  }
  step('graph: memory of pictures');
  const [tenth, hundredth] = await memoryOfPictures(startFresh, rack.path);
  yield { name: '10 pictures, MB above the graph', server: tenth, most: 90, target: '≤ 90' };
  const growth = `≤ after 10 (${short(tenth)}) + 20, the files kept`;
  yield { name: '100 pictures, MB above the graph', server: hundredth, most: tenth + 20, target: growth };
  step('graph: reads beside single points');
  const { alone, during } = await waits(startFresh, points.path, all);
  const beside = `≤ alone (${short(alone)}) + 20`;
  yield { name: 'p99 of a read beside, ms', server: during, most: alone + 20, target: beside };
  if (!databases.url('meridian').startsWith('mysql')) return;
  const { plain, graph } = await statements(script, databases.url('meridian'), rack.path);
  const known = `≤ token and rights (${short(plain)}) + 1`;
  yield { name: 'statements of a request', server: graph, most: plain + 1, target: known };
}

/** The rows of the graph's table on one engine, and whether answers differed. */
export async function benchGraph(engine, databases, options) {
  const rows = [];
  let failed = false;
  for await (const { name, limit, server, most, target, p50, differs } of results(databases, options)) {
    failed ||= differs !== undefined;
    const ratio = (server?.cpu ?? server) <= most ? 'ok' : 'over';
    const figures = differs || options.smoke ? ['', ''] : [told(limit), told(server)];
    const result = differs ? `DIFFERS: ${differs}` : options.smoke ? (p50 ? 'same' : 'ran') : ratio;
    rows.push([engine, name, ...figures, target, result, differs || options.smoke ? '' : (p50 ?? '')]);
  }
  return { rows, failed };
}

/** The rows of all engines as a table, with what its columns mean. */
export const graphTableOf = (rows) =>
  [
    aligned([HEADINGS, ...rows]),
    'CPU in ms per request: server + database; p50: limit / Meridian as the client sees them. The limit serves bare HTTP and',
    'answers an outage as the server does, with chains, reasons and edges. First loads are those of processes just started, the thread included.',
  ].join('\n');
