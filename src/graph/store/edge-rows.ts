/** Edges while they are made: rows as they come, put in the order of the graph, and put between those that are there. */
import { adjacency, numbersTo, sorted } from '../adjacency.js';
import type { Graph } from '../graph.js';

type Edges = Graph['edges'];
/** What edges are ordered by. */
type Ends = { [name in 'type' | 'from' | 'to' | 'object']: Uint16Array | Uint32Array };

/** An object that is an edge. */
interface Connector {
  id: number;
  both: boolean;
  aside: boolean;
}

/** What is known of an edge beside its ends and its type. */
interface Marks {
  flagged?: boolean;
  unsure?: boolean;
}

/** What is joined to a node, and by which types of edges. */
export type Joins = (node: number) => Iterable<{ type: number; other: number }>;

const NAMES = ['type', 'from', 'to', 'object', 'both', 'flagged', 'aside', 'unsure'] as const;

/** What of an edge stands in columns of numbers. */
class Columns {
  readonly type: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly object: Uint32Array;
  readonly both: Uint8Array;
  readonly flagged: Uint8Array;
  readonly aside: Uint8Array;
  readonly unsure: Uint8Array;

  constructor(readonly length: number) {
    this.type = new Uint32Array(length);
    this.from = new Uint32Array(length);
    this.to = new Uint32Array(length);
    this.object = new Uint32Array(length);
    this.both = new Uint8Array(length);
    this.flagged = new Uint8Array(length);
    this.aside = new Uint8Array(length);
    this.unsure = new Uint8Array(length);
  }

  /** The same with room for more. */
  longer(length: number): Columns {
    const longer = new Columns(length);
    for (const name of NAMES) longer[name].set(this[name]);
    return longer;
  }
}

/** Edges as they come, to be put in order. */
export class EdgeRows {
  private count = 0;
  private types = 0;
  private columns: Columns;
  private readonly labels = new Map<number, string>();

  /** `nodes`: how many there are. */
  constructor(
    private readonly nodes: number,
    capacity: number,
  ) {
    this.columns = new Columns(capacity);
  }

  add(type: number, from: number, to: number, { flagged = false, unsure = false }: Marks = {}): void {
    if (from === to) return;
    if (this.count === this.columns.length) this.columns = this.columns.longer(this.count * 2 + 1024);
    const row = this.count++;
    this.columns.type[row] = type;
    this.columns.from[row] = from;
    this.columns.to[row] = to;
    this.columns.flagged[row] = Number(flagged);
    this.columns.unsure[row] = Number(unsure);
    if (type >= this.types) this.types = type + 1;
  }

  /** Connectors of a type come in the order of their ids. */
  addConnector(
    type: number,
    from: number,
    to: number,
    { id, both, aside }: Connector,
    marks: Marks,
    label: string | undefined,
  ): void {
    if (from === to) return;
    this.add(type, from, to, marks);
    const row = this.count - 1;
    this.columns.object[row] = id;
    this.columns.both[row] = Number(both);
    this.columns.aside[row] = Number(aside);
    if (label !== undefined) this.labels.set(row, label);
  }

  get size(): number {
    return this.count;
  }

  /** What the first so many of these rows join. */
  joins(count: number): Joins {
    const { columns, nodes } = this;
    const [leaving, arriving] = [columns.from, columns.to].map((ends) => adjacency(ends, count, nodes));
    return function* (node) {
      for (const edge of leaving!.edges.subarray(leaving!.offsets[node], leaving!.offsets[node + 1]))
        yield { type: columns.type[edge]!, other: columns.to[edge]! };
      for (const edge of arriving!.edges.subarray(arriving!.offsets[node], arriving!.offsets[node + 1]))
        yield { type: columns.type[edge]!, other: columns.from[edge]! };
    };
  }

  /** All of them by type, then `from`, `to` and object, each once. */
  inOrder(): Edges {
    const { columns, nodes, types } = this;
    // By one column after the other, the last that counts first. Connectors come by their objects.
    const byTo = sorted(numbersTo(this.count), columns.to, nodes);
    return edgesAt(distinct(sorted(sorted(byTo, columns.from, nodes), columns.type, types), columns), {
      ...columns,
      label: this.labels,
    });
  }
}

/** The edges of all types but these. */
export function withoutTypes(edges: Edges, types: ReadonlySet<number>): Edges {
  return edgesAt(
    numbersTo(edges.count).filter((edge) => !types.has(edges.type[edge]!)),
    edges,
  );
}

