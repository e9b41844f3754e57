/** Which pairs of objects, failing together, take another down that neither takes down alone. */
import type { View } from '../graph.js';
import { Outages } from './impact.js';
import { networkOf } from './network.js';
import { DOWN, requirementsOf } from './requirements.js';
import type { InParts, Tick } from './tick.js';

export interface Pairs {
  /** The nearest first, then in the order of nodes. */
  pairs: (readonly [number, number])[];
  /** How many of those whom the object hangs on were tried, and how many there are. */
  tried: number;
  candidates: number;
}

/** So many are tried, the nearest: 45,000 pairs. */
const MAX_TRIED = 300;

/** @param among for each kind, 1 if its objects are tried */
export function* pairs(view: View, of: number, among: Uint8Array, tick: Tick): InParts<Pairs> {
  const { kind } = view.graph.nodes;
  const depths = yield* suppliersOf(view, of);
  const all = [...depths.keys()].filter((node) => node !== of && among[kind[node]!]);
  const candidates = all.sort((a, b) => depths.get(a)! - depths.get(b)! || a - b).slice(0, MAX_TRIED);
  const outages = new Outages(view, false, tick);
  const fails = function* (roots: readonly number[]): InParts<boolean> {
    yield* outages.run(roots);
    return outages.stateOf(of) === 'down';
  };
  const reserves: number[] = [];
  for (const node of candidates) {
    yield;
    if (!(yield* fails([node]))) reserves.push(node);
  }
  const found: [number, number][] = [];
  for (const [i, one] of reserves.entries()) {
    for (const other of reserves.slice(i + 1)) {
      yield;
      if (yield* fails([one, other])) found.push(one < other ? [one, other] : [other, one]);
    }
  }
  const distance = ([a, b]: readonly [number, number]): number => depths.get(a)! + depths.get(b)!;
  found.sort((a, b) => distance(a) - distance(b) || a[0] - b[0] || a[1] - b[1]);
  return { pairs: found, tried: candidates.length, candidates: all.length };
}

/**
 * Whom an object hangs on in all layers, itself included, with the steps to them: suppliers in use without whom others go down,
 * and all devices through which these are connected.
 */
function* suppliersOf(view: View, of: number): InParts<Map<number, number>> {
  const requirements = requirementsOf(view, false);
  const network = networkOf(view);
  const depths = new Map([[of, 0]]);
  // A map that is added to while it is gone through is gone through to its end, in the order of depths.
  for (const [node, depth] of depths) {
    yield;
    const suppliers = requirements.of(node).flatMap(({ effect, suppliers: all }) => (effect === DOWN ? all : []));
    for (const other of [...suppliers.map((one) => one.node), ...network.forwardersOf(node)])
      if (!depths.has(other)) depths.set(other, depth + 1);
  }
  return depths;
}
