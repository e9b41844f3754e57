/** What stands in a filled cell: values of objects and rows, with their types. */
import { WallClock } from '../../core/text/wall-clock.js';
import { htmlText } from '../../reports/formatters/html-text.js';
import { escapeXml } from '../../files/xml.js';
import { filtersOf } from '../fill/filters.js';
import type { FilterName } from './placeholders.js';
import type { Styles } from './styles.js';

/** How a value is written: what the field of the map says of it. */
export type ValueKind = 'plain' | 'day' | 'moment' | 'html' | 'objects';

/** How the value at the end of a path is made. */
export interface PathPlan {
  path: readonly string[];
  kind: ValueKind;
  filter?: FilterName | undefined;
  /** Words of codes, for `words`. */
  words?: Readonly<Record<string, string>> | undefined;
}

/** A day counts from 1970, a moment as a clock on the wall shows it. */
export type Value = null | string | number | boolean | { day: string } | { moment: string };

const MAX_CHARACTERS = 32_767;
const DAY = 86_400_000;
/** Days of 1970 in the two calendars of spreadsheets, and what they can hold first. */
const CALENDARS = {
  1900: { epoch: 25_569, first: '1900-03-01' },
  1904: { epoch: 24_107, first: '1904-01-02' },
} as const;
/** Formats of days and moments that every program knows by these numbers. */
const FORMATS = { day: 14, moment: 22 } as const;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Values of objects, in a zone. */
export class Values {
  private readonly clock: WallClock;

  constructor(zone: string) {
    this.clock = new WallClock(zone);
  }

  /** The value of an object at a path; several are joined by commas. */
  of(object: unknown, { path, kind, filter, words = {} }: PathPlan): Value {
    const { found, isSeveral } = followed(object, path);
    if (filter === 'count') return found.length;
    if (kind === 'objects' || filter === 'names') return joined(found.map((one) => nameOf(one)));
    if (filter) {
      const apply = filtersOf({ words: { '': words } })[filter]!;
      return joined(found.map((one) => textOf(([] as unknown[]).concat(apply(one, '')).join(', '))));
    }
    const values = found.map((one) => this.typed(one, kind));
    return isSeveral ? joined(values.map(asText)) : (values[0] ?? null);
  }

  /** A cell of a row; `isOfDays`: its column holds days. */
  ofCell(value: unknown, isOfDays: boolean): Value {
    return this.typed(value, isOfDays ? 'day' : 'plain');
  }

  private typed(value: unknown, kind: ValueKind): Value {
    if (value === null || value === undefined) return null;
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    if (typeof value !== 'string') return JSON.stringify(value);
    if (kind === 'html') return htmlText(value);
    if (kind === 'day' && isDay(value)) return { day: value };
    if (kind === 'moment') return this.moment(value);
    return value;
  }

  private moment(text: string): Value {
    if (/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?$/.test(text)) return { moment: text.replace('T', ' ') };
    const at = Date.parse(text);
    return Number.isNaN(at) ? text : { moment: this.clock.toStored(at) };
  }
}

const isDay = (text: string): boolean => DATE.test(text) && momentOf(text) !== undefined;

/** The time of a day or moment; undefined for one that there is not, such as the 30th of February. */
function momentOf(text: string): number | undefined {
  const at = Date.parse(text.length > 10 ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text.slice(0, 10) ? undefined : at;
}

/** What stands at a path, through lists. */
function followed(object: unknown, path: readonly string[]): { found: unknown[]; isSeveral: boolean } {
  let found = [object];
  let isSeveral = false;
  for (const step of path)
    found = found.flatMap((one) => {
      if (typeof one !== 'object' || one === null || !Object.hasOwn(one, step)) return [];
      const value = (one as Record<string, unknown>)[step];
      if (Array.isArray(value)) isSeveral = true;
      return value === null || value === undefined ? [] : value;
    });
  return { found, isSeveral };
}

const nameOf = (object: unknown): string =>
  typeof object === 'object' && object !== null ? textOf((object as Record<string, unknown>)['name']) : textOf(object);

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string);

function asText(value: Value): string {
  if (typeof value === 'object' && value !== null) return 'day' in value ? value.day : value.moment;
  return textOf(value);
}

const joined = (texts: readonly string[]): string | null => texts.filter(Boolean).join(', ') || null;

/** The cell at an address with a value in it; `style`: that of the cell of the template. */
export function cellXml(address: string, style: string | undefined, value: Value, styles: Styles): string {
  if (typeof value === 'object' && value !== null) {
    const format = 'day' in value ? 'day' : 'moment';
    const serial = serialOf('day' in value ? value.day : value.moment, styles.calendar);
    if (serial !== undefined && !styles.isText(style))
      return `<c r="${address}"${styled(styles.dated(style, FORMATS[format]))}><v>${serial}</v></c>`;
    return textCell(address, style, asText(value));
  }
  if (value === null) return `<c r="${address}"${styled(style)}/>`;
  if (typeof value === 'boolean') return `<c r="${address}"${styled(style)} t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value === 'number') return `<c r="${address}"${styled(style)}><v>${value}</v></c>`;
  return textCell(address, style, value);
}

const styled = (style: string | undefined): string => (style === undefined ? '' : ` s="${style}"`);

const textCell = (address: string, style: string | undefined, text: string): string =>
  `<c r="${address}"${styled(style)} t="inlineStr"><is><t xml:space="preserve">${escapeXml(signs(shortened(text)))}</t></is></c>`;

const shortened = (text: string): string => {
  const whole = text.toWellFormed();
  return whole.length > MAX_CHARACTERS ? `${whole.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…` : whole;
};

/** A text that looks like the sign for a character is no such sign. */
const signs = (text: string): string =>
  text.includes('_x') ? text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : text;

function serialOf(text: string, calendar: keyof typeof CALENDARS): number | undefined {
  const { epoch, first } = CALENDARS[calendar];
  const at = momentOf(text);
  return at === undefined || text < first ? undefined : epoch + at / DAY;
}
