/** Which operators and values fit a column, and how a value is stored there. */
import { Message } from '../../core/i18n/messages.js';
import { parseBoolean } from '../../core/text/booleans.js';
import { parseDay, type WallClock } from '../../core/text/dates.js';
import type { Scalar } from '../../database/database.js';
import { clockOf, parseTime, type Field } from '../../engine/index.js';
import type { Operator, Value } from '../language/tree.js';

type Kind = Field['kind'];

const TEXTS: ReadonlySet<Kind> = new Set<Kind>(['name', 'string', 'text', 'html', 'morph']);
const NUMBERS: ReadonlySet<Kind> = new Set<Kind>(['id', 'int', 'decimal', 'ref']);
/** What is stored differently by each engine, or is no text at all, has no patterns. */
const WITHOUT_PATTERN: ReadonlySet<Kind> = new Set<Kind>(['decimal', 'flag', 'json']);

export const isText = ({ kind }: Field): boolean => TEXTS.has(kind);

/** Returns true if an operator fits a column; null may be asked of every column. */
export function fits({ kind }: Field, operator: Operator, value: Value | Value[]): boolean {
  if (value === null) return true;
  return kind !== 'json' && !(operator.endsWith('like') && WITHOUT_PATTERN.has(kind));
}

/** A value as it is compared with what the column holds, or what is wrong with it. */
export function compared(field: Field, operator: Operator, value: Value, clock: WallClock): Scalar | Message {
  if (value === null) return null;
  if (operator.endsWith('like')) return typeof value === 'string' ? value : new Message('string');
  if (TEXTS.has(field.kind)) return typeof value === 'boolean' ? new Message('string') : String(value);
  if (NUMBERS.has(field.kind)) return number(value);
  if (field.kind === 'flag') {
    const flag = parseBoolean(String(value).trim());
    return flag === undefined ? new Message('boolean') : Number(flag);
  }
  return time(field, value, clock);
}

function number(value: string | number | boolean): number | Message {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*[+-]?\d{1,20}(\.\d{1,20})?\s*$/.test(value)
    ? Number(value)
    : new Message('number');
}

function time(field: Field, value: string | number | boolean, clock: WallClock): string | Message {
  if (typeof value !== 'string') return new Message('date');
  if (field.kind === 'day') return parseDay(value.trim()) ?? new Message('date');
  const at = parseTime(value.trim(), field);
  return at === undefined ? new Message('date') : clockOf(field, clock).toStored(at);
}
