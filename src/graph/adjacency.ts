/** Sorting by counting: from edges to the edges at each node, and rows in the order of a column. */
import type { Adjacency } from './graph.js';

/**
 * The edges at each node, ascending.
 * @param ends for each edge, the node at the end that counts; read as far as `count`
 */
export function adjacency(ends: Uint32Array, count: number, nodes: number): Adjacency {
  const offsets = offsetsOf(ends, count, nodes);
  return { offsets, edges: placed(numbersTo(count), ends, offsets.slice()) };
}

/** Rows in the order of a column whose numbers are below `most`; those of one number stay in the order in which they are. */
export const sorted = (rows: Uint32Array, column: Uint32Array, most: number): Uint32Array =>
  placed(rows, column, offsetsOf(column, rows.length, most));

/** The numbers from 0 to below `count`. */
export function numbersTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}

// A loop in each of these, since V8 compiles a function again for every loop that it meets in it while it is cold, as it is when
// a graph is loaded.

/** For each number how many of the first `count` of a column are below it. */
function offsetsOf(column: Uint32Array, count: number, most: number): Uint32Array {
  const offsets = new Uint32Array(most + 1);
  for (let i = 0; i < count; i++) offsets[column[i]! + 1]!++;
  return addedUp(offsets);
}

function addedUp(counts: Uint32Array): Uint32Array {
  for (let i = 1; i < counts.length; i++) counts[i]! += counts[i - 1]!;
  return counts;
}

/** Puts each row at the place that is next for its number; `next` is used up. */
function placed(rows: Uint32Array, column: Uint32Array, next: Uint32Array): Uint32Array {
  const order = new Uint32Array(rows.length);
  for (const row of rows) order[next[column[row]!]!++] = row;
  return order;
}
