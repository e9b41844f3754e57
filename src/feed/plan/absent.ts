/** What a source no longer reports: its claims step back, and the object is left, marked or deleted as its settings say. */
import { Message } from '../../core/i18n/messages.js';
import { portions } from '../../core/portions.js';
import { coerce } from '../../engine/index.js';
import { missingOutcome } from '../merge/missing.js';
import type { Value } from '../merge/model.js';
import { exceedsGuard, missingRule } from '../merge/ranks.js';
import { withdrawalOutcome } from '../merge/value.js';
import { bySize } from './by-size.js';
import { Draft, MADE, valueIn } from './draft.js';
import type { Kind } from './kinds.js';
import type { FeedRecord } from './map-view.js';
import { loadStored, write } from './merge-drafts.js';
import { bytesOf } from './plan-cost.js';
import { isAlike, statesOf } from './records.js';
import { entryOf, grouped, setOfKey } from './groups.js';
import type { PlanBuilder } from './planning.js';
import { elementsOf } from './stored-text.js';
import {
  claimsOf,
  elementKey,
  elementsSaid,
  equalOf,
  FarEnds,
  isHand,
  leftOf,
  recordsOf,
  storedSet,
  storedValue,
} from './weigh.js';

/** Objects that are looked at together. */
const PORTION = 1000;

/** Finds the records that this run misses, and blocks it where they are too many. */
export async function findAbsent(planning: PlanBuilder): Promise<void> {
  const { envelope, kinds, view } = planning.situation;
  const goneDrafts: Draft[] = [];
  const madeDrafts: Draft[] = [];
  const moved = new Set<string>();
  await planning.turns.each(planning.drafts, (draft) => {
    const { isGone, failed, leftOut, movedFrom, kind } = draft;
    if (isGone && !failed && !leftOut) goneDrafts.push(draft);
    if (movedFrom !== undefined) moved.add(`${kind.path} ${movedFrom}`);
  });
  if (envelope.mode === 'full' || planning.wholeScopes.length) {
    for (const [type, briefs] of planning.unreported) {
      const kind = kinds.find(type);
      if (!kind) continue;
      const absent = moved.size ? briefs.filter(({ ref }) => !moved.has(`${type} ${ref}`)) : briefs;
      for (const portion of portions(absent, PORTION)) {
        const byId = grouped(await view.records(type, [...new Set(portion.map(({ id }) => id))]), ({ id }) => id);
        await planning.turns.each(portion, ({ id, ref, scope }) => {
          const own = byId.get(id)?.find((record) => record.source === planning.source && record.ref === ref);
          if (!own || (isMade(ref) && planning.pointed.get(type)?.has(id))) return;
          const draft = addAbsent(planning, kind, own, byId.get(id)!, scope);
          if (isMade(ref)) madeDrafts.push(draft);
        });
      }
    }
  }
  await keepPointedTo(planning, madeDrafts);
  for (const draft of goneDrafts) {
    if (!draft.own) {
      draft.leftOut = true;
      planning.find('warning', 'unresolved', draft, new Message('feedNothingGone'));
      continue;
    }
    if (planning.isPartOf(draft)) {
      // The source still reports the object under another ref.
      draft.leftOut = true;
      const phrase = new Message('feedSeenElsewhere', { sources: planning.source });
      planning.find('note', 'seen-elsewhere', draft, phrase);
      continue;
    }
    draft.isMissing = true;
    entryOf(planning.absent, draft.kind.path).set(draft.ref, true);
  }
  await guard(planning, goneDrafts.length > 0);
}

/** The object was made for a pointer: it is reported as long as anything of its source points to it. */
const isMade = (ref: string): boolean => ref.startsWith(MADE);

/** Of objects that pointers made those that items still point to which are as they were, and are not looked at. */
async function keepPointedTo(planning: PlanBuilder, made: readonly Draft[]): Promise<void> {
  const far = new FarEnds(planning);
  for (const [kind, drafts] of grouped(made, ({ kind }) => kind)) {
    const links = kind.resource.links.flatMap(({ name, pivot, foreign }) => (pivot || foreign ? name : []));
    for (const some of portions(drafts, PORTION)) {
      await loadStored(planning, kind, some, links, new Set(kind.alwaysRead));
      await loadNeighbours(some, far);
      await planning.turns.each(some, (draft) => {
        if (draft.stored && isInUse(planning, draft, far)) {
          Object.assign(draft, { isMissing: false, leftOut: true });
          planning.absent.get(kind.path)?.delete(draft.ref);
        }
        draft.release();
      });
    }
  }
}

