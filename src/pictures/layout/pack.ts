/** Puts boxes into rows, containers first, each by name: what no line touches. */
import { sortKey } from '../../core/text/order.js';
import type { Box } from '../scene/scene.js';
import { boxSize, GAP, headSize, type Place, type Size } from './places.js';

/** How boxes are put together. */
export interface Packing {
  /** Rows may be as wide as this in any case. */
  least?: number;
  /** So many times as wide as high. */
  shape?: number;
  /** The same within containers; left out: as outside. */
  inner?: number;
  /** Between boxes. */
  gap?: number;
  /** What stands in each container is in its order already. */
  isSorted?: boolean;
  /** Between the border of a container and what is in it; left out: as between boxes. */
  padding?: number;
}

const SHAPE = 2.6;
/** A list is at least so many times as wide as high. */
const PAGE = 1;

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
export function packBox(
  boxes: readonly Box[],
  children: ReadonlyMap<number, readonly number[]>,
  i: number,
  { least = 0, ...packing }: Packing = {},
): Block {
  const inside = children.get(i);
  if (!inside) {
    const size = boxSize(boxes[i]!);
    return { ...size, places: new Map([[i, { x: 0, y: 0, ...size }]]) };
  }
  const head = headSize(boxes[i]!);
  const { gap = GAP, shape, inner = shape, padding = gap } = packing;
  const within = { ...packing, ...(inner !== undefined && { shape: inner }) };
  const content = packAll(boxes, children, inside, { ...within, least: Math.max(least, head.width) - 2 * padding });
  const size = {
    width: Math.max(head.width, least, content.width + 2 * padding),
    height: head.height + padding + content.height + padding,
  };
  const places = moved(content.places, padding, head.height + padding);
  return { ...size, places: new Map([[i, { x: 0, y: 0, ...size }], ...places]) };
}

/** Several boxes in rows. */
export function packAll(
  boxes: readonly Box[],
  children: ReadonlyMap<number, readonly number[]>,
  these: readonly number[],
  { least, ...packing }: Packing = {},
): Block {
  const order = packing.isSorted ? these : inOrder(boxes, children, these);
  const blocks = order.map((i) => packBox(boxes, children, i, packing));
  return packBlocks(blocks, { ...packing, least });
}

/** Several boxes as a list: in so many columns, filled from top to bottom, that all of it has the shape of a page. */
export function packList(
  boxes: readonly Box[],
  children: ReadonlyMap<number, readonly number[]>,
  these: readonly number[],
): Block {
  const blocks = inOrder(boxes, children, these).map((i) => packBox(boxes, children, i));
  const total = blocks.reduce((sum, { height }) => sum + height + GAP, 0);
  const inColumns = (count: number): Block => {
    const columns: Block[][] = Array.from({ length: count }, () => []);
    let above = 0;
    for (const block of blocks) {
      // Where its middle is in one long column decides: of those behind what goes only the ones at a break move.
      columns[Math.floor(((above + block.height / 2) / total) * count)]!.push(block);
      above += block.height + GAP;
    }
    return abreast(
      columns.filter(({ length }) => length).map((column) => stacked(column, GAP)),
      GAP,
    );
  };
  const isWide = ({ width, height }: Block): boolean => width >= height * PAGE;
  let count = 1;
  while (count < blocks.length && !isWide(inColumns(count))) count++;
  return inColumns(count);
}

/** Between containers that stand in columns of their own: lines lead through, with their labels. */
const ALLEY = 56;
const STREET = 28;
/** What the columns of an overview are like behind the first, which is the main one. */
const OTHER_SHAPE = 0.4;

