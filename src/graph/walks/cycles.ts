/**
 * Circles: strongly connected components of two nodes and more, by Tarjan's algorithm with a stack of its own, and one shortest
 * circle of each.
 */
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
  const found = (yield* stronglyConnected(view, types, step)).filter(({ length }) => length > 1);
  found.sort((a, b) => b.length - a.length || a[0]! - b[0]!);
  const listed: Cycle[] = [];
  for (const nodes of found.slice(0, most)) {
    listed.push({ nodes, example: yield* shortestCircle(view, types, nodes, step) });
  }
  return { cycles: listed, leftOut: found.length - listed.length };
}

/** All strongly connected components, each in the order of nodes. */
function* stronglyConnected(view: View, types: Uint8Array | undefined, step: () => boolean): InParts<number[][]> {
  const { count } = view.graph.nodes;
  /** When the search came to a node, from 1 on, and the earliest such time that it leads to. */
  const time = new Uint32Array(count);
  const low = new Uint32Array(count);
  const isOpen = new Uint8Array(count);
  const open: number[] = [];
  const found: number[][] = [];
  let now = 0;
  const enter = (node: number): { node: number; others: number[]; next: number } => {
    time[node] = low[node] = ++now;
    isOpen[node] = 1;
    open.push(node);
    const others: number[] = [];
    eachStep(view, node, 'up', types, (_, other) => others.push(other));
    return { node, others, next: 0 };
  };
  for (let root = 0; root < count; root++) {
    if (!view.nodes[root] || time[root]) continue;
    const stack = [enter(root)];
    while (stack.length) {
      if (step()) yield;
      const frame = stack.at(-1)!;
      const { node, others } = frame;
      if (frame.next < others.length) {
        const other = others[frame.next++]!;
        if (!time[other]) stack.push(enter(other));
        else if (isOpen[other]) low[node] = Math.min(low[node]!, time[other]!);
        continue;
      }
      stack.pop();
      const before = stack.at(-1)?.node;
      if (before !== undefined) low[before] = Math.min(low[before]!, low[node]!);
      if (low[node] !== time[node]) continue;
      const component = open.splice(open.lastIndexOf(node));
      for (const one of component) isOpen[one] = 0;
      found.push(component.sort((a, b) => a - b));
    }
  }
  return found;
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
