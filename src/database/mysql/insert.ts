/** Lists of rows as INSERTs, in as few statements as the server takes. */
import type { Param, Rows, Scalar } from '../database.js';
import { rowLiteral } from './literal.js';

/** Some rows as they stand behind VALUES; `only` where there is but one. */
interface Part {
  text: string;
  count: number;
  only: readonly Scalar[] | undefined;
}

/** Rows in parts that fit into one statement each: one part, but for the largest of requests. */
export function* parts(rows: Rows, largest: number): Iterable<Part> {
  let part: Part = { text: '', count: 0, only: undefined };
  for (const row of rows) {
    const text = rowLiteral(row);
    if (part.count && part.text.length + text.length > largest) {
      yield part;
      part = { text: '', count: 0, only: undefined };
    }
    part.only = part.count ? undefined : row;
    part.text += part.count ? `,${text}` : text;
    part.count++;
  }
  if (part.count) yield part;
}

/** An INSERT of one row with its values beside it, so that it can be prepared; of several with its values in it. */
export function insertOf(sql: string, { text, only }: Part): [string, readonly Param[]] {
  if (only) return [sql.replace('VALUES ?', `VALUES (${only.map(() => '?').join(', ')})`), only];
  return [sql.replace('VALUES ?', () => `VALUES ${text}`), []];
}
