// Times the walks over a map of 28,000 nodes and 135,000 edges, the same for the same seed, without a server or a database.
//   node bench/graph-walks.mjs [SEED]    prints a line for each walk: milliseconds of processor time, and what it found
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('../test/support/typescript.cjs').register();
const { buildGraph, nodeOf, noTick, viewOf } = require('../test/graph/support/build.ts');
const { Random } = require('../test/graph/support/random.ts');
const { KINDS, TYPES } = require('../test/graph/support/types.ts');
const walk = (name) => require(`../src/graph/walks/${name}.ts`);
const answer = (name) => require(`../src/graph/answers/${name}.ts`);

const random = new Random(Number(process.argv[2] ?? 1));

/** How many objects there are of each kind. */
const COUNTS = {
  ...{ entities: 300, 'macro-processuses': 100, processes: 1000, activities: 2000, 'application-blocks': 200 },
  ...{ applications: 4000, 'application-services': 1500, databases: 2000, 'admin-users': 500, subnetworks: 1000 },
  ...{ clusters: 200, 'logical-servers': 8000, containers: 1000, buildings: 100, bays: 600, 'physical-servers': 5000 },
  ...{ 'physical-switches': 500 },
};
/** Edges of a type for each object at one of its ends. */
const LINKS = [
  ...[
    ['buildings.building_id', 'to', 1],
    ['bays.room_id', 'to', 1],
    ['physical-servers.building_id', 'to', 1],
  ],
  ...[
    ['physical-servers.bay_id', 'to', 1],
    ['physical-switches.bay_id', 'to', 1],
  ],
  ...[
    ['logical-servers.physical_servers', 'to', 2],
    ['clusters.physical_servers', 'to', 3],
  ],
  ...[
    ['clusters.logical_servers', 'from', 10],
    ['containers.logical_servers', 'to', 2],
  ],
  ...[
    ['databases.logical_servers', 'to', 2],
    ['applications.logical_servers', 'to', 3],
  ],
  ...[
    ['applications.physical_servers', 'to', 1],
    ['applications.containers', 'from', 2],
  ],
  ...[
    ['applications.application_block_id', 'from', 1],
    ['applications.application_services', 'from', 2],
  ],
  ...[
    ['processes.applications', 'to', 5],
    ['processes.macroprocess_id', 'from', 1],
    ['processes.activities', 'from', 1],
  ],
  ...[
    ['applications.databases', 'to', 1],
    ['subnetworks.subnetwork_id', 'to', 1],
    ['applications.administrators', 'to', 2],
  ],
  ...[
    ['entities.processes', 'from', 2],
    ['entities.parent_entity_id', 'from', 1],
    ['application-flows', 'from', 2],
  ],
  ...[
    ['physical-servers.physical_switch_id', 'to', 1],
    ['physical-links', 'to', 2],
  ],
  ...[
    ['address:logical-servers', 'to', 2],
    ['address:physical-servers', 'to', 1],
  ],
];

function bigMap() {
  const nodes = [];
  const ids = new Map();
  for (const [kind, count] of Object.entries(COUNTS)) {
    ids.set(
      kind,
      Array.from({ length: count }, (_, i) => `${kind}_${i + 1}`),
    );
    for (let i = 1; i <= count; i++) {
      const needs = random.once(4) ? { a: random.below(5), rto: random.below(10) * 60 } : undefined;
      nodes.push({ kind, id: i, label: `${kind} ${random.below(1e6)}`, needs });
    }
  }
  const edges = [];
  const known = new Set();
  let object = 0;
  for (const [type, end, times] of LINKS) {
    const { from, to, connector } = TYPES.find(({ name }) => name === type);
    const ends = { from: from.flatMap((path) => ids.get(path) ?? []), to: to.flatMap((path) => ids.get(path) ?? []) };
    const other = end === 'from' ? 'to' : 'from';
    for (const [i, one] of ends[end].entries()) {
      for (let n = 0; n < times; n++) {
        // Neighbours are near in number too: a rack's servers carry a part of the map, not all of it.
        const near = Math.floor((i / ends[end].length) * ends[other].length) + random.below(21) - 10;
        const far = random.once(10) ? random.below(ends[other].length) : near;
        const partner = ends[other][(far + ends[other].length) % ends[other].length];
        // Trees: nobody stands in what stands in it.
        if (partner === one || (from[0] === to[0] && !connector && far >= i)) continue;
        const edge = { type, [end]: one, [other]: partner };
        const key = `${type} ${edge.from} ${edge.to}`;
        if (known.has(key)) continue;
        known.add(key);
        edges.push(connector ? { ...edge, object: ++object, both: random.once(3) } : edge);
      }
    }
  }
  return { kinds: KINDS, types: TYPES, nodes, edges };
}

