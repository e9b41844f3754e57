/**
 * Makes the arrays of a graph out of what was read; of a graph that is there already, what did not change is taken over.
 * Both ways give the same arrays for the same state of the map.
 */
import { addressesIn } from '../../core/text/addresses.js';
import { fold } from '../../core/text/fold.js';
import { NEEDS } from '../../engine/schema/edge.js';
import { adjacency } from '../adjacency.js';
import { OUTSIDE_KIND, type Graph, type Kind, type Needs } from '../graph.js';
import { EdgeRows } from './edge-rows.js';
import type { ConnectorLayout, Layout } from './layout.js';
import { nameOfRange } from './ranges.js';
import { NodeRows, objectOf, Pieces, type Changed, type ConnectorRow, type PairRows } from './read.js';
import { Resolver } from './resolver.js';

/** The view that ends of flows belong to which are no objects, and what all addresses together are called. */
const OUTSIDE_VIEW = 'logical';
const ANY_LABEL = 'Any, Internet included';

/** A graph, and what is needed to change it bit by bit. */
export interface GraphState {
  graph: Graph;
  /** By the place of the kind: the node of an id. */
  lookups: readonly IdLookup[];
  /** Pairs of ids of which an end is not there, by type. */
  dangling: readonly PairRows[];
  /** Connectors in the order of their ids, by their place in the layout. */
  connectors: ReadonlyArray<readonly ConnectorRow[]>;
  /** Pairs of ids of connectors and nodes, by the place of the link in the layout, in their order. */
  links: ReadonlyArray<ReadonlyArray<readonly [connector: number, node: number]>>;
  /** The day on which it is true, as what is in force changes with it: `2026-11-27`. */
  today: string;
}

/** The whole graph anew. */
export const build = (layout: Layout, snapshot: string, pieces: Pieces): GraphState =>
  new Building(layout, snapshot, pieces, undefined).held();

/** A graph in which changed objects, and all edges at them, are as they were read. */
export const rebuild = (
  layout: Layout,
  snapshot: string,
  pieces: Pieces,
  before: GraphState,
  changed: Changed,
): GraphState => new Building(layout, snapshot, pieces, { held: before, changed }).held();

/** The same state on the day of this moment: another snapshot where the day is another one. */
export function onThisDay(layout: Layout, held: GraphState): GraphState {
  const today = dayIn(layout.timeZone);
  if (today === held.today) return held;
  const nothing: Changed = { nodes: new Map(), connectors: new Map() };
  return rebuild(layout, `${held.graph.snapshot}-${today.replaceAll('-', '')}`, new Pieces(layout), held, nothing);
}

/** The day of this moment in a time zone. */
function dayIn(timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format();
}

/** Making one takes as long as a thousand uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The node of an id of one kind; -1 where there is none. */
export class IdLookup {
  private readonly dense: Int32Array | undefined;
  private readonly sparse: Map<number, number> | undefined;

  constructor(ids: Uint32Array, start: number, end: number) {
    let most = 0;
    for (let node = start; node < end; node++) if (ids[node]! > most) most = ids[node]!;
    // Ids of a table mostly follow one another.
    if (most <= 8 * (end - start) + 1024) {
      this.dense = new Int32Array(most + 1).fill(-1);
      for (let node = start; node < end; node++) this.dense[ids[node]!] = node;
    } else {
      this.sparse = new Map();
      for (let node = start; node < end; node++) this.sparse.set(ids[node]!, node);
    }
  }

  of(id: number): number {
    if (this.dense) return id < this.dense.length ? this.dense[id]! : -1;
    return this.sparse!.get(id) ?? -1;
  }
}

interface Before {
  held: GraphState;
  changed: Changed;
}

class Building {
  private readonly kinds: Kind[] = [];
  private readonly nodes: Graph['nodes'];
  private readonly lookups: IdLookup[];
  /** For each node of the graph before, its number here; -1 for those that were read anew. */
  private readonly moved: Int32Array | undefined;
  private readonly edges: EdgeRows;
  private readonly dangling: PairRows[];
  private readonly connectors: Array<readonly ConnectorRow[]>;
  private readonly links: GraphState['links'];
  private readonly lost = new Map<string, number>();
  /** The day that says what is in force. */
  private readonly today: string;

