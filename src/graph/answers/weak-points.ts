/** What the whole map hangs on, and what nothing is linked to: ids alone, for whoever tells it in their own way. */
import type { View } from '../graph.js';
import { kindsAsked } from '../walks/filter.js';
import { Outages } from '../walks/impact.js';
import { orphans } from '../walks/orphans.js';
import type { InParts, Tick } from '../walks/tick.js';

/** An object whose failure alone takes others down. */
export interface WeakPoint {
  kind: string;
  id: number;
  /** The first of these, by kind and id. */
  down: Array<[kind: string, id: number]>;
  total: number;
}

interface PointsWanted {
  kinds: readonly string[];
  need: number;
  least: number;
  most: number;
}

/** `most`: objects that are told of each. */
export function* pointsAnswer(
  view: View,
  { kinds, need, least, most }: PointsWanted,
  tick: Tick,
): InParts<WeakPoint[]> {
  const { graph } = view;
  const { nodes } = graph;
  const of = kindsAsked(graph, kinds, undefined);
  const outages = new Outages(view, false, tick);
  const found: WeakPoint[] = [];
  for (let node = 0; node < nodes.count; node++) {
    const kind = graph.kinds[nodes.kind[node]!]!;
    if (view.nodes[node] !== 1 || kind.heading || kind.outside) continue;
    yield;
    yield* outages.run([node]);
    const down: WeakPoint['down'] = [];
    let total = 0;
    outages.each((other, state) => {
      if (state !== 'down' || other === node || !of?.[nodes.kind[other]!] || nodes.needs.a[other]! < need) return;
      if (total++ < most) down.push([graph.kinds[nodes.kind[other]!]!.path, nodes.id[other]!]);
    });
    if (total >= least) found.push({ kind: kind.path, id: nodes.id[node]!, down: down.sort(byKindAndId), total });
  }
  return found;
}

const byKindAndId = ([a, x]: [string, number], [b, y]: [string, number]): number => (a === b ? x - y : a < b ? -1 : 1);

/** Objects of some kinds that nothing is linked to, by kind. */
export function aloneAnswer(view: View, kinds: readonly string[]): Record<string, number[]> {
  const { graph } = view;
  const found: Record<string, number[]> = {};
  for (const node of orphans(view, kindsAsked(graph, kinds, undefined), undefined)) {
    const { path } = graph.kinds[graph.nodes.kind[node]!]!;
    (found[path] ??= []).push(graph.nodes.id[node]!);
  }
  return found;
}
