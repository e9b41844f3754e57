/** Objects as JSON text: rows of a list become no objects on their way (contract 5). */
import type { ByteText } from '../../core/text/byte-text.js';
import type { ListSource, Scalar } from '../../database/database.js';
import type { JsonColumn, RawRow, RowWriter } from '../../database/row-writer.js';
import { sqlOf } from '../schema/derived.js';
import type { Field } from '../schema/model.js';
import { answerOf } from '../plan/coerce.js';
import { classOf } from '../list/filter-values.js';

const FORMS: Record<ReturnType<typeof classOf>, 'escaped' | 'quoted' | 'bare'> = {
  ...{ text: 'escaped', number: 'bare', flag: 'bare', day: 'quoted', moment: 'quoted' },
};

export const [OPEN, CLOSE, COMMA, LIST, END_OF_LIST] = [...'{},[]'].map((sign) => sign.charCodeAt(0)) as [
  ...[number, number, number, number, number],
];

/** How a stored value becomes another one; numbers may come as text. */
function translation(field: Field, { clock }: Pick<ListSource, 'clock'>): ((stored: Scalar) => unknown) | undefined {
  if (field.kind === 'decimal') return Number;
  const answer = answerOf(field, clock);
  return answer && field.kind === 'flag' ? (stored) => answer(Number(stored)) : answer;
}

/** Writes objects of a table with some of its columns. */
export class ObjectText {
  private readonly writer: RowWriter;

  /** `fields`: the columns that are written, of which there is one at least. */
  constructor(fields: readonly Field[], database: ListSource) {
    const columns = fields.map((field): JsonColumn => {
      const form = translation(field, database) ?? FORMS[classOf(field)];
      return { name: field.name, form, ...(field.from && { sql: (alias: string) => sqlOf(field, alias) }) };
    });
    this.writer = database.rowWriter(columns);
  }

  /** What a SELECT must read of the table under `alias`. */
  selected(alias: string): string[] {
    return this.writer.selected(alias);
  }

  /** Begins an object, whose columns begin at place `from`: further members may follow, and the closing brace must. */
  begin(row: RawRow, from: number, text: ByteText): void {
    text.addByte(OPEN);
    this.writer.write(row, from, text);
  }
}
