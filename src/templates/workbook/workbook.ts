/** One workbook: read by exceljs, its placeholders found, and written again with them filled. Loaded in a process of its own alone. */
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

/** Where a placeholder stands. */
export interface Place {
  sheet: string;
  cell: string;
  text: string;
}

/** A placeholder, and where it stands. */
export interface Found extends Place {
  row: number;
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
    private readonly all: readonly Found[],
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

  /** Of the same placeholders of a sheet the first one. */
  get found(): Found[] {
    return [...distinct(this.all).values()];
  }

  /** Where placeholders stand, as far as they are shown. */
  get places(): Place[] {
    return this.all.slice(0, WORKBOOK_LIMITS.places).map(({ sheet, cell, text }) => ({ sheet, cell, text }));
  }

  /** The workbook filled. Throws `Refused` beyond the limits, and for a column that its source has not. */
  async fill(request: FillRequest): Promise<FilledWorkbook> {
    const filling = new Filling(this.parts, this.inspected, this.all, request);
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
        const isLong = text.length > WORKBOOK_LIMITS.text;
        const placeholder = isLong ? undefined : placeholderIn(text);
        if (!isLong && !placeholder) return;
        const at = { sheet: name, cell: cell.address, text: text.trim().slice(0, 200) };
        const refusal: Refusal | undefined = placeholder
          ? refusalOf(placeholder, at)
          : { key: 'workbookLong', values: { ...at, max: WORKBOOK_LIMITS.text } };
        if (refusal) refusals.push(refusal);
        else found.push({ ...at, row: row.number, placeholder: placeholder as Placeholder });
      }),
    );
  }
  if (distinct(found).size > WORKBOOK_LIMITS.placeholders)
    throw new Refused('workbookMany', { max: WORKBOOK_LIMITS.placeholders, name: '{{ … }}' });
  return { found, refusals: refusals.slice(0, WORKBOOK_LIMITS.refusals) };
}

/** The first of those that are written the same on a sheet. */
function distinct(found: readonly Found[]): Map<string, Found> {
  const byKey = new Map<string, Found>();
  for (const one of found) {
    const key = JSON.stringify([one.sheet, one.text, one.placeholder]);
    if (!byKey.has(key)) byKey.set(key, one);
  }
  return byKey;
}

/** The text of a cell, however it is written. */
function textIn({ value }: Cell): string {
  if (typeof value === 'string') return value;
  const { richText } = (typeof value === 'object' && value ? value : {}) as Partial<CellRichTextValue>;
  return richText ? richText.map(({ text }) => text).join('') : '';
}

/** One sheet, and what it is filled with. */
interface FilledSheet {
  /** Its placeholders by their cells. */
  cells: Map<string, Found>;
  /** Rows that stand for each object, or row of the source. */
  repeated: Set<number>;
  /** What its rows are filled with: what it names, or the first that there is. */
  source: SourceSheet | undefined;
  /** How often these rows stand; 0: once, empty. */
  count: number;
  /** Positions of the columns that it names. */
  columns: Map<string, number | undefined>;
}

/** One workbook and what it is filled with. */
class Filling {
  readonly count: number;
  readonly layouts: Layouts;
  private readonly objects: unknown[];
  private readonly sources: SourceSheet[];
  private readonly values: Values;
  private readonly bySheet: ReadonlyMap<string, FilledSheet>;
  private written = 0;

  constructor(
    private readonly parts: Parts,
    { sheets }: Inspected,
    found: readonly Found[],
    private readonly request: FillRequest,
  ) {
    const elements = JSON.parse(`[${Buffer.from(request.bytes).toString('utf8')}]`) as unknown[];
    const isRows = request.kind === 'sheets';
    [this.objects, this.sources] = isRows ? [[], elements as SourceSheet[]] : [elements, []];
    this.count = isRows ? this.sources.reduce((sum, { rows }) => sum + rows.length, 0) : elements.length;
    this.values = new Values(request.zone);
    const ofSheet = new Map(sheets.map(({ name }) => [name, [] as Found[]]));
    for (const one of found) ofSheet.get(one.sheet)!.push(one);
    this.bySheet = new Map([...ofSheet].map(([name, ofIt]) => [name, this.sheetOf(ofIt)]));
    this.bound(sheets);
    this.layouts = new Layouts(
      sheets.map(({ name }) => {
        const { repeated, count } = this.bySheet.get(name)!;
        return [name, new Layout(new Map([...repeated].map((row) => [row, Math.max(1, count)])))];
      }),
    );
  }