  constructor(
    private readonly layout: Layout,
    private readonly snapshot: string,
    private readonly pieces: Pieces,
    private readonly before: Before | undefined,
  ) {
    this.connectors = this.allConnectors();
    [this.nodes, this.moved] = this.orderedNodes();
    this.lookups = this.kinds.map(({ start, end }) => new IdLookup(this.nodes.id, start, end));
    this.links = this.allLinks();
    this.today = dayIn(layout.timeZone);
    const added = [...pieces.pairs.map(({ from }) => from), ...this.connectors].reduce(
      (sum, { length }) => sum + length,
      0,
    );
    // Objects with addresses mostly have one, which makes one edge.
    this.edges = new EdgeRows(this.nodes.count, (before?.held.graph.edges.count ?? 0) + added + this.nodes.count);
    this.dangling = layout.types.map(() => ({ from: [], to: [], word: [] }));
  }

  held(): GraphState {
    this.takeOver();
    for (let type = 0; type < this.pieces.pairs.length; type++) this.addPairs(type, this.pieces.pairs[type]!);
    this.addAddressed();
    const edges = this.edges.inOrder();
    const graph: Graph = {
      snapshot: this.snapshot,
      kinds: this.kinds,
      types: this.layout.types,
      nodes: { ...this.nodes, enough: this.allEnough() },
      edges,
      leaving: adjacency(edges.from, edges.count, this.nodes.count),
      arriving: adjacency(edges.to, edges.count, this.nodes.count),
      dangling: this.countDangling(),
    };
    return {
      graph,
      lookups: this.lookups,
      dangling: this.dangling,
      connectors: this.connectors,
      links: this.links,
      today: this.today,
    };
  }

  /** How many suppliers are enough, of the nodes that say it. */
  private allEnough(): Graph['nodes']['enough'] {
    const found = new Map<number, Map<string, number>>();
    for (const [node, numbers] of this.before?.held.graph.nodes.enough ?? []) {
      const moved = this.moved![node]!;
      if (moved >= 0) found.set(moved, new Map(numbers));
    }
    for (const { kind, id, sort, number } of this.pieces.enough) {
      const node = this.lookups[kind]!.of(id);
      if (node >= 0) found.set(node, (found.get(node) ?? new Map<string, number>()).set(sort, number));
    }
    return found;
  }

  /** The nodes of both in order: those that are taken over stay in theirs, the others are put between them. */
  private orderedNodes(): [Graph['nodes'], Int32Array | undefined] {
    const held = this.before?.held;
    const old = held?.graph;
    const moved = old && new Int32Array(old.nodes.count).fill(-1);
    const outside = this.outsideRows();
    const most = (old?.nodes.count ?? 0) + [...this.pieces.nodes, outside].reduce((sum, { id }) => sum + id.length, 0);
    const columns = new NodeColumns(most, old?.nodes);
    for (let kind = 0; kind < this.layout.kinds.length; kind++) {
      const { path, view, addresses, traits } = this.layout.kinds[kind]!;
      const start = columns.count;
      const rows = this.pieces.nodes[kind]!;
      const { keys, order } = orderOf(rows);
      const kept = old ? this.keptOf(kind) : [];
      let next = 0;
      for (const at of order) {
        const before = old ? place(kept, old, next, keys[at]!, rows.id[at]!) : 0;
        for (; next < before; next++) moved![kept[next]!] = columns.takeOver(kept[next]!);
        columns.add(at);
      }
      for (; next < kept.length; next++) moved![kept[next]!] = columns.takeOver(kept[next]!);
      columns.fill(kind, rows, start, addresses !== undefined);
      this.kinds.push({ path, view, start, end: columns.count, ...traits });
    }
    const start = columns.count;
    for (const at of outside.id.keys()) columns.add(at);
    columns.fill(this.kinds.length, outside, start, false);
    this.kinds.push({ path: OUTSIDE_KIND, view: OUTSIDE_VIEW, start, end: columns.count, outside: true });
    return [columns.nodes(), moved];
  }

  /** The ranges at the ends of connectors, in the order of their names: whether they stand for an object depends on who asks. */
  private outsideRows(): NodeRows {
    const names = new Set<string>();
    for (const [place, { ranges }] of this.layout.connectors.entries()) {
      if (!ranges) continue;
      for (const { source, dest, behindSource = [], behindDest = [] } of this.connectors[place]!)
        for (const end of [source, dest, ...behindSource, ...behindDest])
          if (typeof end === 'object') for (const range of end) names.add(nameOfRange(range));
    }
    const rows = new NodeRows();
    const ordered = [...names].sort((a, b) => Number(b === 'any') - Number(a === 'any') || (a < b ? -1 : 1));
    rows.id = ordered.map((_, i) => i + 1);
    rows.label = ordered.map((name) => (name === 'any' ? ANY_LABEL : name));
    rows.addresses = ordered;
    return rows;
  }

