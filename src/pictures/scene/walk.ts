/** The scene of an answer of the graph: who is near, ways, or what an outage takes with it. */
import type { EdgeAnswer } from '../../graph/index.js';
import type { LabelKey, Words } from '../locales/index.js';
import type { Kind, MapEdge, StateWord } from '../source.js';
import type { LineRule } from '../views/view.js';
import { redirected, type Draft } from './fold.js';
import type { Item, Strand } from './items.js';

/** What is read of an answer; nodes stand in its order. */
export interface WalkAnswer {
  nodes: ReadonlyArray<{
    id: string;
    label: string;
    group: string;
    /** The address of its own icon. */
    icon: string | null;
    data: { id: number };
    state?: StateWord;
    /** How it came to its state: ids of nodes, itself the last. */
    chain?: readonly string[];
  }>;
  edges: ReadonlyArray<Omit<EdgeAnswer, 'id'>>;
  meta: {
    snapshot: string;
    /** Nodes that were found and are not in the answer. */
    left_out?: number;
    of?: readonly string[];
    from?: readonly string[];
    to?: readonly string[];
  };
}

/** Objects of one kind that are only to be told are one box from so many on. */
const MANY_CONCERNED = 8;

/** More lines of an outage are drawn between views alone; and words on more lines would hide the picture. */
const MANY_LINES = 60;

/** What edges of a family mean, from the one that carries to the one that is carried. */
const OF_FAMILY: Readonly<Record<string, Omit<LineRule, 'edge'>>> = {
  places: { means: 'holds' },
  hosting: { means: 'hosts' },
  structure: { means: 'partOf' },
  business: { means: 'serves' },
  data: { means: 'dataFor' },
  flows: { means: 'flow' },
  cables: { means: 'plugged', arrow: 'none' },
  network: { means: 'connects' },
  access: { means: 'givesAccess' },
  protection: { means: 'protects' },
  duties: { means: 'concerns' },
  register: { means: 'registeredAs' },
};
/** What some edges mean by themselves. */
const OF_EDGE: Readonly<Record<string, Omit<LineRule, 'edge'>>> = {
  'physical-links': { means: 'wired', arrow: 'none' },
  relations: { means: 'relation' },
  'zones.buildings': { means: 'zoneOf' },
  'operations.actors': { means: 'actsIn' },
  implied: { means: 'linked' },
};

function ruleOf(edge: string, family: string): LineRule {
  const { means, arrow = 'to' } = OF_EDGE[edge] ?? OF_FAMILY[family] ?? { means: 'edges' as LabelKey };
  return { edge, means, arrow, label: 'always' };
}

/** Boxes and lines of an answer. What it began with is drawn bold. */
export function walkDraft({ nodes, edges, meta }: WalkAnswer): Draft {
  const roots = new Set([...(meta.of ?? []), ...(meta.from ?? []), ...(meta.to ?? [])]);
  const items = new Map<string, Item>();
  for (const { id, label, group: kind, icon, data, state } of nodes) {
    const document = Number(/^\/api\/documents\/(\d+)\//.exec(icon ?? '')?.[1] ?? 0);
    items.set(id, {
      ...{ node: { kind, id: data.id, label, tags: [], data: {} }, id, kind, label },
      ...{ children: [], values: [], badges: [], count: 1, order: items.size },
      ...(document && { icon: document }),
      ...(state && { state }),
      ...(roots.has(id) && { root: true as const }),
    });
  }
  const strands = edges.flatMap(({ from, to, edge, family, both, label, object }): Strand[] => {
    const ends = [items.get(from), items.get(to)] as const;
    if (!ends[0] || !ends[1]) return [];
    const drawn: MapEdge = { type: edge, from: -1, to: -1, object: object ?? 0, label: label ?? '', both, data: {} };
    return [{ edge: drawn, rule: ruleOf(edge, family), from: ends[0], to: ends[1], count: 1 }];
  });
  return worded(concernedTogether({ roots: [...items.values()], strands }));
}

/**
 * The same boxes in those of their views, each with what the outage came through: where so many lines could not be followed.
 * @returns false, and nothing is changed, where they can
 */
export function putIntoViews(draft: Draft, { nodes }: WalkAnswer, kinds: readonly Kind[], words: Words): boolean {
  if (draft.strands.length <= MANY_LINES || !nodes.some(({ chain }) => chain)) return false;
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const before = new Map(nodes.map(({ id, chain }) => [id, labels.get(chain?.at(-2) ?? '')]));
  const views = new Map(kinds.map(({ path, view }) => [path, view]));
  const containers = new Map<string, Item>();
  for (const item of draft.roots) {
    const view = views.get(item.kind)!;
    const container = containers.get(view) ?? {
      ...{ id: `view:${view}`, kind: '', label: words.view(view), children: [], values: [], badges: [], count: 0 },
      order: nodes.length + containers.size,
    };
    containers.set(view, container);
    container.children.push(item);
    item.parent = container;
    const cause = before.get(item.id);
    if (cause !== undefined) item.badges.push(`← ${cause}`);
  }
  draft.roots = [...containers.values()];
  return true;
}

/** Who is only to be told is folded by kind. */
function concernedTogether({ roots, strands }: Draft): Draft {
  const byKind = new Map<string, Item[]>();
  for (const item of roots) {
    if (item.state !== 'concerned' || item.root) continue;
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

/**
 * Lines say what they are, unless they are many or all of one sort: those that leave a box once, where they all mean the same.
 */
function worded(draft: Draft): Draft {
  const silent = draft.strands.filter(({ edge }) => edge.label === '');
  const meanings = new Set(draft.strands.map(({ rule }) => rule.means));
  if (meanings.size < 2 || draft.strands.length > MANY_LINES) return draft;
  const fans = new Map<Item, Strand[]>();
  for (const strand of silent) fans.set(strand.from, [...(fans.get(strand.from) ?? []), strand]);
  for (const fan of fans.values()) {
    const isOfOneSort = fan.every(({ rule }) => rule.means === fan[0]!.rule.means);
    for (const strand of isOfOneSort ? fan.slice(0, 1) : fan) strand.worded = true;
  }
  return draft;
}
