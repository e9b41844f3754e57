/** Writes rows that the embedded engine has turned into JSON text already: it is much faster at that. */
import type { ByteText } from '../../core/text/byte-text.js';
import type { Scalar } from '../database.js';
import { readFrom, type JsonColumn, type RawRow, type RowWriter } from '../row-writer.js';

const COMMA = 44;

type Translate = (stored: Scalar) => unknown;

/** The values of a row. */
export class ValuesRow implements RawRow {
  constructor(readonly values: ReadonlyArray<Scalar | Buffer>) {}

  number(index: number): number | null {
    return this.values[index] as number | null;
  }

  text(index: number): string | null {
    const value = this.values[index]!;
    return value === null ? null : String(value);
  }
}

/** Columns that follow one another: those that the engine makes text of, or one that is translated. */
type Run = readonly JsonColumn[] | (Pick<JsonColumn, 'name' | 'sql'> & { translate: Translate });

export class JsonObjectWriter implements RowWriter {
  private readonly runs: Run[] = [];

  constructor(columns: readonly JsonColumn[]) {
    let plain: JsonColumn[] = [];
    for (const column of columns) {
      if (typeof column.form === 'string') {
        if (plain.push(column) === 1) this.runs.push(plain);
      } else {
        const { form, ...named } = column;
        this.runs.push({ ...named, translate: form });
        plain = [];
      }
    }
  }

  selected(alias: string): string[] {
    return this.runs.map((run) => {
      if ('translate' in run) return readFrom(run, alias);
      const members = run.map((member) => `'${member.name}', ${readFrom(member, alias)}`);
      return `CAST(json_object(${members.join(', ')}) AS BLOB)`;
    });
  }

  write({ values }: ValuesRow, from: number, text: ByteText): void {
    for (let i = 0; i < this.runs.length; i++) {
      if (i) text.addByte(COMMA);
      const run = this.runs[i]!;
      const value = values[from + i]!;
      if ('translate' in run) {
        const stored = value as Scalar;
        text.text(`"${run.name}":${stored === null ? 'null' : JSON.stringify(run.translate(stored))}`);
      } else {
        text.add(value as Buffer, 1, (value as Buffer).length - 1);
      }
    }
  }
}
