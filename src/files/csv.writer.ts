/** Writes a table as CSV (contract 11). */
import { BOM, csvLine, type CsvFile } from './csv.js';
import type { Table } from './table.js';

/** The text of a table, batch by batch; the heading row always. */
export async function* csvText({ columns, rows }: Table, file: CsvFile): AsyncIterable<string> {
  yield (
    (file.bom ? BOM : '') +
    csvLine(
      columns.map(({ heading }) => heading),
      file,
    )
  );
  for await (const batch of rows) {
    let text = '';
    for (const row of batch) text += csvLine(row, file);
    yield text;
  }
}
