/** The scene of an answer of the graph: who is near, ways, or what an outage takes with it. */
import type { MapEdge } from '../source.js';
import type { LineRule } from '../views/view.js';
import { redirected, type Draft } from './fold.js';
import type { Item, Strand } from './items.js';

/** What is read of an answer; nodes stand in its order. */
export interface WalkAnswer {
  nodes: ReadonlyArray<{
    id: string;
    label: string;
    group: string;
    data: { id: number };
    state?: 'down' | 'degraded' | 'concerned';
  }>;
  edges: ReadonlyArray<{
    from: string;
    to: string;
    edge: string;
    both: boolean;
    label: string | null;
    object: number | null;
  }>;
  meta: { of?: readonly string[]; from?: readonly string[]; to?: readonly string[] };
}

/** Objects of one kind that are only to be told are one box from so many on. */
const MANY_CONCERNED = 8;
const STATES = { concerned: 1, degraded: 2, down: 3 } as const;
const RULE: Omit<LineRule, 'edge'> = { means: 'edge', label: 'always' };

/** Boxes and lines of an answer. What it began with is drawn bold. */
export function walkDraft({ nodes, edges, meta }: WalkAnswer): Draft {
  const roots = new Set([...(meta.of ?? []), ...(meta.from ?? []), ...(meta.to ?? [])]);
  const items = new Map<string, Item>();
  for (const { id, label, group: kind, data, state } of nodes) {
    items.set(id, {
      ...{ node: { kind, id: data.id, label, tags: [], data: {} }, id, kind, label },
      ...{ children: [], values: [], badges: [], count: 1, order: items.size },
      ...(state && { state: STATES[state] }),
      ...(roots.has(id) && { root: true as const }),
    });
  }
  const strands = edges.flatMap(({ from, to, edge, both, label, object }): Strand[] => {
    const ends = [items.get(from), items.get(to)] as const;
    if (!ends[0] || !ends[1]) return [];
    const drawn: MapEdge = { type: edge, from: -1, to: -1, object: object ?? 0, label: label ?? '', both, data: {} };
    return [{ edge: drawn, rule: { ...RULE, edge }, from: ends[0], to: ends[1], count: 1 }];
  });
  return concernedTogether({ roots: [...items.values()], strands });
}

/** Who is only to be told is folded by kind. */
function concernedTogether({ roots, strands }: Draft): Draft {
  const byKind = new Map<string, Item[]>();
  for (const item of roots) {
    if (item.state !== STATES.concerned || item.root) continue;
    byKind.set(item.kind, [...(byKind.get(item.kind) ?? []), item]);
  }
  const into = new Map<Item, Item>();
  for (const items of byKind.values()) {
    if (items.length < MANY_CONCERNED) continue;
    const first = items[0]!;
    const { node: _, ...rest } = first;
    const group: Item = { ...rest, id: `${first.id}*${items.length}`, count: items.length, folded: 'group' };
    for (const item of items) into.set(item, group);
  }
  return {
    roots: [...new Set(roots.map((item) => into.get(item) ?? item))],
    strands: redirected(strands, (item) => into.get(item) ?? item),
  };
}
