/** The graph with connectors as nodes between their ends, in place of edges. */
import { fold } from '../../core/text/fold.js';
import { adjacency } from '../adjacency.js';
import type { EdgeType, Graph, Kind, Needs, View } from '../graph.js';

/** Links between connectors and nodes, which are there only where connectors are nodes. */
export interface ConnectorLinks {
  /** At one end of each is a connector, at the other nodes. */
  readonly types: readonly EdgeType[];
  readonly type: ArrayLike<number>;
  /** Id of the connector, and the node. */
  readonly object: ArrayLike<number>;
  readonly node: ArrayLike<number>;
}

const NO_LINKS: ConnectorLinks = { types: [], type: [], object: [], node: [] };

/** A connector that is seen: it lies between two nodes at least. */
interface ConnectorNode {
  path: string;
  id: number;
  label: string;
  /** Its label as names are compared. */
  folded: string;
}

/**
 * What a caller sees, with a node for each connector that they see. Its edges lead from the node that the connector comes from,
 * and to the one that it leads to: their types are `<connector>.source` and `<connector>.dest`. A connector between several
 * pairs is one node. Rules of connectors are left behind: this is for looking at, not for outages.
 * @param kinds paths and views of all kinds and connectors, in the order of the registry
 * @param links of connectors to other nodes; those of connectors that are not seen do not count
 */
export function withConnectors(
  view: View,
  kinds: readonly Pick<Kind, 'path' | 'view'>[],
  links: ConnectorLinks = NO_LINKS,
): View {
  const { graph } = view;
  const connectors = connectorsSeen(view);
  const nodes = numbered(graph, kinds, connectors);

  const types: EdgeType[] = [];
  /** The new type of each type of edge; that of a connector's source, behind which that of its destination stands. */
  const typeOf: number[] = [];
  for (const type of graph.types) {
    const { name, connector, isContract } = type;
    typeOf.push(types.length);
    if (isContract) continue;
    if (!connector) types.push(type);
    else {
      types.push({ ...type, name: `${name}.source`, to: [connector], rules: [] });
      types.push({ ...type, name: `${name}.dest`, from: [connector], rules: [] });
    }
  }
  const edges = new Edges(nodes.columns.count);
  for (let edge = 0; edge < graph.edges.count; edge++) {
    const { connector, isContract } = graph.types[graph.edges.type[edge]!]!;
    // The connector is linked to what it is for.
    if (isContract) continue;
    const type = typeOf[graph.edges.type[edge]!]!;
    const [from, to] = [nodes.place[graph.edges.from[edge]!]!, nodes.place[graph.edges.to[edge]!]!];
    const [isSeen, both] = [view.edges[edge]!, graph.edges.both[edge]!];
    if (!connector) edges.add(type, from, to, both, isSeen);
    else if (isSeen) {
      const node = nodes.ofConnector(connector, graph.edges.object[edge]!)!;
      edges.addOnce(type, from, node, both);
      edges.addOnce(type + 1, node, to, both);
    }
  }
  for (let link = 0; link < links.type.length; link++) {
    const { from, to } = links.types[links.type[link]!]!;
    const isFrom = graph.types.some(({ connector }) => connector && from.includes(connector));
    const node = nodes.ofConnector(isFrom ? from[0]! : to[0]!, links.object[link]!);
    if (node === undefined || !view.nodes[links.node[link]!]) continue;
    const other = nodes.place[links.node[link]!]!;
    edges.addOnce(types.length + links.type[link]!, isFrom ? node : other, isFrom ? other : node, 0);
  }

  const visible = new Uint8Array(nodes.columns.count).fill(1);
  for (let node = 0; node < graph.nodes.count; node++) visible[nodes.place[node]!] = view.nodes[node]!;
  return {
    graph: {
      snapshot: graph.snapshot,
      kinds: nodes.kinds,
      types: [...types, ...links.types],
      nodes: nodes.columns,
      ...edges.columns(),
      dangling: graph.dangling,
    },
    nodes: visible,
    edges: Uint8Array.from(edges.seen),
    hiddenKinds: view.hiddenKinds,
    partlySeen: view.partlySeen,
  };
}

/** The connectors of which an edge is seen, by path and id. */
function connectorsSeen({ graph: { types, edges }, edges: visible }: View): ConnectorNode[] {
  /** The ids that were met, of each type. */
  const met = types.map(() => new Set<number>());
  const found: ConnectorNode[] = [];
  for (let edge = 0; edge < edges.count; edge++) {
    const type = edges.type[edge]!;
    const path = types[type]!.connector;
    const id = edges.object[edge]!;
    if (!path || !visible[edge] || met[type]!.has(id)) continue;
    met[type]!.add(id);
    const label = edges.label.get(edge) ?? String(id);
    found.push({ path, id, label, folded: fold(label) });
  }
  return found.sort((a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : a.id - b.id));
}

