/** Which object each draft is: the map's id, the source's record, a mark in `ext_refs`, the rules of the type, or a new one. */
import { Message } from '../../core/i18n/messages.js';
import { portions } from '../../core/portions.js';
import { ambiguity, candidatesOf, type Candidates } from '../identity/candidates.js';
import { comparesEnds } from '../identity/rules.js';
import { resolve } from '../identity/resolve.js';
import { isOwnRef, type Draft } from './draft.js';
import type { Kind } from './kinds.js';
import type { FeedRecord, State } from './map-view.js';
import { grouped } from './groups.js';
import { bytesOf } from './plan-cost.js';
import type { Planning } from './planning.js';

/** Objects whose records are read at a time. */
const PORTION = 1000;

/** The mark by which the older application and other programs know an object of a source. */
export const extRefOf = (source: string, ref: string): string => `{${source}}${ref}`;

/** The drafts of a wave: those whose rules compare ends wait until pointers are followed. */
export async function identify(planning: Planning, withEnds: boolean): Promise<void> {
  const groups = await planning.touched(({ isItem, rules }) => isItem && rules.some(comparesEnds) === withEnds, true);
  for (const [kind, all] of groups) {
    await findRecorded(planning, kind, all);
    const drafts = all.filter(({ failed }) => !failed);
    await findMarked(planning, kind, drafts);
    await findByRules(planning, kind, drafts);
    await findFormer(planning, kind, drafts);
    await refuseShared(planning, kind, drafts);
  }
}

/** By the map's own id, and by records whose objects are still there. */
async function findRecorded(planning: Planning, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  const { view } = planning.situation;
  const ids = new Set<number>();
  // What is known to be as it was is live.
  const open = drafts.filter(({ isKnown, item }) => !isKnown || item?.id !== undefined);
  for (const { id, item } of open) for (const one of [id, item?.id]) if (one !== undefined) ids.add(one);
  const states: ReadonlyMap<number, State> = ids.size ? await view.states(kind.path, [...ids]) : new Map();
  await planning.turns.each(open, (draft) => {
    const id = draft.item?.id;
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

/** What is gone is known by its record alone. */
const isOpen = ({ id, failed, isGone }: Draft): boolean => id === undefined && !failed && !isGone;

async function findMarked(planning: Planning, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  const open = drafts.filter((draft) => isOpen(draft) && draft.shownRef !== undefined);
  if (!open.length || !kind.fields.has('ext_refs')) return;
  const markOf = ({ ref }: Draft): string => extRefOf(planning.source, ref);
  const found = await planning.situation.view.byExtRef(planning.source, kind.path, new Set(open.map(markOf)));
  await planning.turns.each(open, (draft) => {
    const ids = found.get(markOf(draft));
    if (ids) takeFound(planning, draft, 'ext_refs', candidatesOf([ids]));
  });
}

async function findByRules(planning: Planning, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  const open = drafts.filter(isOpen);
  if (!open.length) return;
  await resolve(kind.path, open, planning, (draft, { by, found }) => takeFound(planning, draft, by, found));
  for (const draft of open) draft.isNameFree = isOpen(draft) && draft.rules.includes('name');
}

function takeFound(planning: Planning, draft: Draft, by: NonNullable<Draft['by']>, found: Candidates): void {
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
async function findFormer(planning: Planning, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  const open = drafts.filter(
    ({ id, by, isDeleted, isGone }) => id !== undefined && (by !== 'ref' || isDeleted || isGone),
  );
  for (const some of portions(open, PORTION)) {
    await loadRecords(planning, kind, some);
    await planning.turns.each(some, ({ others }) => planning.cost.hold('records', bytesOf(others)));
  }
  await planning.turns.each(open, (draft) => {
    const { own, others, failed, isDeleted } = draft;
    const former = others.find(({ source }) => source === planning.source);
    draft.adopts = !own && !former;
    if (!own && former && !failed) takeOver(planning, draft, former, kind);
    if (!isDeleted || draft.isGone) return;
    const all = own ? [own, ...others] : others;
    decideDeleted(
      planning,
      draft,
      all.some(({ marked }) => marked.deleted),
    );
  });
}

/** Reads what sources said of the objects of drafts. */
export async function loadRecords(planning: Planning, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  if (!drafts.length) return;
  const ids = [...new Set(drafts.map(({ id }) => id!))];
  const byId = grouped(await planning.situation.view.records(kind.path, ids), ({ id }) => id);
  await planning.turns.rest();
  await planning.turns.each(drafts, (draft) => {
    const all = byId.get(draft.id!) ?? [];
    draft.own = all.find(({ source, ref }) => source === planning.source && ref === draft.ref);
    draft.others = draft.own ? all.filter((record) => record !== draft.own) : all;
    planning.cost.hold('records', bytesOf(draft.own));
  });
}

/** The object has a record of this source under another ref: it was made anew there, or two items mean one object. */
function takeOver(planning: Planning, draft: Draft, record: FeedRecord, kind: Kind): void {
  const { ref } = record;
  const { envelope } = planning.situation;
  const former = planning.byRef.get(kind.path)?.get(ref);
  const reported = former !== undefined;
  const gone = envelope.mode === 'full' && !reported && !planning.standsElsewhere(record);
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

/**
 * An object that has nothing but its name in common with one that the source still reports is another object, where that one is
 * called otherwise by now, or where names are fitted and it is reported here or in another scope (docs/decisions/feeding.md).
 */
function isNamesake(planning: Planning, draft: Draft, record: FeedRecord, former: Draft | undefined): boolean {
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
function decideDeleted(planning: Planning, draft: Draft, byFeed: boolean): void {
  if (byFeed || planning.options.deleted === 'restore') {
    draft.restores = true;
    return;
  }
  draft.leftOut = true;
  const known = draft.own?.kept.includes(DELETED_BY_HAND) ?? false;
  draft.keep(DELETED_BY_HAND);
  planning.find('kept', 'deleted-by-hand', draft, new Message('feedDeletedByHand'), { new: !known });
}

export const DELETED_BY_HAND = 'deleted-by-hand';

/** New things that are one by the first rule for which both have a value. Names are looked at when all are known. */
function refuseTwice(planning: Planning, draft: Draft, byKey: Map<string, Draft>): void {
  if (draft.failed || draft.isGone || draft.rules[0] === 'name') return;
  let keys: readonly string[] = [];
  const rule = draft.rules.find((one) => (keys = draft.keysOf(one)).length);
  if (!rule || rule === 'name' || rule === 'host') return;
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
async function refuseShared(planning: Planning, kind: Kind, drafts: readonly Draft[]): Promise<void> {
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