/** Edges of these rows. */
function edgesAt(
  rows: Uint32Array,
  columns: Pick<Edges, 'label'> & Pick<Columns | Edges, (typeof NAMES)[number]>,
): Edges {
  const count = rows.length;
  const label = new Map<number, string>();
  if (columns.label.size)
    for (let edge = 0; edge < count; edge++) {
      const text = columns.label.get(rows[edge]!);
      if (text !== undefined) label.set(edge, text);
    }
  return {
    count,
    type: picked(columns.type, rows, new Uint16Array(count)),
    from: picked(columns.from, rows, new Uint32Array(count)),
    to: picked(columns.to, rows, new Uint32Array(count)),
    object: picked(columns.object, rows, new Uint32Array(count)),
    both: picked(columns.both, rows, new Uint8Array(count)),
    flagged: picked(columns.flagged, rows, new Uint8Array(count)),
    aside: picked(columns.aside, rows, new Uint8Array(count)),
    unsure: picked(columns.unsure, rows, new Uint8Array(count)),
    label,
  };
}

/** Of rows in order those that differ from the one before. */
function distinct(rows: Uint32Array, columns: Columns): Uint32Array {
  let kept = 0;
  for (const row of rows) if (!kept || difference(columns, rows[kept - 1]!, columns, row)) rows[kept++] = row;
  return rows.subarray(0, kept);
}

/** What a column says of rows. */
function picked<T extends Uint8Array | Uint16Array | Uint32Array>(
  column: T | Uint32Array,
  rows: Uint32Array,
  into: T,
): T {
  for (let i = 0; i < rows.length; i++) into[i] = column[rows[i]!]!;
  return into;
}

/**
 * The edges of a graph with others put between them, each once; the same object where they are all there. Of those that are, what
 * the others say of addresses, and of what spreads along them, holds.
 */
export function withMore(known: Edges, more: Edges): Edges {
  const edges = withMarks(known, more);
  // For each of `more` that is not there, the edge before which it stands.
  const [added, places]: [number[], number[]] = [[], []];
  for (let row = 0; row < more.count; row++) {
    const place = placeOf(edges, more, row);
    if (place < edges.count && difference(edges, place, more, row) === 0) continue;
    added.push(row);
    places.push(place);
  }
  if (!added.length) return edges;
  const count = edges.count + added.length;
  const merged = <T extends Uint8Array | Uint16Array | Uint32Array>(old: T, rows: T, into: T): T => {
    let done = 0;
    added.forEach((row, i) => {
      into.set(old.subarray(done, places[i]), done + i);
      done = places[i]!;
      into[done + i] = rows[row]!;
    });
    into.set(old.subarray(done, edges.count), done + added.length);
    return into;
  };
  const label = new Map<number, string>();
  let before = 0;
  for (const [edge, text] of edges.label) {
    while (before < places.length && places[before]! <= edge) before++;
    label.set(edge + before, text);
  }
  added.forEach((row, i) => {
    const text = more.label.get(row);
    if (text !== undefined) label.set(places[i]! + i, text);
  });
  return {
    count,
    type: merged(edges.type, more.type, new Uint16Array(count)),
    from: merged(edges.from, more.from, new Uint32Array(count)),
    to: merged(edges.to, more.to, new Uint32Array(count)),
    object: merged(edges.object, more.object, new Uint32Array(count)),
    both: merged(edges.both, more.both, new Uint8Array(count)),
    flagged: merged(edges.flagged, more.flagged, new Uint8Array(count)),
    aside: merged(edges.aside, more.aside, new Uint8Array(count)),
    unsure: merged(edges.unsure, more.unsure, new Uint8Array(count)),
    label,
  };
}

/** The edges with what others say of them; the same object where that is what they say. */
function withMarks(edges: Edges, more: Edges): Edges {
  const [unsure, flagged] = [edges.unsure.slice(), edges.flagged.slice()];
  let differs = false;
  for (let row = 0; row < more.count; row++) {
    const place = placeOf(edges, more, row);
    if (place === edges.count || difference(edges, place, more, row) !== 0) continue;
    if (unsure[place] !== more.unsure[row] || flagged[place] !== more.flagged[row]) differs = true;
    unsure[place] = more.unsure[row]!;
    flagged[place] = more.flagged[row]!;
  }
  return differs ? { ...edges, unsure, flagged } : edges;
}

/** The first edge that does not stand before a row. */
function placeOf(edges: Edges, rows: Edges, row: number): number {
  let [low, high] = [0, edges.count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (difference(edges, middle, rows, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Below 0: the edge stands before the row; 0: it is the same. */
const difference = (edges: Ends, edge: number, rows: Ends, row: number): number =>
  edges.type[edge]! - rows.type[row]! ||
  edges.from[edge]! - rows.from[row]! ||
  edges.to[edge]! - rows.to[row]! ||
  edges.object[edge]! - rows.object[row]!;
