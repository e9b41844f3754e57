/** One workbook: read by exceljs, its placeholders found, and written again with them filled. Loaded in a thread of its own alone. */
import { Workbook, type Cell, type CellRichTextValue } from 'exceljs';
import { byLibrary } from '../../core/http/errors.js';
import { moveBeside } from './beside.js';
import { inspect, type Inspected } from './inspect.js';
import { Layout, Layouts } from './layout.js';
import { WORKBOOK_LIMITS } from './limits.js';
import { packed, textOf, unpacked, type Parts } from './package.js';
import { placeholderIn, refusalOf, type Placeholder, type ValueName } from './placeholders.js';
import type { SourceSheet } from '../sources.js';
import { Refused, type Refusal } from './refusal.js';
import { filledSheet } from './sheet.js';
import { columnIn, sheetNamed } from './source-sheets.js';
import { Styles } from './styles.js';
import { Values, type PathPlan, type Value } from './values.js';
import { attributeOf, tokensOf } from './xml.js';

/** A placeholder, and where it stands. */
export interface Found {
  sheet: string;
  cell: string;
  row: number;
  text: string;
  placeholder: Placeholder;
}

/** What a workbook is filled with. */
export interface FillRequest {
  /** What the bytes are: objects of a list, or sheets with rows; elements of JSON, joined by commas. */
  kind: 'objects' | 'sheets';
  bytes: Uint8Array<ArrayBuffer>;
  /** How the values of objects are made, by the texts of placeholders. */
  paths: Readonly<Record<string, PathPlan>>;
  values: Readonly<Record<Exclude<ValueName, 'count'>, Value>>;
  zone: string;
}

export interface FilledWorkbook {
  bytes: Uint8Array<ArrayBuffer>;
  count: number;
}

/** What exceljs is given of a file: it reads cells. */
const READ =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|sharedStrings)\.xml|xl\/_rels\/workbook\.xml\.rels)$/;
const UNREAD = [
  ...['dataValidations', 'conditionalFormatting', 'mergeCells', 'hyperlinks', 'drawing', 'picture', 'tableParts'],
  ...['extLst', 'autoFilter', 'cols', 'rowBreaks', 'sheetViews', 'sheetProtection', 'headerFooter', 'pageSetup'],
];

/** A workbook that can be filled. */
export class OpenWorkbook {
  private constructor(
    private readonly parts: Parts,
    private readonly inspected: Inspected,
    readonly found: readonly Found[],
    /** What is wrong with it; then it cannot be filled. */
    readonly refusals: readonly Refusal[],
  ) {}

  /** Throws `Refused` for what is no workbook, or too large. */
  static async open(file: Buffer): Promise<OpenWorkbook> {
    const parts = await unpacked(file);
    const inspected = inspect(parts);
    if (inspected.refusals.length) return new OpenWorkbook(parts, inspected, [], inspected.refusals);
    const { found, refusals } = await read(parts, inspected);
    return new OpenWorkbook(parts, inspected, found, refusals);
  }

  get sheets(): string[] {
    return this.inspected.sheets.map(({ name }) => name);
  }

  /** The workbook filled. Throws `Refused` beyond the limits, and for a column that its source has not. */
  async fill(request: FillRequest): Promise<FilledWorkbook> {
    const filling = new Filling(this.inspected, this.found, request);
    const calendar = this.calendar();
    const styles = new Styles(this.parts.has(STYLES) ? textOf(this.parts, STYLES) : '', calendar);
    const filled: Parts = new Map(this.parts);
    for (const { name, part } of this.inspected.sheets)
      filled.set(part, Buffer.from(filledSheet(textOf(this.parts, part), filling.planOf(name, styles))));
    if (this.parts.has(STYLES)) filled.set(STYLES, Buffer.from(styles.xml()));
    moveBeside(filled, this.inspected.book, this.inspected.sheets, filling.layouts);
    return { bytes: new Uint8Array(await packed(filled)), count: filling.count };
  }

  /** How days are counted in the file. */
  private calendar(): 1900 | 1904 {
    for (const { text, name } of tokensOf(textOf(this.parts, this.inspected.book)))
      if (name === 'workbookPr') return /^(1|true)$/.test(attributeOf(text, 'date1904') ?? '') ? 1904 : 1900;
    return 1900;
  }
}

const STYLES = 'xl/styles.xml';
/** Styles are kept as they are, and not read: exceljs asks for those of rows, and needs that there are some. */
const NO_STYLES = Buffer.from(
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="1"><xf/></cellXfs></styleSheet>',
);

