/**
 * A picture for a page of a document: as SVG, and as PNG for programs that do not know SVG. A page does not grow with what is
 * on it, so a picture is folded until its names can be read.
 */
import type { Viz } from '@viz-js/viz';
import { scenesOf, type Drawing } from './draw.js';
import { layoutOf } from './layout/layout.js';
import type { Layout } from './layout/places.js';
import type { Box } from './scene/scene.js';
import { png } from './writers/png.js';
import { svg, type SvgPicture } from './writers/svg.js';

/** The room of a picture on a page, in points. */
export interface Page {
  width: number;
  height: number;
}

/** A picture with what a document says of it. */
export interface PagePicture {
  title: string;
  /** What it shows, what was folded and what was left out. */
  about: string;
  svg: string;
  png: Uint8Array<ArrayBuffer>;
  /** In points. */
  width: number;
  height: number;
  /** Place of its page in the list of pages. */
  page: number;
  boxes: Array<Pick<Box, 'id' | 'kind' | 'label' | 'folded'>>;
  /** The kinds of boxes with what they are called, in the order of the legend. */
  kinds: Array<{ kind: string; text: string }>;
}

/** Units of a picture in a point: a unit is a pixel of 96 to the inch. */
const UNITS_PER_POINT = 96 / 72;
/** Pixels of PNG to the inch. */
const PIXELS_PER_INCH = 200;
/** Names are 9 points high at their own size. So much smaller they are still comfortable, and still readable. */
const COMFORTABLE = 0.75;
const READABLE = 0.55;
/** A picture is folded so many times at most, and not below so many boxes. */
const MAX_FOLDS = 4;
const MIN_BOXES = 10;
/** Between lines that become shorter with the number of boxes, and areas that become smaller. */
const SHRINKING = 1.5;
/** Not to less of its boxes at once: what is folded may make it smaller than it had to be. */
const MIN_SHARE = 1 / 3;

/** Draws a picture for the page that suits it best. Throws as `sceneOf` and `png` do. */
export function drawForPages(
  drawing: Drawing,
  pages: readonly Page[],
  viz: Viz | undefined,
): { picture: PagePicture; by: Layout['by'] } | undefined {
  const sceneOf = scenesOf(drawing);
  for (let most = drawing.options.most, folds = 0; ; folds++) {
    const scene = sceneOf(most);
    const { title, about, boxes, legend } = scene;
    if (!boxes.length) return undefined;
    const layout = layoutOf(scene, viz);
    const drawn = svg(scene, layout, drawing.options.theme, true);
    const { page, scale } = bestPage(drawn, pages);
    if (scale < READABLE && folds < MAX_FOLDS && boxes.length > MIN_BOXES && most > MIN_BOXES) {
      const share = Math.max(MIN_SHARE, (scale / READABLE) ** SHRINKING);
      most = Math.max(MIN_BOXES, Math.floor(Math.min(most, boxes.length) * share));
      continue;
    }
    const pixels = png(drawn.text, drawn, (scale * PIXELS_PER_INCH) / 96);
    const picture: PagePicture = {
      ...{ title, about, svg: drawn.text, png: new Uint8Array(pixels), page },
      // Not wider or higher than its page by what is lost in calculating.
      width: Math.min(pages[page]!.width, (drawn.width * scale) / UNITS_PER_POINT),
      height: Math.min(pages[page]!.height, (drawn.height * scale) / UNITS_PER_POINT),
      boxes: boxes.map(({ id, kind, label, folded }) => ({ id, kind, label, ...(folded && { folded }) })),
      kinds: legend.flatMap((entry) => ('kind' in entry ? [{ kind: entry.kind, text: entry.text }] : [])),
    };
    return { picture, by: layout.by };
  }
}

/** The first page on which a picture is comfortable to read; else that on which it is largest. */
function bestPage({ width, height }: SvgPicture, pages: readonly Page[]): { page: number; scale: number } {
  const all = pages.map((room, page) => {
    const fitting = Math.min(room.width / width, room.height / height) * UNITS_PER_POINT;
    return { page, scale: Math.min(1, fitting) };
  });
  return (
    all.find(({ scale }) => scale >= COMFORTABLE) ?? all.reduce((best, one) => (one.scale > best.scale ? one : best))
  );
}
