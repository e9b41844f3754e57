/** Which object stands in which. */
import { rangeOf } from '../../core/text/addresses.js';
import type { MapEdge, MapPart } from '../source.js';
import type { NestRule } from '../views/view.js';

/**
 * The container of each object, by place in the list of nodes; -1: none. For every object the first rule that applies, and of
 * several containers by one rule the first; a circle ends where it begins: who would stand in itself takes the next rule.
 * @param edgesOf the edges of a type
 */
export function containersOf(
  { nodes }: MapPart,
  rules: readonly NestRule[],
  edgesOf: (type: string) => readonly MapEdge[],
): Int32Array {
  const parents = new Int32Array(nodes.length).fill(-1);
  for (const rule of rules) {
    for (const [child, candidates] of candidatesOf(rule, edgesOf(rule.edge))) {
      if (parents[child] !== -1 || (rule.only && candidates.length > 1)) continue;
      const sorted = rule.firstAddress ? byFirstAddress(nodes, child, candidates, rule.firstAddress) : candidates;
      const parent = sorted.find((one) => !isIn(parents, one, child));
      if (parent !== undefined) parents[child] = parent;
    }
  }
  return parents;
}

/** Containers by object, both in their order. */
function candidatesOf({ container }: NestRule, edges: readonly MapEdge[]): Array<[number, number[]]> {
  const byChild = new Map<number, number[]>();
  for (const { from, to } of edges) {
    const [parent, child] = container === 'from' ? [from, to] : [to, from];
    const known = byChild.get(child);
    if (known) known.push(parent);
    else byChild.set(child, [parent]);
  }
  for (const parents of byChild.values()) parents.sort((a, b) => a - b);
  return [...byChild].sort(([a], [b]) => a - b);
}

/** Returns true if `object` is `container` or stands in it. */
function isIn(parents: Int32Array, object: number, container: number): boolean {
  for (let at = object; at !== -1; at = parents[at]!) if (at === container) return true;
  return false;
}

/** Ranges in the order of the addresses in a list. */
function byFirstAddress(
  nodes: MapPart['nodes'],
  child: number,
  candidates: readonly number[],
  { list, range }: NonNullable<NestRule['firstAddress']>,
): number[] {
  const addresses = addressesIn(nodes[child]!.data[list]).map((address) => rangeOf(address));
  const place = (candidate: number): number => {
    const whole = rangeOf(String(nodes[candidate]!.data[range] ?? ''));
    const found = addresses.findIndex(
      (one) => one && whole && one.length === whole.length && whole.low <= one.low && one.high <= whole.high,
    );
    return found < 0 ? addresses.length : found;
  };
  return [...candidates].sort((a, b) => place(a) - place(b) || a - b);
}

/** The addresses in a column, in their order. */
export const addressesIn = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(/[,;\s]+/).filter((address) => address !== '') : [];
