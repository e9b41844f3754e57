/** What stands in the picture of a view: objects that are linked, as many as can be read. */
import type { RelatedObjects } from '../related.js';
import type { Edges } from './edges.js';
import type { GraphPlan } from './edges.js';

/** So many lines or boxes are worked on before the event loop is yielded. */
const SHAPES_PER_TURN = 2000;

/** So many boxes stand one below the other at most. */
export const MAX_IN_COLUMN = 40;

/** A box: an object, or several of one type that hang on the same object and on nothing else. */
export interface GraphNode {
  path: string;
  /** The object; undefined for several. */
  id?: number;
  name: string;
  /** How many objects it stands for, and how many lines these have. */
  count: number;
  weight: number;
  column: number;
}

export interface MapGraph {
  /** The boxes of each column, in the order of their types and names. */
  columns: GraphNode[][];
  edges: Array<readonly [GraphNode, GraphNode]>;
  /** Objects in the boxes, and all objects that have a line. */
  drawn: number;
  linked: number;
}

/** The graph of a view; columns that would be too long are shortened, by gathering leaves first, then by leaving out. */
export async function mapGraph(plan: GraphPlan, related: RelatedObjects, edges: readonly Edges[]): Promise<MapGraph> {
  const degrees = await degreesOf(edges);
  const gathered = new Set(plan.columns.flatMap(({ paths }) => (countOf(paths, degrees) > MAX_IN_COLUMN ? paths : [])));
  const nodes = new Nodes(related, degrees, gathered);
  let pairs = await nodes.join(edges);
  await placeInColumns(plan, nodes.all(), pairs);
  await turn();
  const columns = byColumn(nodes.all());
  const kept = new Set<GraphNode>();
  for (const column of columns) {
    await turn();
    for (const node of heaviest(column)) kept.add(node);
  }
  pairs = pairs.filter(([from, to]) => kept.has(from) && kept.has(to));
  const shown = new Set(pairs.flat());
  return {
    columns: columns.map((column) => column.filter((node) => shown.has(node))).filter((column) => column.length),
    edges: pairs,
    drawn: [...shown].reduce((sum, { count }) => sum + count, 0),
    linked: [...degrees.values()].reduce((sum, of) => sum + of.size, 0),
  };
}

const turn = (): Promise<void> => new Promise(setImmediate);

type Degrees = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** How many lines each object has, by type and id. */
async function degreesOf(edges: readonly Edges[]): Promise<Degrees> {
  const degrees = new Map<string, Map<number, number>>();
  const add = (path: string, id: number): void => {
    let of = degrees.get(path);
    if (!of) degrees.set(path, (of = new Map()));
    of.set(id, (of.get(id) ?? 0) + 1);
  };
  for (const { from, to, ids } of edges) {
    for (let i = 0; i < ids.length; i++) {
      if (i % SHAPES_PER_TURN === 0) await turn();
      add(i % 2 ? to : from, ids[i]!);
    }
  }
  return degrees;
}

const countOf = (paths: readonly string[], degrees: Degrees): number =>
  paths.reduce((sum, path) => sum + (degrees.get(path)?.size ?? 0), 0);

/** Makes the boxes that lines lead to. */
class Nodes {
  private readonly nodes = new Map<string, GraphNode>();

  constructor(
    private readonly related: RelatedObjects,
    private readonly degrees: Degrees,
    private readonly gathered: ReadonlySet<string>,
  ) {}

  all(): GraphNode[] {
    return [...this.nodes.values()];
  }

  /** The lines between boxes, each once. */
  async join(edges: readonly Edges[]): Promise<Array<readonly [GraphNode, GraphNode]>> {
    const pairs = new Map<string, readonly [GraphNode, GraphNode]>();
    for (const { from, to, ids } of edges) {
      for (let i = 0; i < ids.length; i += 2) {
        if (i % SHAPES_PER_TURN === 0) await turn();
        const [own, other] = [ids[i]!, ids[i + 1]!];
        const fromKey = this.keyOf(from, own, `<${to} ${other}`, this.degree(to, other));
        const toKey = this.keyOf(to, other, `>${from} ${own}`, this.degree(from, own));
        const pair = [this.node(fromKey, from, own), this.node(toKey, to, other)] as const;
        pairs.set(`${fromKey} ${toKey}`, pair);
      }
    }
    return [...pairs.values()];
  }

