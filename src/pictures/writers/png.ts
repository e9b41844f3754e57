/** Draws SVG as PNG, with the font that its widths were measured with. */
import { Resvg } from '@resvg/resvg-js';
import { FONT_FILES } from '../layout/font.js';

/** Pixels at most. */
export const MAX_PIXELS = 40_000_000;

/** A picture would have more pixels than are drawn. */
export class TooManyPixels extends Error {
  constructor(readonly pixels: number) {
    super(`A picture of ${pixels} pixels is too large.`);
  }
}

/**
 * A PNG of an SVG document.
 * @param size its own size in pixels
 * @param scale pixels for each of them
 * @throws `TooManyPixels`
 */
export function png(svg: string, size: { width: number; height: number }, scale: number): Uint8Array {
  const pixels = size.width * scale * size.height * scale;
  if (pixels > MAX_PIXELS) throw new TooManyPixels(pixels);
  const font = { loadSystemFonts: false, fontFiles: Object.values(FONT_FILES), defaultFontFamily: 'DejaVu Sans' };
  return new Resvg(svg, { font, fitTo: { mode: 'zoom', value: scale } }).render().asPng();
}