/** Containers in these columns, as wide as their column, the lower columns spread over the height of the highest. */
export function packStacks(
  boxes: readonly Box[],
  children: ReadonlyMap<number, readonly number[]>,
  columns: readonly (readonly number[])[],
  firstShape: number,
): Block {
  const stacks = columns.map((these, k) => {
    const sizes = these.map((i) => packBox(boxes, children, i));
    const area = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
    const shape = k ? OTHER_SHAPE : firstShape;
    const pack = (least: number): Block[] => these.map((i) => packBox(boxes, children, i, { least, shape: 0.01 }));
    const widest = Math.max(...pack(Math.round(Math.sqrt(shape * area))).map(({ width }) => width));
    return pack(widest);
  });
  const heightOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { height }) => sum + height, 0);
  const total = Math.max(...stacks.map((blocks) => heightOf(blocks) + STREET * (blocks.length - 1)));
  return abreast(
    stacks.map((blocks) =>
      stacked(blocks, Math.max(STREET, Math.floor((total - heightOf(blocks)) / (blocks.length - 1 || 1)))),
    ),
    ALLEY,
  );
}

/** Between layers that stand beside each other, and between the boxes in one. */
const BETWEEN_LAYERS = 56;
const IN_LAYER = 16;

/** Layers beside each other, from left to right, as high as each other; each is one column, or more where it has many boxes. */
export function packLayers(
  boxes: readonly Box[],
  children: ReadonlyMap<number, readonly number[]>,
  layers: readonly number[],
): Block {
  const packed = layers.map((i) => {
    const many = (children.get(i)?.length ?? 0) > TALL;
    return packBox(boxes, children, i, { shape: many ? 0.35 : 0.01, gap: IN_LAYER });
  });
  return abreast(packed, BETWEEN_LAYERS);
}

/** Boxes of a layer that stand in one column, at most. */
const TALL = 16;

/** Blocks below each other. */
function stacked(blocks: readonly Block[], gap: number): Block {
  const all = { width: 0, height: blocks.length ? -gap : 0, places: new Map<number, Place>() };
  for (const block of blocks) {
    all.height += gap;
    for (const [i, place] of moved(block.places, 0, all.height)) all.places.set(i, place);
    all.width = Math.max(all.width, block.width);
    all.height += block.height;
  }
  return all;
}

/** Blocks beside each other. */
function abreast(blocks: readonly Block[], gap: number): Block {
  const all = { width: blocks.length ? -gap : 0, height: 0, places: new Map<number, Place>() };
  for (const block of blocks) {
    all.width += gap;
    for (const [i, place] of moved(block.places, all.width, 0)) all.places.set(i, place);
    all.width += block.width;
    all.height = Math.max(all.height, block.height);
  }
  return all;
}

/** Blocks in rows, in their order. */
export function packBlocks(blocks: readonly Block[], { least = 0, shape = SHAPE, gap = GAP }: Packing = {}): Block {
  const area = blocks.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const widest = blocks.reduce((most, { width }) => Math.max(most, width), least);
  const room = Math.max(widest, Math.round(Math.sqrt(shape * area)));
  const rows: Block[] = [];
  let row: Block[] = [];
  for (const block of blocks) {
    if (row.length && columnsOf([...row, block], gap).width > room) {
      rows.push(columnsOf(row, gap));
      row = [];
    }
    row.push(block);
  }
  if (row.length) rows.push(columnsOf(row, gap));
  return stacked(rows, gap);
}

/** A row: as high as its highest block, it consists of columns, in which lower ones stand below each other. */
function columnsOf(blocks: readonly Block[], gap: number): Block {
  const most = Math.max(...blocks.map(({ height }) => height));
  const columns: Block[][] = [];
  let height = Infinity;
  for (const block of blocks) {
    height += gap + block.height;
    if (height <= most) columns.at(-1)!.push(block);
    else {
      columns.push([block]);
      height = block.height;
    }
  }
  return abreast(
    columns.map((column) => stacked(column, gap)),
    gap,
  );
}

/** Places further to the right and further down. */
export const moved = (places: ReadonlyMap<number, Place>, x: number, y: number): Array<[number, Place]> =>
  [...places].map(([i, place]) => [i, { ...place, x: place.x + x, y: place.y + y }]);