function addAbsent(
  planning: PlanBuilder,
  kind: Kind,
  own: FeedRecord,
  records: readonly FeedRecord[],
  scope: string,
): Draft {
  const draft = planning.add((key) => new Draft(key, kind, undefined, own.ref));
  const others = records.filter((record) => record !== own);
  Object.assign(draft, { id: own.id, own, others });
  draft.isMissing = !planning.standsElsewhere(own, scope);
  const byId = planning.byId(kind.path);
  if (!byId.has(own.id)) byId.set(own.id, draft);
  if (draft.isMissing) entryOf(planning.absent, kind.path).set(own.ref, true);
  else {
    draft.leftOut = true;
    draft.record = { ...own, scopes: own.scopes.filter((one) => one !== scope) };
  }
  return draft;
}

async function guard(planning: PlanBuilder, gone: boolean): Promise<void> {
  const { envelope, view } = planning.situation;
  const missing = planning.drafts.filter(({ isMissing, own }) => isMissing && !own!.missing).length;
  if (!missing) return;
  let of = planning.there;
  if (envelope.mode !== 'full' && gone)
    for await (const briefs of view.briefsInScope(envelope.scope)) of += briefs.filter((one) => !one.missing).length;
  const allowed = planning.options.allow.missing;
  // What makes everything missing has been allowed up to a number, be it ever so small.
  const isEmpty = envelope.mode === 'full' && !planning.items;
  if (isEmpty ? missing > allowed! : exceedsGuard(planning.settings, missing, of, allowed)) {
    planning.blocked.push({ code: 'missing-guard', missing, of });
  }
}

/** Works out what becomes of the objects that are missing. */
export async function mergeAbsent(planning: PlanBuilder): Promise<void> {
  const groups = grouped(
    planning.drafts.filter(({ isMissing, failed }) => isMissing && !failed),
    ({ kind }) => kind,
  );
  const far = new FarEnds(planning);
  for (const [kind, drafts] of groups) {
    for (const some of portions(drafts, PORTION))
      for (const part of await bySize(planning.situation.view, kind.path, some))
        await mergePart(planning, kind, part, far);
  }
}

async function mergePart(planning: PlanBuilder, kind: Kind, drafts: readonly Draft[], far: FarEnds): Promise<void> {
  const deletes = missingRule(planning.settings, kind.path).do === 'delete';
  const links = kind.resource.links.filter(({ pivot, foreign, items }) => (deletes ? pivot || foreign : items));
  await loadStored(
    planning,
    kind,
    drafts,
    links.map(({ name }) => name),
  );
  if (deletes) await loadNeighbours(drafts, far);
  await planning.turns.each(drafts, (draft) => {
    mergeMissing(planning, draft, far);
    draft.saw = statesOf(recordsOf(draft));
    draft.release();
    planning.cost.hold('stored', bytesOf(draft.before));
  });
}

async function loadNeighbours(drafts: readonly Draft[], far: FarEnds): Promise<void> {
  const wanted = new Map<string, Set<number>>();
  for (const { stored } of drafts) {
    for (const [link, set] of stored?.sets ?? []) {
      if (link.items) continue;
      const ids = setOfKey(wanted, link.target);
      for (const id of set as readonly number[]) ids.add(id);
    }
  }
  await far.load(wanted);
}

/** Kept in the record of an object that a feed deleted and a person brought back, until the source reports it. */
const BROUGHT_BACK = 'brought-back';

