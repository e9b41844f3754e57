/** Circles: strongly connected components of two nodes and more, and one shortest circle of each. */
import { stronglyConnected } from '../../core/strongly-connected.js';
import type { View } from '../graph.js';
import { eachStep } from './filter.js';
import { everyFewSteps, type InParts, type Tick } from './tick.js';

export interface Cycle {
  /** In their order. */
  nodes: number[];
  /** A shortest circle: each node leads to the next, and the last to the first, which is the earliest of them. */
  example: number[];
}

/**
 * The largest first, then by their first node.
 * @param types for each type of edge, 1 if it counts; all if undefined
 * @param most circles that are given
 */
export function* cycles(
  view: View,
  types: Uint8Array | undefined,
  most: number,
  tick: Tick,
): InParts<{ cycles: Cycle[]; leftOut: number }> {
  const step = everyFewSteps(tick);
  const others = (node: number): number[] => {
    const found: number[] = [];
    eachStep(view, node, 'up', types, (_, other) => found.push(other));
    return found;
  };
  const isThere = (node: number): boolean => Boolean(view.nodes[node]);
  const all = yield* stronglyConnected(view.graph.nodes.count, others, isThere, step);
  const found = all.filter(({ length }) => length > 1);
  found.sort((a, b) => b.length - a.length || a[0]! - b[0]!);
  const listed: Cycle[] = [];
  for (const nodes of found.slice(0, most)) {
    listed.push({ nodes, example: yield* shortestCircle(view, types, nodes, step) });
  }
  return { cycles: listed, leftOut: found.length - listed.length };
}

/**
 * The shortest circle in a strongly connected component; of several the one whose earliest node comes first, then the next.
 * From each node breadth-first over later ones, in their order, as far as a shorter circle may be.
 */
function* shortestCircle(
  view: View,
  types: Uint8Array | undefined,
  nodes: readonly number[],
  step: () => boolean,
): InParts<number[]> {
  const place = new Map(nodes.map((node, i) => [node, i]));
  /** Where each node leads to within the component, ascending, each once. */
  const next = nodes.map((node) => {
    const others = new Set<number>();
    eachStep(view, node, 'up', types, (_, other) => {
      const at = place.get(other);
      if (at !== undefined) others.add(at);
    });
    return Uint32Array.from(others).sort();
  });
  const before = new Int32Array(nodes.length);
  const seenFrom = new Int32Array(nodes.length).fill(-1);
  let best: number[] = [];
  for (let root = 0; root < nodes.length && best.length !== 2; root++) {
    seenFrom[root] = root;
    let level = [root];
    for (let length = 1; level.length && (!best.length || length < best.length); length++) {
      const closing = level.find((at) => next[at]!.includes(root));
      if (closing !== undefined && length > 1) {
        best = [];
        for (let at = closing; at !== root; at = before[at]!) best.push(at);
        best = [root, ...best.reverse()];
        break;
      }
      const following: number[] = [];
      for (const at of level) {
        for (const other of next[at]!) {
          if (step()) yield;
          if (other < root || seenFrom[other] === root) continue;
          seenFrom[other] = root;
          before[other] = at;
          following.push(other);
        }
      }
      level = following;
    }
  }
  return best.map((at) => nodes[at]!);
}
