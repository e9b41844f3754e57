/** Reads what an item says: names become columns and links, values what would be stored, pointers what they seek. */
import { Message } from '../../core/i18n/messages.js';
import type { WallClock } from '../../core/text/dates.js';
import { isObject } from '../../core/http/request-body.js';
import type { InParts } from '../../core/turns.js';
import type { Scalar } from '../../database/database.js';
import { coerce, readNumbers, violation, type Field, type Link, type PairValue } from '../../engine/index.js';
import { readPointer } from '../document/pointer.js';
import { NONE_CLEANED, type CleanedTexts } from './clean-texts.js';
import { NOTHING, type ReadValue, type ReadValues, type Pointer } from './draft.js';
import { entryOf } from './groups.js';
import type { Guesses } from './guesses.js';
import { bytesOf, type PlanCost } from './plan-cost.js';
import type { Kind, Kinds } from './kinds.js';
import { elementsOf, listText, rowsText } from './stored-text.js';

/** Characters of a name that is told. */
const MAX_TOLD = 100;

/** Combinations of columns by which pointers of a document seek: all objects of the type are compared for each. */
const MAX_SHAPES = 50;
/** Bytes of a pointer that is not there yet, and of each place that it stands in. */
const [POINTER, PLACE] = [400, 48];

/** Called with what is wrong, or was passed over. */
export type Report = (level: 'error' | 'warning', code: string, field: string, said: unknown, phrase: Message) => void;

/** Reads the values of `set` or `initial`, under the names of columns and links themselves. */
export class ItemReader {
  /** Pointers by type and what was sent, names and all others: alike ones are one. */
  private readonly named = new Map<string, Map<string, Pointer>>();
  private readonly others = new Map<string, Map<string, Pointer>>();
  /** The columns that matches name together, of each type. */
  private readonly shapes = new Set<string>();

  constructor(
    private readonly kinds: Kinds,
    private readonly clock: WallClock,
    private readonly guesses: Guesses,
    private readonly cost: PlanCost,
  ) {}

  /**
   * Throws 413 for more pointers than a document may have, and for more of anything than a plan may hold.
   * @param cleaned texts with markup as they are stored, where that was worked out beforehand
   */
  *read(
    kind: Kind,
    set: Readonly<Record<string, unknown>>,
    report: Report,
    cleaned = NONE_CLEANED,
  ): InParts<ReadValues> {
    let read: ReadValues = NOTHING;
    const put = (name: string, value: ReadValue, raw: unknown): void => {
      if (read === NOTHING) read = {};
      if (name in read && JSON.stringify(read[name]) !== JSON.stringify(value)) {
        report('error', 'invalid', name, raw, new Message('spellings', { field: name }));
      }
      read[name] = value;
      if (!isPointers(value)) this.cost.hold('items', SLOT + bytesOf(value));
    };
    for (const name of Object.keys(set)) {
      const raw = set[name];
      const meaning = kind.meaningOf(name);
      if (!meaning || meaning.is === 'ignored') {
        const near = meaning ? undefined : this.guesses.of(name, kind.path, () => kind.names());
        const phrase =
          near === undefined
            ? new Message('feedIgnored', { field: name })
            : new Message('feedIgnoredNear', { field: name, near });
        report('warning', 'ignored-field', name, raw, phrase);
      } else if (meaning.is === 'other-end') {
        const { target, foreign } = meaning.link;
        const values = { field: name, type: target, column: foreign!.column };
        report('error', 'other-end', name, raw, new Message('feedOtherEnd', values));
      } else if (meaning.is === 'end') {
        this.readEnd(meaning.columns, meaning.end, raw, report, put);
      } else if (meaning.is === 'links') {
        put(meaning.link.name, yield* this.pointers(meaning.link, raw, report), raw);
      } else if (meaning.is === 'rows') {
        put(meaning.link.name, this.rows(meaning.link, raw, report), raw);
      } else {
        const value = this.field(meaning.field, meaning.is === 'list', raw, report, cleaned);
        if (value !== undefined) put(meaning.field.name, value, raw);
      }
    }
    return read;
  }

