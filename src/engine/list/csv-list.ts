/** Lists as CSV: the rows that a list answers, as an export writes them (contract 15). */
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../core/http/errors.js';
import { mediaRanges } from '../../core/http/media-ranges.js';
import { BOM, csvFile, csvLine, csvLines, guardable, RFC_4180, type CsvCell, type CsvFile } from '../../files/csv.js';
import type { Listed } from './list.js';
import { badParameter } from './refusals.js';

/**
 * The file that a request for a list asks for, by `?format=csv` or by what `Accept` prefers; undefined where it asks for JSON.
 * Throws 400 for another format, for a separator that there is not, and for related objects, which have no cells.
 */
export function csvAsked({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): CsvFile | undefined {
  const asked = query as Readonly<Record<string, unknown>>;
  const { format, include } = asked;
  if (format !== undefined && format !== '' && format !== 'csv' && format !== 'json')
    throw new ApiError(400, 'wantsChoice', { name: 'format', allowed: 'json, csv' });
  const isCsv = format ? format === 'csv' : mediaRanges(headers.accept)[0] === 'text/csv';
  if (!isCsv) return undefined;
  if (include !== undefined && include !== '') throw badParameter('include', 'csvInclude');
  return csvFile(asked, RFC_4180);
}

/** The first line of a list as CSV. */
export const headingLine = (columns: readonly string[], file: CsvFile): string =>
  (file.bom ? BOM : '') + csvLine(columns, file);

/** The lines of a list that was read in whole pieces. */
export async function* linesOf(listed: Listed, file: CsvFile): AsyncIterable<Buffer> {
  for await (const lines of csvLines(rowsOf(listed), file)) yield Buffer.from(lines);
}

async function* rowsOf({ pieces, columns }: Listed): AsyncIterable<Iterable<CsvCell[]>> {
  let begun = 0;
  for await (const piece of pieces) {
    // All pieces but the first begin with a comma.
    const rows = JSON.parse(`[${piece.subarray(begun).toString()}]`) as Array<Record<string, unknown>>;
    begun = 1;
    yield cellsOf(rows, columns);
  }
}

/** One row after the other, as they are asked for. */
function* cellsOf(rows: ReadonlyArray<Record<string, unknown>>, columns: readonly string[]): Iterable<CsvCell[]> {
  for (const row of rows) yield columns.map((name) => cellOf(row[name]));
}

function cellOf(value: unknown): CsvCell {
  if (typeof value === 'string') return guardable(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as CsvCell);
}
