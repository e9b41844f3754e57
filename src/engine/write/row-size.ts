/** The size of rows: MariaDB takes a row in one packet (docs/decisions/writes.md). */
import type { Problems } from '../../core/http/errors.js';
import type { Row } from '../../database/database.js';
import type { Field } from '../schema/model.js';
import type { Plan } from '../plan/plan.js';

/** What a change says of its row. */
interface Sized {
  prefix: string;
  before: Row | null;
  after: Row;
  columns: { has(field: Field): boolean };
}

/** A row without a text of this many characters has room for all that its columns take. */
const LONG_TEXT = 65_536;

/** The texts of a row are held to a sum, since a row is written and read as a whole; stored ones may exceed it. */
export function checkRowSize(change: Sized, plan: Plan, problems: Problems): void {
  const { before, after, prefix } = change;
  const longest = longestChanged(change, plan);
  if (!longest) return;
  const sum = (row: Row): number => plan.stored.reduce((total, field) => total + sizeOf(row, field), 0);
  const excess = sum(after) - plan.rowBytes;
  if (excess <= 0 || (before && sum(after) <= sum(before))) return;
  problems.add(prefix + longest.name, 'maxBytes', { max: Math.max(0, sizeOf(after, longest) - excess) });
}

/** The longest of the texts that change; undefined where none is long. */
function longestChanged({ columns, after }: Sized, plan: Plan): Field | undefined {
  let [longest, length] = [undefined as Field | undefined, LONG_TEXT];
  for (const field of plan.long) {
    const value = after[field.name];
    if (typeof value !== 'string' || value.length <= length || !columns.has(field)) continue;
    [longest, length] = [field, value.length];
  }
  return longest;
}

function sizeOf(row: Row, { name }: Field): number {
  const value = row[name];
  return typeof value === 'string' ? Buffer.byteLength(value) : 0;
}