  planOf(name: string, styles: Styles) {
    const sheet = this.bySheet.get(name)!;
    return {
      ...{ name, layouts: this.layouts, styles },
      isVoid: (row: number) => !sheet.count && sheet.repeated.has(row),
      valueOf: (address: string, copy: number) => {
        const found = sheet.cells.get(address);
        const value = found && this.valueOf(found, sheet, copy);
        if (typeof value === 'string') this.write(value.length);
        return value;
      },
    };
  }

  private sheetOf(found: readonly Found[]): FilledSheet {
    const named = found.flatMap(({ placeholder }) => (placeholder.kind === 'sheet' ? [placeholder.name] : []))[0];
    const source = named === undefined ? this.sources[0] : sheetNamed(this.sources, named);
    return {
      cells: new Map(found.map((one) => [one.cell, one])),
      repeated: new Set(found.filter(({ placeholder: { kind } }) => isOfRow(kind)).map(({ row }) => row)),
      source,
      count: this.request.kind === 'objects' ? this.objects.length : (source?.rows.length ?? 0),
      columns: new Map(),
    };
  }

  /** Throws `Refused` for more rows than are made, before any of them is. */
  private bound(sheets: Inspected['sheets']): void {
    let [rows, cells] = [0, 0];
    for (const { name, cells: inRow } of sheets) {
      const { repeated, count } = this.bySheet.get(name)!;
      rows += count * repeated.size;
      for (const row of repeated) cells += count * (inRow.get(row) ?? 0);
    }
    if (rows > WORKBOOK_LIMITS.rows || cells > WORKBOOK_LIMITS.cells)
      throw new Refused('workbookRows', { rows: WORKBOOK_LIMITS.rows, cells: WORKBOOK_LIMITS.cells });
    for (const { name, part } of sheets) {
      const { repeated, count } = this.bySheet.get(name)!;
      if (count && repeated.size) this.write(count * lengthOf(textOf(this.parts, part), repeated));
    }
  }

  /** Counts characters of repeated rows. Throws `Refused` for more than are written. */
  private write(length: number): void {
    this.written += length;
    if (this.written > WORKBOOK_LIMITS.written)
      throw new Refused('workbookOutput', { max: WORKBOOK_LIMITS.written >> 20 });
  }

  private valueOf({ placeholder, sheet: name, cell, text }: Found, sheet: FilledSheet, copy: number): Value {
    if (placeholder.kind === 'sheet') return placeholder.name;
    if (placeholder.kind === 'value')
      return placeholder.name === 'count' ? this.count : this.request.values[placeholder.name];
    if (placeholder.kind === 'object') return this.values.of(this.objects[copy], this.request.paths[text]!);
    const { source, columns } = sheet;
    if (!source) return null;
    const named = placeholder.column;
    if (!columns.has(named)) columns.set(named, columnIn(source.headings, named));
    const column = columns.get(named);
    if (column === undefined) throw new Refused('workbookNothing', { sheet: name, cell, text });
    return this.values.ofCell(source.rows[copy]?.[column], source.days.includes(column));
  }
}

const isOfRow = (kind: Placeholder['kind']): boolean => kind === 'object' || kind === 'row';

/** Characters of some rows of a sheet, as they stand in its part. */
function lengthOf(xml: string, rows: ReadonlySet<number>): number {
  let [length, isCounted] = [0, false];
  for (const { text, name, kind } of tokensOf(xml)) {
    if (name === 'row' && kind !== 'close') isCounted = rows.has(Number(attributeOf(text, 'r')));
    if (isCounted) length += text.length;
  }
  return length;
}