/** Processor time, since other programs on the machine make no difference to it; threads of the runtime are counted. */
function time(name, times, run) {
  let found;
  for (let i = 0; i < 3; i++) found = run();
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) run();
  const { user, system } = process.cpuUsage(before);
  console.log(`${name.padEnd(50)} ${((user + system) / 1000 / times).toFixed(2).padStart(9)} ms   ${found ?? ''}`);
}

const graph = buildGraph(bigMap());
console.log(`${graph.nodes.count} nodes, ${graph.edges.count} edges`);
const view = viewOf(graph);
const node = (name) => nodeOf(graph, name);
const { whole } = walk('tick');
const { impact, Outages } = walk('impact');
const { neighbourhood } = walk('neighbourhood');
const { kindsAsked, typesAsked } = walk('filter');
const { impactAnswer } = answer('impact');
const { neighbourhoodAnswer } = answer('neighbourhood');

const rack = node('bays_300');
const building = node('buildings_2');
const ask = { flows: false, most: 5000 };
time(
  'impact of a rack, view seen for the first time',
  20,
  () => whole(impact({ ...view }, { of: [rack], ...ask }, noTick)).nodes().length,
);
time('impact of a rack', 200, () => whole(impact(view, { of: [rack], ...ask }, noTick)).nodes().length);
time(
  'impact of a rack, as JSON',
  200,
  () => JSON.stringify(whole(impactAnswer(view, { of: [rack], ...ask }, noTick))).length,
);
time('impact of a building', 100, () => whole(impact(view, { of: [building], ...ask }, noTick)).nodes().length);
time(
  'impact of a building, as JSON',
  50,
  () => JSON.stringify(whole(impactAnswer(view, { of: [building], ...ask }, noTick))).length,
);
const servers = Array.from({ length: graph.nodes.count }, (_, n) => n)
  .filter((n) => KINDS[graph.nodes.kind[n]][0] === 'physical-servers')
  .slice(0, 2000);
time('2,000 × impact, view seen for the first time', 5, () => {
  const outages = new Outages({ ...view }, false, noTick);
  let all = 0;
  for (const server of servers) {
    whole(outages.run([server]));
    outages.each(() => all++);
  }
  return all;
});
time('2,000 × impact', 20, () => {
  const outages = new Outages(view, false, noTick);
  let all = 0;
  for (const server of servers) {
    whole(outages.run([server]));
    outages.each(() => all++);
  }
  return all;
});
for (const depth of [2, 4]) {
  const near = { of: [rack], depth, direction: 'both', most: 500 };
  time(`neighbourhood of a rack, depth ${depth}`, 100, () => neighbourhood(view, near, noTick).nodes.length);
  time(
    `neighbourhood of a rack, depth ${depth}, as JSON`,
    50,
    () => JSON.stringify(neighbourhoodAnswer(view, near, noTick)).length,
  );
}
const { paths } = walk('paths');
const ways = { direction: 'both', most: 3, longest: 10 };
time(
  'three paths from a rack to a process',
  20,
  () => whole(paths(view, { ...ways, from: [rack], to: [node('processes_20')] }, noTick)).length,
);
time(
  'three paths up from a rack to a process',
  20,
  () => whole(paths(view, { ...ways, from: [rack], to: [node('processes_505')], direction: 'up' }, noTick)).length,
);
const { dependencies } = walk('dependencies');
time(
  'dependencies of a process',
  20,
  () => whole(dependencies(view, node('processes_505'), { most: 500, headings: false }, noTick)).nodes.length,
);
const { singlePointsAnswer } = answer('single-points');
const points = {
  of: kindsAsked(graph, ['applications']),
  among: kindsAsked(graph, undefined, ['physical']),
  least: 1,
  most: 100,
  together: 1,
};
time('single points among what is physical', 10, () => whole(singlePointsAnswer(view, points, noTick)).points.length);
const { cuts } = walk('cuts');
time('cuts of cables', 20, () => whole(cuts(view, typesAsked(graph, ['cables']), 100, noTick)).points.length);
time('cuts of everything', 10, () => whole(cuts(view, undefined, 100, noTick)).points.length);
const { cycles } = walk('cycles');
time(
  'cycles of flows',
  10,
  () => whole(cycles(view, typesAsked(graph, ['flows']), 100, noTick)).cycles[0].nodes.length,
);
const { statistics } = walk('statistics');
time('statistics', 10, () => whole(statistics(view, 20, noTick)).components);
const { search } = walk('search');
const texts = graph.nodes.label.map((label) => [label]);
time('search', 20, () => search(view, texts, { search: '99', most: 20 }).leftOut);
const { withConnectors } = walk('connectors');
const order = [...KINDS, ['application-flows', 'applications'], ['physical-links', 'physical']].map(
  ([path, folder]) => ({ path, view: folder }),
);
time('connectors as nodes', 10, () => withConnectors(view, order).graph.nodes.count);
