/**
 * Addresses among what somebody sees: random maps of subnets in subnets, machines and flows between ranges, and callers with
 * limited sight. Every answer is that of a map which holds nothing but what they see.
 */
import '../../src/map/index.js';
import { sqliteDialect } from '../../src/database/sqlite/dialect.js';
import { readQuestion, withUsualKinds } from '../../src/graph/read-question.js';
import { reply } from '../../src/graph/reply.js';
import type { PartQuestion, Question, Route, VisibleByKind } from '../../src/graph/questions.js';
import { build, type GraphState } from '../../src/graph/store/build.js';
import { layoutOf } from '../../src/graph/store/compile.js';
import { rangesIn } from '../../src/graph/store/ranges.js';
import { objectNumber, Pieces, type ConnectorEnd } from '../../src/graph/store/read.js';
import { viewOf } from '../../src/graph/view.js';
import { whole } from '../../src/graph/walks/tick.js';
import { noTick } from './support/build.js';
import { Random } from './support/random.js';

const SEED = Number(process.env['GRAPH_SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env['GRAPH_ROUNDS'] ?? 20);

const layout = layoutOf(sqliteDialect);
const placeOf = (path: string): number => layout.kinds.findIndex((kind) => kind.path === path);
const MACHINES = ['routers', 'logical-servers', 'workstations', 'dhcp-servers'];
const KINDS = ['subnetworks', ...MACHINES, 'applications'];
const FLOWS = 'logical-flows';
const RANGES = ['10.0.0.0/8', '10.1.0.0/16', '10.1.0.0/16', '10.1.2.0/24', '10.1.2.0/28', '10.2.0.0/16', 'fd00::/8'];
const ADDRESSES = ['10.1.2.3', '10.1.2.200', '10.1.9.9', '10.2.0.1', '10.77.0.1', 'fd00::1', '192.0.2.1'];

/** An object or a connector, as it was made up. */
interface Made {
  path: string;
  id: number;
  /** Of a machine its addresses, of a subnet its range. */
  addresses?: string;
  ends?: readonly [source: string, dest: string];
}

/** Ends of flows are ranges, or `<path>_<id>`. */
function endOf(text: string): ConnectorEnd {
  const [, path, id] = /^([a-z-]+)_(\d+)$/.exec(text) ?? [];
  return path ? objectNumber(placeOf(path), Number(id)) : rangesIn(text);
}

function randomMap(random: Random): Made[] {
  const some = (list: readonly string[], most: number): string => random.some(list, most).join(', ');
  const objects = KINDS.flatMap((path) =>
    Array.from({ length: 1 + random.below(6) }, (_, i): Made => {
      const own = path === 'subnetworks' ? RANGES[random.below(RANGES.length)]! : some(ADDRESSES, 3);
      return { path, id: i + 1, ...(path !== 'applications' && { addresses: own }) };
    }),
  );
  const names = objects.filter(({ path }) => path !== 'applications').map(({ path, id }) => `${path}_${id}`);
  const end = (): string =>
    random.once(4) ? names[random.below(names.length)]! : some([...RANGES, ...ADDRESSES, ...ADDRESSES], 3);
  const flows = Array.from({ length: 1 + random.below(10) }, (_, i): Made => ({
    ...{ path: FLOWS, id: i + 1, ends: [end(), end()] as const },
  }));
  return [...objects, ...flows];
}

/** The graph of these objects; servers carry the application of their id, where there is one. */
function heldOf(made: readonly Made[]): GraphState {
  const pieces = new Pieces(layout);
  for (const { path, id, addresses, ends } of made) {
    const label = `${path} ${id}`;
    if (ends) {
      const [source, dest] = ends.map(endOf) as [ConnectorEnd, ConnectorEnd];
      const place = layout.connectors.findIndex((connector) => connector.path === path);
      pieces.connectors[place]!.push({
        ...{ id, source, dest, both: id % 2 > 0, flagged: false, label, turned: label },
        ...{ blocked: false, aside: false },
      });
      continue;
    }
    const rows = pieces.nodes[placeOf(path)]!;
    rows.id.push(id);
    rows.label.push(label);
    rows.tags.push(undefined);
    rows.icon.push(0);
    rows.addresses.push(addresses || undefined);
    if (path !== 'logical-servers') continue;
    const hosts = pieces.pairs[layout.typeOf['applications.logical_servers']!]!;
    hosts.from.push(id);
    hosts.to.push(id);
  }
  return build(layout, 'state', pieces);
}

const ALL: VisibleByKind = Object.fromEntries(
  [...layout.kinds, ...layout.connectors].map(({ path }) => [path, 'all' as const]),
);

/** Of every kind all, some or nothing. */
function randomSight(random: Random, made: readonly Made[]): VisibleByKind {
  const sight: Record<string, VisibleByKind[string]> = { ...ALL };
  for (const path of [...KINDS, FLOWS]) {
    const ids = made.filter((one) => one.path === path).map(({ id }) => id);
    const kept = ids.filter(() => random.once(2));
    if (random.once(2)) sight[path] = kept.length && !random.once(3) ? kept : 'none';
  }
  return sight;
}

const isSeen = (sight: VisibleByKind, { path, id }: Made): boolean => {
  const seen = sight[path]!;
  return seen === 'all' || (seen !== 'none' && seen.includes(id));
};

function questionsFor(seen: readonly Made[]): Array<Question | PartQuestion> {
  const nodes = seen.filter(({ ends }) => !ends).map(({ path, id }) => `${path}_${id}`);
  const ask = (route: Route, query: Record<string, string>): Question => withUsualKinds(readQuestion(route, query));
  const kinds = KINDS.filter((path) => path !== 'applications');
  const edges = layout.types.map(({ name }) => name);
  const found = seen.filter(({ ends }) => !ends).map(({ path, id }) => ({ kind: path, id }));
  const asked: Array<Question | PartQuestion> = [
    ...(['single-points', 'cuts', 'cycles', 'orphans', 'statistics'] as const).map((route) => ask(route, {})),
    { ...ask('objects', { search: '10.' }), of: found },
    { route: 'part', kinds, edges },
    { route: 'kinds-in-numbers' },
  ];
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) return asked;
  return [
    ...asked,
    ...nodes.flatMap((of) => [ask('neighbourhood', { of }), ask('impact', { of, flows: '1' })]),
    ask('neighbourhood', { of: nodes.join(','), depth: '3', connectors: 'nodes' }),
    ask('paths', { from: first, to: last }),
    ask('dependencies', { of: last }),
  ];
}

type Answer = { dangling?: unknown; meta?: object };

function answerOf(held: GraphState, sight: VisibleByKind, question: Question | PartQuestion): unknown {
  const seen = viewOf(held, layout, sight, 'connectors' in question && question.connectors === 'nodes');
  const text = whole(reply(seen, question, noTick));
  // Whether nobody has recorded what an object runs on, or the caller may not see it, is told to callers.
  const answer = JSON.parse(text.replaceAll('"why":"hidden"', '"why":"unfounded"')) as Answer;
  // What is hidden by kind is told to callers, and how many edges lead nowhere is not.
  const { dangling: _, meta, ...rest } = answer;
  return { ...rest, meta: { ...meta, hidden_kinds: [] } };
}

it(`whoever sees part of a map has the answers of a map of that part (GRAPH_SEED=${SEED})`, () => {
  console.log(`GRAPH_SEED=${SEED}`);
  const random = new Random(SEED);
  let [answers, differing] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const made = randomMap(random);
    const held = heldOf(made);
    for (let caller = 0; caller < 3; caller++) {
      const sight = randomSight(random, made);
      const seen = made.filter((one) => isSeen(sight, one));
      const alone = heldOf(seen);
      if (viewOf(held, layout, sight, false).view.graph.edges !== held.graph.edges) differing++;
      for (const question of questionsFor(seen)) {
        expect([round, caller, question, answerOf(held, sight, question)]).toEqual([
          ...[round, caller, question, answerOf(alone, ALL, question)],
        ]);
        answers++;
      }
    }
  }
  expect(answers).toBeGreaterThan(ROUNDS * 20);
  // Others stand for addresses in some of them.
  expect(differing).toBeGreaterThan(0);
});

it('how many flows lead nowhere is told only to those who see all that has addresses', () => {
  const held = heldOf([
    { path: 'dhcp-servers', id: 1, addresses: '10.1.2.3' },
    { path: FLOWS, id: 1, ends: ['10.1.2.3', 'nowhere'] },
  ]);
  const told = (sight: VisibleByKind): unknown => viewOf(held, layout, sight, false).view.graph.dangling.get(FLOWS);
  expect([told(ALL), told({ ...ALL, 'dhcp-servers': 'none' })]).toEqual([1, undefined]);
});
