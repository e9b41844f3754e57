/** Writes tables as a workbook, row by row; memory does not grow with their number (docs/decisions/files.md). */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { begun, type Cell, type FileFacts, type Table } from '../table.js';
import { escapeXml } from '../xml.js';
import { zipped, type ZipEntry } from '../zip.js';
import { headingText, rowText } from './cells.js';
import { layoutOf, lettersOf, type Layout } from './layout.js';
import { partsAround, SHEET_START, type ListedSheet } from './parts.js';

/** So many rows are written before the event loop is yielded. */
const ROWS_PER_TURN = 100;
/** A sheet takes no more. */
const MAX_ROWS = 1_048_576;
/** Name of the sheet, what is said of the file, number of the page and of all of them. */
const footerOf = (note = ''): string => `&L&A${note && `&C${note.replaceAll('&', '&&')}`}&R&P / &N`;

/**
 * Writes a workbook with a sheet for each table, and ends `out`; a table that is too long for one goes on in another, `Name
 * (2)`. Throws what reading the rows throws, and when nobody reads `out` any more.
 */
export async function writeXlsx(
  out: Writable,
  tables: readonly Table[],
  facts: FileFacts,
  maxRows = MAX_ROWS,
): Promise<void> {
  const parts = partsOf(tables, facts, maxRows);
  try {
    await pipeline(Readable.from(zipped(parts), { objectMode: false }), out);
  } finally {
    // Whoever waits for this may take it that no statement is read any more.
    await parts.return(undefined);
  }
}

/** The parts of the file, the sheets first: what is around them is known at the end. */
async function* partsOf(
  tables: readonly Table[],
  facts: FileFacts,
  maxRows: number,
): AsyncGenerator<ZipEntry, undefined> {
  const sheets: ListedSheet[] = [];
  for (const table of tables) {
    const ready = await begun(table);
    if (table.optional && !ready.first) continue;
    const layout = layoutOf(table, ready.first ?? []);
    const rows = new RowSource(ready.rows);
    try {
      for (let part = 1; part === 1 || !rows.ended; part++) {
        const name = part === 1 ? table.name : `${table.name} (${part})`;
        sheets.push({ name, titles: `A:${lettersOf(layout.frozen - 1)}` });
        const content = sheetText({ ...table, note: facts.note }, layout, rows, maxRows);
        yield { name: `xl/worksheets/sheet${sheets.length}.xml`, content };
      }
    } finally {
      await rows.close();
    }
  }
  yield* partsAround(sheets, facts);
  return undefined;
}

/** A table, and what each printed page says of the file. */
type NotedTable = Table & { note: string | undefined };

/** The rows of a table, a few at a time; those that one sheet has no room for begin the next. */
class RowSource {
  /** Nothing is left. */
  ended = false;
  /** How many were taken. */
  count = 0;
  private readonly batches: AsyncIterator<ReadonlyArray<readonly Cell[]>>;
  private waiting: ReadonlyArray<readonly Cell[]> = [];

  constructor(rows: Table['rows']) {
    this.batches = rows[Symbol.asyncIterator]();
  }

  /** The next rows; undefined where there is none, or no room for them. */
  async take(room: number): Promise<ReadonlyArray<readonly Cell[]> | undefined> {
    if (!this.waiting.length) {
      const { done, value } = await this.batches.next();
      if (done) {
        this.ended = true;
        return undefined;
      }
      this.waiting = value;
    }
    const rows = this.waiting.slice(0, ROWS_PER_TURN);
    if (rows.length > room) return undefined;
    this.waiting = this.waiting.slice(ROWS_PER_TURN);
    this.count += rows.length;
    return rows;
  }

  async close(): Promise<void> {
    await this.batches.return?.();
  }
}

/** One sheet: its headings, then rows until there are none, or no room is left. */
async function* sheetText(table: NotedTable, layout: Layout, rows: RowSource, maxRows: number): AsyncIterable<string> {
  const line = rowText(table, layout);
  const { sums } = table;
  yield startOf(layout) + headingText(table, layout);
  let last = 1;
  for (;;) {
    const before = rows.count;
    const some = await rows.take(maxRows - last);
    if (!some) break;
    let text = '';
    some.forEach((cells, i) => (text += line(cells, ++last, sums?.has(before + i) ?? false)));
    yield text;
    await new Promise(setImmediate);
  }
  yield endOf(table, layout, last);
}

function startOf({ widths, across, frozen }: Layout): string {
  const pane = `<pane xSplit="${frozen}" ySplit="1" topLeftCell="${lettersOf(frozen)}2" activePane="bottomRight" state="frozen"/>`;
  const columns = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
  return (
    `${SHEET_START}${across ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : ''}` +
    `<sheetViews><sheetView workbookViewId="0">${pane}<selection pane="bottomRight"/></sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`
  );
}

/** Lying pages, as many beside each other as the table takes where it can still be read. */
function endOf({ columns, plain, widths, note }: NotedTable, { paper, across }: Layout, rows: number): string {
  const isFiltered = !plain && !widths;
  return (
    `</sheetData>${isFiltered ? `<autoFilter ref="A1:${lettersOf(columns.length - 1)}${rows}"/>` : ''}` +
    '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>' +
    `<pageSetup paperSize="${paper.number}" orientation="landscape"` +
    `${across ? ` fitToWidth="${across}" fitToHeight="0"` : ''}/>` +
    `${plain ? '' : `<headerFooter><oddFooter>${escapeXml(footerOf(note))}</oddFooter></headerFooter>`}</worksheet>`
  );
}
