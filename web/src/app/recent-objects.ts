/**
 * The objects that a reader opened last, for the menu. Preferences hold which ones they are, and no names: these are asked for, so
 * that what the reader may no longer see, or what was deleted, is not named.
 */
import { useEffect, useState } from 'preact/hooks';
import { addressOf, reachable, type MapOfKinds } from '../api/map.js';
import { fetchNames, Wanted } from '../api/names.js';
import type { RecentObject } from '../api/preferences.js';
import { useStore } from '../store.js';

/** One of them in the menu. */
export interface RecentPlace extends RecentObject {
  href: string;
  name: string;
}

/** Milliseconds for which a name holds, while pages come and go. */
const HOLDS = 60_000;

interface Known {
  /** Null for what is not there for this reader. */
  name: string | null;
  until: number;
}

/** What was asked for, by reader and address: every page has a menu of its own. */
const known = new Map<string, Known>();
const keyOf = ({ rights }: MapOfKinds, { kind, id }: RecentObject): string => `${rights.userId} ${addressOf(kind, id)}`;
const remember = (map: MapOfKinds, object: RecentObject, name: string | null): void =>
  void known.set(keyOf(map, object), { name, until: Date.now() + HOLDS });

/** An object is shown: it is the first of them from now on. */
export function opened(map: MapOfKinds, object: RecentObject, name: string): void {
  remember(map, object, name);
  map.preferences.open(object);
}

/** Those that the reader may see by now, the last one first; none until their names are there. */
export function useRecent(map: MapOfKinds): RecentPlace[] {
  useStore(map.preferences.changes);
  const [, redraw] = useState(0);
  const recent = map.preferences.recent.filter(({ kind }) => reachable(map, kind));
  const wanting = recent.filter((one) => !((known.get(keyOf(map, one))?.until ?? 0) > Date.now()));
  const key = wanting.map((one) => keyOf(map, one)).join();
  useEffect(() => {
    if (!wanting.length) return;
    let isWanted = true;
    const wanted = new Wanted();
    for (const { kind, id } of wanting) wanted.want(kind, id);
    fetchNames(map, wanted).then(
      (names) => {
        for (const one of wanting) remember(map, one, names.get(one.kind)?.get(one.id) ?? null);
        if (isWanted) redraw((count) => count + 1);
      },
      // Without an answer the menu lacks nothing else.
      () => undefined,
    );
    return () => void (isWanted = false);
  }, [key]);
  return recent.flatMap((one) => {
    const name = known.get(keyOf(map, one))?.name;
    return typeof name === 'string' ? [{ ...one, href: addressOf(one.kind, one.id), name }] : [];
  });
}
