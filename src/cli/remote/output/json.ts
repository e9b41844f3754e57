/** Rows as JSON. */
import type { Row, RowWriter } from './output.js';

/** An array with a row on each line: readable, and still one document. */
export class JsonWriter implements RowWriter {
  private begun = false;

  row(row: Row): string {
    const before = this.begun ? ',\n' : '[\n';
    this.begun = true;
    return `${before}  ${JSON.stringify(row)}`;
  }

  end(): string {
    return this.begun ? '\n]\n' : '[]\n';
  }
}

/** A document for each row. */
export class JsonLinesWriter implements RowWriter {
  row(row: Row): string {
    return `${JSON.stringify(row)}\n`;
  }

  end(): string {
    return '';
  }
}