  /** The value of a column; undefined where it is wrong. */
  private field(
    field: Field,
    isList: boolean,
    raw: unknown,
    report: Report,
    cleaned: CleanedTexts,
  ): ReadValue | undefined {
    if (field.ref) return isNothing(raw) ? null : this.pointer(field.ref.target, raw, field.name, report);
    const joined = isList && Array.isArray(raw) && raw.every((one) => typeof one === 'string');
    const text = joined ? listText(field, raw as string[]) : raw;
    const value = coerce(text, field, this.clock, cleaned.get(field.kind === 'html', text));
    if (!(value instanceof Message)) return isList ? elementsOf(field, value) : value;
    report('error', 'invalid', field.name, raw, named(value, field.name));
    return undefined;
  }

  /** `source` or `dest`: the column of the type that is named; those of other types are said to be empty. */
  private readEnd(
    columns: readonly Field[],
    end: string,
    raw: unknown,
    report: Report,
    put: (name: string, value: ReadValue, raw: unknown) => void,
  ): void {
    const type = isObject(raw) && typeof raw['type'] === 'string' ? raw['type'] : undefined;
    const path = type === undefined ? undefined : this.pathOf(type);
    const column = columns.find(({ ref }) => ref!.target === path);
    if (!isNothing(raw) && !column) {
      const allowed = columns.map(({ ref }) => ref!.target).join(', ');
      report('error', 'pointer', end, raw, new Message('feedEndType', { field: end, allowed }));
      return;
    }
    for (const one of columns) {
      const pointer = one === column ? this.pointer(path!, raw, end, report) : null;
      if (pointer !== undefined) put(one.name, pointer, raw);
    }
  }

  private *pointers(link: Link, raw: unknown, report: Report): InParts<Pointer[]> {
    const pointers: Pointer[] = [];
    for (const [i, element] of (isNothing(raw) ? [] : Array.isArray(raw) ? raw : [raw]).entries()) {
      if (i % TOGETHER === TOGETHER - 1) yield;
      const pointer = this.pointer(link.target, element, link.name, report, link.pivot?.value);
      if (pointer) pointers.push(pointer);
    }
    return pointers;
  }

  /** `value`: the word that the pair may carry, which stands beside what is sought. */
  private pointer(type: string, raw: unknown, field: string, report: Report, value?: PairValue): Pointer | undefined {
    this.cost.point();
    this.cost.hold('pointers', PLACE);
    // Many items point to the few objects that they belong to.
    const isName = typeof raw === 'string';
    const alike = entryOf(isName ? this.named : this.others, type);
    const key = isName ? raw : `${value?.name ?? ''} ${JSON.stringify(raw)}`;
    const known = alike.get(key);
    if (known) return known;
    const refuse = (phrase: Message, code = 'pointer'): undefined => void report('error', code, field, raw, phrase);
    const { word, sought } = wordedIn(raw, value);
    if (word !== undefined && !value!.words.includes(word as string))
      return refuse(
        new Message('oneOf', { field: `${field}.${value!.name}`, allowed: value!.words.join(', ') }),
        'invalid',
      );
    const read = readPointer(sought);
    if (typeof read === 'string') return refuse(new Message(read, { field }));
    const { match: said, text: sent, ...rest } = read;
    const other = isObject(raw) ? raw['type'] : undefined;
    if (typeof other === 'string' && this.pathOf(other) !== type)
      return refuse(new Message('pointerType', { field, allowed: type }));
    const match = said && this.matchOf(type, said);
    if (typeof match === 'string')
      return refuse(new Message('pointerMatch', { field, column: match.slice(0, MAX_TOLD) }));
    const text = read.by === 'name' ? this.nameOf(type, sent!) : sent;
    if (text instanceof Message) return refuse(named(text, field), 'invalid');
    if (text === null) return refuse(new Message('pointerShape', { field }));
    if (match && !this.mayMatch(type, match)) return refuse(new Message('pointerShapes', { field, max: MAX_SHAPES }));
    const pointer: Pointer = {
      ...{ ...rest, type, raw },
      ...(match && { match }),
      ...(text !== undefined && { text }),
      ...(word !== undefined && { word: word as string }),
    };
    alike.set(key, pointer);
    this.cost.hold('pointers', POINTER + 2 * key.length);
    return pointer;
  }