function mergeMissing(planning: PlanBuilder, draft: Draft, far: FarEnds): void {
  const { kind, stored } = draft;
  const own = draft.own!;
  const rule = missingRule(planning.settings, kind.path);
  const runs = draft.isGone ? rule.runs : own.missingRuns + 1;
  const live = stored && !stored.deleted;
  // Live, though a feed has deleted it: a person brought it back, and works on it.
  const isBack = live && (own.marked.deleted || own.kept.includes(BROUGHT_BACK));
  const marked = { ...own.marked, fields: { ...own.marked.fields }, deleted: own.marked.deleted && !live };
  if (isBack) draft.keep(BROUGHT_BACK);
  let why: Unchanged['code'];
  if (live) {
    if (!own.missing) stepBack(planning, draft);
    const outcome = missingOutcome({
      action: rule.do,
      runs,
      needed: rule.runs,
      marked: Object.keys(own.marked.fields).length > 0,
      seenElsewhere: draft.others.some(({ missing }) => !missing),
      created: own.created,
      inUse: () => isInUse(planning, draft, far),
      workedOn: () => isBack === true || isWorkedOn(planning, draft, far),
    });
    if (outcome.do === 'mark') mark(planning, draft, marked.fields);
    if (outcome.do === 'delete') {
      draft.deletes = marked.deleted = true;
      relyOnAll(draft);
    }
    if (outcome.do === 'keep') keep(planning, draft, outcome.code);
    if (outcome.do === 'nothing') why = outcome.code;
  }
  // Told once: when it goes missing, and again where a deletion would be due by now.
  const isDue = why === 'seen-elsewhere' && rule.do === 'delete' && own.missingRuns < rule.runs && runs >= rule.runs;
  const isTold = draft.isChanged || draft.deletes || draft.kept.length > 0;
  if (why ? !own.missing || isDue : !own.missing && !isTold) noteMissing(planning, draft, rule, why);
  const counted =
    rule.do === 'delete' ? Math.min(runs, Math.max(rule.runs, own.missingRuns)) : own.missing ? own.missingRuns : 1;
  const kept = draft.kept.length ? draft.kept : own.kept;
  const observedAt = planning.timeOf(draft);
  draft.record = { ...own, ref: draft.ref, kept, marked, observedAt, missing: true, missingRuns: counted, digest: '' };
  draft.isAlike = isAlike(draft.record, own);
}

type Unchanged = Extract<ReturnType<typeof missingOutcome>, { do: 'nothing' }>;

/** Tells of an object that goes missing and is left as it is, and why that is so where the settings ask for more. */
function noteMissing(planning: PlanBuilder, draft: Draft, { runs }: { runs: number }, why: Unchanged['code']): void {
  const sources = [...new Set(draft.others.filter(({ missing }) => !missing).map(({ source }) => source))].sort();
  const phrases = {
    missing: () => new Message('feedMissing'),
    'seen-elsewhere': () => new Message('feedSeenElsewhere', { sources: sources.join(', ') }),
    'not-yet': () => new Message('feedNotYet', { runs }),
  };
  const { name } = draft;
  planning.find('note', why ?? 'missing', draft, phrases[why ?? 'missing'](), name ? { name } : {});
}

/** Whoever works on an object that is to be deleted keeps it: all of it is compared before it goes. */
export function relyOnAll(draft: Draft): void {
  const { kind, stored } = draft;
  draft.before = { ...draft.before };
  // Times have seconds: an edit may not show in them.
  for (const name in stored!.row) if (kind.fields.has(name)) draft.before[name] = stored!.row[name] ?? null;
  for (const [{ name, items }, set] of stored!.sets) if (!items) draft.before[name] = JSON.stringify(set);
}

/** All claims of a missing record step back at once: what another source says stands. */
function stepBack(planning: PlanBuilder, draft: Draft): void {
  const { kind, own, others, stored, marks } = draft;
  for (const [name, says] of Object.entries(own!.says)) {
    const before = valueIn(says);
    if (before === undefined) continue;
    const outcome = withdrawalOutcome({
      before,
      stored: storedValue(kind, stored!, name),
      equal: equalOf(kind, name),
      held: marks.get(name)?.kind === 'hold',
      others: claimsOf(planning, kind.path, name, others, true),
    });
    if (outcome.do === 'write')
      write(planning, draft, name, storedValue(kind, stored!, name), outcome.value, outcome.from);
  }
}

