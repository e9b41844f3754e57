/**
 * One machine as objects of two types: some sources guess what kind of machine they see, and others know (docs/decisions/feeding.md).
 * What a guess says is about the object that is known. The object that a guess made goes, unless somebody worked on it.
 */
import { Message, type MessageKey } from '../../core/i18n/messages.js';
import { portions } from '../../core/portions.js';
import { ambiguity, candidatesOf, keyWord } from '../identity/candidates.js';
import { differs, EVIDENCE, type Evidence } from '../identity/evidence.js';
import type { RuleName } from '../identity/rules.js';
import { isUntouched, relyOnAll } from './absent.js';
import { Draft } from './draft.js';
import { tellOthers } from './identify.js';
import { entryOf, grouped, listOf, setOfKey } from './groups.js';
import type { Kind } from './kinds.js';
import type { FeedRecord, Keyed } from './map-view.js';
import { loadStored } from './merge-drafts.js';
import type { PlanBuilder } from './planning.js';
import { readValues } from './read-document.js';
import { elementsOf } from './stored-text.js';

/** Items that are looked up at a time. */
const PORTION = 1000;

/** Objects that may be the machine of an item, by the rule that found them. */
interface Found {
  readonly rule: RuleName;
  readonly objects: readonly Keyed[];
}

/** What two things must not differ in, where their types do already: an address alone is worth no more than the system. */
const AGAINST = ['uuid', 'serial', 'mac', 'inventory', 'fqdn', 'name'] as const;
const AGAINST_ADDRESS = [...AGAINST, 'system'] as const;
/** What tells that an object is a machine of its own. */
const HARDWARE = ['uuid', 'serial', 'mac'] as const;

const has = (evidence: Evidence, keys: ReadonlyArray<keyof Evidence>): boolean =>
  keys.some((key) => evidence[key].length > 0);

/** Items whose types are guesses become claims about the objects that others know as another type. */
export async function placeGuesses(planning: PlanBuilder): Promise<void> {
  const open = await guesses(planning);
  const taken = new Set<string>();
  const placed: Draft[] = [];
  for (const some of portions(open, PORTION)) {
    const found = await findKnown(planning, some);
    const going = await goingOf(
      planning,
      [...found.keys()].flatMap(({ id, kind, isDeleted }) =>
        id === undefined || isDeleted ? [] : [{ type: kind.path, id, isGuess: true }],
      ),
    );
    const reported = await ownOf(planning, found);
    for (const [draft, { rule, objects }] of found) {
      const [object] = objects;
      const key = `${object!.type} ${object!.id}`;
      const isTaken = taken.has(key) || planning.byId(object!.type).has(object!.id);
      const own = draft.id === undefined || draft.isDeleted ? undefined : going.get(`${draft.kind.path} ${draft.id}`);
      const stays = draft.id !== undefined && !draft.isDeleted && !own;
      if (objects.length > 1 || isTaken || stays) {
        tell(planning, draft, 'maybe-same', stays ? 'feedMaybeKnown' : 'feedMaybeOther', rule, objects);
        continue;
      }
      taken.add(key);
      const former = { type: draft.kind.path, id: draft.id! };
      place(planning, draft, rule, object!);
      placed.push(draft);
      if (own) {
        addDouble(planning, own, draft);
        tell(planning, draft, 'replaces', 'feedReplaces', rule, [{ ...former, isGuess: true }]);
      } else if (!reported.has(key)) tell(planning, draft, 'known-as', 'feedKnownAs', rule, objects);
    }
  }
  if (placed.length) await readValues(planning, placed);
}

/** The objects of which this source speaks already, under another ref. */
async function ownOf(planning: PlanBuilder, found: ReadonlyMap<Draft, Found>): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  const all = [...found.values()].flatMap(({ objects }) => objects);
  for (const [type, objects] of grouped(all, (one) => one.type))
    for (const { source, id } of await planning.situation.view.records(type, [...new Set(objects.map(({ id }) => id))]))
      if (source === planning.source) own.add(`${type} ${id}`);
  return own;
}

