/** Which object each draft is: the map's id, the source's record, a mark in `ext_refs`, the rules of the type, or a new one. */
import { Message } from '../../core/i18n/messages.js';
import { portions } from '../../core/portions.js';
import { ambiguity, candidatesOf, keyWord, MAX_CANDIDATES, type Candidates } from '../identity/candidates.js';
import { contradiction, differs, evidenceOf, GUARDED, isLikely, WEAK, type Evidence } from '../identity/evidence.js';
import { fold } from '../../core/text/fold.js';
import { addressesOf, isAddress, macsIn } from '../identity/normal-forms.js';
import { comparesEnds, type RuleName } from '../identity/rules.js';
import { resolve, type Match } from '../identity/resolve.js';
import { Draft, isOwnRef, valueIn } from './draft.js';
import type { Kind } from './kinds.js';
import type { FeedRecord, State } from './map-view.js';
import { entryOf, grouped, setOfKey } from './groups.js';
import { bytesOf } from './plan-cost.js';
import type { PlanBuilder } from './planning.js';
import { findByAddress, tellOthers } from './same-machine.js';

/** Objects whose records are read at a time. */
const PORTION = 1000;

/** The mark by which the older application and other programs know an object of a source. */
export const extRefOf = (source: string, ref: string): string => `{${source}}${ref}`;

/** Finds the objects of the items that are known by what they are themselves: an id, a mark, a serial number, a name. */
export const identifyByKeys = (planning: PlanBuilder): Promise<void> => identify(planning, false);

/** Finds those of the items that are known by what they point to, once pointers are followed: a cable by its two ends. */
export const identifyByEnds = (planning: PlanBuilder): Promise<void> => identify(planning, true);

async function identify(planning: PlanBuilder, withEnds: boolean): Promise<void> {
  // An item is of one of the two: its rules compare ends, or they do not.
  const groups = await planning.touched(({ isItem, rules }) => isItem && rules.some(comparesEnds) === withEnds, true);
  for (const [kind, all] of groups) {
    await findRecorded(planning, kind, all);
    const drafts = all.filter(({ failed }) => !failed);
    await splitWeak(planning, kind, drafts);
    await findMarked(planning, kind, drafts);
    await findByRules(planning, kind, drafts);
    await adoptByAddress(planning, drafts);
    await findFormer(planning, kind, drafts);
    await refuseShared(planning, kind, drafts);
  }
}

/** By the map's own id, and by records whose objects are still there. */
async function findRecorded(planning: PlanBuilder, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  const { view } = planning.situation;
  const ids = new Set<number>();
  // What is known to be as it was is live.
  const open = drafts.filter(({ isKnown, item }) => !isKnown || item?.id !== undefined);
  for (const { id, item } of open) for (const one of [id, item?.id]) if (one !== undefined) ids.add(one);
  const states = new Map<number, State>(ids.size ? await view.states(kind.path, [...ids], 'own') : []);
  const merged = await followMerged(planning, kind.path, ids, states, 'own');
  await planning.turns.each(open, (draft) => {
    const said = draft.item?.id;
    const id = said === undefined ? undefined : (merged.get(said) ?? said);
    if (id !== undefined) {
      const known = draft.id !== undefined && states.has(draft.id) ? draft.id : undefined;
      if (!states.has(id)) planning.fail(draft, 'unresolved', 'feedNoObject', { id }, { said: id });
      else if (known !== undefined && known !== id)
        planning.fail(draft, 'other-ref', 'feedOtherObject', { id, known }, { said: id, candidates: [known] });
      else if (draft.id !== id) draft.by = 'id';
      draft.id = states.has(id) ? id : undefined;
    }
    // The object of a record may have been removed for good.
    if (draft.id === undefined || !states.has(draft.id)) draft.id = draft.by = undefined;
    else draft.isDeleted = states.get(draft.id) === 'deleted';
  });
}

/** The objects of which those are a part by now that are not there any more; their states are added. */
export async function followMerged(
  { situation: { view } }: PlanBuilder,
  type: string,
  ids: Iterable<number>,
  states: Map<number, State>,
  which?: 'own',
): Promise<ReadonlyMap<number, number>> {
  const gone = [...ids].filter((id) => states.get(id) === 'deleted');
  const merged = gone.length ? await view.mergedInto(type, gone) : new Map<number, number>();
  const others = [...new Set(merged.values())].filter((id) => !states.has(id));
  if (others.length) for (const [id, state] of await view.states(type, others, which)) states.set(id, state);
  return merged;
}

