/** What writes workbooks row by row. */
import type exceljs from 'exceljs';

type Writer = typeof exceljs.stream.xlsx.WorkbookWriter;

/**
 * This part of exceljs alone: all of it would hold up everybody for a fifth of a second when the first workbook is written. Its
 * types do not know of the file.
 */
const FILE: string = 'exceljs/lib/stream/xlsx/workbook-writer.js';

/** The library's writer, loaded when it is first asked for: it would be a tenth of the time that a start takes. */
export async function workbookWriter(): Promise<Writer> {
  const { default: writer } = (await import(FILE)) as { default: Writer };
  return writer;
}
