/** Names of objects that a page shows by their ids. */
import { useEffect, useState } from 'preact/hooks';
import type { MapOfKinds } from './map.js';
import { fetchNames, type Names } from './names.js';

/**
 * The names, by kind and id; none until they are there, nor where they could not be read: then ids stand for them.
 * @param withDeleted as of `fetchNames`
 */
export function useNames(
  map: MapOfKinds,
  wanted: ReadonlyMap<string, ReadonlySet<number>>,
  withDeleted = false,
): Names {
  const [names, setNames] = useState<Names>(new Map());
  const key = [...wanted].map(([path, ids]) => `${path} ${[...ids].join()}`).join(';');
  useEffect(() => {
    let isWanted = true;
    const take = (next: Names): void => void (isWanted && setNames(next));
    fetchNames(map, wanted, withDeleted).then(take, () => take(new Map()));
    return () => void (isWanted = false);
  }, [key]);
  return names;
}