/** What is gone is known by its record alone. */
const isOpen = ({ id, failed, isGone }: Draft): boolean => id === undefined && !failed && !isGone;

async function findMarked(planning: PlanBuilder, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  if (!kind.fields.has('ext_refs')) return;
  const markOf = ({ ref }: Draft): string => extRefOf(planning.source, ref);
  const open: Draft[] = [];
  const marks = new Set<string>();
  await planning.turns.each(drafts, (draft) => {
    // Another machine may have an address by now.
    if (!isOpen(draft) || draft.shownRef === undefined || draft.item?.isWeak) return;
    open.push(draft);
    marks.add(markOf(draft));
  });
  if (!open.length) return;
  const found = await planning.situation.view.byExtRef(planning.source, kind.path, marks);
  await planning.turns.each(open, (draft) => {
    const ids = found.get(markOf(draft));
    if (ids) takeFound(planning, draft, 'ext_refs', candidatesOf([ids]));
  });
}

async function findByRules(planning: PlanBuilder, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  const open = drafts.filter(isOpen);
  if (!open.length) return;
  const named = new Set<Draft>();
  await resolve(kind.path, open, planning, (draft, match) => {
    if (match.by === 'name') named.add(draft);
    return decide(planning, draft, match);
  });
  for (const draft of open) draft.isNameFree = isOpen(draft) && draft.rules.includes('name') && !named.has(draft);
}

/** An object of which a scan knew nothing but its address is that of an item there, as it would be had that come first. */
async function adoptByAddress(planning: PlanBuilder, drafts: readonly Draft[]): Promise<void> {
  const open = drafts.filter((draft) => isOpen(draft) && !draft.rules.includes('ip'));
  if (!open.length) return;
  for (const [draft, id] of await findByAddress(planning, open))
    Object.assign(draft, { id, by: 'ip', isNameFree: false, isGuess: true });
}

/**
 * Decides whether what a rule found is the item's object (feeding-truth 1). Returns false where it is not, or may not be: both
 * are told, and other rules are asked.
 */
function decide(planning: PlanBuilder, draft: Draft, { by, lists, evidence }: Match): boolean {
  const own = by === 'mac' ? lists.filter(({ length }) => length === 1) : lists;
  if (own.length < lists.length) tellShared(planning, draft, candidatesOf(lists).ids);
  if (!own.length) return false;
  const found = candidatesOf(own);
  const item = draft.evidence;
  const others = new Map<number, [key: keyof Evidence, other: Evidence]>();
  for (const id of found.ids) {
    const other = evidence.get(id);
    const key = other && contradiction(strengthOf(by, item), item, other);
    if (key) others.set(id, [key, other]);
  }
  const ids = found.ids.filter((id) => !others.has(id));
  if (!ids.length) {
    tellOthers(planning, draft, by, found, others);
    return false;
  }
  const rest: Candidates = others.size ? { ids, count: ids.length > MAX_CANDIDATES ? undefined : ids.length } : found;
  const [id] = ids;
  const other = evidence.get(id!);
  if (WEAK.has(by) && (ids.length > 1 || (by === 'host' && other && !isLikely(item, other)))) {
    tellMaybe(planning, draft, by, rest);
    return false;
  }
  takeFound(planning, draft, by, rest);
  draft.isGuess = GUARDED.has(by) && !(other && item.name.some((name) => other.name.includes(name)));
  return true;
}

/** A name that is an address is worth no more than that. */
const strengthOf = (rule: RuleName, { name }: Evidence): RuleName => (rule === 'name' && !name.length ? 'ip' : rule);

/** By a weak key it may be one of these; a person decides. */
function tellMaybe(planning: PlanBuilder, draft: Draft, rule: string, found: Candidates): void {
  const { phrase, ...more } = ambiguity(rule, found);
  const values = { ...phrase.values, rule: keyWord(rule) };
  planning.find('note', 'maybe-same', draft, new Message('feedMaybeSame', values), more);
}

function tellShared(planning: PlanBuilder, draft: Draft, ids: readonly number[]): void {
  const candidates = ids.slice(0, MAX_CANDIDATES);
  planning.find('note', 'shared-mac', draft, new Message('feedSharedMac'), {
    ...(candidates.length && { candidates }),
  });
}