/** The nodes of a graph and connectors, in the order of kinds. */
function numbered(
  { kinds: known, nodes }: Graph,
  order: readonly Pick<Kind, 'path' | 'view'>[],
  connectors: readonly ConnectorNode[],
): {
  kinds: Kind[];
  columns: Graph['nodes'];
  /** The new index of each node of the graph. */
  place: Uint32Array;
  ofConnector(path: string, id: number): number | undefined;
} {
  const kinds: Kind[] = [];
  /** For each new node the old one, or the connector that it is. */
  const sources: (number | ConnectorNode)[] = [];
  const kindOf: number[] = [];
  const outside = known.filter((kind) => kind.outside);
  for (const { path, view } of [...order, ...outside]) {
    const start = sources.length;
    const old = known.find((kind) => kind.path === path);
    for (let node = old?.start ?? 0; node < (old?.end ?? 0); node++) sources.push(node);
    if (!old) sources.push(...connectors.filter((connector) => connector.path === path));
    while (kindOf.length < sources.length) kindOf.push(kinds.length);
    kinds.push({ path, view, start, end: sources.length, ...(old?.outside && { outside: true }) });
  }
  const place = new Uint32Array(nodes.count);
  const places = new Map(order.map(({ path }) => [path, new Map<number, number>()]));
  sources.forEach((source, node) => {
    if (typeof source === 'number') place[source] = node;
    else places.get(source.path)!.set(source.id, node);
  });
  const column = <T>(of: (node: number) => T, ofConnector: (connector: ConnectorNode) => T): T[] =>
    sources.map((source) => (typeof source === 'number' ? of(source) : ofConnector(source)));
  const need = (values: ArrayLike<number>): number[] =>
    column(
      (node) => values[node]!,
      () => -1,
    );
  const { c, i, a, t, auth, rto, rpo, mtd, mtdl } = nodes.needs;
  const needs: Needs = {
    ...{ c: Int8Array.from(need(c)), i: Int8Array.from(need(i)), a: Int8Array.from(need(a)) },
    ...{ t: Int8Array.from(need(t)), auth: Int8Array.from(need(auth)), rto: Int32Array.from(need(rto)) },
    ...{ rpo: Int32Array.from(need(rpo)), mtd: Int32Array.from(need(mtd)), mtdl: Int32Array.from(need(mtdl)) },
  };
  const nothing = (): undefined => undefined;
  return {
    kinds,
    columns: {
      count: sources.length,
      kind: Uint8Array.from(kindOf),
      id: Uint32Array.from(
        column(
          (node) => nodes.id[node]!,
          ({ id }) => id,
        ),
      ),
      label: column(
        (node) => nodes.label[node]!,
        ({ label }) => label,
      ),
      inactive: Uint8Array.from(
        column(
          (node) => nodes.inactive[node]!,
          () => 0,
        ),
      ),
      // Outages do not run where connectors are nodes.
      enough: new Map(),
      tags: column((node) => nodes.tags[node], nothing),
      icon: Uint32Array.from(
        column(
          (node) => nodes.icon[node]!,
          () => 0,
        ),
      ),
      addresses: column((node) => nodes.addresses[node], nothing),
      needs,
    },
    place,
    ofConnector: (path, id) => places.get(path)?.get(id),
  };
}

/** Edges as they are made. */
class Edges {
  readonly seen: number[] = [];
  private readonly type: number[] = [];
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  private readonly both: number[] = [];
  private readonly known = new Set<number>();

  constructor(private readonly nodes: number) {}

  add(type: number, from: number, to: number, both: number, isSeen: number): void {
    this.type.push(type);
    this.from.push(from);
    this.to.push(to);
    this.both.push(both);
    this.seen.push(isSeen);
  }

  /** An end of a connector, which may lie between several pairs. */
  addOnce(type: number, from: number, to: number, both: number): void {
    const key = (type * this.nodes + from) * this.nodes + to;
    if (this.known.has(key)) return;
    this.known.add(key);
    this.add(type, from, to, both, 1);
  }

  columns(): Pick<Graph, 'edges' | 'leaving' | 'arriving'> {
    const count = this.type.length;
    const [from, to] = [Uint32Array.from(this.from), Uint32Array.from(this.to)];
    return {
      edges: {
        ...{ count, type: Uint16Array.from(this.type), from, to, both: Uint8Array.from(this.both) },
        ...{ object: new Uint32Array(count), flagged: new Uint8Array(count), label: new Map() },
        ...{ aside: new Uint8Array(count), unsure: new Uint8Array(count) },
      },
      leaving: adjacency(from, count, this.nodes),
      arriving: adjacency(to, count, this.nodes),
    };
  }
}
