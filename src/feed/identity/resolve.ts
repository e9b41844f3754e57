/** Which live object an item is, by the rules of its type: portions of items are looked up at once. */
import type { Turns } from '../../core/turns.js';
import { candidatesOf, type Candidates } from './candidates.js';
import type { RuleName } from './rules.js';

/** Where live objects are found by the keys of a rule: a database answers a portion with one statement. */
export interface Lookup {
  /** For each key that is known, the ids of the live objects of the type that have it, ascending. */
  byKeys(type: string, rule: RuleName, keys: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>>;
}

/** An item whose object is sought. */
export interface Identifiable {
  readonly rules: readonly RuleName[];
  /** Its keys by a rule; none where it has no value for it. */
  keysOf(rule: RuleName): readonly string[];
}

/** The object, or the objects of which it may be one; `by` is the rule that decided. */
export interface Found {
  readonly by: RuleName;
  readonly found: Candidates;
}

/** Keys that are looked up together, of whole items: one may have thousands of addresses. */
const TOGETHER = 100_000;

/**
 * Looks up each item by its rules in their order: the first for which it has a value and that finds a live object decides. More
 * than one id is for the caller to refuse. `take` is not called for what is found nowhere.
 */
export async function resolve<T extends Identifiable>(
  type: string,
  items: readonly T[],
  { turns, situation }: { readonly turns: Turns; readonly situation: { readonly view: Lookup } },
  take: (item: T, found: Found) => void,
): Promise<void> {
  let open = items.map((item) => ({ item, next: 0 }));
  while (open.length) {
    const byRule = new Map<RuleName, typeof open>();
    await turns.each(open, (entry) => {
      const { rules } = entry.item;
      let rule: RuleName | undefined;
      do rule = rules[entry.next++];
      while (rule && !entry.item.keysOf(rule).length);
      if (!rule) return;
      const list = byRule.get(rule);
      if (list) list.push(entry);
      else byRule.set(rule, [entry]);
    });
    open = [];
    for (const [rule, entries] of byRule) {
      for (let from = 0; from < entries.length;) {
        const keys = new Set<string>();
        const some: Array<[(typeof open)[number], readonly string[]]> = [];
        for (let count = 0; from < entries.length && count < TOGETHER; from++) {
          const entry = entries[from]!;
          const own = entry.item.keysOf(rule);
          for (const key of own) keys.add(key);
          count += own.length;
          some.push([entry, own]);
          await turns.rest();
        }
        const known = await situation.view.byKeys(type, rule, [...keys]);
        await turns.each(some, ([entry, own]) => {
          const lists = own.flatMap((key) => (known.has(key) ? [known.get(key)!] : []));
          if (lists.length) take(entry.item, { by: rule, found: candidatesOf(lists) });
          else open.push(entry);
        });
      }
    }
  }
}
