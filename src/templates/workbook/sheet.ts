/** A sheet, written again with its placeholders filled: some rows several times, what lies below moved down. */
import { escapeXml } from '../../files/xml.js';
import { copiesOf, movedFormula, movedRanges, rowsOf, topRow, type Home, type Layout, type Layouts } from './layout.js';
import { columnNumber, MAX_ROW, slid } from './references.js';
import { Refused } from './refusal.js';
import type { Styles } from './styles.js';
import { cellXml, type Value } from './values.js';
import { attributeOf, tokensOf, unescapeXml, withAttribute, withoutAttribute, type Token } from './xml.js';

/** How a sheet is filled. */
export interface SheetPlan {
  name: string;
  layouts: Layouts;
  styles: Styles;
  /** Returns true for a repeated row of which there is nothing: it stands once, empty. */
  isVoid(row: number): boolean;
  /** What stands in a cell in place of its placeholder; `copy`: of a repeated row, from 0. Undefined: it holds none. */
  valueOf(address: string, copy: number): Value | undefined;
}

interface Formula {
  /** The element as it is opened. */
  tag: string;
  text: string;
}

interface Cell {
  tag: string;
  column: string;
  address: string;
  formula: Formula | undefined;
  /** What stands in it, beside its formula. */
  inner: string;
}

interface Row {
  tag: string;
  number: number;
  cells: Cell[];
}

/** Which copy of repeated rows something stands in. */
type Copy = Required<Pick<Home, 'copy' | 'size'>>;

/** A formula that several cells share: that of its first cell. */
interface Shared {
  text: string;
  row: number;
  column: number;
}

/** The sheet's part, filled. In time that grows with what comes out. Throws `Refused` for what cannot be repeated, or goes beyond a sheet. */
export function filledSheet(xml: string, plan: SheetPlan): string {
  return new SheetWriter(plan).write(xml);
}

class SheetWriter {
  private readonly written: string[] = [];
  private readonly layout: Layout;
  private readonly shared = new Map<string, Shared>();
  private row: Row | undefined;
  private cell: Cell | undefined;
  private formula: Formula | undefined;
  private isWithinRows = false;
  /** Rows that stand together in each copy, as far as they were read. */
  private together: Row[] = [];

  constructor(private readonly plan: SheetPlan) {
    this.layout = plan.layouts.of(plan.name);
  }

  write(xml: string): string {
    const rest: Token[] = [];
    let isBehind = false;
    for (const token of tokensOf(xml)) {
      if (isBehind) rest.push(token);
      else if (token.name === 'sheetData') {
        this.written.push(token.text);
        this.isWithinRows = token.kind === 'open';
        isBehind = token.kind !== 'open';
      } else if (this.isWithinRows) this.take(token);
      else this.written.push(token.name === 'dimension' ? this.ranged(token, 'ref') : token.text);
    }
    this.written.push(...new Behind(rest, this.plan).written());
    return this.written.join('');
  }

  private take(token: Token): void {
    const { text, name, kind } = token;
    if (name === 'row') this.takeRow(text, kind);
    else if (name === 'c' && this.row) this.takeCell(text, kind, this.row);
    else if (!this.cell) return;
    else if (name === 'f') this.takeFormula(text, kind, this.cell);
    else if (this.formula) this.formula.text += unescapeXml(text);
    else this.cell.inner += text;
  }

  private takeRow(tag: string, kind: Token['kind']): void {
    if (kind !== 'close') this.row = { tag, number: Number(attributeOf(tag, 'r')), cells: [] };
    if (kind === 'open' || !this.row) return;
    this.writeRow(this.row);
    this.row = undefined;
  }

  private takeCell(tag: string, kind: Token['kind'], row: Row): void {
    if (kind !== 'close') {
      const address = attributeOf(tag, 'r') ?? '';
      this.cell = { tag, address, column: /^[A-Z]*/.exec(address)![0], formula: undefined, inner: '' };
    }
    if (kind === 'open' || !this.cell) return;
    row.cells.push(this.cell);
    this.cell = undefined;
  }

  private takeFormula(tag: string, kind: Token['kind'], cell: Cell): void {
    if (kind !== 'close') this.formula = cell.formula = { tag, text: '' };
    if (kind === 'open') return;
    this.formula = undefined;
    this.unshare(cell.formula!, cell);
  }

