/** The rules of a value: what is wrong with one that is about to be stored (contract 4 and 10). */
import { FORMATS } from '../../common/text/formats.js';
import { Phrase } from '../../common/messages.js';
import type { Scalar } from '../../database/database.js';
import type { Field } from '../model.js';

/** Most bytes that a column of this type takes, beyond what its rules say. */
const COLUMN_BYTES: Partial<Record<Field['type'], number>> = { text: 65535, longtext: 16 << 20, json: 16 << 20 };

/** What is wrong with a value as coerced; undefined if nothing is. Null is judged by `required` alone. */
export function breach(value: Scalar, field: Field): Phrase | undefined {
  if (value === null) return field.rules.required || !field.nullable ? new Phrase('required') : undefined;
  return typeof value === 'string' ? textBreach(value, field) : numberBreach(value, field);
}

function textBreach(value: string, { rules, type }: Field): Phrase | undefined {
  const { min, max, maxBytes, format } = rules;
  if (min !== undefined && lengthOf(value) < min) return new Phrase('minText', { min });
  if (max !== undefined && lengthOf(value) > max) return new Phrase('maxText', { max });
  const bytes = Math.min(maxBytes ?? Infinity, COLUMN_BYTES[type] ?? Infinity);
  if (value.length * 3 > bytes && Buffer.byteLength(value) > bytes) return new Phrase('maxBytes', { max: bytes });
  return format && !FORMATS[format](value) ? new Phrase('format') : undefined;
}

function numberBreach(value: number, { rules }: Field): Phrase | undefined {
  const { min, max, enum: codes } = rules;
  if (codes && !codes.labels.has(value)) return new Phrase('selected');
  if (min !== undefined && value < min) return new Phrase('min', { min });
  return max !== undefined && value > max ? new Phrase('max', { max }) : undefined;
}

/** Characters as people count them, not UTF-16 units. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) length--;
  }
  return length;
}
