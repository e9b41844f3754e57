/** What the page knows of the map: objects and edges that the server answered with, and which of them are shown. */
import { doneIn, type Direction, type State } from './state.js';

export interface MapNode {
  id: string;
  name: string;
  kind: string;
  view: string;
  /** Objects next to it in all, as far as the reader may see them; undefined until it is known. */
  near?: number;
}

export interface MapEdge {
  id: string;
  from: string;
  to: string;
  /** The name of its type, such as `bays.room_id`. */
  edge: string;
  family: string;
  /** It leads up and down both ways. */
  both: boolean;
  label: string | null;
}

/** As much of an answer of the graph as the page takes. */
export interface GraphPart {
  nodes: ReadonlyArray<{ id: string; label: string; group: string; view: string; more?: number }>;
  edges: readonly MapEdge[];
}

export class World {
  readonly nodes = new Map<string, MapNode>();
  readonly edges = new Map<string, MapEdge>();
  /** The edges at each object. */
  private readonly at = new Map<string, MapEdge[]>();

  /** Takes in what was answered; objects that were known are known better. */
  take({ nodes, edges }: GraphPart): void {
    for (const edge of edges) {
      if (this.edges.has(edge.id)) continue;
      this.edges.set(edge.id, edge);
      for (const end of [edge.from, edge.to]) {
        if (!this.at.has(end)) this.at.set(end, []);
        this.at.get(end)!.push(edge);
      }
    }
    const around = neighboursIn(edges);
    for (const { id, label: name, group: kind, view, more } of nodes) {
      const near = more === undefined ? this.nodes.get(id)?.near : more + (around.get(id)?.size ?? 0);
      this.nodes.set(id, { id, name, kind, view, ...(near !== undefined && { near }) });
    }
  }

  edgesAt(id: string): readonly MapEdge[] {
    return this.at.get(id) ?? [];
  }

  /** What lies next to an object, as far as it was read. */
  neighbours(id: string): string[] {
    return [...new Set(this.edgesAt(id).map(({ from, to }) => (from === id ? to : from)))];
  }
}

/** Who lies next to whom by these edges. */
export function neighboursIn(edges: Iterable<Pick<MapEdge, 'from' | 'to'>>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const note = (one: string, other: string): void => {
    if (!found.has(one)) found.set(one, new Set());
    found.get(one)!.add(other);
  };
  for (const { from, to } of edges) {
    note(from, to);
    note(to, from);
  }
  return found;
}

/** What is on the page. */
export interface ShownMap {
  /** By the order of kinds, then by name: as rows show them, and as the list does. */
  nodes: readonly MapNode[];
  edges: readonly MapEdge[];
  /** Neighbours of each object that are not on the page. */
  left: ReadonlyMap<string, number>;
}

/** What else decides on what is shown. */
export interface DisplayState {
  /** The place of each kind among all. */
  order: ReadonlyMap<string, number>;
  /** Objects of kinds that were opened as a whole. */
  ofKind: (kind: string) => readonly string[];
  /** Objects that an answer brought: of an outage, of a way. */
  beside: readonly string[];
  /** The tags of an object. */
  tagsOf: (id: string) => readonly string[];
}

/**
 * What is on the page: what was added, the neighbours of what was opened, and what an answer brought. Ways lead through objects
 * that are hidden or unticked: these alone are not shown.
 */
export function shownOf(world: World, state: State, sight: DisplayState): ShownMap {
  const reached = reachedIn(world, state, sight);
  const { without, tags } = state;
  const [hidden, kinds, views] = [new Set(state.hidden), new Set(without.kinds), new Set(without.views)];
  const fits = ({ id, kind, view }: MapNode): boolean =>
    !hidden.has(id) &&
    !kinds.has(kind) &&
    !views.has(view) &&
    (!tags.length || sight.tagsOf(id).some((tag) => tags.includes(tag)));
  const nodes = [...reached].flatMap((id) => world.nodes.get(id) ?? []).filter(fits);
  const there = new Set(nodes.map(({ id }) => id));
  const families = new Set(without.families);
  const edges: MapEdge[] = [];
  const left = new Map<string, number>();
  for (const { id, near } of nodes) {
    const shown = new Set<string>();
    for (const edge of world.edgesAt(id)) {
      const other = edge.from === id ? edge.to : edge.from;
      if (!there.has(other)) continue;
      shown.add(other);
      if (edge.from === id && !families.has(edge.family)) edges.push(edge);
    }
    if (near !== undefined) left.set(id, Math.max(near - shown.size, 0));
  }
  return { nodes: inOrder(nodes, sight.order), edges, left };
}

/** Objects on the page, and those that ways lead through. */
function reachedIn(world: World, state: State, { ofKind, beside }: DisplayState): Set<string> {
  const starts = state.way === 'overview' ? doneIn(state, 'kind').flatMap(ofKind) : doneIn(state, 'add');
  const reached = new Set([...starts, ...beside]);
  if (state.way === 'overview') return reached;
  const opened = new Set(doneIn(state, 'open'));
  const families = new Set(state.without.families);
  for (const id of reached) {
    if (!opened.has(id)) continue;
    // A set that grows while it is walked through: what is reached is opened in its turn.
    for (const edge of world.edgesAt(id)) {
      if (!families.has(edge.family) && leads(edge, id, state.direction))
        reached.add(edge.from === id ? edge.to : edge.from);
    }
  }
  return reached;
}

/** Whether an edge leads away from this end in a direction. */
const leads = ({ from, both }: MapEdge, id: string, direction: Direction): boolean =>
  both || direction === 'both' || (direction === 'up') === (from === id);

/** By kind, then by name without case and accents, then by id. */
export function inOrder<N extends Pick<MapNode, 'id' | 'name' | 'kind'>>(
  nodes: readonly N[],
  order: ReadonlyMap<string, number>,
): N[] {
  const keyed = nodes.map((node) => ({ node, place: order.get(node.kind) ?? order.size, name: folded(node.name) }));
  const less = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
  return keyed
    .sort((a, b) => a.place - b.place || less(a.name, b.name) || less(a.node.id, b.node.id))
    .map(({ node }) => node);
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
