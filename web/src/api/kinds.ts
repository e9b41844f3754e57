/** Kinds of objects as pages for people show them, read from the API's description: nothing is written here for one of them. */
import type { Titles } from '../i18n/titles.js';
import { slugOf, type Description } from './description.js';
import type { Codes, Schema, Tag } from './openapi.js';

/** Columns that say something of the entry, and nothing of the object. */
const RECORD = new Set(['id', 'ext_refs', 'created_at', 'updated_at', 'deleted_at']);

/** What a column holds, as far as pages care. */
type ColumnKind = 'flag' | 'html' | 'text' | 'day' | 'moment' | 'number' | 'numbers' | 'json' | 'string';

/** A column. */
export interface Column {
  name: string;
  titles: Titles;
  /** What it holds. */
  kind: ColumnKind;
  codes?: Codes;
  need?: string;
  /** What its numbers count, such as `gigabyte`. */
  unit?: string;
  /** A day after which the object is valid no more. */
  ends?: boolean;
  /** How a text is written, such as `ext-refs`. */
  format?: string;
  /** Of a reference: the path of the kind that it leads to, and the name under which its object is embedded. */
  target?: string;
  include?: string;
  /** Of numbers by name: the names that there are, with what people call what is counted. */
  counted?: ReadonlyArray<{ name: string; titles: Titles }>;
}

/** The words that a pair of linked objects may carry, under the name of this member. */
export interface PairWords {
  name: string;
  words: ReadonlyArray<Titles & { word: string }>;
}

/** A set of related objects, or of small rows with columns of their own. */
export interface LinkSet {
  name: string;
  titles: Titles;
  target?: string;
  columns?: readonly Column[];
  /** What stands beside each id. */
  pair?: PairWords;
}

export interface Kind {
  path: string;
  tag: Tag;
  titles: Titles;
  /** What one object of it is called. */
  one: Titles;
  abouts: Titles;
  /** The number of its view, and the view's title. */
  hue: number;
  /** The number of its colour; undefined for what no picture shows. */
  colour: number | undefined;
  view: Titles;
  /** The column that names its objects. */
  label: string | undefined;
  isNode: boolean;
  /** Whether the search over all kinds finds its objects. */
  isSearched: boolean;
  columns: readonly Column[];
  links: readonly LinkSet[];
}

/** An object as the API answers it: what it holds by name. */
export type Thing = Readonly<Record<string, unknown>> & { id: number };

/** The ids that a link holds, whether or not a word stands beside each. */
export const idsIn = (value: unknown): number[] =>
  [value].flat().flatMap((one: unknown) => {
    const id = typeof one === 'object' && one !== null ? (one as Thing).id : one;
    return typeof id === 'number' ? [id] : [];
  });

/** Needs that are levels, 0 to 4, and those that are minutes. */
const LEVELS = new Set(['c', 'i', 'a', 't', 'auth']);
const isLevel = ({ need }: Column): boolean => need !== undefined && LEVELS.has(need);
const isRecord = ({ name }: Column): boolean => RECORD.has(name);

/** How a value of a column is shown. */
export type Form =
  | 'level'
  | 'code'
  | 'minutes'
  | 'flag'
  | 'day'
  | 'moment'
  | 'rich'
  | 'reference'
  | 'number'
  | 'numbers'
  | 'data'
  | 'elsewhere'
  | 'text';

/** How values of a column are shown. */
export function formOf(column: Column): Form {
  if (isLevel(column)) return 'level';
  if (column.codes) return 'code';
  if (column.need) return 'minutes';
  if (column.target) return 'reference';
  const { kind } = column;
  if (kind === 'flag' || kind === 'day' || kind === 'moment') return kind;
  if (kind === 'html') return 'rich';
  if (column.format === 'ext-refs') return 'elsewhere';
  if (kind === 'number' || kind === 'numbers') return kind;
  return kind === 'json' ? 'data' : 'text';
}

