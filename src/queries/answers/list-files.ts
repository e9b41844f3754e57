/** Lists as CSV and as JSON, piece by piece. */
import { BOM, csvLine, type CsvFile } from '../../files/csv.js';
import type { Scalar } from '../../database/database.js';
import type { ListResult } from '../run/query-runner.js';

/** Characters that are handed on at once: all of most results. */
const PIECE = 1 << 18;

/** What clients of stored queries expect (contract 11). */
export const USUAL_CSV: CsvFile = { separator: ';', newline: '\n', bom: true, encloseBlanks: true };

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
function valueText(value: Scalar, json: boolean): string {
  if (!json || typeof value !== 'string') return JSON.stringify(value);
  try {
    return JSON.stringify(JSON.parse(value));
  } catch {
    return JSON.stringify(value);
  }
}
