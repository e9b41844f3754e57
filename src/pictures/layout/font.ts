/** Widths of texts in DejaVu Sans, the font that PNG is drawn with, read from its files. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the files of the font are. */
export const FONT_FOLDER = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');

export type Weight = 'normal' | 'bold';

/** The files of both weights. */
export const FONT_FILES: Readonly<Record<Weight, string>> = {
  normal: join(FONT_FOLDER, 'DejaVuSans.ttf'),
  bold: join(FONT_FOLDER, 'DejaVuSans-Bold.ttf'),
};

/** How wide a sign that the font does not have is taken to be, in parts of the size. */
const UNKNOWN = 1;

/** Advances of the signs of one weight, in parts of the size. */
class Font {
  private readonly advances: Float64Array;
  private readonly glyphs: ReadonlyMap<number, number>;

  constructor(file: string) {
    const bytes = readFileSync(file);
    const tables = tablesOf(bytes);
    const unitsPerEm = bytes.readUInt16BE(tables.get('head')! + 18);
    const count = bytes.readUInt16BE(tables.get('hhea')! + 34);
    const metrics = tables.get('hmtx')!;
    this.advances = Float64Array.from({ length: count }, (_, i) => bytes.readUInt16BE(metrics + 4 * i) / unitsPerEm);
    this.glyphs = glyphsOf(bytes, tables.get('cmap')!);
  }

  width(text: string): number {
    let width = 0;
    for (const sign of text) {
      const glyph = this.glyphs.get(sign.codePointAt(0)!);
      width += glyph === undefined ? UNKNOWN : this.advances[Math.min(glyph, this.advances.length - 1)]!;
    }
    return width;
  }
}

/** Where the tables of the file begin, by their names. */
function tablesOf(bytes: Buffer): Map<string, number> {
  const tables = new Map<string, number>();
  for (let i = 0; i < bytes.readUInt16BE(4); i++) {
    const entry = 12 + 16 * i;
    tables.set(bytes.toString('latin1', entry, entry + 4), bytes.readUInt32BE(entry + 8));
  }
  return tables;
}

/** The glyph of each sign: from the subtable of format 12, which knows all planes. */
function glyphsOf(bytes: Buffer, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let i = 0; i < bytes.readUInt16BE(cmap + 2); i++) {
    const table = cmap + bytes.readUInt32BE(cmap + 8 + 8 * i);
    if (bytes.readUInt16BE(table) !== 12) continue;
    for (let k = 0; k < bytes.readUInt32BE(table + 12); k++) {
      const group = table + 16 + 12 * k;
      const [first, last, glyph] = [0, 4, 8].map((offset) => bytes.readUInt32BE(group + offset)) as [
        number,
        number,
        number,
      ];
      for (let code = first; code <= last; code++) glyphs.set(code, glyph + code - first);
    }
  }
  return glyphs;
}

const fonts = new Map<Weight, Font>();

/** The width of a text in whole units, rounded up. `size` is the height of the font. */
export function textWidth(text: string, size: number, weight: Weight = 'normal'): number {
  let font = fonts.get(weight);
  if (!font) fonts.set(weight, (font = new Font(FONT_FILES[weight])));
  return Math.ceil(font.width(text) * size);
}
