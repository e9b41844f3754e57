/** Walks over maps that are long, and walks that are stopped. */
import { listOf } from '../../src/graph/answers/files.js';
import { impactAnswer } from '../../src/graph/answers/impact.js';
import { dependencies } from '../../src/graph/walks/dependencies.js';
import { cuts } from '../../src/graph/walks/cuts.js';
import { cycles } from '../../src/graph/walks/cycles.js';
import { impact } from '../../src/graph/walks/impact.js';
import { neighbourhood } from '../../src/graph/walks/neighbourhood.js';
import { paths } from '../../src/graph/walks/paths.js';
import { singlePoints } from '../../src/graph/walks/single-points.js';
import { statistics } from '../../src/graph/walks/statistics.js';
import { whole } from '../../src/graph/walks/tick.js';
import { buildGraph, noTick, viewOf, type PlainEdge } from './support/build.js';
import { KINDS, TYPES } from './support/types.js';

const LENGTH = 30_000;

/** Buildings in buildings, each in the one before. */
const name = (i: number): string => `buildings_${i}`;
const edges = Array.from({ length: LENGTH - 1 }, (_, i): PlainEdge => {
  return { type: 'buildings.building_id', from: name(i + 1), to: name(i + 2) };
});
const label = (i: number): string => String(i).padStart(6, '0');
const nodes = Array.from({ length: LENGTH }, (_, i) => ({ kind: 'buildings', id: i + 1, label: label(i) }));
const view = viewOf(buildGraph({ kinds: KINDS, types: TYPES, nodes, edges }));
const all = new Uint8Array(KINDS.length).fill(1);
const last = LENGTH - 1;

test('a chain as long as a map', () => {
  const outages = whole(impact(view, { of: [0], flows: false }, noTick));
  expect([outages.nodes().length, outages.roundOf(last), outages.chainOf(last).length]).toEqual([LENGTH, last, LENGTH]);
  const { points, bridges, leftOut } = whole(cuts(view, undefined, 10, noTick));
  expect([points.length, points[0]!.parted[0]!.length, bridges.length]).toEqual([10, LENGTH / 2 - 1, 10]);
  expect(leftOut).toBe(LENGTH - 2 - 10 + (LENGTH - 1 - 10));
  expect(whole(cycles(view, undefined, 10, noTick)).cycles).toEqual([]);
  expect(whole(dependencies(view, last, { most: 1, headings: false }, noTick)).leftOut).toBe(last);
});

test('an answer with long chains tells both ends of each, and how many objects lie between', () => {
  const answer = whole(impactAnswer(view, { of: [0], flows: false, most: 3000 }, noTick));
  expect(JSON.stringify(answer).length).toBeLessThan(3000 * 2000);
  const [whole24, first25, node] = [23, 24, 2999].map((i) => answer.nodes[i]!);
  expect([whole24!.chain.length, whole24!.chain_left_out]).toEqual([24, undefined]);
  expect([first25!.chain.length, first25!.chain_left_out]).toEqual([24, 1]);
  const ends = [...Array(12).keys()].map((i) => name(i + 1));
  expect(node!.chain).toEqual([...ends, ...[...Array(12).keys()].map((i) => name(2989 + i))]);
  expect([node!.round, node!.chain_left_out]).toEqual([2999, 3000 - 24]);
  const row = listOf(answer)[2999]!;
  expect(row.values['chain']).toContain(`${name(12)} > … 2976 more > ${name(2989)}`);
});

describe('time runs out', () => {
  const late = (): void => {
    throw new Error('too late');
  };
  const near = { depth: 10, direction: 'both', most: 5000 } as const;
  /** A building with everything in it: the walk is short, and looks at much. */
  const wide = viewOf(
    buildGraph({ kinds: KINDS, types: TYPES, nodes, edges: edges.map((edge) => ({ ...edge, from: name(1) })) }),
  );
  const walks: Record<string, () => unknown> = {
    neighbourhood: () => neighbourhood(wide, { of: [0], ...near }, late),
    paths: () => whole(paths(wide, { from: [1], to: [2], direction: 'both', most: 3, longest: 10 }, late)),
    impact: () => whole(impact(view, { of: [0], flows: false }, late)),
    dependencies: () => whole(dependencies(view, last, { most: 500, headings: false }, late)),
    'single points': () => whole(singlePoints(view, { of: all, among: all, least: 1, most: 100 }, late)),
    cuts: () => whole(cuts(view, undefined, 100, late)),
    cycles: () => whole(cycles(view, undefined, 100, late)),
    statistics: () => whole(statistics(view, 20, late)),
  };
  test.each(Object.keys(walks))('%s', (walk) => {
    expect(walks[walk]).toThrow('too late');
  });
});
