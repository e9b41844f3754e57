/** What a perimeter says of itself, read back from its row. */
import type { Reach } from '../../core/http/caller.js';
import { DEFAULT_DEPTH, DEPTHS, rankOf, type Depth } from './containment.js';

/** A place or an entity that is in a perimeter, with what belongs to it. */
export interface Root {
  /** Path of the kind. */
  resource: string;
  id: number;
  depth: Depth;
}

/** Objects that a list would find. */
export interface Rule {
  /** Path of the kind. */
  resource: string;
  /** Filters of lists, by name; undefined: every object. */
  filter: Readonly<Record<string, unknown>> | undefined;
}

export interface Definition {
  id: number;
  roots: readonly Root[];
  rules: readonly Rule[];
  /** How far the farthest root reaches (`rankOf`); 0 without any. */
  rank: number;
  /** Of the roots only the one counts that the statement around asks about, as `asked`. */
  oneRoot?: boolean;
  /** Of the roots these do not count, by their places in the list. */
  unseenRoots?: readonly number[];
  /** What is at home in it does not count. */
  withoutHome?: boolean;
}

/** A definition by its row. What was stored was checked before, so nothing is judged here. */
export function definitionOf(id: number, { roots, rules }: { roots: string | null; rules: string | null }): Definition {
  const stored = (text: string | null): Array<Record<string, unknown>> => (JSON.parse(text ?? 'null') ?? []) as never;
  const read = stored(roots).map(({ resource, id: object, depth }): Root => ({
    resource: resource as string,
    id: object as number,
    depth: DEPTHS.find((one) => one === depth) ?? DEFAULT_DEPTH,
  }));
  return {
    id,
    roots: read,
    rules: stored(rules).map(({ resource, filter, all }) => ({
      resource: resource as string,
      filter: all === true ? undefined : (filter as Rule['filter']),
    })),
    rank: Math.max(0, ...read.map(({ depth }) => rankOf(depth))),
  };
}

/** The definitions with these ids; those that are gone hold nothing, and are left out. */
export const definitionsIn = ({ perimeters }: Reach, ids: readonly number[]): Definition[] =>
  ids.flatMap((id) => {
    const stored = perimeters.get(id);
    return stored ? [definitionOf(id, stored)] : [];
  });
