/** Templates of mappings: `${Heading|filter:arg|…}` in texts, lists and pointers. No patterns and no code. */
import { isIP } from 'node:net';
import type { Problems } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import { isoOf, type Calendar } from '../../files/sheet.js';
import { fields, isObject, listOf, unique } from './values.js';

/**
 * The cells of a row: undefined for empty ones. `calendar`: how a workbook counts its days; `wrong`: told of each wrong cell, in place
 * of the first one being thrown.
 */
export type Cells = ((heading: string) => unknown) & { calendar?: Calendar; wrong?: (error: CellError) => void };

/** What is wrong with a cell; told with the row it stands in. */
export class CellError extends Error {
  constructor(
    readonly heading: string,
    readonly phrase: Message,
  ) {
    super(phrase.key);
  }
}

/** Gives the value of a row; undefined where its cells are empty. */
export type Template = (cells: Cells) => unknown;

/** A filter with its argument, which is read once. */
type Filter = (argument: string) => (value: unknown, calendar: Calendar) => unknown;

/** What filters make of one value; undefined for what they do not take. */
const FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ['lower', () => (value) => String(value).toLowerCase()],
  ['upper', () => (value) => String(value).toUpperCase()],
  // Of an address nothing is the name of a host.
  ['host', () => (value) => (isIP(String(value).trim()) ? String(value) : String(value).split('.', 1)[0])],
  [
    'split',
    (sign) => (value) =>
      unique(
        String(value)
          .split(sign || ',')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
  ],
  ['number', () => (value) => whole(plainNumber(value))],
  ['gib', () => (value) => whole(plainNumber(value) / 1024)],
  ['date', dayOf],
  ['map', mapped],
]);

/** Filters of one placeholder. */
const MAX_FILTERS = 10;
const [NOTHING, ANYTHING] = [/^\s*$/, /^/];
/** What may follow a filter. */
const ARGUMENTS: ReadonlyMap<string, RegExp> = new Map([
  ...[...FILTERS.keys()].map((filter) => [filter, NOTHING] as const),
  ['split', ANYTHING],
  ['date', /^\s*$|^(?=[^D]*D{1,2}[^D]*$)(?=[^M]*M{1,2}[^M]*$)(?=[^Y]*(?:YY){1,2}[^Y]*$)[^A-CE-LN-XZa-z%]*$/],
  ['map', /^[^,=]*=[^,]*(?:,[^,=]*=[^,]*)*$/],
  ['default', ANYTHING],
]);

/** Collects what is wrong with a mapping, and which headings it names. */
export class TemplateReader {
  readonly headings = new Map<string, string>();

  constructor(private readonly problems: Problems) {}

  /** The template of a value in a mapping. `field`: where it stands. */
  read(value: unknown, field: string): Template {
    if (typeof value === 'string') return this.text(value, field);
    if (Array.isArray(value)) {
      const parts = value.map((part, i) => this.read(part, `${field}.${i}`));
      return (cells) => {
        const found = parts.flatMap((part) => listed(part(cells)));
        return found.length || !parts.length ? found : undefined;
      };
    }
    if (!isObject(value)) return () => value;
    const parts = Object.entries(value).map(([key, part]) => [key, this.read(part, `${field}.${key}`)] as const);
    return (cells) => {
      const members = parts.map(([key, part]) => [key, part(cells)] as const);
      // A pointer of which a part is empty points to nothing.
      return members.some(([, part]) => part === undefined) ? undefined : fields(Object.fromEntries(members));
    };
  }

  /** One that is nothing but a placeholder gives the cell as it is; within a text, cells are texts. */
  private text(text: string, field: string): Template {
    const parts: Array<string | Template> = [];
    let at = 0;
    for (let begin = text.indexOf('${'); begin >= 0; begin = text.indexOf('${', at)) {
      const end = text.indexOf('}', begin);
      if (end < 0) {
        this.problems.add(field, 'feedTemplate', { field });
        return () => undefined;
      }
      if (begin > at) parts.push(text.slice(at, begin));
      parts.push(this.placeholder(text.slice(begin + 2, end), field));
      at = end + 1;
    }
    if (at < text.length || !parts.length) parts.push(text.slice(at));
    const [first] = parts;
    if (parts.length === 1) return typeof first === 'function' ? first : () => first;
    return (cells) => {
      const values = parts.map((part) => (typeof part === 'function' ? part(cells) : part));
      const isFilled = parts.some((part, i) => typeof part === 'function' && values[i] !== undefined);
      return isFilled || !parts.some((part) => typeof part === 'function')
        ? values
            .map((value) => (value === undefined ? '' : listed(value).join(', ')))
            .join('')
            .trim()
        : undefined;
    };
  }