/**
 * Hardware addresses that two items of different refs have, and serial numbers that three items of different names or ids have,
 * identify nobody.
 */
export async function findSharedKeys(planning: PlanBuilder): Promise<void> {
  const macs = new Map<string, Draft>();
  const shared = new Set<string>();
  const serials = new Map<string, Set<string>>();
  await planning.turns.each(planning.drafts, (draft) => {
    if (draft.isGone || draft.failed) return;
    for (const mac of draft.keysOf('mac')) {
      const other = macs.get(mac);
      if (!other) macs.set(mac, draft);
      else if (other !== draft) shared.add(`mac ${mac}`);
    }
    for (const serial of draft.keysOf('serial')) {
      const named = setOfKey(serials, serial);
      if (named.size < PLACEHOLDER_FROM) named.add(draft.keys.uuid?.[0] ?? draft.evidence.name[0] ?? '');
      if (named.size >= PLACEHOLDER_FROM) shared.add(`serial ${serial}`);
    }
  });
  if (!shared.size) return;
  await planning.turns.each(planning.drafts, (draft) => {
    if (draft.isGone) return;
    const isShared = (rule: 'mac' | 'serial'): boolean =>
      draft.keysOf(rule).some((key) => shared.has(`${rule} ${key}`));
    const hasMac = isShared('mac');
    if (hasMac || isShared('serial')) draft.shared = shared;
    if (hasMac && draft.id === undefined) tellShared(planning, draft, []);
  });
}

/** Items with one serial number from which on it is none. */
const PLACEHOLDER_FROM = 3;

/**
 * An address may be another machine's by now: if a stronger key of what has it, or both its name and its system, differ from last
 * time, the former record goes missing, and another object is sought. The same of a ref that an item had before.
 */
async function splitWeak(planning: PlanBuilder, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  const open = drafts.filter(
    ({ item, by, isKnown, isGone, movedFrom }) =>
      by === 'ref' && !isGone && (movedFrom !== undefined || (item?.isWeak && !isKnown)),
  );
  if (!open.length) return;
  for (const some of portions(open, PORTION)) {
    await loadRecords(planning, kind, some);
    const known = await planning.situation.view.evidence(kind.path, [...new Set(some.map(({ id }) => id!))]);
    await planning.turns.each(some, (draft) => {
      const { own, movedFrom } = draft;
      const isOther = own && isAnother(draft, own, known.get(draft.id!));
      if (isOther && movedFrom === undefined) leaveRecord(planning, draft, own);
      else if (isOther)
        Object.assign(draft, { id: undefined, by: undefined, movedFrom: undefined, own: undefined, others: [] });
      else if (movedFrom !== undefined) tellMoved(planning, draft, movedFrom);
    });
  }
}

function tellMoved(planning: PlanBuilder, draft: Draft, former: string): void {
  const phrase = new Message('feedRefMoved', { former, ref: draft.ref });
  planning.find('note', 'ref-moved', draft, phrase, { candidates: [draft.id!] });
}

/** Returns true if what the item says cannot be the machine of which its source said the record. */
function isAnother({ kind, evidence }: Draft, { says }: FeedRecord, object: Evidence | undefined): boolean {
  if (object && (['uuid', 'serial', 'mac', 'fqdn'] as const).some((key) => differs(evidence[key], object[key])))
    return true;
  const before = evidenceOf(kind.columns, (column) => valueIn(says[column]));
  return differs(evidence.name, before.name) && differs(evidence.system, before.system);
}

/** The record keeps its object under a ref of its own, and goes missing; the item is sought anew. */
function leaveRecord(planning: PlanBuilder, draft: Draft, own: FeedRecord): void {
  const { kind, others } = draft;
  const until = ` until ${planning.situation.now}`;
  const ref = own.ref.slice(0, MAX_REF - until.length).toWellFormed() + until;
  const former = planning.add((key) => new Draft(key, kind, undefined, ref));
  Object.assign(former, { id: own.id, own, others, movedFrom: own.ref, isMissing: true });
  entryOf(planning.absent, kind.path).set(own.ref, true);
  const phrase = new Message('feedAnotherMachine', { id: own.id });
  planning.find('note', 'another-machine', draft, phrase, { candidates: [own.id] });
  Object.assign(draft, { id: undefined, by: undefined, own: undefined, others: [] });
}

