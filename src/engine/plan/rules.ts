/** The rules of a value: what is wrong with one that is about to be stored (contract 4 and 10). */
import { charactersIn } from '../../core/text/name-key.js';
import { FORMATS } from '../../core/text/formats.js';
import { Message } from '../../core/i18n/messages.js';
import { ROW_BYTES, type Scalar } from '../../database/database.js';
import type { Field } from '../schema/model.js';

/** Most bytes that a column of this type takes, beyond what its rules say. */
const COLUMN_BYTES: Partial<Record<Field['type'], number>> = { text: 65535, longtext: ROW_BYTES, json: ROW_BYTES };

/**
 * Markup and blanks are taken out of a text before its length is checked, so it may be longer as it was sent: up to this many
 * times what the column takes. Beyond that it is refused without being cleaned.
 */
const RAW_TIMES = 4;
/** Characters that every column may be sent, however short it is: forms and connectors send texts with markup around them. */
const MIN_RAW_LIMIT = 65536;

/**
 * What is wrong with the length of a text as it was sent, before any work is spent on it: no column holds what is left of
 * it, or nobody means it to; undefined if nothing is.
 */
export function excess(sent: string, field: Field): Message | undefined {
  if (sent.length <= MIN_RAW_LIMIT) return undefined;
  const { max, bytes } = limitsOf(field);
  if (sent.length > bytes * (bytes === ROW_BYTES ? 1 : RAW_TIMES)) return new Message('maxBytes', { max: bytes });
  return max !== undefined && sent.length > Math.max(MIN_RAW_LIMIT, max * RAW_TIMES)
    ? new Message('maxText', { max })
    : undefined;
}

/** Characters that a column of this type takes. */
const COLUMN_CHARACTERS: Partial<Record<Field['type'], number>> = { 'varchar(255)': 255 };

const limitsOf = ({ rules: { max, maxBytes }, type }: Field): { max: number | undefined; bytes: number } => ({
  max: max ?? COLUMN_CHARACTERS[type],
  bytes: Math.min(maxBytes ?? Infinity, COLUMN_BYTES[type] ?? Infinity),
});

/** What is wrong with a value as coerced; undefined if nothing is. Null is judged by `required` alone. */
export function violation(value: Scalar, field: Field): Message | undefined {
  if (value === null) return field.rules.required || !field.nullable ? new Message('required') : undefined;
  return typeof value === 'string' ? textBreach(value, field) : numberBreach(value, field);
}

function textBreach(value: string, field: Field): Message | undefined {
  const { min, format } = field.rules;
  const { max, bytes } = limitsOf(field);
  if (min !== undefined && charactersIn(value) < min) return new Message('minText', { min });
  if (max !== undefined && charactersIn(value) > max) return new Message('maxText', { max });
  if (value.length * 3 > bytes && Buffer.byteLength(value) > bytes) return new Message('maxBytes', { max: bytes });
  return format && !FORMATS[format](value) ? new Message('format') : undefined;
}

function numberBreach(value: number, { rules }: Field): Message | undefined {
  const { min, max, enum: codes } = rules;
  if (codes && !codes.labels.has(value)) return new Message('selected');
  if (min !== undefined && value < min) return new Message('min', { min });
  return max !== undefined && value > max ? new Message('max', { max }) : undefined;
}