  /** A cell that shares the formula of another one gets its own, as it would stand there. */
  private unshare(formula: Formula, { address, column }: Cell): void {
    if (attributeOf(formula.tag, 't') !== 'shared') return;
    const id = attributeOf(formula.tag, 'si') ?? '';
    const [row, at] = [Number(address.slice(column.length)), columnNumber(column)];
    const first = this.shared.get(id);
    if (formula.text) this.shared.set(id, { text: formula.text, row, column: at });
    else if (first) formula.text = slid(first.text, row - first.row, at - first.column);
    formula.tag = '<f>';
  }

  private writeRow(row: Row): void {
    const block = this.layout.blockOf(row.number);
    if (!block) return this.writeCopy(row, this.layout.first(row.number), undefined);
    this.together.push(row);
    if (row.number < block.row + block.size - 1) return;
    for (let copy = 0; copy < block.count; copy++)
      for (const one of this.together)
        this.writeCopy(one, this.layout.first(one.number) + copy * block.size, { copy, size: block.size });
    this.together = [];
  }

  /** A row at its place; `home`: of a repeated one. */
  private writeCopy(row: Row, at: number, home: Copy | undefined): void {
    if (at > MAX_ROW) {
      // Programs write the heights of rows down to the last one, which are of no use beyond it.
      if (row.cells.some(({ formula, inner }) => formula ?? inner))
        throw new Refused('workbookBeyond', { sheet: this.plan.name, row: row.number, max: MAX_ROW });
      return;
    }
    const isVoid = this.plan.isVoid(row.number);
    let text = withAttribute(row.tag.replace(/\/>$/, '>'), 'r', String(at));
    for (const cell of row.cells) text += isVoid ? this.emptied(cell, at) : this.filled(cell, at, home);
    this.written.push(text, '</row>');
  }

  private emptied({ tag, column }: Cell, row: number): string {
    return cellXml(column + row, attributeOf(tag, 's'), null, this.plan.styles);
  }

  private filled(cell: Cell, row: number, home: Copy | undefined): string {
    const { tag, address, column, formula } = cell;
    const place = column + row;
    const value = this.plan.valueOf(address, home?.copy ?? 0);
    if (value !== undefined) return cellXml(place, attributeOf(tag, 's'), value, this.plan.styles);
    const open = withAttribute(tag, 'r', place);
    if (!formula) return open.endsWith('/>') ? open : `${open}${cell.inner}</c>`;
    const ref = attributeOf(formula.tag, 'ref');
    const opened = formula.tag.replace(/\/>$/, '>');
    const isOwn = home !== undefined && ref !== undefined && !parseRange(ref);
    const written = ref === undefined ? opened : withAttribute(opened, 'ref', isOwn ? place : this.rangeOf(ref, home));
    const moved = movedFormula(formula.text, { sheet: this.plan.name, ...home }, this.plan.layouts);
    // What it came to before is nothing any more: it is computed when the file is opened.
    return `${withoutAttribute(open, 't')}${written}${escapeXml(moved)}</f></c>`;
  }

  /** The cells of a formula that fills several. */
  private rangeOf(ref: string, home: Copy | undefined): string {
    return home
      ? movedFormula(ref, { sheet: this.plan.name, ...home }, this.plan.layouts)
      : movedRanges(ref, this.layout);
  }

  private ranged({ text }: Token, attribute: string): string {
    const value = attributeOf(text, attribute);
    return value === undefined ? text : withAttribute(text, attribute, movedRanges(value, this.layout));
  }
}

/** Returns true if a range has more than one cell as it is written. */
const parseRange = (ref: string): boolean => ref.includes(':');

/** Attributes that hold ranges, by the elements behind the rows. */
const RANGES: Readonly<Record<string, 'ref' | 'sqref'>> = {
  ...{ autoFilter: 'ref', sortState: 'ref', sortCondition: 'ref', hyperlink: 'ref', protectedRange: 'sqref' },
  ...{ ignoredError: 'sqref', conditionalFormatting: 'sqref', dataValidation: 'sqref' },
};
/** Elements whose formulas are relative to the first cell of their ranges. */
const RELATIVE = new Set(['conditionalFormatting', 'dataValidation']);
const FORMULAS = new Set(['formula', 'formula1', 'formula2', 'f']);