/** The order of a list by a column as people count, where the column holds names, addresses or the like. */
export function naturalSort({ columns }: Kind, sort: string): string {
  const column = columns.find(({ name }) => name === sort.replace(/^-/, ''));
  return column && formOf(column) === 'text' ? `${sort}:natural` : sort;
}

/** The parts in which the fields of one object are shown. */
export const PARTS = ['general', 'texts', 'needs', 'dates', 'record'] as const;
export type Part = (typeof PARTS)[number];

/** The part in which a column is shown. */
export function partOf(column: Column): Part {
  if (isRecord(column)) return 'record';
  if (column.need || column.kind === 'numbers') return 'needs';
  const form = formOf(column);
  if (form === 'day' || form === 'moment') return 'dates';
  return form === 'rich' || form === 'data' || column.kind === 'text' ? 'texts' : 'general';
}

/** The column of tags, in every kind that has them. */
export const TAGS = 'attributes';

/** The columns that a table shows until its reader chooses: the name, and what is short and tells objects apart. */
export function usualColumns({ columns, label }: Kind): string[] {
  const own = columns.filter((column) => !isRecord(column) && column.name !== label && column.target !== 'documents');
  // Tags seldom tell objects apart: they take no other column's place.
  const ranked = [...own.filter(({ name }) => name !== TAGS), ...own.filter(({ name }) => name === TAGS)];
  const take = (forms: readonly Form[], most: number): Column[] =>
    ranked.filter((column) => forms.includes(formOf(column)) && partOf(column) !== 'texts').slice(0, most);
  const needs = take(['level'], 5);
  const chosen = new Set([
    ...take(['reference'], 2),
    ...take(['text', 'code'], needs.length ? 0 : 4),
    ...needs,
    ...take(['flag', 'day'], needs.length ? 0 : 2),
  ]);
  // In the order in which the entity file has them.
  const rest = own.filter((column) => chosen.has(column)).map(({ name }) => name);
  return [label ?? 'id', ...rest];
}

/** Colours of kinds in `styles/colours.css`; the kinds of a view have them in turn, as in the pictures of the server. */
const COLOURS = 12;

/** Every kind, by its path. */
export function kindsOf(description: Description): ReadonlyMap<string, Kind> {
  const { 'x-codes': codes = {}, 'x-titles': members = {}, tags } = description.openapi;
  const words: Words = {
    codes,
    members,
    kinds: new Map(tags.map((tag) => [slugOf(tag), tag['x-titles'] ?? { en: tag.name }])),
  };
  const { searched } = description;
  const kinds = description.groups.flatMap((group, hue) => {
    let nodes = 0;
    return group.tags.flatMap((tag): Array<[string, Kind]> => {
      const properties = description.wholeOf(tag)?.properties;
      if (!properties) return [];
      const kind = kindOf(tag, properties, { hue, view: group.titles, words });
      const colour = kind.isNode ? nodes++ % COLOURS : undefined;
      return [[kind.path, { ...kind, colour, isSearched: searched.has(kind.path) }]];
    });
  });
  return new Map(kinds);
}

/** Words of the document: of lists of codes, of columns and links, of kinds. */
interface Words {
  codes: Readonly<Record<string, Codes>>;
  members: Readonly<Record<string, Titles>>;
  kinds: ReadonlyMap<string, Titles>;
}

interface Around {
  hue: number;
  view: Titles;
  words: Words;
}

