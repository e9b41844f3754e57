/** Lists as a workbook, row by row. */
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { workbookWriter } from '../../files/workbook-writer.js';
import type { ListResult } from '../run/query-runner.js';

/** Characters that a cell takes. */
const LONGEST = 32_767;
/** Rows that are written before others get their turn. */
const TURN = 200;
const WIDTH = 24;
const A4 = 9;
/** So many columns are made to fit on a page. */
const FITTED = 15;

/** A workbook with one sheet: a line of headings, then the rows. */
export function workbook(result: ListResult): Readable {
  const out = new PassThrough();
  write(result, out).catch((error: Error) => out.destroy(error));
  return out;
}

async function write({ columns, rows }: ListResult, out: PassThrough): Promise<void> {
  const WorkbookWriter = await workbookWriter();
  const book = new WorkbookWriter({ stream: out, useStyles: true });
  const sheet = book.addWorksheet('Query', {
    views: [{ state: 'frozen', xSplit: 1, ySplit: 1 }],
    pageSetup: {
      ...{ orientation: 'landscape', paperSize: A4, printTitlesRow: '1:1', printTitlesColumn: 'A:A' },
      ...(columns.length <= FITTED && { fitToPage: true, fitToWidth: 1, fitToHeight: 0 }),
    },
  });
  sheet.columns = columns.map((header) => ({ header, width: WIDTH }));
  let count = 0;
  for (const cells of rows()) {
    sheet
      .addRow(cells.map((cell) => (typeof cell === 'string' ? cell.slice(0, LONGEST).toWellFormed() : cell)))
      .commit();
    if (++count % TURN === 0) await turn(out);
  }
  sheet.commit();
  await book.commit();
}

/** Waits while the reader is behind. Throws when there is none any more. */
async function turn(out: PassThrough): Promise<void> {
  await new Promise(setImmediate);
  if (out.destroyed) throw new Error('Nobody reads the workbook any more.');
  if (out.writableNeedDrain) await Promise.race([once(out, 'drain'), once(out, 'close')]);
}
