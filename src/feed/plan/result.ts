/** From drafts to the plan: changes in their order, counts, what becomes of records, and the plan's identity. */
import { isDeepStrictEqual } from 'node:util';
import { portions } from '../../core/portions.js';
import { fold } from '../../core/text/fold.js';
import { Message } from '../../core/i18n/messages.js';
import type { Turns } from '../../core/turns.js';
import { ACTIONS, type Action, type Counts, type FeedPlan, type Seen, type Target } from './changes.js';
import type { Draft } from './draft.js';
import { entryOf, listOf } from './groups.js';
import type { FeedRecord } from './map-view.js';
import { PlannedRecords, PlannedSteps, type Names, type PackedPlan, type RecordPlace } from './outcomes.js';
import type { Planning } from './planning.js';
import { isAlike } from './records.js';

/** What depends on an item in error is in error too: it points to an object that is not made. */
export async function failDependants(planning: Planning): Promise<void> {
  const open: Draft[] = [];
  await planning.turns.each(planning.drafts, (draft) => {
    if (draft.isItem && !draft.failed && draft.needs.length) open.push(draft);
  });
  for (let again = true; again;) {
    again = false;
    await planning.turns.each(open, (draft) => {
      const need = draft.failed ? undefined : draft.needs.find(({ on }) => on.failed);
      if (!need) return;
      const { number } = need.on;
      const phrase =
        number === undefined ? new Message('feedDependsMade') : new Message('feedDepends', { item: number });
      planning.fail(draft, 'depends', phrase, {}, { said: need.said });
      again = true;
    });
  }
  // Nothing is noted of items in error: that something was kept of them would be news each time.
  const failed = new Set(planning.drafts.map((draft) => (draft.failed ? draft.number : undefined)));
  planning.findings.isOld(failed);
}

/** Puts the plan together. */
export async function planOf(planning: Planning): Promise<PackedPlan> {
  const { turns, outcomes, sum } = planning;
  const { kinds } = planning.situation;
  const changed: Draft[] = [];
  const isUsed = await usedByOthers(planning);
  await turns.each(planning.drafts, (draft) => {
    if (draft.failed || draft.leftOut || draft.unchanged || !isUsed(draft)) return;
    draft.action = actionOf(draft);
    if (draft.action) changed.push(draft);
  });
  const counts = await countsOf(planning);
  if (counts.errors && planning.options.errors === 'stop') planning.blocked.push({ code: 'errors' });
  const steps = new PlannedSteps(outcomes, kinds, await namesOf(planning, changed), [], planning.texts());
  await turns.each(await inOrder(changed, turns), (draft) => sum.add(steps.add(draft)));
  const records = new Map<string, PlannedRecords>();
  const seen = new Map<string, Seen[]>();
  await turns.each(planning.drafts, (draft) => {
    const { kind, ref } = draft;
    if (!draft.action && draft.values !== undefined) draft.values = outcomes.place(draft.values);
    const found = recordOf(planning, draft);
    if (!found) {
      if (draft.isItem && !draft.failed && !draft.isOlder && draft.id !== undefined)
        listOf(seen, kind.path).push(draft.seenAt === undefined ? ref : [ref, draft.seenAt]);
      return;
    }
    let some = records.get(kind.path);
    if (!some) records.set(kind.path, (some = new PlannedRecords(outcomes, planning.source, kind, planning.texts())));
    const text = some.add(draft, found.from, found.noted);
    // Times are no part of a plan's name, nor what only makes runs cheap.
    sum.add(found.noted ? JSON.stringify([kind.path, ref]) : text);
  });
  return {
    id: await identityOf(planning, counts, seen),
    state: planning.blocked.length ? 'blocked' : 'ready',
    blocked: planning.blocked,
    counts,
    findings: planning.findings.all(),
    steps,
    records,
    seen,
  };
}

/** Objects that were to be made for items in error alone are not made. */
async function usedByOthers({ drafts, turns }: Planning): Promise<(draft: Draft) => boolean> {
  const used = new Set<Draft>();
  await turns.each(drafts, ({ failed, leftOut, needs }) => {
    if (!failed && !leftOut) for (const { on } of needs) used.add(on);
  });
  return (draft) => draft.isItem || draft.isMissing || used.has(draft);
}

async function namesOf(planning: Planning, drafts: readonly Draft[]): Promise<Names> {
  const { outcomes, turns } = planning;
  await turns.each(drafts, ({ kind, links }) => {
    for (const name in links) {
      const { target } = kind.links.get(name)!;
      for (const id of links[name]!.add) outcomes.show(target, id);
      for (const id of links[name]!.remove) outcomes.show(target, id);
    }
  });
  const names = new Map<string, Map<Target, string>>();
  for (const [type, targets] of outcomes.shown) {
    const known = entryOf(names, type);
    const ids: number[] = [];
    for (const target of targets.keys()) {
      if (typeof target === 'number') ids.push(target);
      else known.set(target, planning.drafts[Number(target.slice(4))]!.name);
    }
    if (!ids.length) continue;
    for (const [id, name] of await planning.situation.view.labels(type, ids)) known.set(id, name);
  }
  return names;
}

