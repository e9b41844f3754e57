/** What is reachable from outside, and from where: over flows and networks, and by what runs on what is reached. */
import type { View } from '../graph.js';
import { openTypes } from './filter.js';
import { everyFewSteps, type Tick } from './tick.js';

/** For each node the one outside from which it is reached in the fewest steps, and how many steps that is; -1: by no way. */
export interface Exposure {
  from: Int32Array;
  steps: Int32Array;
}

/**
 * Breadth first from nodes outside. The networks to which they are connected are the first step; from then on one goes along flows in
 * their direction, from a network to what is in it, and from what is reached to what runs on it and what that consists of. Nothing goes back from a
 * machine into its network: otherwise whatever is plugged in anywhere would be reachable.
 */
export function exposure(
  { graph, nodes: seen, edges: seenEdges }: View,
  outside: Iterable<number>,
  tick: Tick,
): Exposure {
  const { nodes, edges, types, leaving, arriving } = graph;
  const open = openTypes(graph);
  const from = new Int32Array(nodes.count).fill(-1);
  const steps = new Int32Array(nodes.count).fill(-1);
  const step = everyFewSteps(tick);
  let level: number[] = [];
  for (const node of outside)
    if (seen[node] && steps[node]! < 0) {
      [from[node], steps[node]] = [node, 0];
      level.push(node);
    }
  for (let depth = 1; level.length; depth++) {
    const next: number[] = [];
    const reach = (other: number, node: number): void => {
      if (steps[other]! >= 0) return;
      [from[other], steps[other]] = [from[node]!, depth];
      next.push(other);
    };
    for (const node of level) {
      for (let i = leaving.offsets[node]!; i < leaving.offsets[node + 1]!; i++) {
        step();
        const edge = leaving.edges[i]!;
        const { family } = types[edges.type[edge]!]!;
        if (!seenEdges[edge] || (open && !open[edges.type[edge]!])) continue;
        if (family === 'flows' || family === 'network' || family === 'hosting') reach(edges.to[edge]!, node);
      }
      for (let i = arriving.offsets[node]!; i < arriving.offsets[node + 1]!; i++) {
        step();
        const edge = arriving.edges[i]!;
        const { family } = types[edges.type[edge]!]!;
        if (!seenEdges[edge] || (open && !open[edges.type[edge]!])) continue;
        if (family === 'flows' ? edges.both[edge] : family === 'structure' || (family === 'network' && depth === 1))
          reach(edges.from[edge]!, node);
      }
    }
    level = next.sort((a, b) => a - b);
  }
  return { from, steps };
}
