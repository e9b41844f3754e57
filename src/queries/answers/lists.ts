/** Lists as CSV, JSON and workbooks, piece by piece. */
import { PassThrough, type Readable } from 'node:stream';
import { BOM, csvLine, type CsvFile } from '../../files/csv.js';
import type { Cell } from '../../files/table.js';
import { writeXlsx } from '../../files/xlsx/writer.js';
import type { Scalar } from '../../database/database.js';
import type { ListResult } from '../run/query-runner.js';

/** Characters that are handed on at once: all of most results. */
const PIECE = 1 << 18;
/** Characters that a cell of a workbook takes. */
const MAX_CELL_CHARACTERS = 32_767;
const BATCH = 200;

/** What clients of stored queries expect (contract 11). */
export const DEFAULT_CSV: CsvFile = { separator: ';', newline: '\n', bom: true, encloseBlanks: true };

/** A CSV file: a line of headings, then the rows. */
export function* csvText({ columns, rows }: ListResult, file: CsvFile): Iterable<string> {
  let text = (file.bom ? BOM : '') + csvLine(columns, file);
  for (const cells of rows()) {
    text += csvLine(cells, file);
    if (text.length > PIECE) {
      yield text;
      text = '';
    }
  }
  yield text;
}

/** `{columns, rows, meta}`: each row is an object with the columns as its members. */
export function* jsonText({ columns, json, rows, meta }: ListResult): Iterable<string> {
  const names = columns.map((name) => `${JSON.stringify(name)}:`);
  // A column that is asked for twice is one member.
  const last = columns.map((name, i) => columns.lastIndexOf(name) === i);
  let text = `{"columns":${JSON.stringify(columns)},"rows":[`;
  let first = true;
  for (const cells of rows()) {
    let members = '';
    for (let i = 0; i < cells.length; i++) {
      if (last[i]) members += `${members ? ',' : ''}${names[i]}${valueText(cells[i]!, json.has(i))}`;
    }
    text += `${first ? '' : ','}{${members}}`;
    first = false;
    if (text.length > PIECE) {
      yield text;
      text = '';
    }
  }
  yield `${text}],"meta":${JSON.stringify(meta)}}`;
}

/** A stored document stands in the answer as it is, if it is one. */
export function valueText(value: Scalar, json: boolean): string {
  if (!json || typeof value !== 'string') return JSON.stringify(value);
  try {
    return JSON.stringify(JSON.parse(value));
  } catch {
    return JSON.stringify(value);
  }
}

/** A workbook with one sheet: a line of headings, then the rows. */
export function workbook({ columns, rows }: ListResult): Readable {
  const out = new PassThrough();
  const table = {
    name: 'Query',
    columns: columns.map((heading) => ({ heading, kind: 'text' as const })),
    rows: inBatches(rows()),
    plain: true,
  };
  writeXlsx(out, [table], { title: table.name, created: new Date() }).catch((error: Error) => out.destroy(error));
  return out;
}

async function* inBatches(rows: Iterable<readonly Scalar[]>): AsyncIterable<Cell[][]> {
  let batch: Cell[][] = [];
  for (const cells of rows) {
    batch.push(
      cells.map((cell) => (typeof cell === 'string' ? cell.slice(0, MAX_CELL_CHARACTERS).toWellFormed() : cell)),
    );
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