/** Items of guessed types that are looked at, of which no source knows the object as that type. */
async function guesses(planning: PlanBuilder): Promise<Draft[]> {
  const all: Draft[] = [];
  await planning.turns.each(planning.drafts, (draft) => {
    const { item, isGone, unchanged, failed, leftOut, isPlaced } = draft;
    if (item?.isGuess && !isGone && !unchanged && !failed && !leftOut && !isPlaced && item.id === undefined)
      all.push(draft);
  });
  const { view } = planning.situation;
  for (const [kind, drafts] of grouped(all, (draft) => draft.kind)) {
    const known = drafts.filter(({ id }) => id !== undefined);
    for (const some of portions(known, PORTION)) {
      const ids = [...new Set(some.map(({ id }) => id!))];
      const [states, records] = [await view.states(kind.path, ids), await view.records(kind.path, ids)];
      const settled = new Set(
        records.flatMap(({ id, marked, source }) => (marked.guess || source === planning.source ? [] : id)),
      );
      for (const draft of some) {
        draft.isDeleted = states.get(draft.id!) !== 'live';
        if (settled.has(draft.id!) && !draft.isDeleted) draft.isSettled = true;
      }
    }
  }
  return all.filter(({ isSettled }) => !isSettled);
}

/** What others know of the machines of items: as the type that was guessed first, which needs no more. */
async function findKnown(planning: PlanBuilder, drafts: readonly Draft[]): Promise<Map<Draft, Found>> {
  const found = await findCarried(planning, drafts, (draft, others) => {
    const known = others.filter(({ isGuess }) => !isGuess);
    return known.some(({ type }) => type === draft.kind.path) ? [] : known.filter(({ type }) => mayBe(planning, type));
  });
  const open = drafts.filter((draft) => !found.has(draft) && draft.rules.includes('ip') && draft.keysOf('ip').length);
  if (!open.length) return found;
  const keys = [...new Set(open.flatMap((draft) => draft.keysOf('ip')))];
  const atAddress = new Map<string, Keyed[]>();
  for (const { path, columns } of planning.situation.kinds.all()) {
    if (!columns.addresses.length) continue;
    for (const [key, ids] of await planning.situation.view.byKeys(path, 'ip', keys))
      for (const id of candidatesOf([ids]).ids) listOf(atAddress, key).push({ type: path, id, isGuess: false });
  }
  const byDraft = new Map<Draft, readonly Keyed[]>();
  for (const draft of open) {
    const all = distinct(draft.keysOf('ip').flatMap((key) => atAddress.get(key) ?? []));
    const others = all.filter(({ type, id }) => type !== draft.kind.path || id !== draft.id);
    // What has the address and the type that was guessed is for the rules to find.
    if (others.length && others.every(({ type }) => type !== draft.kind.path && mayBe(planning, type)))
      byDraft.set(draft, others);
  }
  await keepAlike(planning, byDraft, 'ip', found, (evidence) => has(evidence, HARDWARE));
  return found;
}

const mayBe = (planning: PlanBuilder, type: string): boolean =>
  planning.may(planning.situation.kinds.find(type)!, 'update');

/** What `which` takes of the objects that carry a key of an item; by the strongest key that tells anything. */
async function findCarried(
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
async function keepAlike(
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
    let told: (() => void) | undefined;
    const objects = all.filter(({ type, id }) => {
      const other = evidence.get(type)?.get(id);
      if (!other || !also(other)) return false;
      const key = (rule === 'ip' ? AGAINST_ADDRESS : AGAINST).find((one) => differs(item[one], other[one]));
      if (key)
        told ??= () => tellOthers(planning, draft, rule, candidatesOf([[id]]), new Map([[id, [key, other]]]), type);
      return !key;
    });
    if (objects.length) found.set(draft, { rule, objects });
    else if (rule !== 'ip') told?.();
  });
}

const distinct = (all: readonly Keyed[]): Keyed[] => [
  ...new Map(all.map((one) => [`${one.type} ${one.id}`, one] as const)).values(),
];

/** The item is about an object of another type; what its source said of the one before is about that by now. */
function place(planning: PlanBuilder, draft: Draft, rule: RuleName, { type, id }: Keyed): void {
  const kind = planning.situation.kinds.find(type)!;
  const former = draft.id === undefined ? undefined : { type: draft.kind.path, ref: draft.movedFrom ?? draft.ref };
  const byRef = planning.byRef.get(draft.kind.path)!;
  for (const ref of [draft.ref, former?.ref]) if (ref !== undefined && byRef.get(ref) === draft) byRef.delete(ref);
  entryOf(planning.byRef, type).set(draft.ref, draft);
  Object.assign(draft, { kind, id, by: rule, isPlaced: true, isDeleted: false, isKnown: false, movedFrom: undefined });
  draft.leaves = former;
  draft.rules = planning.rulesOf(kind, draft.item!.identify);
}