  /** Nodes of a kind in the graph before that did not change. */
  private keptOf(kind: number): number[] {
    const { held, changed } = this.before!;
    const { start, end } = held.graph.kinds[kind]!;
    const ids = changed.nodes.get(kind);
    const kept: number[] = [];
    for (let node = start; node < end; node++) if (!ids?.has(held.graph.nodes.id[node]!)) kept.push(node);
    return kept;
  }

  /** The connectors of both, by their ids. */
  private allConnectors(): Array<readonly ConnectorRow[]> {
    return this.layout.connectors.map((_, i) => {
      const rows = this.pieces.connectors[i]!;
      const [old, changed] = [this.before?.held.connectors[i] ?? [], this.before?.changed.connectors.get(i)];
      if (!this.before) return rows.sort(byId);
      if (!rows.length && !changed?.size) return old;
      const read = new Set(rows.map(({ id }) => id));
      const kept = old.filter(({ id }) => !read.has(id) && !changed?.has(id));
      return [...kept, ...rows].sort(byId);
    });
  }

  /** The links of connectors of both, each once. */
  private allLinks(): GraphState['links'] {
    return this.layout.links.map(({ connector, kind }, place) => {
      const rows = this.pieces.links[place]!;
      const old = this.before?.held.links[place] ?? [];
      const [connectors, nodes] = [
        this.before?.changed.connectors.get(connector),
        this.before?.changed.nodes.get(kind),
      ];
      if (this.before && !connectors && !nodes) return old;
      const kept = old.filter(([one, other]) => !connectors?.has(one) && !nodes?.has(other));
      const sorted = [...kept, ...rows].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      return sorted.filter(([one, other], i) => !i || sorted[i - 1]![0] !== one || sorted[i - 1]![1] !== other);
    });
  }

  /** Edges of the graph before whose ends did not change, but for addresses and connectors, which are made anew. */
  private takeOver(): void {
    if (!this.before) return;
    const { held } = this.before;
    const { edges } = held.graph;
    const plain = new Uint8Array(this.layout.types.length).fill(1);
    for (const { addresses, sameAddress } of this.layout.kinds) {
      if (addresses !== undefined) plain[addresses] = 0;
      if (sameAddress) plain[sameAddress.type] = 0;
    }
    for (const [type, { connector }] of this.layout.types.entries()) if (connector !== undefined) plain[type] = 0;
    const stale = this.staleReferences();
    for (let edge = 0; edge < edges.count; edge++) {
      const type = edges.type[edge]!;
      if (!plain[type]) continue;
      const [from, to] = [this.moved![edges.from[edge]!]!, this.moved![edges.to[edge]!]!];
      if (from < 0 || to < 0) continue;
      const owner = stale[type] && (stale[type].upwards ? from : to);
      if (owner !== undefined && stale[type]!.owners.has(this.nodes.id[owner]!)) continue;
      this.edges.add(type, from, to, { flagged: edges.flagged[edge] === 1 });
    }
    this.takeOverDangling(stale);
  }

  /**
   * A reference leads to one object: where one to a changed object was read, that which its owner had before is gone, though
   * the owner itself may not be told of as changed.
   */
  private staleReferences(): Array<{ owners: ReadonlySet<number>; upwards: boolean } | undefined> {
    const stale = new Array<{ owners: ReadonlySet<number>; upwards: boolean } | undefined>(this.layout.types.length);
    for (const { references } of this.layout.kinds) {
      for (const { type, upwards } of references) {
        const rows = this.pieces.pairs[type]!;
        if (rows.from.length) stale[type] = { owners: new Set(upwards ? rows.from : rows.to), upwards };
      }
    }
    return stale;
  }

  private takeOverDangling(stale: ReturnType<Building['staleReferences']>): void {
    const { held, changed } = this.before!;
    for (const [type, { from, to }] of held.dangling.entries()) {
      if (!from.length) continue;
      const ends = this.layout.types[type]!;
      const [fromKind, toKind] = [this.kindOf(ends.from[0]!), this.kindOf(ends.to[0]!)];
      for (let i = 0; i < from.length; i++) {
        if (changed.nodes.get(fromKind)?.has(from[i]!) || changed.nodes.get(toKind)?.has(to[i]!)) continue;
        const owner = stale[type] && (stale[type].upwards ? from[i]! : to[i]!);
        if (owner !== undefined && stale[type]!.owners.has(owner)) continue;
        this.dangling[type]!.from.push(from[i]!);
        this.dangling[type]!.to.push(to[i]!);
      }
    }
  }

  private kindOf(path: string): number {
    return this.layout.kinds.findIndex((kind) => kind.path === path);
  }

