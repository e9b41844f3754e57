/** Rows as CSV, with the same guard against formulas as the files of the server. */
import { csvLine, RFC_4180, type CsvCell } from '../../../files/csv.js';
import type { Row, RowWriter } from './output.js';

/** The heading is that of the first row, unless columns were asked for. */
export class CsvWriter implements RowWriter {
  private headed = false;

  constructor(private columns: readonly string[] | undefined) {}

  row(row: Row): string {
    this.columns ??= Object.keys(row);
    const line = csvLine(
      this.columns.map((name) => cellOf(row[name])),
      RFC_4180,
    );
    return this.heading() + line;
  }

  end(): string {
    return this.heading();
  }

  private heading(): string {
    if (this.headed || !this.columns) return '';
    this.headed = true;
    return csvLine(this.columns, RFC_4180);
  }
}

/** Ids are a comma list, as imports take them; what else has parts is JSON. */
function cellOf(value: unknown): CsvCell {
  if (Array.isArray(value) && value.every((each) => typeof each === 'number')) return value.join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as CsvCell);
}