const MAX_REF = 255;

/** More objects than may be adopted because a weak key agrees, or hardware alone, block a plan until that is allowed. */
export function guardAdoptions(planning: PlanBuilder): void {
  const { drafts, options, settings, blocked } = planning;
  const adopted = drafts.filter(
    ({ isGuess, adopts, failed, leftOut }) => isGuess && adopts && !failed && !leftOut,
  ).length;
  if (adopted > Math.max(settings.guard?.adopt ?? MAX_ADOPTED, options.allow.adopted ?? 0))
    blocked.push({ code: 'adopted', adopted });
}

/** Objects that may be adopted so where settings say nothing. */
const MAX_ADOPTED = 20;

function takeFound(planning: PlanBuilder, draft: Draft, by: NonNullable<Draft['by']>, found: Candidates): void {
  if (found.ids.length > 1) {
    const { phrase, ...more } = ambiguity(by, found);
    planning.fail(draft, 'ambiguous', phrase, {}, more);
    return;
  }
  draft.id = found.ids[0];
  draft.by = by;
}

/**
 * What was said before of objects that the source may know under another ref, or that are not live. Of all others it is read
 * when they are weighed.
 */
async function findFormer(planning: PlanBuilder, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  const open = drafts.filter(
    ({ id, by, isDeleted, isGone }) => id !== undefined && (by !== 'ref' || isDeleted || isGone),
  );
  for (const some of portions(open, PORTION)) {
    await loadRecords(planning, kind, some);
    await planning.turns.each(some, ({ others }) => planning.cost.hold('records', bytesOf(others)));
  }
  const formerOf = ({ own, others }: Draft): FeedRecord | undefined =>
    own ? undefined : others.find(({ source }) => source === planning.source);
  const renamed = open.filter((draft) => isStrongerForm(draft, formerOf(draft)?.ref));
  const known = renamed.length
    ? await planning.situation.view.evidence(kind.path, [...new Set(renamed.map(({ id }) => id!))])
    : new Map<number, Evidence>();
  await planning.turns.each(open, (draft) => {
    const { own, others, failed, isDeleted } = draft;
    const former = formerOf(draft);
    draft.adopts = !own && !former;
    if (former && !failed) {
      const object = known.get(draft.id!);
      if (object && isFree(planning, draft, former) && !isAnother(draft, former, object))
        moveRef(planning, draft, former);
      else takeOver(planning, draft, former, kind);
    }
    if (!isDeleted || draft.isGone) return;
    const all = own ? [own, ...others] : others;
    decideDeleted(
      planning,
      draft,
      all.some(({ marked }) => marked.deleted),
    );
  });
  const isAway = ({ isDeleted, isGone, leftOut, failed }: Draft): boolean => isDeleted && !isGone && leftOut && !failed;
  await tellDeleted(planning, kind, open.filter(isAway));
}

/** Reads what sources said of the objects of drafts. */
export async function loadRecords(planning: PlanBuilder, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  if (!drafts.length) return;
  const ids = [...new Set(drafts.map(({ id }) => id!))];
  const byId = grouped(await planning.situation.view.records(kind.path, ids), ({ id }) => id);
  await planning.turns.rest();
  await planning.turns.each(drafts, (draft) => {
    const all = byId.get(draft.id!) ?? [];
    draft.own = all.find(({ source, ref }) => source === planning.source && ref === (draft.movedFrom ?? draft.ref));
    draft.others = draft.own ? all.filter((record) => record !== draft.own) : all;
    planning.cost.hold('records', bytesOf(draft.own));
  });
}

/** What a ref is where its tool gave none: an address, a full name, a hardware address, the later the surer; 0 for a lasting id. */
function formOf(ref: string, { mac, fqdn, ip }: Evidence): number {
  if (macsIn(ref).some((one) => mac.includes(one))) return 3;
  if (fqdn.includes(fold(ref))) return 2;
  return isAddress(ref) && addressesOf(ref).some((one) => ip.includes(one)) ? 1 : 0;
}

/** More is known of the machine than when its record was made: the ref is surer than that of the record, which is of its kind. */
function isStrongerForm({ ref, evidence }: Draft, former: string | undefined): boolean {
  if (former === undefined || !isOwnRef(former)) return false;
  const form = formOf(former, evidence);
  return form > 0 && formOf(ref, evidence) > form;
}