/** Objects of guessed types that are the machines of items which know their types: they go. */
export async function findDoubles(planning: PlanBuilder): Promise<void> {
  const open = await knowing(planning);
  const taken = new Set<string>();
  for (const some of portions(open, PORTION)) {
    const found = await findCarried(planning, some, (draft, others) =>
      // A key that another known object carries as well does not tell whose it is.
      others.some(({ isGuess }) => !isGuess) ? [] : others.filter(({ type }) => type !== draft.kind.path),
    );
    await findAtAddresses(planning, some, found);
    const going = await goingOf(
      planning,
      [...found.values()].flatMap(({ objects }) => objects),
    );
    for (const [draft, { rule, objects }] of found)
      for (const object of objects) {
        const key = `${object.type} ${object.id}`;
        // It is one of the document, or something of that points to it.
        const isUsed = planning.draftOf(object.type, object.id) ?? planning.pointed.get(object.type)?.has(object.id);
        if (isUsed || taken.has(key)) continue;
        taken.add(key);
        const double = going.get(key);
        if (double) addDouble(planning, double, draft);
        if (double) tell(planning, draft, 'replaces', 'feedReplaces', rule, [object]);
        else tell(planning, draft, 'maybe-same', 'feedMaybeGuess', rule, [object]);
      }
  }
}

/** Items that say what identifies their machine, and know which kind it is. */
async function knowing(planning: PlanBuilder): Promise<Draft[]> {
  const all: Draft[] = [];
  await planning.turns.each(planning.drafts, (draft) => {
    const { item, isGone, unchanged, failed, leftOut } = draft;
    if (!item?.keys || item.isGuess || isGone || unchanged || failed || leftOut) return;
    all.push(draft);
  });
  return all;
}

/** Objects of which nothing but an address is known, and which a scan made: those of items at that address. */
async function findAtAddresses(
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

/** An object that may go, as it stands. */
type Going = Pick<Draft, 'kind' | 'stored'> & { readonly id: number; readonly records: readonly FeedRecord[] };

/** Those of the objects that scans made of guesses, that nobody else knows, and on which nobody worked. */
async function goingOf(planning: PlanBuilder, all: readonly Keyed[]): Promise<Map<string, Going>> {
  const going = new Map<string, Going>();
  for (const [type, objects] of grouped(distinct(all), (one) => one.type)) {
    const kind = planning.situation.kinds.find(type)!;
    if (!planning.may(kind, 'delete')) continue;
    const ids = objects.map(({ id }) => id);
    const byId = grouped(await planning.situation.view.records(type, ids), ({ id }) => id);
    const guessed = ids.filter((id) => {
      const records = byId.get(id) ?? [];
      return (
        records.some(({ created }) => created) &&
        records.every((one) => one.marked.guess || one.source === planning.source)
      );
    });
    const links = kind.resource.links.filter(({ pivot, foreign, items }) => pivot ?? foreign ?? items);
    const drafts = guessed.map((id) => {
      const draft = new Draft(-1, kind, undefined, '');
      return Object.assign(draft, { id, others: byId.get(id)! });
    });
    await loadStored(
      planning,
      kind,
      drafts,
      links.map(({ name }) => name),
    );
    for (const draft of drafts)
      if (isUntouched(planning, draft))
        going.set(`${type} ${draft.id}`, { kind, id: draft.id!, stored: draft.stored, records: draft.others });
  }
  return going;
}

/** The object goes with the plan, unless the one that stands for it is in error. */
function addDouble(planning: PlanBuilder, { kind, id, stored, records }: Going, of: Draft): void {
  const draft = planning.add((key) => new Draft(key, kind, undefined, ''));
  Object.assign(draft, { id, stored, others: records, doubleOf: of, deletes: true });
  draft.storedName = (kind.label && stored!.row[kind.label.name]) ?? null;
  relyOnAll(draft);
  draft.release();
  planning.byId(kind.path).set(id, draft);
}

function tell(
  planning: PlanBuilder,
  draft: Draft,
  code: 'known-as' | 'replaces' | 'maybe-same',
  key: MessageKey,
  rule: RuleName,
  objects: readonly Keyed[],
): void {
  const { type } = objects[0]!;
  const ids = objects.flatMap((one) => (one.type === type ? one.id : []));
  const { phrase, ...more } = ambiguity(rule, candidatesOf([ids]));
  const message = new Message(key, { ...phrase.values, rule: keyWord(rule), type });
  planning.find('note', code, draft, message, { ...more, of: type });
}