  private degree(path: string, id: number): number {
    return this.degrees.get(path)!.get(id)!;
  }

  /** Leaves of one branch share a key. */
  private keyOf(path: string, id: number, branch: string, branchDegree: number): string {
    const leaf = this.gathered.has(path) && this.degree(path, id) === 1 && branchDegree > 1;
    return leaf ? `${path} ${branch}` : `${path} ${id}`;
  }

  private node(key: string, path: string, id: number): GraphNode {
    let node = this.nodes.get(key);
    if (!node) {
      node = { path, id, name: this.related.one(path, id)!.name, count: 1, weight: 0, column: 0 };
      this.nodes.set(key, node);
      node.weight = this.degree(path, id);
    } else if (node.id !== id && key !== `${path} ${id}`) {
      node.id = undefined;
      node.count++;
      node.weight++;
    }
    return node;
  }
}

/** Puts every box into a column: that of its type, further right where it is nested in others of its type. */
async function placeInColumns(
  { columns }: GraphPlan,
  nodes: readonly GraphNode[],
  pairs: MapGraph['edges'],
): Promise<void> {
  let first = 0;
  for (const { paths, depth = 1 } of columns) {
    await turn();
    const own = nodes.filter(({ path }) => paths.includes(path));
    const levels = depth > 1 ? levelsOf(own, pairs, depth) : undefined;
    for (const node of own) node.column = first + (levels?.get(node) ?? 0);
    first += depth;
  }
}

/**
 * How deep boxes are nested: the longest way from those that nothing of their type leads to, `depth` columns at most. Lines
 * that close a circle do not count.
 */
function levelsOf(nodes: readonly GraphNode[], pairs: MapGraph['edges'], depth: number): Map<GraphNode, number> {
  const own = new Set(nodes);
  const next = new Map(nodes.map((node) => [node, [] as GraphNode[]]));
  const below = new Set<GraphNode>();
  for (const [from, to] of pairs) {
    if (!own.has(from) || !own.has(to)) continue;
    next.get(from)!.push(to);
    below.add(to);
  }
  const order = orderOf(nodes, below, next);
  const levels = new Map(nodes.map((node) => [node, 0]));
  for (const node of order.keys()) {
    for (const to of next.get(node)!) {
      if (order.get(to)! < order.get(node)!) continue;
      levels.set(to, Math.max(levels.get(to)!, Math.min(levels.get(node)! + 1, depth - 1)));
    }
  }
  return levels;
}

/** Boxes in the order in which they are met from the outermost on; where all are in a circle, from that with most lines. */
function orderOf(
  nodes: readonly GraphNode[],
  below: ReadonlySet<GraphNode>,
  next: ReadonlyMap<GraphNode, readonly GraphNode[]>,
): Map<GraphNode, number> {
  const order = new Map<GraphNode, number>();
  const meet = (starts: readonly GraphNode[]): void => {
    const met = starts.filter((node) => !order.has(node));
    for (const node of met) {
      if (order.has(node)) continue;
      order.set(node, order.size);
      met.push(...next.get(node)!);
    }
  };
  meet(nodes.filter((node) => !below.has(node)));
  for (const node of [...nodes].sort((a, b) => b.weight - a.weight)) meet([node]);
  return order;
}

const byColumn = (nodes: readonly GraphNode[]): GraphNode[][] => {
  const columns: GraphNode[][] = [];
  for (const node of nodes) (columns[node.column] ??= []).push(node);
  return [...columns].map((column) => column ?? []);
};

/** The boxes of a column that stay: those with most lines; of those with as many, the first ones. */
function heaviest(column: readonly GraphNode[]): GraphNode[] {
  if (column.length <= MAX_IN_COLUMN) return [...column];
  // Numbers alone are sorted many times faster than what they belong to.
  const least = Float64Array.from(column, ({ weight }) => weight)
    .sort()
    .at(-MAX_IN_COLUMN)!;
  const heavier = column.filter(({ weight }) => weight > least);
  const equal = column.filter(({ weight }) => weight === least);
  return [...heavier, ...equal.slice(0, MAX_IN_COLUMN - heavier.length)];
}
