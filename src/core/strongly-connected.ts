/** Tarjan's algorithm with a stack of its own, since a chain may be as long as the map. */
import type { InParts } from './turns.js';

/**
 * The strongly connected components of a graph: nodes that lead to each other, however far around. A node on no circle is one by
 * itself. Each in the order of nodes.
 * @param count nodes, which are the numbers from 0 on
 * @param others where a node leads to
 * @param isThere returns false for a node that is left out; `others` must not lead to it
 * @param step called at each step of the work: returns true where a part of it ends, and may throw to end it all
 */
export function* stronglyConnected(
  count: number,
  others: (node: number) => readonly number[],
  isThere: (node: number) => boolean = () => true,
  step: () => boolean = () => false,
): InParts<number[][]> {
  /** When the search came to a node, from 1 on, and the earliest such time that it leads to. */
  const time = new Uint32Array(count);
  const low = new Uint32Array(count);
  const isOpen = new Uint8Array(count);
  const open: number[] = [];
  const found: number[][] = [];
  let now = 0;
  const enter = (node: number): { node: number; others: readonly number[]; next: number } => {
    time[node] = low[node] = ++now;
    isOpen[node] = 1;
    open.push(node);
    return { node, others: others(node), next: 0 };
  };
  for (let root = 0; root < count; root++) {
    if (time[root] || !isThere(root)) continue;
    const stack = [enter(root)];
    while (stack.length) {
      if (step()) yield;
      const frame = stack.at(-1)!;
      const { node } = frame;
      if (frame.next < frame.others.length) {
        const other = frame.others[frame.next++]!;
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
