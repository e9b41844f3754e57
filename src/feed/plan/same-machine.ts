/** Which objects, of whatever type, may be the machine of an item: by the keys that sources carry, or by an address. */
import { Message } from '../../core/i18n/messages.js';
import { ambiguity, candidatesOf, keyWord, type Candidates } from '../identity/candidates.js';
import { differs, EVIDENCE, type Evidence } from '../identity/evidence.js';
import type { RuleName } from '../identity/rules.js';
import type { Draft } from './draft.js';
import { setOfKey } from './groups.js';
import type { Kind } from './kinds.js';
import type { Keyed } from './map-view.js';
import type { PlanBuilder } from './planning.js';
import { elementsOf } from './stored-text.js';

/** Objects that may be the machine of an item, by the rule that found them. */
export interface Found {
  readonly rule: RuleName;
  readonly objects: readonly Keyed[];
}

/** What two things must not differ in, where their types do already: an address alone is worth no more than the system. */
const AGAINST = ['uuid', 'serial', 'mac', 'inventory', 'fqdn', 'name'] as const;
const AGAINST_ADDRESS = [...AGAINST, 'system'] as const;
/** What tells that an object is a machine of its own. */
export const HARDWARE = ['uuid', 'serial', 'mac'] as const;

export const has = (evidence: Evidence, keys: ReadonlyArray<keyof Evidence>): boolean =>
  keys.some((key) => evidence[key].length > 0);

/** What `which` takes of the objects that carry a key of an item; by the strongest key that tells anything. */
export async function findCarried(
  planning: PlanBuilder,
  drafts: readonly Draft[],
  which: (draft: Draft, others: readonly Keyed[]) => readonly Keyed[],
): Promise<Map<Draft, Found>> {
  const found = new Map<Draft, Found>();
  for (const rule of EVIDENCE) {
    const open = drafts.filter((draft) => !found.has(draft) && draft.keysOf(rule).length);
    if (!open.length) continue;
    const keyed = await planning.situation.view.keyed(rule, [...new Set(open.flatMap((draft) => draft.keysOf(rule)))]);
    const byDraft = new Map<Draft, readonly Keyed[]>();
    for (const draft of open) {
      const all = distinct(draft.keysOf(rule).flatMap((key) => keyed.get(key) ?? []));
      const taken = which(
        draft,
        all.filter(({ type, id }) => type !== draft.kind.path || id !== draft.id),
      );
      if (taken.length) byDraft.set(draft, taken);
    }
    await keepAlike(planning, byDraft, rule, found);
    await planning.turns.rest();
  }
  return found;
}

/** Adds the objects of which nothing says that they are other machines than the item's. */
export async function keepAlike(
  planning: PlanBuilder,
  byDraft: ReadonlyMap<Draft, readonly Keyed[]>,
  rule: RuleName,
  found: Map<Draft, Found>,
  also: (evidence: Evidence) => boolean = () => true,
): Promise<void> {
  const wanted = new Map<string, Set<number>>();
  for (const objects of byDraft.values()) for (const { type, id } of objects) setOfKey(wanted, type).add(id);
  const evidence = new Map<string, ReadonlyMap<number, Evidence>>();
  for (const [type, ids] of wanted) evidence.set(type, await planning.situation.view.evidence(type, [...ids]));
  await planning.turns.each(byDraft, ([draft, all]) => {
    const item = draft.evidence;
    let refuse: (() => void) | undefined;
    const objects = all.filter(({ type, id }) => {
      const other = evidence.get(type)?.get(id);
      if (!other || !also(other)) return false;
      const key = (rule === 'ip' ? AGAINST_ADDRESS : AGAINST).find((one) => differs(item[one], other[one]));
      if (key)
        refuse ??= () => tellOthers(planning, draft, rule, candidatesOf([[id]]), new Map([[id, [key, other]]]), type);
      return !key;
    });
    if (objects.length) found.set(draft, { rule, objects });
    else if (rule !== 'ip') refuse?.();
  });
}

export const distinct = (all: readonly Keyed[]): Keyed[] => [
  ...new Map(all.map((one) => [`${one.type} ${one.id}`, one] as const)).values(),
];

/** Objects of which nothing but an address is known, and which a scan made: those of items at that address. */
export async function findAtAddresses(
  planning: PlanBuilder,
  drafts: readonly Draft[],
  found: Map<Draft, Found>,
  isOwn = false,
): Promise<void> {
  const open = drafts.filter((draft) => !found.has(draft) && draft.keysOf('ip').length);
  const textsOf = ({ kind, valueOf }: { kind: Kind; valueOf: Draft['valueOf'] }, draft: Draft): string[] =>
    kind.columns.addresses.flatMap((name) =>
      elementsOf(kind.fields.get(name)!, valueOf.call(draft, name) ?? null).map(String),
    );
  const texts = new Map(open.map((draft) => [draft, textsOf(draft, draft)] as const));
  const all = [...new Set([...texts.values()].flat())];
  if (!all.length) return;
  const known = await planning.situation.view.guessedAt(all);
  const byDraft = new Map<Draft, readonly Keyed[]>();
  for (const [draft, own] of texts) {
    const objects = distinct(own.flatMap((text) => known.get(text) ?? []));
    const [object] = objects;
    if (objects.length === 1 && object!.isGuess && (object!.type === draft.kind.path) === isOwn)
      byDraft.set(draft, objects);
  }
  await keepAlike(planning, byDraft, 'ip', found, (evidence) => !has(evidence, AGAINST));
}

/** Items without an object that are at the address of one of which nothing else is known, and of which a scan guessed the kind. */
export async function findByAddress(planning: PlanBuilder, drafts: readonly Draft[]): Promise<Map<Draft, number>> {
  const found = new Map<Draft, Found>();
  const open = drafts.filter(({ item }) => item?.keys && !item.isGuess);
  if (open.length) await findAtAddresses(planning, open, found, true);
  return new Map([...found].map(([draft, { objects }]) => [draft, objects[0]!.id]));
}

/** A stronger key says that it is another thing than any of those that fit. */
export function tellOthers(
  planning: PlanBuilder,
  draft: Draft,
  rule: string,
  found: Candidates,
  others: ReadonlyMap<number, readonly [key: keyof Evidence, other: Evidence]>,
  of?: string,
): void {
  const { phrase: _, ...more } = ambiguity(rule, found);
  const [id, [key, other]] = [...others][0]!;
  const objects = `#${id}`;
  const values = {
    rule: keyWord(rule),
    key: keyWord(key),
    objects,
    said: draft.evidence[key][0]!,
    stored: other[key][0]!,
  };
  planning.find('note', 'not-the-same', draft, new Message('feedNotTheSame', values), { ...more, ...(of && { of }) });
}
