/** The first rows of a filled workbook, as texts. */
import { Workbook, type Cell } from 'exceljs';

/** Rows, columns and characters of a cell that are shown, and cells of all sheets. */
const SHOWN = { rows: 60, columns: 30, text: 200, cells: 20_000 } as const;

/** A sheet as far as it is shown. */
export interface SheetPreview {
  name: string;
  /** The texts of cells, by position; formulas begin with their equals sign. */
  rows: string[][];
}

export async function previewOf(bytes: Uint8Array): Promise<SheetPreview[]> {
  const workbook = new Workbook();
  await workbook.xlsx.load(bytes as never, { ignoreNodes: ['dataValidations'] });
  let cells = 0;
  return workbook.worksheets.map((sheet) => {
    const rows: string[][] = [];
    for (let number = 1; number <= Math.min(SHOWN.rows, sheet.rowCount) && cells < SHOWN.cells; number++) {
      const row = sheet.findRow(number);
      const length = Math.min(SHOWN.columns, row?.cellCount ?? 0);
      cells += length;
      rows.push(Array.from({ length }, (_, i) => shown(row!.findCell(i + 1))));
    }
    return { name: sheet.name, rows };
  });
}

function shown(cell: Cell | undefined): string {
  if (!cell || (cell.isMerged && cell.master !== cell)) return '';
  const text = cell.formula ? `=${cell.formula}` : cell.value instanceof Date ? dayOf(cell.value) : cell.text;
  return text.slice(0, SHOWN.text).toWellFormed();
}

/** Without its time where it is midnight. */
const dayOf = (date: Date): string =>
  date
    .toISOString()
    .replace('T', ' ')
    .replace(/( 00:00:00)?\.000Z$/, '');