  private addPairs(type: number, { from, to, word }: PairRows): void {
    if (!from.length) return;
    const ends = this.layout.types[type]!;
    const [fromIds, toIds] = [this.lookups[this.kindOf(ends.from[0]!)]!, this.lookups[this.kindOf(ends.to[0]!)]!];
    const usual = this.layout.pairs.find((pairs) => pairs.type === type)?.word;
    const known = new Set<string>();
    for (let i = 0; i < from.length; i++) {
      const [one, other] = [fromIds.of(from[i]!), toIds.of(to[i]!)];
      if (one >= 0 && other >= 0) {
        this.edges.add(type, one, other, { flagged: usual !== undefined && word[i] !== usual });
        continue;
      }
      const key = `${from[i]} ${to[i]}`;
      if (known.has(key)) continue;
      known.add(key);
      this.dangling[type]!.from.push(from[i]!);
      this.dangling[type]!.to.push(to[i]!);
    }
  }

  /** Edges that addresses make, and connectors. */
  private addAddressed(): void {
    const { layout, kinds, nodes, lookups, edges } = this;
    let linked = 0;
    const resolver = new Resolver(layout, { kinds, nodes, lookups, joins: () => edges.joins(linked) });
    this.addContracts();
    this.addConnectors(resolver, false);
    linked = edges.size;
    for (const node of resolver.addressed()) resolver.addAddresses(node, edges);
    this.addConnectors(resolver, true);
  }

  /** The connectors between objects, or those between ranges of addresses too. */
  private addConnectors(resolver: Resolver, ranges: boolean): void {
    const { layout, edges } = this;
    for (const [place, connector] of layout.connectors.entries()) {
      if (connector.ranges !== ranges) continue;
      const named = withContracts(layout, this.links, place, (kind, id) => this.lookups[kind]!.of(id) >= 0);
      for (const row of this.connectors[place]!) {
        const flagged = isFlagged(connector, row, named, this.today);
        if (resolver.addConnector(connector, { ...row, flagged }, edges)) continue;
        this.lost.set(connector.path, (this.lost.get(connector.path) ?? 0) + 1);
      }
    }
  }

  /** Edges from the source of a connector to what it is for. */
  private addContracts(): void {
    for (const [place, { connector, kind, contract }] of this.layout.links.entries()) {
      if (contract === undefined) continue;
      const rows = new Map(this.connectors[connector]!.map((row) => [row.id, row]));
      for (const [id, target] of this.links[place]!) {
        const row = rows.get(id);
        const [from, to] = [row ? this.sourceOf(row) : -1, this.lookups[kind]!.of(target)];
        if (from < 0 || to < 0) continue;
        this.edges.addConnector(contract, from, to, row!, { flagged: isInForce(row!, this.today) }, row!.label);
      }
    }
  }

  private sourceOf({ source }: ConnectorRow): number {
    if (typeof source !== 'number') return -1;
    const { kind, id } = objectOf(source);
    return this.lookups[kind]!.of(id);
  }

  private countDangling(): Map<string, number> {
    const counts = new Map<string, number>();
    this.layout.types.forEach(({ name }, type) => {
      const count = (this.dangling[type]?.from.length ?? 0) + (this.lost.get(name) ?? 0);
      if (count) counts.set(name, count);
    });
    return counts;
  }
}

/** The columns of nodes, filled kind by kind once the order of its nodes is known. */
class NodeColumns {
  count = 0;
  /** Where each node comes from: its number in the graph before; of those that were read -1 - place in their rows. */
  private readonly sources: Int32Array;
  private readonly kind: Uint8Array;
  private readonly id: Uint32Array;
  private readonly icon: Uint32Array;
  private readonly label: string[] = [];
  private readonly tags: Array<readonly string[] | undefined> = [];
  private readonly addresses: Array<string | undefined> = [];
  private readonly inactive: Uint8Array;
  private readonly needs: Needs;

  constructor(
    most: number,
    private readonly old: Graph['nodes'] | undefined,
  ) {
    this.sources = new Int32Array(most);
    this.kind = new Uint8Array(most);
    this.id = new Uint32Array(most);
    this.icon = new Uint32Array(most);
    this.inactive = new Uint8Array(most);
    const column = (name: (typeof NEEDS)[number]): Int8Array | Int32Array =>
      LEVELS.has(name) ? new Int8Array(most) : new Int32Array(most);
    this.needs = Object.fromEntries(NEEDS.map((name) => [name, column(name).fill(-1)])) as unknown as Needs;
  }

  /** The next node is one of the rows of its kind. */
  add(at: number): void {
    this.sources[this.count++] = -1 - at;
  }

  /** The next node is one of the graph before; returns the number that it has here. */
  takeOver(old: number): number {
    this.sources[this.count] = old;
    return this.count++;
  }

