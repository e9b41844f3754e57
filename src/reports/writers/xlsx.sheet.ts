/** One sheet of a workbook: its headings by the library's own means, its rows as text. */
import type { Writable } from 'node:stream';
import type exceljs from 'exceljs';
import type { Cell, TableColumn } from './table.js';
import { HEADING, LINE, rowText, type StyleIds } from './xlsx.cells.js';

const A4 = 9;
/** So many characters can be read side by side on paper. */
const WIDEST_PAGE = 220;
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
  private readonly line: (cells: readonly Cell[], row: number) => string;

  constructor(
    book: exceljs.stream.xlsx.WorkbookWriter,
    name: string,
    private readonly columns: readonly TableColumn[],
    widths: readonly number[],
    ids: StyleIds,
  ) {
    this.sheet = book.addWorksheet(name, {
      views: [{ state: 'frozen', ySplit: 1 }],
      pageSetup: onPaper(widths, name),
      headerFooter: { oddFooter: FOOTER },
    });
    this.sheet.columns = widths.map((width) => ({ width }));
    this.line = rowText(columns, widths, ids);
    this.writeHeadings(widths);
  }

  /** How many rows it has, that of the headings among them. */
  get rows(): number {
    return this.last;
  }

  /** Where its text goes; full or not. */
  get pipes(): Writable[] {
    return (this.sheet as unknown as Inside).stream.pipes;
  }

  /** Adds rows below the last one. */
  add(rows: ReadonlyArray<readonly Cell[]>): void {
    let text = '';
    for (const row of rows) text += this.line(row, ++this.last);
    (this.sheet as unknown as Inside).stream.write(text);
  }

  /** Nothing is added after this. */
  end(): void {
    this.sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: this.last, column: this.columns.length } };
    this.sheet.commit();
  }

  private writeHeadings(widths: readonly number[]): void {
    const row = this.sheet.addRow(this.columns.map(({ heading }) => heading));
    row.eachCell((cell) => (cell.style = HEADING));
    const wrapped = this.columns.some(({ heading }, i) => heading.length > widths[i]! - 3);
    row.height = (wrapped ? 2.2 : 1.2) * LINE;
    row.commit();
  }
}

/** Lying pages, as wide as the table where it can still be read; headings on each of them. */
function onPaper(widths: readonly number[], name: string): Partial<exceljs.PageSetup> {
  const fitToPage = widths.reduce((sum, width) => sum + width, 0) <= WIDEST_PAGE;
  return {
    ...{ orientation: 'landscape', paperSize: A4 },
    ...(fitToPage && { fitToPage, fitToWidth: 1, fitToHeight: 0 }),
    // The library does not double the apostrophe of a name, and a workbook with such a reference is taken for broken.
    ...(!name.includes("'") && { printTitlesRow: '1:1' }),
  };
}
