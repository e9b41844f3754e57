/** Writes tables as a workbook, row by row; memory does not grow with their number. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type exceljs from 'exceljs';
import { workbookWriter } from '../workbook-writer.js';
import { begun, type FileFacts, type Table } from '../table.js';
import { stylesOf, widthsOf, type StyleIds } from './cells.js';
import { Sheet, type Inside } from './sheet.js';

const PRODUCT = 'Meridian';
/** So many rows are written before others get their turn. */
const TURN = 100;
/** A sheet takes no more. */
const MOST_ROWS = 1_048_576;

/**
 * Writes a workbook with a sheet for each table, and ends `out`; a table that is too long for one goes on in another, `Name
 * (2)`. Throws what reading the rows throws, and when nobody reads `out` any more.
 */
export async function writeXlsx(
  out: Writable,
  tables: readonly Table[],
  { title, created }: FileFacts,
  mostRows = MOST_ROWS,
): Promise<void> {
  const WorkbookWriter = await workbookWriter();
  const book = new WorkbookWriter({ stream: out, useStyles: true });
  Object.assign(book, { creator: PRODUCT, lastModifiedBy: PRODUCT, created, modified: created, title });
  const { styles } = book as unknown as Inside;
  const ids = stylesOf((style) => styles.addStyleModel(style));
  const gone = new AbortController();
  out.once('close', () => gone.abort());
  for (const table of tables) {
    const ready = await begun(table);
    if (!table.optional || ready.first) await writeTable(book, ready, ids, mostRows, gone.signal);
  }
  // The book would wait for ever for a reader who left.
  await Promise.race([book.commit(), once(gone.signal, 'abort')]);
}

async function writeTable(
  book: exceljs.stream.xlsx.WorkbookWriter,
  table: Awaited<ReturnType<typeof begun>>,
  ids: StyleIds,
  mostRows: number,
  gone: AbortSignal,
): Promise<void> {
  const { name, columns, first = [], sums } = table;
  const widths = widthsOf(columns, first);
  let part = 1;
  let count = 0;
  let sheet = new Sheet(book, name, table, widths, ids);
  for await (const batch of table.rows) {
    for (let from = 0; from < batch.length; from += TURN) {
      const some = batch.slice(from, from + TURN);
      if (sheet.rows + some.length > mostRows) {
        sheet.end();
        sheet = new Sheet(book, `${name} (${++part})`, table, widths, ids);
      }
      const before = count;
      sheet.add(some, sums && ((row) => sums.has(before + row)));
      count += some.length;
      await turn(sheet.pipes, gone);
    }
  }
  sheet.end();
  await turn(sheet.pipes, gone);
}

/** Lets others have their turn, and waits while the archive is behind. Throws when nobody reads the workbook any more. */
async function turn(pipes: readonly Writable[], gone: AbortSignal): Promise<void> {
  await new Promise(setImmediate);
  gone.throwIfAborted();
  for (const pipe of pipes) if (pipe.writableNeedDrain) await once(pipe, 'drain', { signal: gone });
}
