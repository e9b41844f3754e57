/** Pictures for pages of documents: which page they stand on, how large, and what is folded until they can be read. */
import { instance, type Viz } from '@viz-js/viz';
import type { PartAnswer } from '../../src/graph/index.js';
import type { Drawing } from '../../src/pictures/draw.js';
import { defaultOptions } from '../../src/pictures/options.js';
import { drawForPages, type Page, type PagePicture } from '../../src/pictures/pages.js';
import { kind } from './made.js';

const PAGES: readonly Page[] = [
  { width: 480, height: 540 },
  { width: 730, height: 320 },
];

const drawingOf = (view: string, part: PartAnswer): Drawing => ({
  ...{ view, graph: new TextEncoder().encode(JSON.stringify(part)), rows: {} },
  kinds: [...new Set(part.nodes.map(({ kind }) => kind))].map((path) => kind(path)),
  ...{ options: { ...defaultOptions(), links: false }, format: 'svg', scale: 1 },
});

const nodes = (kind: string, count: number): PartAnswer['nodes'] =>
  Array.from({ length: count }, (_, i) => ({ kind, id: 1 + i, label: `${kind} number ${1 + i}`, tags: [], icon: 0 }));

/** Bays with so many servers in each. */
function bays(count: number, servers: number): PartAnswer {
  const edges = Array.from({ length: count * servers }, (_, i) => ({
    ...{ type: 'physical-servers.bay_id', from: i % count, to: count + i, object: 0, label: '', both: false },
  }));
  return { snapshot: 's', nodes: [...nodes('bays', count), ...nodes('physical-servers', count * servers)], edges };
}

/** Entities in a row, each with a relation to the next. */
const chain = (count: number): PartAnswer => ({
  snapshot: 's',
  nodes: nodes('entities', count),
  edges: Array.from({ length: count - 1 }, (_, i) => ({
    ...{ type: 'relations', from: i, to: i + 1, object: 1 + i, label: `relation ${i}`, both: false },
  })),
});

/** How much smaller than its own size it is. */
const scaleOf = ({ svg, width }: PagePicture): number => (width * 96) / 72 / Number(/ width="(\d+)"/.exec(svg)![1]);

describe('a picture for a page', () => {
  let viz: Viz;
  beforeAll(async () => {
    viz = await instance();
  });
  const drawn = (view: string, part: PartAnswer, pages = PAGES): PagePicture | undefined =>
    drawForPages(drawingOf(view, part), pages, viz)?.picture;

  it('is there only where something is shown', () => {
    expect(drawn('physical-infrastructure', { snapshot: 's', nodes: [], edges: [] })).toBeUndefined();
  });
  it.each([
    // A small one stands upright at its own size; a wide one lies on its side; what is too much is folded.
    ['a few', bays(1, 3), { page: 0, scale: 1, boxes: 4 }],
    ['many side by side', bays(6, 12), { page: 1, scale: 0.6, boxes: 78 }],
    ['thousands', bays(90, 30), { page: 1, scale: 0.55, boxes: 180 }],
    ['hundreds of containers', bays(400, 3), { page: 1, scale: 0.55, boxes: 160 }],
  ])('of %s can be read', (_, part, { page, scale, boxes }) => {
    const picture = drawn('physical-infrastructure', part)!;
    expect([picture.page, scaleOf(picture) >= scale, scaleOf(picture) <= 1]).toEqual([page, true, true]);
    expect(picture.boxes.length).toBeLessThanOrEqual(boxes);
    expect(picture.width).toBeLessThanOrEqual(PAGES[page]!.width);
    expect(picture.height).toBeLessThanOrEqual(PAGES[page]!.height);
  });
  it('says what was folded, and draws no more than ten boxes have room for where not even these can be read', () => {
    const part = chain(60);
    const picture = drawn('ecosystem', part)!;
    expect(picture.about).toContain('objects not shown');
    const narrow = drawn('ecosystem', part, [{ width: 50, height: 50 }])!;
    expect(narrow.boxes).toHaveLength(10);
    expect(narrow.width).toBeCloseTo(50);
  });
  it('is the same bytes again', () => {
    const [first, second] = [drawn('ecosystem', chain(7))!, drawn('ecosystem', chain(7))!];
    expect(Buffer.from(first.png).equals(Buffer.from(second.png))).toBe(true);
    expect({ ...first, png: 0 }).toEqual({ ...second, png: 0 });
  });
  it('has neither title nor caption nor references of its own', () => {
    const { svg, title } = drawn('physical-infrastructure', bays(2, 30))!;
    expect(svg).not.toMatch(/<use|href=|<a /);
    expect(svg.split(title).length - 1).toBe(3); // in what is said to those who do not see it
    expect(svg).not.toMatch(/<text[^>]*>To keep it readable/);
  });
});