  /** The path of a type by any of its names; of one that is none the name. */
  private pathOf(type: string): string {
    return this.kinds.find(type)?.path ?? type;
  }

  /** A name as an object of the type would have it, cleaned as every text; null for nothing, or what is wrong with it. */
  private nameOf(type: string, said: string): string | null | Message {
    const { label, fields } = this.kinds.resourceAt(type);
    const field = fields.find(({ name }) => name === label);
    const name = field ? coerce(said, field, this.clock) : said;
    return name === null || name instanceof Message ? name : String(name);
  }

  /** The columns of a match as they are stored; the name of one that is none, or that holds no such value. */
  private matchOf(type: string, said: Readonly<Record<string, unknown>>): NonNullable<Pointer['match']> | string {
    const { fields } = this.kinds.resourceAt(type);
    const match: Record<string, Scalar> = Object.create(null) as Record<string, Scalar>;
    for (const [name, raw] of Object.entries(said)) {
      const field = fields.find((one) => one.name === name && !one.hidden && !one.ref);
      const value = field && coerce(raw, field, this.clock);
      if (value === undefined || value instanceof Message) return name;
      match[name] = value;
    }
    return match;
  }

  private mayMatch(type: string, match: object): boolean {
    const shape = `${type} ${Object.keys(match).sort().join()}`;
    return this.shapes.has(shape) || (this.shapes.size < MAX_SHAPES && this.shapes.add(shape) !== undefined);
  }

  private rows(link: Link, raw: unknown, report: Report): string {
    const { name, items } = link;
    if (link.numbers) {
      const refuse = (key: string, phrase: Message): void => report('error', 'invalid', name, raw, named(phrase, key));
      return rowsText(readNumbers(link, raw, name, refuse));
    }
    const elements = isNothing(raw) ? [] : Array.isArray(raw) ? raw : [raw];
    const rows = elements.map((element: unknown) =>
      items!.map((item) => {
        const value = coerce(isObject(element) ? element[item.name] : undefined, item, this.clock);
        const problem = value instanceof Message ? value : violation(value, item);
        if (problem || !isObject(element)) {
          report('error', 'invalid', name, element, named(problem ?? new Message('object'), `${name}.${item.name}`));
        }
        return value instanceof Message ? null : value;
      }),
    );
    return rowsText(rows);
  }
}

/** The word in a pointer, and the pointer without it; undefined where there is none. */
function wordedIn(raw: unknown, value: PairValue | undefined): { word?: unknown; sought: unknown } {
  if (!value || !isObject(raw) || !Object.hasOwn(raw, value.name)) return { sought: raw };
  const { [value.name]: word, ...sought } = raw;
  return { word: word ?? undefined, sought };
}

/** Pointers that are read until others have their turn. */
const TOGETHER = 500;
/** Bytes of a member of what is read. */
const SLOT = 16;

/** Pointers are counted by themselves: alike ones are there once. */
const isPointers = (value: ReadValue): boolean =>
  typeof value === 'object' && value !== null && (!Array.isArray(value) || typeof value[0] === 'object');

const isNothing = (raw: unknown): boolean => raw === null || raw === '';

/** The sentence with the name of its field. */
export const named = (phrase: Message, field: string): Message =>
  'field' in phrase.values ? phrase : new Message(phrase.key, { field, ...phrase.values });
