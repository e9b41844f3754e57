/** The values of filters: text of a query string becomes what the database compares. */
import { parseBoolean } from '../../core/text/booleans.js';
import { parseDay } from '../../core/text/dates.js';
import type { Times } from '../../core/text/moments.js';
import type { MessageKey } from '../../core/i18n/messages.js';
import type { Scalar } from '../../database/database.js';
import type { Field, Kind } from '../schema/model.js';
import { clockOf, parseTime } from '../plan/timestamps.js';

/** How columns are compared: what operators they know, and how their values are read. */
export type ColumnClass = 'text' | 'number' | 'flag' | 'day' | 'moment';

/** A value from its first to its last moment; both are the same but for a whole day on a point in time. */
export interface Value {
  from: Scalar;
  to: Scalar;
}

/** As `Value`, of stored points in time. */
interface TimeSpan {
  from: string;
  to: string;
}

const CLASSES: Record<Kind, ColumnClass> = {
  ...{ name: 'text', string: 'text', text: 'text', html: 'text', morph: 'text', json: 'text', list: 'text' },
  ...{ id: 'number', int: 'number', decimal: 'number', ref: 'number' },
  ...{ flag: 'flag', day: 'day', moment: 'moment' },
};

export const classOf = (field: Field): ColumnClass => CLASSES[field.kind];

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;
const DAY = 86_400_000;

const exact = (value: Scalar | undefined): Value | undefined =>
  value === undefined ? undefined : { from: value, to: value };

/** Yes or no, as PHP, Python and browsers write it; undefined for anything else. */
export const yesOrNo = (text: string): boolean | undefined => parseBoolean(text.trim());

function numberOf(text: string, field: Field): number | undefined {
  const pattern = field.kind === 'decimal' ? /^[+-]?\d{1,12}(\.\d{1,6})?$/ : /^[+-]?\d{1,15}$/;
  return pattern.test(text) ? Number(text) : undefined;
}

/** A point in time, or a whole day, as it is stored; undefined for what is neither. */
export const momentOf = (text: string, times: Times): Value | undefined => timeOf(text.trim(), {}, times);

function timeOf(text: string, field: Pick<Field, 'zoneless'>, times: Times): Value | undefined {
  const clock = clockOf(field, times.clock);
  const relative = relativeTime(text, field, times);
  if (relative) return relative;
  const start = parseTime(text, field);
  if (start === undefined) return undefined;
  const end = BARE_DATE.test(text) ? start + DAY - 1000 : start;
  return { from: clock.toStored(start), to: clock.toStored(end) };
}

/** What a text that is counted from the present means for a column of points in time; undefined for any other text. */
export function relativeTime(text: string, { zoneless }: Pick<Field, 'zoneless'>, times: Times): TimeSpan | undefined {
  if (zoneless) return times.calendar.wallTimes(text);
  const stretch = times.calendar.stretch(text);
  return stretch && { from: times.clock.toStored(stretch.from), to: times.clock.toStored(stretch.to) };
}

/** What each class of columns takes, for the sentence about a value that it does not. */
export const EXPECTED: Record<ColumnClass, MessageKey> = {
  text: 'wantsText',
  number: 'wantsNumber',
  flag: 'wantsFlag',
  day: 'wantsDateOrDays',
  moment: 'wantsDate',
};

/** Returns true if a text can be compared: a database has neither NUL nor halves of characters. */
export const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A value of a filter on a column (contract 5); undefined if it is of the wrong type. */
export function valueOf(text: string, field: Field, times: Times): Value | undefined {
  const trimmed = text.trim();
  switch (classOf(field)) {
    case 'text':
      return isText(text) ? exact(text) : undefined;
    case 'number':
      return exact(numberOf(trimmed, field));
    case 'flag': {
      const flag = yesOrNo(trimmed);
      return flag === undefined ? undefined : exact(flag ? 1 : 0);
    }
    case 'day':
      return exact(parseDay(trimmed) ?? times.calendar.day(trimmed));
    case 'moment':
      return timeOf(trimmed, field, times);
  }
}

/** The parts of a comma list, with the commas that belong to them as they were written. */
export const listed = (text: string): string[] => text.match(/(?:\\,|[^,])+/g) ?? [];

/** The alternatives of a filter: a comma list (`\,` is a comma), or a list in brackets, whose elements are whole. */
export function alternatives(sent: unknown): string[] | undefined {
  // Filters that are kept are JSON, where a number is none in quotation marks.
  if (typeof sent === 'number' || typeof sent === 'boolean') return [String(sent)];
  if (typeof sent === 'string') {
    return listed(sent)
      .map((part) => part.replaceAll('\\,', ','))
      .filter((part) => part.trim() !== '');
  }
  const list = Array.isArray(sent) ? sent : indexed(sent);
  if (!list?.every((element) => ['string', 'number', 'boolean'].includes(typeof element))) return undefined;
  return list.map((part) => String(part).replaceAll('\\,', ',')).filter((part) => part.trim() !== '');
}

/** `filter[f][0]=a` with large numbers arrives as an object. */
function indexed(sent: unknown): unknown[] | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined;
  return Object.keys(sent).every((key) => /^\d+$/.test(key)) ? Object.values(sent) : undefined;
}