  /** What stands between the braces. */
  placeholder(text: string, field: string): Template {
    const [name, ...rest] = text.split('|');
    const heading = name!.trim();
    this.headings.set(heading, field);
    const filters = rest.map((part) => {
      const colon = part.indexOf(':');
      const filter = (colon < 0 ? part : part.slice(0, colon)).trim();
      return { filter, argument: colon < 0 ? '' : part.slice(colon + 1) };
    });
    if (filters.length > MAX_FILTERS) this.problems.add(field, 'tooManyItems', { field, max: MAX_FILTERS });
    for (const { filter, argument } of filters) {
      const takes = ARGUMENTS.get(filter);
      if (!takes) this.problems.add(field, 'feedFilter', { field, filter, allowed: [...ARGUMENTS.keys()].join(', ') });
      else if (!takes.test(argument))
        this.problems.add(field, 'feedFilterArgument', { field, filter, argument: argument.slice(0, 100) });
    }
    const steps = filters.map((each) => stepOf(each, heading));
    return (cells) => {
      try {
        return steps.reduce((value, step) => step(value, cells.calendar ?? 1900), cells(heading));
      } catch (error) {
        if (!cells.wrong || !(error instanceof CellError)) throw error;
        return cells.wrong(error);
      }
    };
  }
}

const listed = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? listOf(value) : [value];

/** A filter as it is applied to what a cell holds. Of one that there is not nothing comes: the mapping is refused. */
function stepOf(
  { filter, argument }: { filter: string; argument: string },
  heading: string,
): (value: unknown, calendar: Calendar) => unknown {
  if (filter === 'default') return (value) => value ?? argument;
  const change = FILTERS.get(filter)?.(argument);
  const apply = (one: unknown, calendar: Calendar): unknown => {
    const result = change?.(one, calendar);
    if (result === undefined)
      throw new CellError(
        heading,
        new Message('feedCell', {
          filter: argument ? `${filter}:${argument}` : filter,
          value: String(one).slice(0, 100),
        }),
      );
    return result === '' ? undefined : result;
  };
  return (value, calendar) => {
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) return apply(value, calendar);
    return listOf(value).flatMap((one) => apply(one, calendar) ?? []);
  };
}

const whole = (value: number): number | undefined => (Number.isFinite(value) ? Math.round(value) : undefined);

/** Numbers whose thousands are parted by blanks or apostrophes, by commas, by points; and what parts them. */
const GROUPED = [
  [/^[+-]?\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/, /[\s'’]/g],
  [/^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, /,/g],
  [/^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/, /\./g],
] as const;
const PLAIN = /^[+-]?\d+(?:[.,]\d*)?$/;

/**
 * A number as people and programs of any country write it: `1 234,5`, `1'234.5`, `1,234`; NaN for what is none, such as an address
 * or a version. A sign that stands alone before exactly three digits parts thousands, unless nothing but a zero is before it.
 */
function plainNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  const text = String(value).trim();
  const parting = GROUPED.find(([form]) => form.test(text))?.[1];
  if (!parting && !PLAIN.test(text)) return NaN;
  return Number((parting ? text.replace(parting, '') : text).replace(',', '.'));
}

/** Two digits of a year from which on they are of the last century. */
const LAST_CENTURY = 70;
const DAY_PARTS: Readonly<Record<string, string>> = {
  ...{ D: String.raw`(?<D>\d{1,2})`, DD: String.raw`(?<D>\d\d)`, M: String.raw`(?<M>\d{1,2})` },
  ...{ MM: String.raw`(?<M>\d\d)`, YY: String.raw`(?<Y>\d\d)`, YYYY: String.raw`(?<Y>\d{4})` },
};

/**
 * The day of a text that begins as the format says, `DD/MM/YYYY`; `D` and `M` are of one digit or two, `YY` is a year from 1970 to
 * 2069. Days of workbooks are counted.
 */
function dayOf(format: string): (value: unknown, calendar: Calendar) => string | undefined {
  // The mapping is refused for it.
  if (!ARGUMENTS.get('date')!.test(format)) return () => undefined;
  const parts = format.trim().match(/D+|M+|Y+|[^DMY]+/g) ?? [];
  const pieces = parts.map((part) => DAY_PARTS[part] ?? part.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`));
  // A time may follow, but no further digit of the last number.
  const form = new RegExp(`^${pieces.join('')}(?!\\d)`);
  return (value, calendar) =>
    typeof value === 'number' ? isoOf(value, calendar)?.slice(0, 10) : dayIn(String(value).trim(), form);
}

function dayIn(text: string, form: RegExp): string | undefined {
  if (/^\d{4}-\d\d-\d\d(?!\d)/.test(text)) return text.slice(0, 10);
  const { D, M, Y } = form.exec(text)?.groups ?? {};
  if (D === undefined || M === undefined || Y === undefined) return undefined;
  const year = Y.length > 2 ? Y : `${Number(Y) < LAST_CENTURY ? 20 : 19}${Y}`;
  const day = `${year}-${M.padStart(2, '0')}-${D.padStart(2, '0')}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day;
}

/** `a=1,b=0,*=2`; a value that the list does not have stays as it is, unless there is a star. */
function mapped(argument: string): (value: unknown) => unknown {
  const pairs = new Map(
    argument.split(',').map((pair) => {
      const equals = pair.indexOf('=');
      return [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()] as const;
    }),
  );
  return (value) => pairs.get(String(value)) ?? pairs.get('*') ?? value;
}