/** What stands behind the rows of a sheet. */
class Behind {
  private readonly layout: Layout;
  private home: Home;
  private within = '';
  private isRowBreak = false;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly plan: SheetPlan,
  ) {
    this.layout = plan.layouts.of(plan.name);
    this.home = { sheet: plan.name };
  }

  written(): string[] {
    const written: string[] = [];
    for (let at = 0; at < this.tokens.length; at++) {
      const token = this.tokens[at]!;
      if (token.name === 'mergeCells' && token.kind === 'open') {
        const end = this.tokens.findIndex(({ name, kind }, i) => i > at && name === 'mergeCells' && kind === 'close');
        written.push(this.merges(token.text, this.tokens.slice(at + 1, end)));
        at = end;
      } else written.push(this.moved(token, at));
    }
    return written;
  }

  private moved(token: Token, at: number): string {
    const { text, name, kind } = token;
    if (kind === 'text') return this.text(text);
    this.within = kind === 'open' ? name : '';
    if (name === 'rowBreaks') this.isRowBreak = kind === 'open';
    if (kind === 'close') return text;
    if (RELATIVE.has(name)) this.home = this.homeOf(attributeOf(text, 'sqref') ?? this.rangesBehind(at, name));
    if (name === 'brk') return this.isRowBreak ? this.broken(text) : text;
    const attribute = RANGES[name];
    const ranges = attribute && attributeOf(text, attribute);
    let written =
      ranges === undefined
        ? text
        : withAttribute(text, attribute!, movedRanges(ranges, this.layout, attribute === 'sqref'));
    const location = name === 'hyperlink' ? attributeOf(text, 'location') : undefined;
    if (location !== undefined)
      written = withAttribute(
        written,
        'location',
        movedFormula(location, { sheet: this.plan.name }, this.plan.layouts),
      );
    return written;
  }

  private text(text: string): string {
    if (this.within === 'sqref') return escapeXml(movedRanges(unescapeXml(text), this.layout, true));
    return FORMULAS.has(this.within) ? escapeXml(movedFormula(unescapeXml(text), this.home, this.plan.layouts)) : text;
  }

  /** Newer elements say their ranges behind their formulas. */
  private rangesBehind(at: number, name: string): string {
    for (let i = at + 1; i < this.tokens.length && this.tokens[i]!.name !== name; i++)
      if (this.tokens[i]!.name === 'sqref' && this.tokens[i]!.kind === 'open') return this.tokens[i + 1]?.text ?? '';
    return '';
  }

  private homeOf(ranges: string): Home {
    const row = ranges ? topRow(ranges) : undefined;
    const block = row === undefined ? undefined : this.layout.blockOf(row);
    return { sheet: this.plan.name, ...(block && { copy: 0, size: block.size }) };
  }

  /** A page ends behind a row. */
  private broken(tag: string): string {
    return withAttribute(tag, 'id', String(this.layout.last(Number(attributeOf(tag, 'id')))));
  }

  /** Cells that are one: those within repeated rows stand in each copy. Throws `Refused` for those that reach in or out of such rows. */
  private merges(open: string, tokens: readonly Token[]): string {
    const refs = tokens.flatMap(({ text, name, kind }) =>
      name === 'mergeCell' && kind !== 'close' ? [attributeOf(text, 'ref') ?? ''] : [],
    );
    const crossing: string[] = [];
    const ranges = refs.flatMap((ref) => {
      const rows = rowsOf(ref);
      if (!rows || !this.layout.hasBlockIn(rows.first, rows.last)) return [movedRanges(ref, this.layout)];
      const block = this.layout.blockOf(rows.first);
      if (block && rows.last < block.row + block.size) return copiesOf(ref, this.layout);
      crossing.push(ref);
      return [];
    });
    if (crossing.length)
      throw new Refused('workbookMerged', { sheet: this.plan.name, cells: crossing.slice(0, MAX_TOLD).join(', ') });
    const elements = ranges.filter(Boolean).map((ref) => `<mergeCell ref="${ref}"/>`);
    return `${withAttribute(open, 'count', String(elements.length))}${elements.join('')}</mergeCells>`;
  }
}

/** Ranges that are told of at once. */
const MAX_TOLD = 20;
