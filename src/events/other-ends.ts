/**
 * The other ends of links: which objects answer other link arrays after a change was written elsewhere. Pure; what a link or a column
 * is at its other end follows from the registry.
 */
import { comings, registry, type Link, type LinkSet, type ResourceModel } from '../engine/index.js';
import type { Entry } from './entry.js';

/** An element of a link array as it is answered: an id, or an id with the word of the pair. */
export type Element = number | ({ id: number } & Record<string, unknown>);

/** What came into a link array, and what went from it. */
export interface Moves {
  added: Element[];
  removed: Element[];
}

/** An object whose link arrays changed with somebody else's change. */
export interface OtherEnd {
  resource: ResourceModel;
  id: number;
  links: Record<string, Moves>;
}

/** What is shown elsewhere of a type: its pairs, and its columns that are one end of a one-to-many link. */
interface Ends {
  pairs: ReadonlyArray<{ link: Link; target: ResourceModel; names: readonly string[] }>;
  columns: ReadonlyArray<{ column: string; target: ResourceModel; names: readonly string[] }>;
}

const known = new Map<ResourceModel, Ends>();

/** The names under which a link is answered. */
export const namesOf = (link: Link): string[] => [link.name, ...link.alsoShownAs];

function endsOf(resource: ResourceModel): Ends {
  const found = known.get(resource);
  if (found) return found;
  const pairs = resource.links.flatMap((link) => {
    if (!link.pivot) return [];
    const target = registry.get(link.target);
    const { table, ownColumn, otherColumn } = link.pivot;
    return target.links
      .filter(
        ({ pivot, shown }) =>
          shown && pivot?.table === table && pivot.ownColumn === otherColumn && pivot.otherColumn === ownColumn,
      )
      .map((mirror) => ({ link, target, names: namesOf(mirror) }));
  });
  const columns = registry
    .all()
    .flatMap((target) =>
      target.links
        .filter(
          ({ shown, foreign, kind, target: path }) => shown && foreign && kind !== 'child' && path === resource.path,
        )
        .map((link) => ({ column: link.foreign!.column, target, names: namesOf(link) })),
    );
  const ends = { pairs, columns };
  known.set(resource, ends);
  return ends;
}

/** What an entry did to a set: from what to what. Undefined: nothing. */
function setsIn({ action, facts: { before, after, links } }: Entry, name: string): [LinkSet, LinkSet] | undefined {
  const set = (values: Record<string, unknown> | undefined): LinkSet => (values?.[name] ?? []) as LinkSet;
  if (action === 'deleted') return [set(links), []];
  if (action === 'restored') return [[], set(links)];
  return name in before || name in after ? [set(before), set(after)] : undefined;
}

/** What came into a set and what went, by ids and with the words of pairs. */
export function movesOf(before: LinkSet, after: LinkSet): Moves {
  const { added, removed } = comings(before, after);
  return { added: elementsOf(after, added), removed: elementsOf(before, removed) };
}

function elementsOf(set: LinkSet, ids: readonly number[]): Element[] {
  if (typeof (set[0] ?? 0) === 'number') return [...ids];
  const wanted = new Set(ids);
  return (set as unknown as Element[]).filter((element) => typeof element !== 'number' && wanted.has(element.id));
}

/** From which value to which a column of the object went, as far as others are concerned. */
function valuesIn({ action, facts: { before, after, row } }: Entry, name: string): [unknown, unknown] {
  if (action === 'deleted') return [before[name], null];
  if (action === 'restored') return [null, row?.[name]];
  return [before[name], after[name]];
}

/** The objects whose link arrays an entry changed, in the order in which they are met. */
export function otherEnds(entry: Entry): OtherEnd[] {
  const found = new Map<string, OtherEnd>();
  const note = (
    resource: ResourceModel,
    id: number,
    names: readonly string[],
    which: keyof Moves,
    element: Element,
  ): void => {
    const key = `${resource.path}/${id}`;
    let end = found.get(key);
    if (!end) found.set(key, (end = { resource, id, links: {} }));
    for (const name of names) (end.links[name] ??= { added: [], removed: [] })[which].push(element);
  };
  const { pairs, columns } = endsOf(entry.resource);
  for (const { link, target, names } of pairs) {
    const sets = setsIn(entry, link.name);
    if (!sets) continue;
    const moves = movesOf(...sets);
    for (const which of ['removed', 'added'] as const)
      for (const element of moves[which]) {
        if (typeof element === 'number') note(target, element, names, which, entry.objectId);
        else note(target, element.id, names, which, { ...element, id: entry.objectId });
      }
  }
  for (const { column, target, names } of columns) {
    const [before, after] = valuesIn(entry, column);
    if (before === after) continue;
    if (typeof before === 'number') note(target, before, names, 'removed', entry.objectId);
    if (typeof after === 'number') note(target, after, names, 'added', entry.objectId);
  }
  return [...found.values()];
}

/**
 * What was told of the links of objects within a transaction. Both ends of a pair may be written in it, and a child may be written
 * with its parent: then what is known already is not told again.
 */
export class KnownLinks {
  private readonly pairs = new Map<string, boolean>();
  private readonly gone = new Set<string>();

  /** What the change of an object itself tells. */
  note(entry: Entry): void {
    const { resource, objectId, action } = entry;
    const object = `${resource.path}/${objectId}`;
    if (action === 'deleted') this.gone.add(object);
    else this.gone.delete(object);
    for (const link of resource.links) {
      if (!link.shown || link.kind === 'child') continue;
      const sets = setsIn(entry, link.name);
      if (!sets) continue;
      const { added, removed } = movesOf(...sets);
      for (const name of namesOf(link)) {
        for (const element of removed) this.pairs.set(keyOf(object, name, element), false);
        for (const element of added) this.pairs.set(keyOf(object, name, element), true);
      }
    }
  }

  /** What is left to tell of an object at another end; undefined where that is nothing. */
  left({ resource, id, links }: OtherEnd): OtherEnd | undefined {
    const object = `${resource.path}/${id}`;
    if (this.gone.has(object)) return undefined;
    const left: Record<string, Moves> = {};
    for (const [name, moves] of Object.entries(links)) {
      const isNew =
        (isThere: boolean) =>
        (element: Element): boolean => {
          const key = keyOf(object, name, element);
          if (this.pairs.get(key) === isThere) return false;
          this.pairs.set(key, isThere);
          return true;
        };
      const removed = moves.removed.filter(isNew(false));
      const added = moves.added.filter(isNew(true));
      if (added.length || removed.length) left[name] = { added, removed };
    }
    return Object.keys(left).length ? { resource, id, links: left } : undefined;
  }
}

const keyOf = (object: string, name: string, element: Element): string =>
  `${object} ${name} ${JSON.stringify(element)}`;
