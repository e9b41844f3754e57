/** One sheet of a workbook: its headings by the library's own means, its rows as text. */
import type { Writable } from 'node:stream';
import type exceljs from 'exceljs';
import type { Cell, Table, TableColumn } from '../table.js';
import { HEADING, headingHeight, lettersOf, rowText, type StyleIds, type Widths } from './cells.js';

const A4 = 9;
/** Names that are wider than that would leave little of the screen to what moves. */
const WIDEST_NAMES = 90;
/** Name of the sheet, number of the page and of all of them. */
const FOOTER = '&L&A&R&P / &N';

/**
 * What is used of exceljs beyond its types. Rows are written as text past its objects for rows and cells, which cost more
 * than everything else that a report does. Its stream takes whatever it is given; what it is piped into says when it is full.
 */
export interface Inside {
  styles: { addStyleModel(style: object): number };
  stream: { write(text: string): void; pipes: Writable[] };
}

export class Sheet {
  private last = 1;
  private readonly sheet: exceljs.Worksheet;
  private readonly columns: readonly TableColumn[];
  private readonly line: (cells: readonly Cell[], row: number, sum: boolean) => string;

  /** `name`: of the sheet, where that is not the table's own. */
  constructor(
    book: exceljs.stream.xlsx.WorkbookWriter,
    name: string,
    { columns, names = 1 }: Pick<Table, 'columns' | 'names'>,
    widths: Widths,
    ids: StyleIds,
  ) {
    const kept = inSight(widths.widths, names);
    this.sheet = book.addWorksheet(name, {
      views: [{ state: 'frozen', xSplit: kept, ySplit: 1 }],
      pageSetup: onPaper(widths, kept, name),
      headerFooter: { oddFooter: FOOTER },
    });
    this.sheet.columns = widths.widths.map((width) => ({ width }));
    this.columns = columns;
    this.line = rowText(columns, widths, ids);
    this.writeHeadings(headingHeight(columns, widths.widths));
  }

  /** How many rows it has, that of the headings among them. */
  get rows(): number {
    return this.last;
  }

  /** Where its text goes; full or not. */
  get pipes(): Writable[] {
    return (this.sheet as unknown as Inside).stream.pipes;
  }

  /** Adds rows below the last one. `isSum`: whether one of them, counted from 0, sums up others. */
  add(rows: ReadonlyArray<readonly Cell[]>, isSum: (row: number) => boolean = () => false): void {
    let text = '';
    for (let i = 0; i < rows.length; i++) text += this.line(rows[i]!, ++this.last, isSum(i));
    (this.sheet as unknown as Inside).stream.write(text);
  }

  /** Nothing is added after this. */
  end(): void {
    this.sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: this.last, column: this.columns.length } };
    this.sheet.commit();
  }

  private writeHeadings(height: number): void {
    const row = this.sheet.addRow(this.columns.map(({ heading }) => heading));
    row.eachCell((cell) => (cell.style = HEADING));
    row.height = height;
    row.commit();
  }
}

/** How many of the columns with names stay in sight: at least one. */
function inSight(widths: readonly number[], names: number): number {
  let kept = Math.min(names, widths.length);
  const width = (): number => widths.slice(0, kept).reduce((sum, each) => sum + each, 0);
  while (kept > 1 && width() > WIDEST_NAMES) kept--;
  return kept;
}

/** Lying pages, as wide as the table where it can still be read; headings and names on each of them. */
function onPaper({ fit }: Widths, names: number, name: string): Partial<exceljs.PageSetup> {
  return {
    ...{ orientation: 'landscape', paperSize: A4 },
    ...(fit && { fitToPage: true, fitToWidth: 1, fitToHeight: 0 }),
    // The library does not double the apostrophe of a name, and a workbook with such a reference is taken for broken.
    ...(!name.includes("'") && { printTitlesRow: '1:1', printTitlesColumn: `A:${lettersOf(names - 1)}` }),
  };
}
