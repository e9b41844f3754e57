/** Puts boxes into rows, containers first, each by name: what no line touches. */
import { sortKey } from '../../core/text/order.js';
import type { Box } from '../scene/scene.js';
import { boxSize, GAP, headSize, type Place, type Size } from './places.js';

/** Pictures are wider than high by this much. */
const SHAPE = 2.6;

/** Boxes with their places, from the left upper corner of all of them. */
export interface Block extends Size {
  /** By place in the list of boxes. */
  places: Map<number, Place>;
}

/** Containers first, then by name; those of one name in the order of the list. */
export function inOrder(
  boxes: readonly Box[],
  children: ReadonlyMap<number, readonly number[]>,
  these: readonly number[],
): number[] {
  const key = (i: number): string =>
    (children.has(i) ? '0' : boxes[i]!.folded === 'more' ? '2' : '1') + sortKey(boxes[i]!.label);
  const keys = new Map(these.map((i) => [i, key(i)]));
  return [...these].sort((a, b) => compare(keys.get(a)!, keys.get(b)!) || a - b);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A box with all that is in it. */
export function packBox(boxes: readonly Box[], children: ReadonlyMap<number, readonly number[]>, i: number): Block {
  const inside = children.get(i);
  if (!inside) {
    const size = boxSize(boxes[i]!);
    return { ...size, places: new Map([[i, { x: 0, y: 0, ...size }]]) };
  }
  const head = headSize(boxes[i]!);
  const content = packAll(boxes, children, inside, head.width - 2 * GAP);
  const size = {
    width: Math.max(head.width, content.width + 2 * GAP),
    height: head.height + GAP + content.height + GAP,
  };
  const places = moved(content.places, GAP, head.height + GAP);
  return { ...size, places: new Map([[i, { x: 0, y: 0, ...size }], ...places]) };
}

/** Several boxes in rows. `least`: they may be as wide as this in any case. */
export function packAll(
  boxes: readonly Box[],
  children: ReadonlyMap<number, readonly number[]>,
  these: readonly number[],
  least = 0,
): Block {
  return packBlocks(
    inOrder(boxes, children, these).map((i) => packBox(boxes, children, i)),
    least,
  );
}

/** Several boxes in columns of so many, one below the other. */
export function packColumns(
  boxes: readonly Box[],
  children: ReadonlyMap<number, readonly number[]>,
  these: readonly number[],
  most: number,
): Block {
  const places = new Map<number, Place>();
  const total = { width: 0, height: 0 };
  let [x, y] = [0, 0];
  inOrder(boxes, children, these).forEach((i, k) => {
    if (k > 0 && k % most === 0) [x, y] = [total.width + GAP, 0];
    const block = packBox(boxes, children, i);
    for (const [inner, place] of moved(block.places, x, y)) places.set(inner, place);
    total.width = Math.max(total.width, x + block.width);
    total.height = Math.max(total.height, y + block.height);
    y += block.height + GAP;
  });
  return { ...total, places };
}

/** Blocks in rows, in their order. */
export function packBlocks(blocks: readonly Block[], least = 0): Block {
  const area = blocks.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0);
  const widest = blocks.reduce((most, { width }) => Math.max(most, width), least);
  const room = Math.max(widest, Math.round(Math.sqrt(SHAPE * area)));
  const places = new Map<number, Place>();
  const total = { width: 0, height: 0 };
  // A row is as high as its highest block, and consists of columns: lower ones stand below each other.
  const row = { y: 0, height: 0 };
  const column = { x: 0, width: 0, height: 0 };
  for (const block of blocks) {
    const below = column.height + GAP + block.height;
    if (column.height > 0 && below <= row.height && column.x + block.width <= room) {
      column.height = below;
    } else {
      column.x += column.height > 0 ? column.width + GAP : 0;
      if (column.x > 0 && column.x + block.width > room) {
        [row.y, row.height, column.x] = [row.y + row.height + GAP, 0, 0];
      }
      [column.width, column.height] = [0, block.height];
    }
    const y = row.y + column.height - block.height;
    for (const [i, place] of moved(block.places, column.x, y)) places.set(i, place);
    column.width = Math.max(column.width, block.width);
    row.height = Math.max(row.height, column.height);
    total.width = Math.max(total.width, column.x + block.width);
    total.height = Math.max(total.height, y + block.height);
  }
  return { ...total, places };
}

/** Places further to the right and further down. */
export const moved = (places: ReadonlyMap<number, Place>, x: number, y: number): Array<[number, Place]> =>
  [...places].map(([i, place]) => [i, { ...place, x: place.x + x, y: place.y + y }]);
