/** Maps of maps, of sets and of lists. */

/** The entry of a map of maps; made where it is not there. */
export function entryOf<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  let map = maps.get(key);
  if (!map) maps.set(key, (map = new Map<L, V>()));
  return map;
}

/** The set of a map of sets; made where it is not there. */
export function setOfKey<K, T>(sets: Map<K, Set<T>>, key: K): Set<T> {
  let set = sets.get(key);
  if (!set) sets.set(key, (set = new Set<T>()));
  return set;
}

/** The elements by a key, in their order. */
export function grouped<T, K>(all: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    listOf(groups, keyOf(one)).push(one);
  }
  return groups;
}

/** The list of a map of lists; made where it is not there. */
export function listOf<K, T>(lists: Map<K, T[]>, key: K): T[] {
  let list = lists.get(key);
  if (!list) lists.set(key, (list = []));
  return list;
}
