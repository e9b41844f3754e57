/** What a value sent becomes in the database, and what a stored one becomes in an answer: one entry for each kind. */
import { isObject } from '../../core/http/request-body.js';
import type { Scalar } from '../../database/database.js';
import { parseBoolean } from '../../core/text/booleans.js';
import { parseDay, type WallClock } from '../../core/text/dates.js';
import { withoutSecrets } from '../../core/text/secrets.js';
import { cleanHtml, plainText } from '../../core/text/html.js';
import { wordsIn } from '../../core/text/formats.js';
import { Message } from '../../core/i18n/messages.js';
import { scalarToString } from '../../core/http/request-body.js';
import type { Field, Kind } from '../schema/model.js';
import { clockOf, parseTime } from './timestamps.js';
import { excess } from './rules.js';

/** A value as stored, or what is wrong with it. */
export type Coerced = Scalar | Message;

type Coerce = (value: unknown, field: Field, clock: WallClock, clean?: string) => Coerced;

const INTEGER_RANGES: Record<string, readonly [number, number]> = {
  uint: [0, 4294967295],
  ubigint: [0, Number.MAX_SAFE_INTEGER],
  int: [-2147483648, 2147483647],
  tinyint: [-128, 127],
  utinyint: [0, 255],
  usmallint: [0, 65535],
};

/** The text of a value that may stand in a text column. */
function text(value: unknown, field: Field): string | Message {
  let plain = value;
  if (Array.isArray(value) && field.joined && value.every((part) => typeof part === 'string')) plain = value.join(' ');
  if (typeof plain === 'number' && Number.isFinite(plain)) plain = String(plain);
  if (typeof plain === 'boolean') plain = plain ? '1' : '0';
  if (typeof plain !== 'string') return new Message('string');
  const tooLong = excess(plain, field);
  if (tooLong) return tooLong;
  return plain.includes('\0') || !plain.isWellFormed() ? new Message('characters') : plain;
}

const cleaned =
  (clean: (value: string) => string): Coerce =>
  (value, field, _, beforehand) => {
    const plain = text(value, field);
    if (typeof plain !== 'string' || field.exact) return plain;
    const kept = (beforehand ?? clean(field.hidden ? plain : plain.trim())) || null;
    return kept !== null && field.rules.format === 'urls' ? wordsIn(kept).join(' ') : kept;
  };

const integer: Coerce = (value, field) => {
  const number = typeof value === 'string' && /^[+-]?\d{1,20}$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number)) return new Message('integer');
  const [min, max] = INTEGER_RANGES[field.type]!;
  if (number < min) return new Message('min', { min });
  return number > max ? new Message('max', { max }) : number;
};

const decimal: Coerce = (value) => {
  const number = typeof value === 'string' && /^[+-]?\d{1,12}(\.\d{1,20})?$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return new Message('number');
  const rounded = Math.round((Math.abs(number) + Number.EPSILON) * 100) / 100;
  if (rounded >= 1e10) return new Message('max', { max: 9999999999.99 });
  return number < 0 ? -rounded || 0 : rounded;
};

const flag: Coerce = (value) => {
  const flag = parseBoolean(scalarToString(value).trim());
  return flag === undefined ? new Message('boolean') : Number(flag);
};

const reference: Coerce = (value) => {
  const id = toId(value);
  return id ?? new Message('selected');
};

const json =
  (key: 'json' | 'jsonList'): Coerce =>
  (value) => {
    let parsed = value;
    try {
      if (typeof value === 'string') parsed = JSON.parse(value);
    } catch {
      return new Message(key);
    }
    // The brackets of a form make an object of a list.
    if (key === 'jsonList' && isObject(parsed) && Object.keys(parsed).every((name) => /^\d+$/.test(name)))
      parsed = Object.values(parsed);
    const isMeant = typeof parsed === 'object' && parsed !== null && Array.isArray(parsed) === (key === 'jsonList');
    return isMeant ? JSON.stringify(parsed) : new Message(key);
  };

const COERCE: Record<Kind, Coerce> = {
  id: integer,
  name: cleaned(plainText),
  string: cleaned(plainText),
  text: cleaned(plainText),
  html: cleaned(cleanHtml),
  morph: cleaned(plainText),
  int: integer,
  decimal,
  flag,
  ref: reference,
  json: json('json'),
  list: json('jsonList'),
  day: (value) => (typeof value === 'string' ? parseDay(value.trim()) : undefined) ?? new Message('date'),
  moment: (value, field, clock) => {
    const at = typeof value === 'string' ? parseTime(value.trim(), field) : undefined;
    return at === undefined ? new Message('date') : clockOf(field, clock).toStored(at);
  },
};

/** An id as a number, a numeric string, or an object that has one; undefined for anything else (contract 4). */
export function toId(value: unknown): number | undefined {
  const plain = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  if (typeof plain === 'number') return Number.isInteger(plain) && plain > 0 && plain < 1e10 ? plain : undefined;
  return typeof plain === 'string' && /^[1-9][0-9]{0,9}$/.test(plain.trim()) ? Number(plain) : undefined;
}

/**
 * A value sent, as it would be stored: trimmed and cleaned unless it is kept as it is, an empty string as null (contract 4). `clean`: the text where
 * it was cleaned beforehand.
 */
export function coerce(value: unknown, field: Field, clock: WallClock, clean?: string): Coerced {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' && (field.hidden ? value === '' : value.trim() === '')) return null;
  return COERCE[field.kind](value, field, clock, clean);
}

type Answer = string | number | boolean | null | object;

/** How stored values of a field are answered; undefined if as they are. */
export function answerOf(field: Field, clock: WallClock): ((stored: Scalar) => Answer) | undefined {
  if (field.kind === 'moment') {
    const shown = clockOf(field, clock);
    return (stored) => (stored === null ? null : shown.toApi(String(stored)));
  }
  if (field.kind === 'json' || field.kind === 'list') return (stored) => parsedOrText(stored);
  if (field.boolean) return (stored) => stored === 1;
  return undefined;
}

/** JSON where the text is some, else the text. */
function parsedOrText(stored: Scalar): Answer {
  if (typeof stored !== 'string') return stored;
  const text = withoutSecrets(stored);
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return text;
  }
}
