/** Writes rows that the embedded engine has turned into JSON text already: it is much faster at that. */
import type { ByteText } from '../common/byte-text.js';
import type { Scalar } from './database.js';
import { quote } from './dialect.js';
import type { JsonColumn, RawRow, RowWriter } from './row-writer.js';

type Translate = (stored: Scalar) => unknown;

/** The values of a row. */
export class ValuesRow implements RawRow {
  constructor(readonly values: ReadonlyArray<Scalar | Buffer>) {}

  number(place: number): number | null {
    return this.values[place] as number | null;
  }

  text(place: number): string | null {
    const value = this.values[place]!;
    return value === null ? null : String(value);
  }
}

export class JsonObjectWriter implements RowWriter {
  private readonly plain: readonly JsonColumn[];
  private readonly translated: Array<readonly [name: string, translate: Translate]>;

  constructor(columns: readonly JsonColumn[]) {
    this.plain = columns.filter(({ form }) => typeof form === 'string');
    this.translated = columns.flatMap(({ name, form }) => (typeof form === 'string' ? [] : [[name, form] as const]));
  }

  selected(alias: string): string[] {
    const members = this.plain.map(({ name }) => `'${name}', ${alias}.${quote(name)}`);
    const others = this.translated.map(([name]) => `${alias}.${quote(name)}`);
    return [`CAST(json_object(${members.join(', ')}) AS BLOB)`, ...others];
  }

  write({ values }: ValuesRow, from: number, text: ByteText): void {
    const json = values[from] as Buffer;
    text.add(json, 1, json.length - 1);
    for (let i = 0; i < this.translated.length; i++) {
      const [name, translate] = this.translated[i]!;
      const stored = values[from + 1 + i] as Scalar;
      const comma = i || this.plain.length ? ',' : '';
      text.text(`${comma}"${name}":${stored === null ? 'null' : JSON.stringify(translate(stored))}`);
    }
  }
}
