/** The styles of cells: those of the workbook, and the same with a format for days where a cell has none. */
import { attributeOf, tokensOf, withAttribute, type Token } from './xml.js';

/** The codes of formats that say nothing of numbers, and of that of texts; the ids of both in files that do not spell them out. */
const [GENERAL, TEXT] = ['general', '@'];
const KNOWN = new Map([
  ['0', GENERAL],
  ['49', TEXT],
]);

export class Styles {
  /** The elements `xf` of `cellXfs`, as they stand. */
  private readonly formats: string[] = [];
  private readonly made = new Map<string, number>();
  /** The codes of formats by their ids: programs write those that all know under ids of their own, too. */
  private readonly codes = new Map(KNOWN);
  private readonly before: string;
  private readonly open: string = '';
  private readonly after: string = '';

  constructor(
    xml: string,
    readonly calendar: 1900 | 1904,
  ) {
    let [before, after, format, where] = ['', '', '', 'before'];
    for (const token of tokensOf(xml)) {
      const { text, name, kind } = token;
      if (where === 'before' && name === 'numFmt') this.know(token);
      if (name === 'cellXfs' && kind === 'open') [where, this.open] = ['within', text];
      else if (where === 'within' && name === 'cellXfs' && kind === 'close') [where, after] = ['after', text];
      else if (where === 'before') before += text;
      else if (where === 'after') after += text;
      else {
        format += text;
        if (name === 'xf' && kind !== 'open') {
          this.formats.push(format.trim());
          format = '';
        }
      }
    }
    [this.before, this.after] = [before, after];
  }

  /** Returns true if what is in a cell of this style is shown as a text, or there is none with a format for days. */
  isText(style: string | undefined): boolean {
    return !this.formats.length || this.formatOf(style) === TEXT;
  }

  /** The style itself where it has a format for numbers, else the same with this format. */
  dated(style: string | undefined, format: number): string | undefined {
    const own = this.formats[Number(style ?? 0)];
    if (own === undefined || this.formatOf(style) !== GENERAL) return style;
    const key = `${style ?? 0}:${format}`;
    let index = this.made.get(key);
    if (index === undefined) {
      let xf = attributeOf(own, 'numFmtId') === undefined ? own.replace('<xf', '<xf numFmtId="0"') : own;
      xf = withAttribute(xf, 'numFmtId', String(format));
      if (attributeOf(xf, 'applyNumberFormat') === undefined) xf = xf.replace('<xf', '<xf applyNumberFormat="1"');
      index = this.formats.push(withAttribute(xf, 'applyNumberFormat', '1')) - 1;
      this.made.set(key, index);
    }
    return String(index);
  }

  xml(): string {
    if (!this.open) return this.before;
    const open = withAttribute(this.open, 'count', String(this.formats.length));
    return this.before + open + this.formats.join('') + this.after;
  }

  private know({ text, kind }: Token): void {
    const [id, code] = [attributeOf(text, 'numFmtId'), attributeOf(text, 'formatCode')];
    if (kind !== 'close' && id !== undefined && code !== undefined) this.codes.set(id, code.trim().toLowerCase());
  }

  /** The code of its format, in small letters; undefined for one that every program knows, and that is neither of the two. */
  private formatOf(style: string | undefined): string | undefined {
    const own = this.formats[Number(style ?? 0)] ?? '';
    return this.codes.get(attributeOf(own, 'numFmtId') ?? '0');
  }
}
