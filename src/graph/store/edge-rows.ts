/** Edges while they are made: rows as they come, put in the order of the graph, and put between those that are there. */
import type { Graph } from '../graph.js';

type Edges = Graph['edges'];

/** Edges as they come, to be put in order. */
export class EdgeRows {
  count = 0;
  type: Uint16Array;
  from: Uint32Array;
  to: Uint32Array;
  object: Uint32Array;
  both: Uint8Array;
  flagged: Uint8Array;
  label: Array<string | undefined> = [];

  constructor(capacity: number) {
    this.type = new Uint16Array(capacity);
    this.from = new Uint32Array(capacity);
    this.to = new Uint32Array(capacity);
    this.object = new Uint32Array(capacity);
    this.both = new Uint8Array(capacity);
    this.flagged = new Uint8Array(capacity);
  }

  add(type: number, from: number, to: number, object = 0, both = 0, flagged = 0, label?: string): void {
    if (from === to) return;
    if (this.count === this.type.length) this.grow();
    const edge = this.count++;
    this.type[edge] = type;
    this.from[edge] = from;
    this.to[edge] = to;
    this.object[edge] = object;
    this.both[edge] = both;
    this.flagged[edge] = flagged;
    this.label.push(label);
  }

  private grow(): void {
    const capacity = this.type.length * 2 + 1024;
    this.type = grown(this.type, new Uint16Array(capacity));
    this.from = grown(this.from, new Uint32Array(capacity));
    this.to = grown(this.to, new Uint32Array(capacity));
    this.object = grown(this.object, new Uint32Array(capacity));
    this.both = grown(this.both, new Uint8Array(capacity));
    this.flagged = grown(this.flagged, new Uint8Array(capacity));
  }
}

function grown<T extends Uint8Array | Uint16Array | Uint32Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

/** Edges by type, then `from`, `to` and object, each once. */
export function inOrder(rows: EdgeRows, nodes: number, types: number): Edges {
  // They come in the order of their objects; sorting by one number after the other keeps the order of those that are equal.
  let order = Uint32Array.from({ length: rows.count }, (_, edge) => edge);
  order = sortedBy(order, rows.to, nodes);
  order = sortedBy(order, rows.from, nodes);
  order = sortedBy(order, rows.type, types);
  const kept = new Uint32Array(order.length);
  let count = 0;
  for (let i = 0; i < order.length; i++) {
    const edge = order[i]!;
    const last = kept[count - 1];
    if (count && rows.type[edge] === rows.type[last!] && isSame(rows, edge, last!)) continue;
    kept[count++] = edge;
  }
  const pick = <T extends Uint8Array | Uint16Array | Uint32Array>(from: T, into: T): T => {
    for (let i = 0; i < count; i++) into[i] = from[kept[i]!]!;
    return into;
  };
  const label = new Array<string | undefined>(count);
  for (let i = 0; i < count; i++) label[i] = rows.label[kept[i]!];
  return {
    count,
    type: pick(rows.type, new Uint16Array(count)),
    from: pick(rows.from, new Uint32Array(count)),
    to: pick(rows.to, new Uint32Array(count)),
    object: pick(rows.object, new Uint32Array(count)),
    both: pick(rows.both, new Uint8Array(count)),
    flagged: pick(rows.flagged, new Uint8Array(count)),
    label,
  };
}

const isSame = ({ from, to, object }: EdgeRows, one: number, other: number): boolean =>
  from[one] === from[other] && to[one] === to[other] && object[one] === object[other];

/** Sorts by a number below `most` of each; equal ones stay as they are. */
function sortedBy(
  order: Uint32Array<ArrayBuffer>,
  number: Uint16Array | Uint32Array,
  most: number,
): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(most + 1);
  for (let i = 0; i < order.length; i++) starts[number[order[i]!]! + 1]!++;
  for (let i = 0; i < most; i++) starts[i + 1]! += starts[i]!;
  const sorted = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) sorted[starts[number[order[i]!]!]!++] = order[i]!;
  return sorted;
}

/** The edges of a graph with others put between them, each once; the same object where they are all there. */
export function withMore(edges: Edges, more: Edges): Edges {
  // For each of `more` that is not there, the edge before which it stands.
  const [added, places]: [number[], number[]] = [[], []];
  for (let row = 0; row < more.count; row++) {
    const place = placeOf(edges, more, row);
    if (place < edges.count && compared(edges, place, more, row) === 0) continue;
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
  const label: Array<string | undefined> = [];
  let done = 0;
  added.forEach((row, i) => {
    for (; done < places[i]!; done++) label.push(edges.label[done]);
    label.push(more.label[row]);
  });
  for (; done < edges.count; done++) label.push(edges.label[done]);
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
    if (compared(edges, middle, rows, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Below 0: the edge stands before the row; 0: it is the same. */
const compared = (edges: Edges, edge: number, rows: Edges, row: number): number =>
  edges.type[edge]! - rows.type[row]! ||
  edges.from[edge]! - rows.from[row]! ||
  edges.to[edge]! - rows.to[row]! ||
  edges.object[edge]! - rows.object[row]!;