function kindOf(
  tag: Tag,
  properties: Record<string, Schema>,
  { hue, view, words }: Around,
): Omit<Kind, 'isSearched' | 'colour'> {
  const shown = Object.entries(properties).filter(([, schema]) => !schema['x-same-as']);
  const isLink = ({ $ref, type }: Schema): boolean => $ref !== undefined || type === 'array';
  const columns = shown.filter(([, schema]) => !isLink(schema)).map(([name, schema]) => columnOf(name, schema, words));
  const links = shown.filter(([, schema]) => isLink(schema)).map(([name, schema]) => linkOf(name, schema, words));
  const all = [...columns, ...links];
  return {
    path: slugOf(tag),
    tag,
    titles: tag['x-titles'] ?? { en: tag.name },
    one: tag['x-titles-of-one'] ?? tag['x-titles'] ?? { en: tag.name },
    abouts: tag['x-abouts'] ?? { en: tag.description },
    ...{ hue, view },
    label: tag['x-label'],
    isNode: tag['x-node'] === true,
    columns: columns.map((column) => distinct(column, all, words)),
    links: links.map((link) => distinct(link, all, words)),
  };
}

/**
 * The title of a part among all parts of its kind: of two of one word that which leads to other objects says to which, and what is
 * still alike says its name.
 */
function distinct<P extends Column | LinkSet>(part: P, all: ReadonlyArray<Column | LinkSet>, { kinds }: Words): P {
  const word = <W extends string | undefined>(language: 'en' | 'fr', own: W): W | string => {
    const same = all.filter((one) => one !== part && own !== undefined && one.titles[language] === own);
    if (!same.length) return own;
    if (same.some(({ target }) => target === part.target)) return `${own} (${part.name})`;
    const kind = kinds.get(part.target ?? '')?.[language];
    return kind === undefined ? own : `${own} (${kind})`;
  };
  const fr = word('fr', part.titles.fr);
  return { ...part, titles: { en: word('en', part.titles.en), ...(fr !== undefined && { fr }) } };
}

function columnOf(name: string, schema: Schema, words: Words): Column {
  const {
    'x-need': need,
    'x-unit': unit,
    'x-format': format,
    'x-resource': target,
    'x-include': include,
    'x-ends': ends,
  } = schema;
  const titles = words.members[name] ?? { en: name };
  const codes = words.codes[schema['x-codes'] ?? ''];
  return {
    ...{ name, titles, kind: kindOfValue(schema) },
    ...(codes && { codes }),
    ...(need && { need }),
    ...(unit && { unit }),
    ...(ends && { ends }),
    ...(format && { format }),
    ...(target && include && { target, include }),
    ...(schema['x-kind'] === 'numbers' && { counted: countedIn(schema, words) }),
  };
}

const countedIn = ({ properties = {} }: Schema, { members, kinds }: Words): NonNullable<Column['counted']> =>
  Object.keys(properties).map((name) => ({
    name,
    titles: members[name] ?? kinds.get(name.replaceAll('_', '-')) ?? { en: name },
  }));

function kindOfValue({ 'x-kind': told, type, format }: Schema): ColumnKind {
  if (told === 'flag' || told === 'html' || told === 'text' || told === 'numbers') return told;
  if (format === 'date') return 'day';
  if (format === 'date-time') return 'moment';
  // A column without a type may hold JSON of any kind.
  const plain = [type].flat().find((one) => one !== 'null');
  if (plain === 'boolean') return 'flag';
  if (plain === 'integer' || plain === 'number') return 'number';
  return plain === 'string' ? 'string' : 'json';
}

function linkOf(name: string, { 'x-resource': target, items }: Schema, words: Words): LinkSet {
  const titles = words.members[name] ?? words.kinds.get(target ?? '') ?? { en: name };
  const columns = Object.entries(items?.properties ?? {}).map(([inner, one]) => columnOf(inner, one, words));
  const worded = Object.entries(items?.properties ?? {}).find(([, one]) => one['x-words']);
  const pair = worded && { name: worded[0], words: worded[1]['x-words']! };
  return { name, titles, ...(target ? { target } : { columns }), ...(target && pair && { pair }) };
}

/** The class that gives a place the colour of a kind. */
export const colourOfKind = (kind: Pick<Kind, 'colour'> | undefined): string =>
  kind?.colour === undefined ? '' : `kind-${kind.colour}`;
