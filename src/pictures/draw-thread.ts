/** A thread that draws pictures: scenes, Graphviz and PNG take the thread that makes them, and others would wait meanwhile. */
import { constants, gzipSync } from 'node:zlib';
import type { Viz } from '@viz-js/viz';
import { serve } from '../core/thread.js';
import { draw, iconsOf, plainTagOf, sceneOfDrawing, tagOf, type Drawing } from './draw.js';
import { drawForPages, type Page, type PagePicture } from './pages.js';
import { TooManyBoxes } from './scene/build.js';
import { drawnLines } from './scene/scene.js';
import { TooManyPixels } from './writers/png.js';

/** What the thread is asked for. */
export interface DrawRequest {
  drawing: Drawing;
  /** Tags of pictures that need not be drawn, since their files are known; `*`: those of any picture are. */
  known: readonly string[];
  /** Without Graphviz. */
  plain: boolean;
  /** The picture is for one of these pages of a document, instead of a file. */
  pages?: readonly Page[];
}

/**
 * The tag with the file, packed, unless it is known, and the state of the map that is shown; the documents whose icons are needed
 * before; the picture of a document, unless it shows nothing; or why there is none.
 */
export type Answered =
  | { tag: string; packed?: Uint8Array<ArrayBuffer>; snapshot: string }
  | { icons: readonly number[] }
  | { forPages: PagePicture | undefined }
  | { boxes: number }
  | { pixels: number };

let viz: Viz | undefined;

/** Graphviz, loaded when it is first needed; undefined if it cannot be. */
async function graphviz(): Promise<Viz | undefined> {
  try {
    const { instance } = await import('@viz-js/viz');
    return (viz ??= await instance());
  } catch {
    return undefined;
  }
}

async function answer({ drawing, known, plain, pages }: DrawRequest): Promise<Answered> {
  try {
    if (pages) {
      const drawn = drawForPages(drawing, pages, plain ? undefined : await graphviz());
      if (drawn?.by === 'plain') viz = undefined;
      return { forPages: drawn?.picture };
    }
    const { scene, snapshot } = sceneOfDrawing(drawing);
    const icons = drawing.icons ? [] : iconsOf(scene);
    if (icons.length) return { icons };
    const tag = tagOf(scene, drawing);
    const found = [tag, plainTagOf(tag)].find((one) => known.includes(one)) ?? (known.includes('*') ? tag : undefined);
    if (found !== undefined) return { tag: found, snapshot };
    const given = plain || !drawnLines(scene).length ? undefined : await graphviz();
    const { bytes, by } = draw(scene, drawing, given);
    // Where it failed its memory may be spoilt: the next picture has a new one.
    if (given && by === 'plain') viz = undefined;
    // PNG is compressed already.
    const level = drawing.format === 'png' ? constants.Z_NO_COMPRESSION : constants.Z_DEFAULT_COMPRESSION;
    const packed = gzipSync(bytes, { level });
    // Bytes of its own, which can be handed over without a copy.
    return { tag: by === 'plain' ? plainTagOf(tag) : tag, packed: new Uint8Array(packed), snapshot };
  } catch (error) {
    if (error instanceof TooManyBoxes) return { boxes: error.boxes };
    if (error instanceof TooManyPixels) return { pixels: error.pixels };
    throw error;
  }
}

serve(answer, (answered) => {
  const bytes = 'packed' in answered ? answered.packed : 'forPages' in answered ? answered.forPages?.png : undefined;
  return bytes ? [bytes.buffer] : [];
});