/** No item reports the record, and it is not missing. */
const isFree = (planning: PlanBuilder, { kind }: Draft, { ref, missing }: FeedRecord): boolean =>
  !missing && !planning.byRef.get(kind.path)?.has(ref);

/** The item takes the record over under its own ref: another item of the document does not, be it that it shares the name. */
function moveRef(planning: PlanBuilder, draft: Draft, record: FeedRecord): void {
  planning.byRef.get(draft.kind.path)!.set(record.ref, draft);
  draft.movedFrom = record.ref;
  draft.own = record;
  draft.others = draft.others.filter((one) => one !== record);
  tellMoved(planning, draft, record.ref);
}

/** The object has a record of this source under another ref: it was made anew there, or two items mean one object. */
function takeOver(planning: PlanBuilder, draft: Draft, record: FeedRecord, kind: Kind): void {
  const { ref } = record;
  const { envelope } = planning.situation;
  const former = planning.byRef.get(kind.path)?.get(ref);
  const reported = former !== undefined;
  const gone = envelope.mode === 'full' && !reported && !planning.standsElsewhere(record);
  // A scan from elsewhere sees the name or the address alone of what it knows by a hardware address.
  if (!reported && !record.missing && isOwnRef(ref) && isBorrowed(draft)) {
    // An address passes on to another machine: the record leaves it.
    if (isAddress(ref)) draft.movedFrom = ref;
    else {
      planning.byRef.get(kind.path)!.set(ref, draft);
      draft.ref = ref;
      draft.isOtherRef = true;
    }
    draft.own = record;
    draft.others = draft.others.filter((one) => one !== record);
    return;
  }
  // Two lasting ids of one tool are two things, whatever weaker key they share.
  if (isGuessed(draft) && isOwnRef(ref) && (reported || draft.by === 'ip' || !(gone || record.missing))) {
    tellMaybe(planning, draft, draft.by!, { ids: [draft.id!], count: 1 });
    Object.assign(draft, { id: undefined, by: undefined, others: [], isGuess: false });
    return;
  }
  // What was known by its name alone gets the tool's ref, once there is one.
  if (!reported && (gone || record.missing || !isOwnRef(ref))) {
    draft.movedFrom = ref;
    draft.own = record;
    draft.others = draft.others.filter((one) => one !== record);
    return;
  }
  if (isNamesake(planning, draft, record, former)) {
    // By these it was sought in vain.
    const rules = draft.rules.slice(0, draft.rules.indexOf('name'));
    Object.assign(draft, { id: undefined, by: undefined, others: [], rules });
    return;
  }
  const values = { id: draft.id!, ref: isOwnRef(ref) ? ref : ref.slice(1) };
  const key = reported ? 'feedOtherRef' : 'feedOtherRefStands';
  planning.fail(draft, 'other-ref', key, values, { candidates: [draft.id!] });
  // The item that is known by its ref is right, and is not held up by one that looks like it.
  if (reported && draft.by !== 'id') draft.id = undefined;
}

/** The ref is no id that its tool gave, but a name or an address of the machine, of which no hardware address was seen. */
const isBorrowed = ({ item, ref, keys }: Draft): boolean =>
  !keys.mac?.length && (item?.isWeak === true || keys.fqdn?.includes(fold(ref)) === true);

/** It was found by a key that is weaker than a lasting id, and was carried by no field that must be unique. */
const isGuessed = ({ by, shownRef }: Draft): boolean => by !== undefined && shownRef !== undefined && OUTRANKED.has(by);

/** Keys that a lasting id outranks; a name is looked at by itself, since no two objects have it. */
const OUTRANKED: ReadonlySet<string> = new Set(['mac', 'inventory', 'fqdn', 'host', 'ip']);

/**
 * An object that has nothing but its name in common with one that the source still reports is another object, where that one is
 * called otherwise by now, or where names are fitted and it is reported here or in another scope (docs/decisions/feeding.md).
 */
function isNamesake(planning: PlanBuilder, draft: Draft, record: FeedRecord, former: Draft | undefined): boolean {
  if (draft.by !== 'name' || draft.shownRef === undefined) return false;
  if (former && isRenamed(former, draft)) return true;
  if (planning.options.names !== 'fit') return false;
  const { mode, scope } = planning.situation.envelope;
  // A delta that names no scope may well report what stands in another one.
  const isPlaced = mode === 'full' || scope !== '' || planning.isAllKnown;
  return former !== undefined || (isPlaced && !record.missing && planning.standsElsewhere(record));
}