/** Writes the values that say that an object is missing; what a person changed stays. */
function mark(planning: PlanBuilder, draft: Draft, marked: Record<string, readonly [before: Value, set: Value]>): void {
  const { kind } = draft;
  const fields = planning.settings.missing?.fields?.[kind.path] ?? { [ACTIVE]: 0 };
  for (const [name, raw] of Object.entries(fields)) {
    const field = kind.fields.get(name);
    if (!field || draft.marks.get(name)?.kind === 'hold') continue;
    const value = coerce(raw, field, planning.situation.clock);
    const stored = storedValue(kind, draft.stored!, name);
    if (value instanceof Message || value === stored || isHand(kind, draft.stored!, name, recordsOf(draft))) continue;
    write(planning, draft, name, stored, value);
    marked[name] = [stored, value];
    draft.marksMissing = true;
  }
}

/** The column that says whether an object is in use, where settings name none. */
const ACTIVE = 'active';

/** Nobody worked on the object, nothing is linked to it, and no field of it is held: what sources said is all that there is. */
export function isUntouched(planning: PlanBuilder, draft: Draft): boolean {
  if (!draft.stored || draft.stored.deleted) return false;
  for (const [{ items }, set] of draft.stored.sets) if (!items && set.length) return false;
  return !isWorkedOn(planning, draft, new FarEnds(planning));
}

/** A value or a link of the object is by hand, or somebody holds one. */
function isWorkedOn(planning: PlanBuilder, draft: Draft, far: FarEnds): boolean {
  const { kind, own, others, stored, marks } = draft;
  for (const { kind: isMarked } of marks.values()) if (isMarked === 'hold') return true;
  if (stored!.hidden?.length) return true;
  const records = own ? [own, ...others] : others;
  for (const [name, field] of kind.fields) {
    const meaning = kind.meaningOf(name);
    if (meaning?.is === 'list') {
      const left = new Set(leftOf(name, records).flatMap((text) => elementsOf(field, text).map(elementKey)));
      const isLeft = (one: string | number): boolean => left.has(elementKey(one));
      const said = elementsSaid(records, name);
      if (storedSet(kind, stored!, name).some((one) => !isLeft(one) && !said.has(elementKey(one)))) return true;
    } else if (meaning?.is === 'field' && !field.hidden && isHand(kind, stored!, name, records)) return true;
  }
  for (const [link, set] of stored!.sets) {
    const { name } = link;
    if (link.items) {
      if (isHand(kind, stored!, name, records)) return true;
      continue;
    }
    const other = planning.situation.kinds.farOf(link);
    const ours = elementsSaid(records, name);
    for (const id of set as readonly number[]) {
      // What the source takes away at the other end goes with this run.
      if (other && planning.draftOf(link.target, id)?.links[other.name]?.remove.includes(draft.id!)) continue;
      const said = link.pivot
        ? ours.has(id) || (other !== undefined && far.says(link.target, id, other.name, draft.id!, false))
        : far.saysValue(link.target, id, link.foreign!.column, draft.id!);
      if (!said) return true;
    }
  }
  return false;
}

/** Items of this document point to it, or what the source said of other objects before and still says. */
function isInUse(planning: PlanBuilder, draft: Draft, far: FarEnds): boolean {
  const { kind, stored } = draft;
  const id = draft.id!;
  if (planning.pointed.get(kind.path)?.has(id)) return true;
  for (const [link, set] of stored!.sets) {
    const end = link.foreign?.column ?? planning.situation.kinds.farOf(link)?.name;
    if (link.items || end === undefined) continue;
    for (const other of set as readonly number[]) if (far.pointsTo(link.target, other, end, id)) return true;
  }
  return false;
}

const KEPT = { 'not-ours': 'feedNotOurs', 'in-use': 'feedInUse', 'worked-on': 'feedWorkedOn' } as const;

function keep(planning: PlanBuilder, draft: Draft, code: keyof typeof KEPT): void {
  draft.keep(code);
  const phrase = new Message(KEPT[code], { source: planning.source });
  planning.find('kept', code, draft, phrase, { new: !draft.own!.kept.includes(code) });
}
