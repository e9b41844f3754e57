/** Changes as the feed, histories and differences tell them, in the shape in which pages show changes field by field. */
import type { Kind } from '../api/kinds.js';
import type { Wanted } from '../api/names.js';
import { changesOf, linkedIn, MAX_NAMES, type FieldChange } from './entry.js';

/** What came into a link, and what went. */
interface Moves {
  added: readonly unknown[];
  removed: readonly unknown[];
}

/** What became of an object, field by field. */
export interface ToldChange {
  changes?: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
  links?: Readonly<Record<string, Moves>>;
  /** What was made, brought back, or deleted, as a whole. */
  object?: Readonly<Record<string, unknown>>;
}

/** A change of the history of an object. */
export interface HistoryEvent {
  /** Its place in the feed. */
  id: string;
  time: string;
  data: ToldChange & {
    action: 'created' | 'updated' | 'deleted' | 'restored';
    name: string | null;
    by: { user_id: number | null; via: string };
    reason: string | null;
    transaction: string;
    /** The object that was written, where this one changed as the other end of a link. */
    origin: { resource: string; id: number } | null;
  };
}

/** The fields of a change that the pages have words for, in the order of the kind. Of what was made or deleted its values. */
export function fieldsOfChange(
  kind: Kind,
  { changes = {}, links = {}, object }: ToldChange,
  isGone = false,
): FieldChange[] {
  const known = new Set([...kind.columns, ...kind.links].map(({ name }) => name));
  const sides = (at: 0 | 1): Record<string, unknown> =>
    Object.fromEntries(Object.entries(changes).flatMap(([name, both]) => (known.has(name) ? [[name, both[at]]] : [])));
  if (object) {
    const held = Object.fromEntries(
      Object.entries(object).filter(([name, value]) => known.has(name) && !isNone(value)),
    );
    return changesOf(kind, { properties: isGone ? { before: held, after: {} } : { before: {}, after: held } });
  }
  const moved = kind.links.flatMap((part): FieldChange[] => {
    const moves = links[part.name];
    if (!moves) return [];
    return [{ part, name: part.name, gone: linkedIn(part, moves.removed), come: linkedIn(part, moves.added) }];
  });
  return [...changesOf(kind, { properties: { before: sides(0), after: sides(1) } }), ...moved];
}

const isNone = (value: unknown): boolean => value === null || (Array.isArray(value) && !value.length);

/** Asks for the names of what these fields lead to. */
export function wantNamesOf(wanted: Wanted, fields: readonly FieldChange[]): void {
  for (const change of fields) {
    const { target } = change.part;
    if ('come' in change)
      for (const { id } of [...change.gone, ...change.come].slice(0, MAX_NAMES * 2)) wanted.want(target, id);
    else for (const id of [change.before, change.after]) wanted.want(target, id);
  }
}
