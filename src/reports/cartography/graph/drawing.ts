/** Draws the graph of a view: boxes in the colours of their types, headed by what stands in each column. */
import { PAGE_WIDTH, type Box, type Line, type Picture } from '../../../files/document.js';
import { arranged } from './layout.js';
import type { GraphNode, MapGraph } from './map-graph.js';

/** Colours of types: their boxes, and the signs that explain them. */
const COLOURS: ReadonlyArray<readonly [fill: string, edge: string]> = [
  ['DCE9F7', '9CC0E7'],
  ['FCE8D5', 'F3B87C'],
  ['E2F0D9', 'A3CF88'],
  ['F6E1EC', 'DE9BC0'],
  ['FFF4CC', 'EBCB57'],
  ['E4DFF0', 'B3A5D6'],
  ['D9F0EF', '85CCC8'],
  ['ECE6E0', 'C3B3A2'],
  ['E7E9ED', 'ADB5C2'],
  ['FBDDDA', 'F0A39B'],
  ['E9F2C9', 'BDD261'],
  ['D3DEF0', '7F9CCB'],
];

const WIDEST_BOX = 2700;
const GAP = 460;
/** Room for the boxes below the signs. */
const MAX_HEIGHT = 10_200;
const ROW = { most: 540, between: 90 };
const SIGN = { height: 240, between: 40, size: 14 };
/** From this height on a box takes two lines. */
const TWO_LINES = 400;
const LARGE = 15;
const SMALL = 13;
/** Width of a letter, as a part of the height of its line. */
const LETTER = 0.52;

/** What a type is called in the picture, and where its objects stand in the document. */
export interface Naming {
  titleOf(path: string): string;
  anchorOf(path: string, id: number): string;
}

/** The picture of a graph. */
export function drawn(graph: MapGraph, about: string, naming: Naming): Picture {
  const { columns } = graph;
  const room = (PAGE_WIDTH - GAP * (columns.length - 1)) / columns.length;
  const width = Math.min(WIDEST_BOX, Math.floor(room));
  const gap = columns.length > 1 ? Math.floor((PAGE_WIDTH - width * columns.length) / (columns.length - 1)) : GAP;
  const colours = coloursOf(columns);
  const signs = signsOf(columns, colours, naming, { width, gap });
  const top = Math.max(...signs.map(({ y, height }) => y + height)) + 2 * ROW.between;
  const rows = Math.max(...columns.map(({ length }) => length));
  const pitch = Math.min(ROW.most, Math.floor(MAX_HEIGHT / rows));
  const height = pitch - Math.min(ROW.between, Math.floor(pitch / 5));
  const heights = arranged(columns, graph.edges);
  const boxes = new Map<GraphNode, Box>();
  columns.forEach((column, k) => {
    for (const node of column) {
      const y = top + Math.round(heights.get(node)! * pitch);
      const [fill, edge] = colours.get(node.path)!;
      const place = { x: k * (width + gap), y, width, height, fill, edge };
      boxes.set(node, { ...place, ...labelOf(node, place, naming) });
    }
  });
  const within = columns.length > 1 ? gap : GAP;
  return {
    about,
    width: PAGE_WIDTH,
    height: top + pitch * rows,
    boxes: [...signs, ...boxes.values()],
    lines: graph.edges.map(([from, to]) => lineBetween(boxes.get(from)!, boxes.get(to)!, within)),
  };
}

type Colours = ReadonlyMap<string, readonly [fill: string, edge: string]>;

const coloursOf = (columns: MapGraph['columns']): Colours =>
  new Map([...new Set(columns.flat().map(({ path }) => path))].map((path, i) => [path, COLOURS[i % COLOURS.length]!]));

/** The types of each column above it. */
function signsOf(
  columns: MapGraph['columns'],
  colours: Colours,
  { titleOf }: Naming,
  { width, gap }: { width: number; gap: number },
): Box[] {
  return columns.flatMap((column, k) =>
    [...new Set(column.map(({ path }) => path))].map((path, i): Box => ({
      ...{ x: k * (width + gap), y: i * (SIGN.height + SIGN.between), width, height: SIGN.height, size: SIGN.size },
      ...{ text: shortened(titleOf(path), width, SIGN.size, 1), fill: colours.get(path)![1], bold: true },
    })),
  );
}

function labelOf(
  { path, id, name, count }: GraphNode,
  { width, height }: Pick<Box, 'width' | 'height'>,
  { titleOf, anchorOf }: Naming,
): Pick<Box, 'text' | 'size' | 'anchor'> {
  const size = height >= TWO_LINES ? LARGE : SMALL;
  const lines = height >= TWO_LINES ? 2 : 1;
  if (id === undefined) return { text: shortened(`${titleOf(path)} (${count})`, width, size, lines), size };
  return { text: shortened(name, width, size, lines), size, anchor: anchorOf(path, id) };
}

/** A text as far as it has room. Lines break at words, so several hold less than they could. */
function shortened(text: string, width: number, size: number, lines: number): string {
  const letters = [...text.replace(/\s+/g, ' ')];
  const inLine = Math.floor((width - 80) / (size * 10 * LETTER));
  const room = lines === 1 ? inLine : Math.floor(inLine * lines * 0.85);
  return letters.length <= room ? letters.join('') : `${letters.slice(0, room - 1).join('')}…`;
}

/** From the side of a box that looks at the other one; within a column around the outside. */
function lineBetween(from: Box, to: Box, gap: number): Line {
  const middle = ({ y, height }: Box): number => y + height / 2;
  if (from.x === to.x) {
    const right = from.x + from.width;
    return { from: [right, middle(from)], to: [right, middle(to)], bend: [gap * 0.8, gap * 0.8] };
  }
  const forward = from.x < to.x;
  const [x, u] = forward ? [from.x + from.width, to.x] : [from.x, to.x + to.width];
  const reach = Math.abs(u - x) / 2;
  return { from: [x, middle(from)], to: [u, middle(to)], bend: forward ? [reach, -reach] : [-reach, reach] };
}