/** The object that had the name gives it up in this document. Whether it does so is seen where names are checked. */
function isRenamed(former: Draft, draft: Draft): boolean {
  const label = former.kind.label?.name;
  if (former.failed || label === undefined || !(label in former.set)) return false;
  const [[name], [wanted]] = [former.keysOf('name'), draft.keysOf('name')];
  return name !== undefined && name !== wanted;
}

/** Deleted by a feed: it comes back. By a person: it stays away unless told otherwise. */
function decideDeleted(planning: PlanBuilder, draft: Draft, byFeed: boolean): void {
  if (byFeed || planning.options.deleted === 'restore') {
    draft.restores = true;
    return;
  }
  draft.leftOut = true;
}

/**
 * What a person deleted may have been a double of an object that is there: then that one is told, and a person decides. Else it is
 * told that it was deleted.
 */
async function tellDeleted(planning: PlanBuilder, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  if (!drafts.length) return;
  const { view } = planning.situation;
  const merged = await view.mergedInto(
    kind.path,
    drafts.map(({ id }) => id!),
  );
  const doubles = new Map<Draft, Candidates>();
  for (const draft of drafts) {
    const into = merged.get(draft.id!);
    if (into !== undefined) doubles.set(draft, candidatesOf([[into]]));
  }
  await resolve(
    kind.path,
    drafts.filter((draft) => !doubles.has(draft)),
    planning,
    (draft, { by, lists, evidence }) => {
      const isOther = (id: number): boolean =>
        evidence.has(id) && contradiction(by, draft.evidence, evidence.get(id)!) !== undefined;
      const found = candidatesOf(lists);
      if (WEAK.has(by) || found.ids.some(isOther)) return false;
      doubles.set(draft, found);
      return true;
    },
  );
  await planning.turns.each(drafts, (draft) => {
    const known = draft.own?.kept.includes(DELETED_BY_HAND) ?? false;
    draft.keep(DELETED_BY_HAND);
    const found = doubles.get(draft);
    if (!found)
      return planning.find('kept', 'deleted-by-hand', draft, new Message('feedDeletedByHand'), { new: !known });
    const { phrase, ...more } = ambiguity('name', found);
    planning.find('note', 'maybe-same', draft, new Message('feedDeletedDouble', phrase.values), more);
  });
}

export const DELETED_BY_HAND = 'deleted-by-hand';

/** New things that are one by the first rule for which both have a value. Names are looked at when all are known. */
function refuseTwice(planning: PlanBuilder, draft: Draft, byKey: Map<string, Draft>): void {
  if (draft.failed || draft.isGone || draft.lookups[0] === 'name') return;
  let keys: readonly string[] = [];
  const rule = draft.lookups.find((one) => (keys = draft.keysOf(one)).length);
  if (!rule || rule === 'name' || OUTRANKED.has(rule)) return;
  for (const key of keys) {
    const other = byKey.get(`${rule} ${key}`);
    if (!other) byKey.set(`${rule} ${key}`, draft);
    else if (other !== draft) {
      for (const [one, two] of [
        [draft, other],
        [other, draft],
      ] as const)
        planning.fail(one, 'same-object', 'feedSameNew', { item: two.number!, rule }, { with: [two.number!] });
      return;
    }
  }
}

/** Two items for one object, of the map or a new one: neither is right by itself. */
async function refuseShared(planning: PlanBuilder, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  const byId = planning.byId(kind.path);
  const byKey = new Map<string, Draft>();
  await planning.turns.each(drafts, (draft) => {
    if (draft.id === undefined) return refuseTwice(planning, draft, byKey);
    const other = byId.get(draft.id);
    if (!other || other === draft) {
      byId.set(draft.id, draft);
      return;
    }
    for (const [one, two] of [
      [draft, other],
      [other, draft],
    ] as const) {
      if (one.unchanged) continue;
      const values = { item: two.number ?? 0, id: draft.id };
      if (!one.failed || one === draft)
        planning.fail(one, 'same-object', 'feedSameObject', values, { with: [two.number!] });
    }
  });
}
