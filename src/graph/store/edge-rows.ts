/** Edges while they are made: rows as they come, put in the order of the graph, and put between those that are there. */
import type { Graph } from '../graph.js';

type Edges = Graph['edges'];
/** What edges are ordered by. */
type Ends = Pick<Edges, 'type' | 'from' | 'to' | 'object'>;

/** An edge that is an object. */
interface Connector {
  type: number;
  from: number;
  to: number;
  object: number;
  both: boolean;
  flagged: boolean;
  label: string | undefined;
}

/** What of an edge stands in columns of numbers. */
class Columns {
  readonly type: Uint16Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly object: Uint32Array;
  readonly both: Uint8Array;
  readonly flagged: Uint8Array;

  constructor(readonly length: number) {
    this.type = new Uint16Array(length);
    this.from = new Uint32Array(length);
    this.to = new Uint32Array(length);
    this.object = new Uint32Array(length);
    this.both = new Uint8Array(length);
    this.flagged = new Uint8Array(length);
  }

  /** An edge becomes what one of others is. */
  take(edge: number, from: Columns, other: number): void {
    this.type[edge] = from.type[other]!;
    this.from[edge] = from.from[other]!;
    this.to[edge] = from.to[other]!;
    this.object[edge] = from.object[other]!;
    this.both[edge] = from.both[other]!;
    this.flagged[edge] = from.flagged[other]!;
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

  add(type: number, from: number, to: number): void {
    if (from === to) return;
    if (this.count === this.columns.length) this.grow();
    const row = this.count++;
    this.columns.type[row] = type;
    this.columns.from[row] = from;
    this.columns.to[row] = to;
    if (type >= this.types) this.types = type + 1;
  }

  /** Connectors of a type come in the order of their ids. */
  addConnector({ type, from, to, object, both, flagged, label }: Connector): void {
    if (from === to) return;
    this.add(type, from, to);
    const row = this.count - 1;
    this.columns.object[row] = object;
    this.columns.both[row] = Number(both);
    this.columns.flagged[row] = Number(flagged);
    if (label !== undefined) this.labels.set(row, label);
  }

  /** All of them by type, then `from`, `to` and object, each once. */
  inOrder(): Edges {
    const rows = this.rowsInOrder();
    const columns = new Columns(rows.length);
    const label = new Map<number, string>();
    for (let edge = 0; edge < rows.length; edge++) {
      const row = rows[edge]!;
      columns.take(edge, this.columns, row);
      const text = this.labels.get(row);
      if (text !== undefined) label.set(edge, text);
    }
    const { length: count, type, from, to, object, both, flagged } = columns;
    return { count, type, from, to, object, both, flagged, label };
  }

  /**
   * Rows at the beginning that are in order, as those of a graph before are, stay so; only the others are sorted, and put between
   * them: by one column after the other, the last that counts first, each time those that are equal stay as they were.
   */
  private rowsInOrder(): Uint32Array {
    const { columns, count, nodes, types } = this;
    let ordered = Math.min(count, 1);
    while (ordered < count && difference(columns, ordered - 1, columns, ordered) <= 0) ordered++;
    const others = new Uint32Array(count - ordered);
    for (let i = 0; i < others.length; i++) others[i] = ordered + i;
    const { type, from, to } = columns;
    const rest = sorted(sorted(sorted(others, to, nodes), from, nodes), type, types);
    const rows = new Uint32Array(count);
    let [kept, next] = [0, 0];
    const keep = (row: number): void => {
      if (!kept || difference(columns, rows[kept - 1]!, columns, row) !== 0) rows[kept++] = row;
    };
    for (let row = 0; row < ordered; row++) {
      while (next < rest.length && difference(columns, rest[next]!, columns, row) < 0) keep(rest[next++]!);
      keep(row);
    }
    while (next < rest.length) keep(rest[next++]!);
    return rows.subarray(0, kept);
  }

  private grow(): void {
    const larger = new Columns(this.count * 2 + 1024);
    for (let row = 0; row < this.count; row++) larger.take(row, this.columns, row);
    this.columns = larger;
  }
}

/** Rows in the order of a column whose numbers are below `most`; those of one number stay in the order in which they are. */
function sorted(rows: Uint32Array, column: Uint16Array | Uint32Array, most: number): Uint32Array {
  const next = new Uint32Array(most + 1);
  for (let i = 0; i < rows.length; i++) next[column[rows[i]!]! + 1]!++;
  for (let number = 0; number < most; number++) next[number + 1]! += next[number]!;
  const order = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) order[next[column[rows[i]!]!]!++] = rows[i]!;
  return order;
}

/** The edges of a graph with others put between them, each once; the same object where they are all there. */
export function withMore(edges: Edges, more: Edges): Edges {
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
    label,
  };
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
