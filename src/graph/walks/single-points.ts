/** Who, failing alone, takes others down. */
import type { View } from '../graph.js';
import { Outages } from './impact.js';
import type { InParts, Tick } from './tick.js';

export interface SinglePointsRequest {
  /** The node that matters; where it is left out those of some kinds do. */
  object?: number;
  /** For each kind, 1 if it matters that its objects go down; all of them if undefined. */
  of?: Uint8Array | undefined;
  /** For each kind, 1 if its objects are looked at. */
  among: Uint8Array;
  /** Objects that must go down, itself not counted. */
  least: number;
  /** Points that are given, the worst first. */
  most: number;
}

export interface SinglePoint {
  node: number;
  /** Objects that it takes down, in the order of nodes. */
  down: Uint32Array;
  /** How many it degrades. */
  degraded: number;
}

/** By how many they take down, then the highest need of availability, then the lowest time to recover. */
export function* singlePoints(
  view: View,
  { object, of, among, least, most }: SinglePointsRequest,
  tick: Tick,
): InParts<{ points: SinglePoint[]; leftOut: number }> {
  const { kind, needs } = view.graph.nodes;
  const outages = new Outages(view, false, tick);
  const isWanted = (node: number): boolean => (object === undefined ? !of || !!of[kind[node]!] : node === object);
  const candidates: { node: number; total: number; availability: number; recovery: number }[] = [];
  for (let node = 0; node < view.graph.nodes.count; node++) {
    if (!view.nodes[node] || !among[kind[node]!]) continue;
    yield;
    yield* outages.run([node]);
    let [total, availability, recovery] = [0, -1, Infinity];
    outages.each((other, state) => {
      if (state !== 'down' || other === node || !isWanted(other)) return;
      total++;
      availability = Math.max(availability, needs.a[other]!);
      if (needs.rto[other]! >= 0) recovery = Math.min(recovery, needs.rto[other]!);
    });
    if (total && total >= least) candidates.push({ node, total, availability, recovery });
  }
  candidates.sort(
    (a, b) =>
      b.total - a.total ||
      b.availability - a.availability ||
      // Two that are not known are no number apart.
      (a.recovery === b.recovery ? 0 : a.recovery - b.recovery) ||
      a.node - b.node,
  );
  const points: SinglePoint[] = [];
  for (const { node } of candidates.slice(0, most)) {
    yield;
    yield* outages.run([node]);
    const down: number[] = [];
    let degraded = 0;
    outages.each((other, state) => {
      if (other === node || !isWanted(other)) return;
      if (state === 'down') down.push(other);
      else if (state === 'degraded') degraded++;
    });
    points.push({ node, down: Uint32Array.from(down).sort(), degraded });
  }
  return { points, leftOut: candidates.length - points.length };
}