  /** Fills the columns of a kind, whose nodes are those from `start` on. `addressed`: it has addresses, and is no range of them. */
  fill(kind: number, rows: NodeRows, start: number, addressed: boolean): void {
    const { old } = this;
    this.kind.fill(kind, start, this.count);
    this.fillNumbers(this.id, old?.id, rows.id, 0, start);
    this.fillNumbers(this.icon, old?.icon, rows.icon, 0, start);
    const inactive = rows.active.map((active) => Number(active === 0));
    if (old || inactive.length) this.fillNumbers(this.inactive, old?.inactive, inactive, 0, start);
    for (const [i, name] of NEEDS.entries()) {
      const read = rows.needs[i]!;
      if (old || read.length) this.fillNumbers(this.needs[name], old?.needs[name], read, -1, start);
    }
    const addresses = rows.addresses.map(
      (text) => (text && addressed ? addressesIn(text).join(' ') : text) || undefined,
    );
    this.fillList(this.label, old?.label, rows.label, start);
    this.fillList(this.tags, old?.tags, rows.tags, start);
    this.fillList(this.addresses, old?.addresses, addresses, start);
  }

  nodes(): Graph['nodes'] {
    const { count } = this;
    const needs = Object.fromEntries(NEEDS.map((name) => [name, this.needs[name].slice(0, count)]));
    return {
      ...{ count, kind: this.kind.slice(0, count), id: this.id.slice(0, count), icon: this.icon.slice(0, count) },
      ...{ label: this.label, tags: this.tags, addresses: this.addresses },
      needs: needs as unknown as Needs,
      inactive: this.inactive.slice(0, count),
      enough: new Map(),
    };
  }

  /** What the graph before and the rows say of the nodes from `start` on; `absent` where they say nothing. */
  private fillNumbers<T extends Int8Array | Int32Array | Uint8Array | Uint32Array>(
    into: T,
    old: T | undefined,
    read: ReadonlyArray<number | null>,
    absent: number,
    start: number,
  ): void {
    for (let node = start; node < this.count; node++) {
      const source = this.sources[node]!;
      into[node] = source >= 0 ? old![source]! : (read[-1 - source] ?? absent);
    }
  }

  private fillList<T>(into: T[], old: readonly T[] | undefined, read: readonly T[], start: number): void {
    for (let node = start; node < this.count; node++) {
      const source = this.sources[node]!;
      into.push(source >= 0 ? old![source]! : read[-1 - source]!);
    }
  }
}

const byId = (one: ConnectorRow, other: ConnectorRow): number => one.id - other.id;

/** Needs that are levels; the others are minutes. */
const LEVELS: ReadonlySet<string> = new Set(['c', 'i', 'a', 't', 'auth']);

/** The rows of a kind in the order of answers, and their names as they are compared. */
function orderOf({ id, label }: NodeRows): { keys: string[]; order: number[] } {
  const keys = label.map(fold);
  const compare = (one: number, other: number): number =>
    keys[one]! < keys[other]! ? -1 : keys[one]! > keys[other]! ? 1 : id[one]! - id[other]!;
  return { keys, order: id.map((_, at) => at).sort(compare) };
}

/** Where among nodes that are in order, from `first` on, one with this key and id belongs. */
function place(kept: readonly number[], { nodes }: Graph, first: number, key: string, id: number): number {
  let [low, high] = [first, kept.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const node = kept[middle]!;
    const other = fold(nodes.label[node]!);
    if (other < key || (other === key && nodes.id[node]! < id)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The connectors of one kind that say what they are for, as far as that is there: by the place of its kind and its id. */
export function withContracts(
  { links: layouts }: Layout,
  links: GraphState['links'],
  connector: number,
  isThere: (kind: number, id: number) => boolean,
): ReadonlySet<number> {
  const named = new Set<number>();
  for (const [place, link] of layouts.entries()) {
    if (link.connector !== connector || link.contract === undefined) continue;
    for (const [id, target] of links[place]!) if (isThere(link.kind, target)) named.add(id);
  }
  return named;
}

/** Whether something spreads along a connector: one that is in force for something spreads to that. `named`: those that are for something. */
export const isFlagged = (
  { isDated }: ConnectorLayout,
  row: ConnectorRow,
  named: ReadonlySet<number>,
  today: string,
): boolean => (isDated ? isInForce(row, today) && !named.has(row.id) : row.flagged);

function isInForce({ flagged, days }: ConnectorRow, today: string): boolean {
  const { first = null, last = null } = days ?? {};
  return flagged && (first === null || first <= today) && (last === null || today <= last);
}
