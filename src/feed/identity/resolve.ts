/** Which live object an item is, by the rules of its type: portions of items are looked up at once. */
import type { Turns } from '../../core/turns.js';
import { MAX_CANDIDATES } from './candidates.js';
import type { Evidence } from './evidence.js';
import type { RuleName } from './rules.js';

/** Where live objects are found by the keys of a rule: a database answers a portion with one statement. */
export interface Lookup {
  /** For each key that is known, the ids of the live objects of the type that have it, ascending. */
  byKeys(type: string, rule: RuleName, keys: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>>;
  /** What is known of live objects of the type, by id. */
  evidence(type: string, ids: readonly number[]): Promise<ReadonlyMap<number, Evidence>>;
}

/** An item whose object is sought. */
export interface Identifiable {
  /** The rules by which it is looked up, in their order. */
  readonly lookups: readonly RuleName[];
  /** Its keys by a rule; none where it has no value for it. */
  keysOf(rule: RuleName): readonly string[];
  /** What finds it by a rule has to be compared with it. */
  needsEvidence(rule: RuleName): boolean;
}

/** Objects that have the keys of an item. */
export interface Match {
  readonly by: RuleName;
  /** The ids by each of its keys, ascending; they may be long, and are not copied. */
  readonly lists: ReadonlyArray<readonly number[]>;
  /** Of the first ones what is known of them, where that is needed. */
  readonly evidence: ReadonlyMap<number, Evidence>;
}

/** Keys that are looked up together, of whole items: one may have thousands of addresses. */
const TOGETHER = 100_000;

/**
 * Looks up each item by its rules in their order, until one decides. `take` is not called for what is found nowhere; it returns
 * false where what was found is not the item, and the next rule is asked.
 */
export async function resolve<T extends Identifiable>(
  type: string,
  items: readonly T[],
  { turns, situation }: { readonly turns: Turns; readonly situation: { readonly view: Lookup } },
  take: (item: T, match: Match) => boolean,
): Promise<void> {
  const { view } = situation;
  let open = items.map((item) => ({ item, next: 0 }));
  while (open.length) {
    const byRule = new Map<RuleName, typeof open>();
    await turns.each(open, (entry) => {
      const { lookups } = entry.item;
      let rule: RuleName | undefined;
      do rule = lookups[entry.next++];
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
        const known = await view.byKeys(type, rule, [...keys]);
        const ids = new Set<number>();
        await turns.each(some, ([{ item }, own]) => {
          if (!item.needsEvidence(rule)) return;
          for (const key of own) for (const id of known.get(key)?.slice(0, MAX_CANDIDATES + 1) ?? []) ids.add(id);
        });
        const evidence: Match['evidence'] = ids.size ? await view.evidence(type, [...ids]) : new Map();
        await turns.each(some, ([entry, own]) => {
          const lists = own.flatMap((key) => (known.has(key) ? [known.get(key)!] : []));
          if (!lists.length || !take(entry.item, { by: rule, lists, evidence })) open.push(entry);
        });
      }
    }
  }
}
