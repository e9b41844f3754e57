/**
 * Writes tables as JSON: `{"report", "generatedAt", "sheets": [{"name", "columns", "levels", "sums", "rows"}]}`; `levels`, the places of
 * columns whose numbers stand for words, and `sums` where there are any.
 */
import { begun, type FileFacts, type Table } from './table.js';

/** The text of tables, batch by batch. */
export async function* jsonText(tables: readonly Table[], { title, created }: FileFacts): AsyncIterable<string> {
  yield `{"report":${JSON.stringify(title)},"generatedAt":${JSON.stringify(created.toISOString())},"sheets":[`;
  let some = false;
  for (const table of tables) {
    const { name, columns, rows, first, optional, sums } = await begun(table);
    if (optional && !first) continue;
    const headings = columns.map(({ heading }) => heading);
    const levels = columns.flatMap(({ worded }, i) => (worded ? [i] : []));
    yield `${some ? ',' : ''}{"name":${JSON.stringify(name)},"columns":${JSON.stringify(headings)},${levels.length ? `"levels":${JSON.stringify(levels)},` : ''}${sums ? `"sums":${JSON.stringify([...sums])},` : ''}"rows":[`;
    some = true;
    let between = '';
    for await (const batch of rows) {
      yield between + JSON.stringify(batch).slice(1, -1);
      between = ',';
    }
    yield ']}';
  }
  yield ']}';
}