function actionOf({ isNew, restores, deletes, marksMissing, isChanged }: Draft): Action | undefined {
  if (isNew) return 'create';
  if (restores) return 'restore';
  if (deletes) return 'delete';
  if (!isChanged) return undefined;
  return marksMissing ? 'mark' : 'update';
}

/** By action, then type, then folded name; what is equal as the document has it. */
async function inOrder(drafts: readonly Draft[], turns: Turns): Promise<Draft[]> {
  const groups = new Map<string, Array<{ draft: Draft; name: string }>>();
  await turns.each(drafts, (draft) => {
    const key = `${ACTIONS.indexOf(draft.action!)} ${draft.kind.path}`;
    listOf(groups, key).push({ draft, name: fold(draft.name) });
  });
  const ordered: Draft[] = [];
  for (const key of [...groups.keys()].sort()) {
    const group = await turns.sorted(groups.get(key)!, (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    for (const { draft } of group) ordered.push(draft);
  }
  return ordered;
}

/** Under which ref a draft's record is written, and whether only what makes the next run cheap; undefined where nothing is. */
function recordOf(planning: Planning, draft: Draft): { from: string | undefined; noted: boolean } | undefined {
  const { failed, own, unchanged, says, fitted, ref } = draft;
  if (failed || unchanged) return undefined;
  if (draft.leftOut) return leftRecord(planning, draft);
  if (says === undefined) return undefined;
  const from = draft.isRecorded ? (draft.movedFrom ?? ref) : undefined;
  if (!draft.isAlike && own && fitted !== undefined) {
    const whole = planning.outcomes.recordAt(says, placeOf(planning, draft));
    draft.isAlike = isAlike({ ...whole.record, says: JSON.parse(whole.says) as FeedRecord['says'] }, own);
  }
  if (!draft.isAlike || draft.isChanged || draft.restores) return { from, noted: false };
  // Nothing is to be noted of what is known already.
  return draft.isKnown ? undefined : { from, noted: true };
}

const placeOf = ({ source }: Planning, { kind, ref, values, fitted }: Draft): RecordPlace => ({
  ...{ source, type: kind.path, ref, label: kind.label?.name, values, fitted },
});

/** Of an object that is left alone: another scope lacks it, or that a person deleted it is known now. */
function leftRecord({ outcomes }: Planning, draft: Draft): { from: string; noted: false } | undefined {
  const { own, kept, record, ref } = draft;
  if (record) outcomes.keepRecord(draft, record);
  else if (own && kept.length && !isDeepStrictEqual(own.kept, kept)) outcomes.keepRecord(draft, { ...own, kept });
  else return undefined;
  return { from: record ? (draft.movedFrom ?? ref) : own!.ref, noted: false };
}

async function countsOf({ drafts, findings, turns, items, untyped, options }: Planning): Promise<Counts> {
  const skips = options.errors === 'skip';
  const counts: Counts = {
    items,
    ...{ create: 0, update: 0, restore: 0, mark: 0, delete: 0, unchanged: 0, missing: 0, adopted: 0 },
    ...{ skipped: skips ? untyped : 0, kept: findings.count('kept'), kept_new: findings.news },
    ...{ warnings: findings.count('warning'), errors: findings.count('error') },
  };
  await turns.each(drafts, (draft) => {
    const { action, isItem, failed, leftOut, isMissing } = draft;
    if (action) counts[action]++;
    if (failed) counts.skipped += isItem && skips ? 1 : 0;
    else if (isMissing) counts.missing += draft.isRecorded && !draft.wasMissing ? 1 : 0;
    else if (isItem && !leftOut) {
      if (!action) counts.unchanged++;
      if (draft.adopts && !draft.isNew) counts.adopted++;
    }
  });
  return counts;
}

/** Refs that are added to a plan's identity at once. */
const SEEN = 5000;

/** The same document on the same map gives the same plan. */
async function identityOf(planning: Planning, counts: Counts, seen: FeedPlan['seen']): Promise<string> {
  const { sum, blocked, situation } = planning;
  const { source, mode, scope, options } = situation.envelope;
  // Of what is as it was the refs alone tell one document from another.
  for (const [type, refs] of seen)
    for (const some of portions(refs, SEEN))
      sum.add(JSON.stringify([type, some.map((one) => (typeof one === 'string' ? one : one[0]))]));
  await planning.turns.each(planning.findings.all(), ({ phrase, new: _, ...finding }) =>
    sum.add(JSON.stringify({ ...finding, key: phrase.key })),
  );
  sum.add(JSON.stringify([source, mode, scope, options, situation.settingsVersion, counts, blocked]));
  return sum.id();
}
