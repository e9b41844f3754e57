/** An entry of the journal as people read it: what was done, to what, and field by field how it was and is. */
import type { Column, Kind, LinkSet } from '../api/kinds.js';
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

/** What became of one field. `ids`: of a link those that went and came. */
export type FieldChange = { part: Column | LinkSet; name: string } & (
  { before: unknown; after: unknown } | { gone: readonly number[]; come: readonly number[] }
);

/** What is said elsewhere, or says nothing. */
const SILENT = new Set(['id', 'created_at', 'updated_at', 'deleted_at']);

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
      const [was, is] = [idsIn(before[name]), idsIn(after[name])];
      const gone = was.filter((id) => !is.includes(id));
      const come = is.filter((id) => !was.includes(id));
      return gone.length || come.length ? [{ part, name, gone, come }] : [];
    }
    const column = columnOf(part);
    if (isEmpty(column, before[name]) && isEmpty(column, after[name])) return [];
    return [{ part, name, before: before[name] ?? null, after: after[name] ?? null }];
  });
}

/** As a column: rows of an object's own are shown as data. */
export const columnOf = (part: Column | LinkSet): Column => ('kind' in part ? part : { ...part, kind: 'json' });

const idsIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];

/** What the object was called, as far as the entry says it. */
export function nameInEntry(kind: Kind | undefined, { properties }: Pick<Entry, 'properties'>): string | undefined {
  if (kind?.label === undefined) return undefined;
  const name = valuesIn(properties, 'after')[kind.label] ?? valuesIn(properties, 'before')[kind.label];
  return typeof name === 'string' && name ? name : undefined;
}

/** The source and the run that a change comes from, or that an entry tells of as a whole; undefined for the work of people. */
export function fedBy({ description, properties }: Entry): { source: string; run: number } | undefined {
  const feed = description === 'fed' ? properties : properties?.['feed'];
  const { source, run } = (feed ?? {}) as Readonly<Record<string, unknown>>;
  return typeof source === 'string' && typeof run === 'number' ? { source, run } : undefined;
}

/** What an entry that is no change of an object tells beside: a format, a count, the name of a token. */
export const detailsOf = (entry: Entry): Array<[string, string]> =>
  Object.entries(entry.properties ?? {}).flatMap(([name, value]): Array<[string, string]> => {
    if (['request_id', 'shortened'].includes(name) || value === null || value === '') return [];
    // What a source has said is told in words; its run has the figures.
    if (fedBy(entry) && (entry.description === 'fed' || name === 'feed')) return [];
    if (typeof value !== 'object') return [[name, String(value)]];
    // How an object was and is stands below, field by field.
    return ['before', 'after'].includes(name) ? [] : [[name, JSON.stringify(value)]];
  });

/** Asks for the names of all that the entry speaks of. */
export function wantNames(wanted: Wanted, kind: Kind | undefined, entry: Entry): void {
  wanted.want('users', entry.user_id);
  wanted.want(kind?.path, entry.subject_id);
  for (const change of changesOf(kind, entry)) {
    const { target } = change.part;
    if ('come' in change)
      for (const id of [...change.gone, ...change.come].slice(0, MAX_NAMES * 2)) wanted.want(target, id);
    else for (const id of [change.before, change.after]) wanted.want(target, id);
  }
}

/** Names of a link that are told one by one. */
export const MAX_NAMES = 20;
