/** Which live object an item is, by the rules of its type: portions of items are asked for at once. */
import type { RuleName } from './rules.js';

/** Where live objects are found by the keys of a rule: a database answers a portion with one statement. */
export interface Lookup {
  /** For each key that is known, the ids of the live objects of the type that have it. */
  byKeys(type: string, rule: RuleName, keys: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>>;
}

/** An item whose object is sought. */
export interface Sought {
  readonly rules: readonly RuleName[];
  /** Its keys by a rule; none where it has no value for it. */
  keysOf(rule: RuleName): readonly string[];
}

/** The object, or the objects of which it may be one; `by` is the rule that decided. */
export interface Found {
  readonly by: RuleName;
  readonly ids: readonly number[];
}

/**
 * Asks the rules of each item in their order: the first for which it has a value and that finds a live object decides. More
 * than one id is for the caller to refuse. What is found nowhere is not in the answer.
 */
export async function resolve<T extends Sought>(
  type: string,
  items: readonly T[],
  lookup: Lookup,
): Promise<ReadonlyMap<T, Found>> {
  const found = new Map<T, Found>();
  let open = items.map((item) => ({ item, next: 0 }));
  while (open.length) {
    const asked = new Map<RuleName, Map<T, readonly string[]>>();
    const still: typeof open = [];
    for (const entry of open) {
      const { item } = entry;
      let keys: readonly string[] = [];
      while (entry.next < item.rules.length && !(keys = item.keysOf(item.rules[entry.next]!)).length) entry.next++;
      const rule = item.rules[entry.next];
      if (!rule) continue;
      entry.next++;
      still.push(entry);
      if (!asked.has(rule)) asked.set(rule, new Map());
      asked.get(rule)!.set(item, keys);
    }
    for (const [rule, keysOf] of asked) {
      const answer = await lookup.byKeys(type, rule, [...new Set([...keysOf.values()].flat())]);
      for (const [item, keys] of keysOf) {
        const ids = [...new Set(keys.flatMap((key) => answer.get(key) ?? []))].sort((a, b) => a - b);
        if (ids.length) found.set(item, { by: rule, ids });
      }
    }
    open = still.filter(({ item }) => !found.has(item));
  }
  return found;
}