async function read(parts: Parts, { sheets }: Inspected): Promise<{ found: Found[]; refusals: Refusal[] }> {
  const given = [...parts].filter(([name]) => READ.test(name) || sheets.some(({ part }) => part === name));
  const workbook = new Workbook();
  try {
    const bytes = await packed(new Map([...given, [STYLES, NO_STYLES]]));
    await workbook.xlsx.load(bytes as never, { ignoreNodes: UNREAD });
  } catch (error) {
    throw new Refused('workbookBroken', {
      reason: byLibrary(error as Error)
        .in('en')
        .slice(0, 300),
    });
  }
  const found: Found[] = [];
  const refusals: Refusal[] = [];
  for (const { name } of sheets) {
    const sheet = workbook.getWorksheet(name);
    if (!sheet) throw new Refused('workbookBroken', { reason: name });
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        const text = textIn(cell);
        const placeholder = placeholderIn(text);
        const at = { sheet: name, cell: cell.address, text: text.trim().slice(0, 200) };
        if (!placeholder) return;
        const refusal = refusalOf(placeholder, at);
        if (refusal) refusals.push(refusal);
        else found.push({ ...at, row: row.number, placeholder: placeholder as Placeholder });
      }),
    );
  }
  return { found, refusals: refusals.slice(0, WORKBOOK_LIMITS.refusals) };
}

/** The text of a cell, however it is written. */
function textIn({ value }: Cell): string {
  if (typeof value === 'string') return value;
  const { richText } = (typeof value === 'object' && value ? value : {}) as Partial<CellRichTextValue>;
  return richText ? richText.map(({ text }) => text).join('') : '';
}

/** One workbook and what it is filled with. */
class Filling {
  readonly count: number;
  readonly layouts: Layouts;
  private readonly objects: unknown[];
  private readonly sources: SourceSheet[];
  private readonly values: Values;
  private readonly bySheet = new Map<string, Map<string, Found>>();

  constructor(
    { sheets }: Inspected,
    found: readonly Found[],
    private readonly request: FillRequest,
  ) {
    const elements = JSON.parse(`[${Buffer.from(request.bytes).toString('utf8')}]`) as unknown[];
    const isRows = request.kind === 'sheets';
    [this.objects, this.sources] = isRows ? [[], elements as SourceSheet[]] : [elements, []];
    this.count = isRows ? this.sources.reduce((sum, { rows }) => sum + rows.length, 0) : elements.length;
    this.values = new Values(request.zone);
    for (const one of found) {
      const cellsOf = this.bySheet.get(one.sheet) ?? new Map<string, Found>();
      this.bySheet.set(one.sheet, cellsOf.set(one.cell, one));
    }
    let [rows, cells] = [0, 0];
    const layouts = sheets.map(({ name, cells: inRow }) => {
      const count = this.countOf(name);
      const repeated = new Map(this.repeatedRows(name).map((row) => [row, Math.max(1, count)]));
      for (const row of repeated.keys()) {
        rows += count;
        cells += count * (inRow.get(row) ?? 0);
      }
      return [name, new Layout(repeated)] as const;
    });
    if (rows > WORKBOOK_LIMITS.rows || cells > WORKBOOK_LIMITS.cells)
      throw new Refused('workbookRows', { rows: WORKBOOK_LIMITS.rows, cells: WORKBOOK_LIMITS.cells });
    this.layouts = new Layouts(layouts);
  }

  planOf(name: string, styles: Styles) {
    const repeated = new Set(this.repeatedRows(name));
    const cells = this.bySheet.get(name);
    const isEmpty = !this.countOf(name);
    return {
      ...{ name, layouts: this.layouts, styles },
      isVoid: (row: number) => isEmpty && repeated.has(row),
      valueOf: (address: string, copy: number) => {
        const found = cells?.get(address);
        return found && this.valueOf(found, copy);
      },
    };
  }

  /** Rows that stand for each object, or row of the source. */
  private repeatedRows(sheet: string): number[] {
    const all = [...(this.bySheet.get(sheet)?.values() ?? [])];
    return [...new Set(all.flatMap(({ placeholder: { kind }, row }) => (isOfRow(kind) ? [row] : [])))];
  }

  private countOf(sheet: string): number {
    return this.request.kind === 'objects' ? this.objects.length : (this.sourceOf(sheet)?.rows.length ?? 0);
  }

  /** What the rows of a sheet are filled with: what it names, or the first that there is. */
  private sourceOf(sheet: string): SourceSheet | undefined {
    for (const { placeholder } of this.bySheet.get(sheet)?.values() ?? [])
      if (placeholder.kind === 'sheet') return sheetNamed(this.sources, placeholder.name);
    return this.sources[0];
  }

  private valueOf({ placeholder, sheet, cell, text }: Found, copy: number): Value {
    if (placeholder.kind === 'sheet') return placeholder.name;
    if (placeholder.kind === 'value')
      return placeholder.name === 'count' ? this.count : this.request.values[placeholder.name];
    if (placeholder.kind === 'object') return this.values.of(this.objects[copy], this.request.paths[text]!);
    const source = this.sourceOf(sheet);
    const column = source ? columnIn(source.headings, placeholder.column) : undefined;
    if (source && column === undefined) throw new Refused('workbookNothing', { sheet, cell, text });
    return column === undefined
      ? null
      : this.values.ofCell(source?.rows[copy]?.[column], source?.days.includes(column) ?? false);
  }
}

const isOfRow = (kind: Placeholder['kind']): boolean => kind === 'object' || kind === 'row';
