/** Which operators and values fit a column, and how a value is stored there. */
import { Message } from '../../core/i18n/messages.js';
import { parseBoolean } from '../../core/text/booleans.js';
import { parseDay } from '../../core/text/dates.js';
import type { Times } from '../../core/text/moments.js';
import type { Scalar } from '../../database/database.js';
import { clockOf, parseTime, relativeTime, type Field, type FilterValue } from '../../engine/index.js';
import { codeOf, codesInWords } from '../../map/code-words.js';
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
  if (operator.startsWith('is')) return kind === 'flag';
  return kind !== 'json' && !(operator.endsWith('like') && WITHOUT_PATTERN.has(kind));
}

/** A value as it is compared with what the column holds, or what is wrong with it. Days that are counted from today are whole. */
export function compared(
  field: Field,
  operator: Operator,
  value: NonNullable<Value>,
  times: Times,
): FilterValue | Message {
  const relative = isTime(field) && !operator.endsWith('like') && typeof value === 'string' ? value.trim() : undefined;
  const span = relative === undefined ? undefined : relativeSpan(field, relative, times);
  if (span) return span;
  const stored = written(field, operator, value, times);
  return stored instanceof Message ? stored : { from: stored, to: stored };
}

const isTime = ({ kind }: Field): boolean => kind === 'day' || kind === 'moment';

function relativeSpan(field: Field, text: string, times: Times): FilterValue | undefined {
  if (field.kind === 'moment') return relativeTime(text, field, times);
  const day = times.calendar.day(text);
  return day === undefined ? undefined : { from: day, to: day };
}

function written(field: Field, operator: Operator, value: NonNullable<Value>, { clock }: Times): Scalar | Message {
  if (operator.startsWith('is')) return typeof value === 'boolean' ? Number(value) : new Message('boolean');
  if (operator.endsWith('like')) return typeof value === 'string' ? value : new Message('string');
  if (TEXTS.has(field.kind)) return typeof value === 'boolean' ? new Message('string') : String(value);
  if (NUMBERS.has(field.kind)) return number(field, value);
  if (field.kind === 'flag') {
    const flag = parseBoolean(String(value).trim());
    return flag === undefined ? new Message('boolean') : Number(flag);
  }
  return time(field, value, clock) ?? new Message(field.kind === 'day' ? 'queryDay' : 'queryMoment');
}

/** A number, or the word of a code. */
function number({ rules: { enum: codes } }: Field, value: string | number | boolean): number | Message {
  if (typeof value === 'number') return value;
  const code = codes && typeof value === 'string' ? codeOf(codes, value) : undefined;
  if (code !== undefined) return code;
  if (codes && !/^\s*[+-]?\d/.test(String(value))) return new Message('importCode', { codes: codesInWords(codes) });
  return typeof value === 'string' && /^\s*[+-]?\d{1,20}(\.\d{1,20})?\s*$/.test(value)
    ? Number(value)
    : new Message('number');
}

function time(field: Field, value: string | number | boolean, clock: Times['clock']): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (field.kind === 'day') return parseDay(value.trim());
  const at = parseTime(value.trim(), field);
  return at === undefined ? undefined : clockOf(field, clock).toStored(at);
}
