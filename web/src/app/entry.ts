/** An entry of the journal as people read it: what was done, to what, and field by field how it was and is. */
import { idsIn, type Column, type Kind, type LinkSet, type Thing } from '../api/kinds.js';
import type { Wanted } from '../api/names.js';
import { isEmpty } from '../components/value.js';

/** An entry as the API answers it. */
export interface Entry {
  id: number;
  description: string;
  subject_id: number | null;
  subject_type: string | null;
  user_id: number | null;
  /** Null where the reader may not show the object. */
  properties: Readonly<Record<string, unknown>> | null;
  host: string | null;
  created_at: string | null;
}

/** A field of an object: a column, or what it is linked to. */
export type FieldPart = Column | LinkSet;

/** A linked object, and the word that stands beside it. */
export interface Linked {
  id: number;
  word?: string;
}

/** What became of one field; of a link what went and came. */
export type FieldChange = { part: FieldPart; name: string } & (
  { before: unknown; after: unknown } | { gone: readonly Linked[]; come: readonly Linked[] }
);

/** What a reference or link holds. */
export function linkedIn(part: FieldPart, value: unknown): Linked[] {
  const member = 'pair' in part ? part.pair?.name : undefined;
  return [value].flat().flatMap((one: unknown) =>
    idsIn(one).map((id): Linked => {
      const word = member !== undefined && typeof one === 'object' ? (one as Thing)[member] : undefined;
      return typeof word === 'string' ? { id, word } : { id };
    }),
  );
}

/** What is said elsewhere, or says nothing. */
const SILENT = new Set([
  'id',
  'created_at',
  'updated_at',
  'deleted_at',
  'merged',
  'merged_names',
  'unmerged',
  'taken_back',
]);

type Values = Readonly<Record<string, unknown>>;
const valuesIn = (properties: Entry['properties'], name: 'before' | 'after'): Values => {
  const values = properties?.[name];
  return typeof values === 'object' && values !== null ? (values as Values) : {};
};

/** The fields that an entry says something of, in the order of the kind. What was empty and is empty is left out. */
export function changesOf(kind: Kind | undefined, { properties }: Pick<Entry, 'properties'>): FieldChange[] {
  const [before, after] = [valuesIn(properties, 'before'), valuesIn(properties, 'after')];
  const parts = new Map([...(kind?.columns ?? []), ...(kind?.links ?? [])].map((part) => [part.name, part]));
  const known = [...parts.keys()].filter((name) => name in before || name in after);
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !parts.has(name));
  return [...known, ...others].flatMap((name): FieldChange[] => {
    if (SILENT.has(name)) return [];
    const part = parts.get(name) ?? { name, titles: { en: name }, kind: 'string' };
    if (!('kind' in part) && part.target) {
      const [was, is] = [linkedIn(part, before[name]), linkedIn(part, after[name])];
      const without = (some: readonly Linked[], others: readonly Linked[]): Linked[] =>
        some.filter(({ id, word }) => !others.some((one) => one.id === id && one.word === word));
      const [gone, come] = [without(was, is), without(is, was)];
      return gone.length || come.length ? [{ part, name, gone, come }] : [];
    }
    const column = columnOf(part);
    if (isEmpty(column, before[name]) && isEmpty(column, after[name])) return [];
    return [{ part, name, before: before[name] ?? null, after: after[name] ?? null }];
  });
}

/** As a column: rows of an object's own are shown as data. */
export const columnOf = (part: Column | LinkSet): Column => ('kind' in part ? part : { ...part, kind: 'json' });

/** What the object was called, as far as the entry says it. */
export function nameInEntry(kind: Kind | undefined, { properties }: Pick<Entry, 'properties'>): string | undefined {
  if (kind?.label === undefined) return undefined;
  const name = valuesIn(properties, 'after')[kind.label] ?? valuesIn(properties, 'before')[kind.label];
  return typeof name === 'string' && name ? name : undefined;
}

/** The objects that became part of the one of an entry, or came apart from it. */
export function othersIn({ description, properties }: Entry): readonly number[] {
  return idsIn(valuesIn(properties, 'after')[description === 'merged' ? 'merged' : 'unmerged']);
}

/** What those were called that became part of an object, by id: nothing is found under their ids any more. */
export const namesOfOthers = ({ properties }: Entry): Readonly<Record<number, string>> =>
  (valuesIn(properties, 'after')['merged_names'] ?? {}) as Readonly<Record<number, string>>;

/** The entry of the merge that this one took back. */
export const takenBackBy = ({ properties }: Entry): unknown => valuesIn(properties, 'after')['taken_back'];

/** The source and the run that a change comes from, or that an entry tells of as a whole; undefined for the work of people. */
export function fedBy({ description, properties }: Entry): { source: string; run: number } | undefined {
  const feed = description === 'fed' ? properties : properties?.['feed'];
  const { source, run } = (feed ?? {}) as Readonly<Record<string, unknown>>;
  return typeof source === 'string' && typeof run === 'number' ? { source, run } : undefined;
}

/** Members that programs need: the feed of changes is told from them, and the history of objects worked out. */
const FOR_PROGRAMS = new Set([
  ...['request_id', 'shortened', 'at', 'transaction', 'auth', 'via', 'traceparent', 'whole'],
  ...['created_at', 'updated_at', 'deleted_at', 'links', 'row', 'shared_table_id'],
]);

/** What says nothing new: a session is no token to people, and a shared table has a name. */
const isSaid = ({ description, properties }: Entry, name: string): boolean =>
  (name === 'query' && description.startsWith('table_')) || (name === 'token_id' && properties?.['auth'] === 'user');

/** What an entry that is no change of an object tells beside: a format, a count, the name of a token. */
export const detailsOf = (entry: Entry): Array<[string, string]> =>
  Object.entries(entry.properties ?? {}).flatMap(([name, value]): Array<[string, string]> => {
    if (FOR_PROGRAMS.has(name) || isSaid(entry, name) || value === null || value === '') return [];
    // What a source has said is told in words; its run has the figures.
    if (fedBy(entry) && (entry.description === 'fed' || name === 'feed')) return [];
    if (typeof value !== 'object') return [[name, String(value)]];
    // How an object was and is stands below, field by field.
    const text = ['before', 'after'].includes(name) ? '' : inText(value);
    return text === '' ? [] : [[name, text]];
  });

/** A value of several as people write it: without braces and quotes. */
function inText(value: unknown): string {
  if (Array.isArray(value)) return value.map(inText).join(', ');
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.entries(value)
    .map(([name, one]) => `${name} = ${inText(one)}`)
    .join(', ');
}

/** Asks for the names of all that the entry speaks of. */
export function wantNames(wanted: Wanted, kind: Kind | undefined, entry: Entry): void {
  wanted.want('users', entry.user_id);
  for (const id of [entry.subject_id, ...othersIn(entry).slice(0, MAX_NAMES)]) wanted.want(kind?.path, id);
  for (const change of changesOf(kind, entry)) {
    const { target } = change.part;
    if ('come' in change)
      for (const { id } of [...change.gone, ...change.come].slice(0, MAX_NAMES * 2)) wanted.want(target, id);
    else for (const id of [change.before, change.after]) wanted.want(target, id);
  }
}

/** Names of a link that are told one by one. */
export const MAX_NAMES = 20;
