/** Reads what an item says: names become columns and links, values what would be stored, pointers what they seek. */
import { Message } from '../../core/i18n/messages.js';
import type { WallClock } from '../../core/text/dates.js';
import { isObject } from '../../core/http/request-body.js';
import type { Scalar } from '../../database/database.js';
import { coerce, violation, type Field, type Link } from '../../engine/index.js';
import type { Kind, Kinds } from './kinds.js';

/** What a reference or an element of a link seeks. */
export interface Sight {
  /** Path of the type that is pointed to. */
  readonly type: string;
  readonly by: 'id' | 'ref' | 'name' | 'match' | 'ip';
  readonly id?: number;
  /** A ref, a name or an address. */
  readonly text?: string;
  readonly source?: string;
  readonly match?: Readonly<Record<string, Scalar>>;
  readonly otherwise?: 'refuse' | 'create' | 'drop';
  /** As it was said. */
  readonly raw: unknown;
}

/** What is said of one column or link, before pointers are followed. */
export type ReadValue =
  | { readonly is: 'value'; readonly value: Scalar; readonly raw: unknown }
  | { readonly is: 'pointer'; readonly pointer: Sight | null; readonly raw: unknown }
  | { readonly is: 'list'; readonly elements: readonly string[]; readonly raw: unknown }
  | { readonly is: 'pointers'; readonly pointers: readonly Sight[]; readonly raw: unknown }
  /** Rows as one text: they are compared and written whole. */
  | { readonly is: 'rows'; readonly value: string; readonly raw: unknown };

export type ReadValues = Map<string, ReadValue>;

/** Called with what is wrong, or was passed over. */
export type Report = (level: 'error' | 'warning', code: string, field: string, said: unknown, phrase: Message) => void;

/** The elements of a text that holds a set. */
export const elementsOf = (field: Field, text: Scalar): string[] =>
  text === null
    ? []
    : String(text)
        .split(field.rules.format ? /[,;\s]+/ : /\s+/)
        .filter(Boolean);

/** A set as the text that its column holds. */
export const listText = (field: Field, elements: readonly string[]): string | null =>
  elements.length ? elements.join(field.rules.format ? ', ' : ' ') : null;

/** Reads the values of `set` or `initial`, under the names of columns and links themselves. */
export class ItemReader {
  constructor(
    private readonly kinds: Kinds,
    private readonly clock: WallClock,
  ) {}

  read(kind: Kind, set: Readonly<Record<string, unknown>>, report: Report): ReadValues {
    const read: ReadValues = new Map();
    const put = (name: string, value: ReadValue): void => {
      const former = read.get(name);
      if (former && JSON.stringify(former.raw) !== JSON.stringify(value.raw)) {
        report('error', 'invalid', name, value.raw, new Message('spellings', { field: name }));
      }
      read.set(name, value);
    };
    for (const name of Object.keys(set)) {
      const raw = set[name];
      const meaning = kind.meaningOf(name);
      if (!meaning || meaning.is === 'ignored') {
        report('warning', 'ignored-field', name, raw, new Message('feedIgnored', { field: name }));
      } else if (meaning.is === 'other-end') {
        const { target, foreign } = meaning.link;
        const values = { field: name, type: target, column: foreign!.column };
        report('error', 'other-end', name, raw, new Message('feedOtherEnd', values));
      } else if (meaning.is === 'end') {
        this.readEnd(meaning.columns, meaning.end, raw, report, put);
      } else if (meaning.is === 'links') {
        put(meaning.link.name, { is: 'pointers', pointers: this.pointers(meaning.link, raw, report), raw });
      } else if (meaning.is === 'rows') {
        put(meaning.link.name, { is: 'rows', value: this.rows(meaning.link, raw, report), raw });
      } else {
        this.readField(meaning.field, meaning.is === 'list', raw, report, put);
      }
    }
    return read;
  }

  private readField(
    field: Field,
    isList: boolean,
    raw: unknown,
    report: Report,
    put: (name: string, value: ReadValue) => void,
  ): void {
    if (field.ref) {
      const pointer = isNothing(raw) ? null : this.pointer(field.ref.target, raw, field.name, report);
      if (pointer !== undefined) put(field.name, { is: 'pointer', pointer, raw });
      return;
    }
    const joined = isList && Array.isArray(raw) && raw.every((one) => typeof one === 'string');
    const value = coerce(joined ? listText(field, raw as string[]) : raw, field, this.clock);
    if (value instanceof Message) report('error', 'invalid', field.name, raw, named(value, field.name));
    else if (isList) put(field.name, { is: 'list', elements: elementsOf(field, value), raw });
    else put(field.name, { is: 'value', value, raw });
  }

