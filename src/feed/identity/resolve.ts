/** Which live object an item is, by the rules of its type: portions of items are asked for at once. */
import type { Turns } from '../../core/turns.js';
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
 * than one id is for the caller to refuse. `take` is not called for what is found nowhere.
 */
export async function resolve<T extends Sought>(
  type: string,
  items: readonly T[],
  lookup: Lookup,
  turns: Turns,
  take: (item: T, found: Found) => void,
): Promise<void> {
  let open = items.map((item) => ({ item, next: 0, keys: [] as readonly string[] }));
  while (open.length) {
    const asked = new Map<RuleName, typeof open>();
    await turns.each(open, (entry) => {
      const { rules } = entry.item;
      let rule: RuleName | undefined;
      do rule = rules[entry.next++];
      while (rule && !(entry.keys = entry.item.keysOf(rule)).length);
      if (!rule) return;
      const list = asked.get(rule);
      if (list) list.push(entry);
      else asked.set(rule, [entry]);
    });
    open = [];
    for (const [rule, entries] of asked) {
      const keys = new Set<string>();
      for (const entry of entries) for (const key of entry.keys) keys.add(key);
      const answer = await lookup.byKeys(type, rule, [...keys]);
      await turns.each(entries, (entry) => {
        const ids = entry.keys.flatMap((key) => answer.get(key) ?? []);
        if (ids.length) take(entry.item, { by: rule, ids: [...new Set(ids)].sort((a, b) => a - b) });
        else open.push(entry);
      });
    }
  }
}