  /** `source` or `dest`: the column of the type that is named; those of other types are said to be empty. */
  private readEnd(
    columns: readonly Field[],
    end: string,
    raw: unknown,
    report: Report,
    put: (name: string, value: ReadValue) => void,
  ): void {
    const type = isObject(raw) && typeof raw['type'] === 'string' ? raw['type'] : undefined;
    const path = type === undefined ? undefined : (this.kinds.find(type)?.path ?? type);
    const column = columns.find(({ ref }) => ref!.target === path);
    if (!isNothing(raw) && !column) {
      const allowed = columns.map(({ ref }) => ref!.target).join(', ');
      report('error', 'pointer', end, raw, new Message('feedEndType', { field: end, allowed }));
      return;
    }
    for (const one of columns) {
      const { type: _, ...plain } = one === column ? (raw as Record<string, unknown>) : {};
      const pointer = one === column ? this.pointer(path!, plain, end, report) : null;
      if (pointer !== undefined) put(one.name, { is: 'pointer', pointer, raw: one === column ? raw : null });
    }
  }

  private pointers(link: Link, raw: unknown, report: Report): Sight[] {
    const elements = isNothing(raw) ? [] : Array.isArray(raw) ? raw : [raw];
    return elements.flatMap((element) => this.pointer(link.target, element, link.name, report) ?? []);
  }

  private pointer(type: string, raw: unknown, field: string, report: Report): Sight | undefined {
    const pointer = this.sightOf(type, raw);
    if (!pointer) report('error', 'pointer', field, raw, new Message('feedPointer', { field }));
    return pointer;
  }

  /** Exactly one of id, ref, name, match and ip; a bare text is a name, a bare number nothing. */
  private sightOf(type: string, raw: unknown): Sight | undefined {
    if (typeof raw === 'string') return raw.trim() ? { type, by: 'name', text: raw.trim(), raw } : undefined;
    if (!isObject(raw)) return undefined;
    const ways = (['id', 'ref', 'name', 'match', 'ip'] as const).filter((way) => raw[way] !== undefined);
    const by = ways[0];
    if (!by || ways.length > 1) return undefined;
    const otherwise = raw['else'] as Sight['otherwise'];
    const common = { type, by, raw, ...(otherwise && { otherwise }) };
    const said = raw[by];
    if (by === 'id')
      return Number.isInteger(said) && (said as number) > 0 ? { ...common, id: said as number } : undefined;
    if (by === 'match') return this.matchOf(type, said, common);
    if (typeof said !== 'string' || !said.trim()) return undefined;
    const source = raw['source'];
    // Refs are compared exactly.
    const text = by === 'ref' ? said : said.trim();
    return { ...common, text, ...(by === 'ref' && typeof source === 'string' && { source }) };
  }

  private matchOf(type: string, said: unknown, common: Omit<Sight, 'match'>): Sight | undefined {
    if (!isObject(said)) return undefined;
    const { fields } = this.kinds.resourceAt(type);
    const match: Record<string, Scalar> = Object.create(null) as Record<string, Scalar>;
    for (const [name, raw] of Object.entries(said)) {
      const field = fields.find((one) => one.name === name && !one.hidden && !one.ref);
      const value = field && coerce(raw, field, this.clock);
      if (value === undefined || value instanceof Message) return undefined;
      match[name] = value;
    }
    return Object.keys(match).length ? { ...common, match } : undefined;
  }

  private rows({ name, items }: Link, raw: unknown, report: Report): string {
    const elements = isNothing(raw) ? [] : Array.isArray(raw) ? raw : [raw];
    const rows = elements.map((element: unknown) =>
      items!.map((item) => {
        const value = coerce(isObject(element) ? element[item.name] : undefined, item, this.clock);
        const problem = value instanceof Message ? value : violation(value, item);
        if (problem || !isObject(element)) {
          report('error', 'invalid', name, raw, named(problem ?? new Message('object'), `${name}.${item.name}`));
        }
        return value instanceof Message ? null : value;
      }),
    );
    return rowsText(rows);
  }
}

/** Small rows as one text, whatever their order. */
export const rowsText = (rows: ReadonlyArray<readonly Scalar[]>): string =>
  `[${rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join(',')}]`;

/** The same rows as they are answered. */
export const rowsOf = (items: ReadonlyArray<{ name: string }>, value: Scalar): unknown =>
  (JSON.parse(String(value)) as unknown[][]).map((row) =>
    Object.fromEntries(items.map(({ name }, i) => [name, row[i]])),
  );

const isNothing = (raw: unknown): boolean => raw === null || raw === '';

/** The sentence with the name of its field. */
export const named = (phrase: Message, field: string): Message =>
  'field' in phrase.values ? phrase : new Message(phrase.key, { field, ...phrase.values });
