/** From drafts to the plan: changes in their order, counts, what becomes of records, and the plan's identity. */
import { isDeepStrictEqual } from 'node:util';
import { portions } from '../../core/portions.js';
import { fold } from '../../core/text/fold.js';
import { Message } from '../../core/i18n/messages.js';
import type { RuleName } from '../identity/rules.js';
import type { Value } from '../merge/model.js';
import type { Turns } from '../../core/turns.js';
import {
  ACTIONS,
  type Action,
  type Change,
  type Counts,
  type FeedPlan,
  type RecordWrite,
  type SeenRef,
  type Shown,
  type ShownLink,
  type Step,
  type Target,
} from './changes.js';
import { PlanSum } from './digest.js';
import { hasAny, type Draft } from './draft.js';
import { entryOf, listOf } from './groups.js';
import type { PlanBuilder } from './planning.js';
import { statesOf } from './records.js';
import { rowsOf } from './stored-text.js';
import { recordsOf } from './weigh.js';

/** What depends on an item in error is in error too: it points to an object that is not made. */
export async function failDependants(planning: PlanBuilder): Promise<void> {
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
export async function planOf(planning: PlanBuilder): Promise<FeedPlan> {
  const { turns } = planning;
  const changed: Draft[] = [];
  const isUsed = await usedByOthers(planning);
  await turns.each(planning.drafts, (draft) => {
    if (draft.failed || draft.leftOut || draft.unchanged || !isUsed(draft)) return;
    draft.action = actionOf(draft);
    if (draft.action) changed.push(draft);
  });
  const counts = await countsOf(planning);
  if (counts.errors && planning.options.errors === 'stop') planning.blocked.push({ code: 'errors' });
  const names = await namesOf(planning, changed);
  const steps: Step[] = [];
  await turns.each(await inOrder(changed, turns), (draft) => steps.push(stepOf(draft, steps.length, names)));
  const records = new Map<string, RecordWrite[]>();
  const seen = new Map<string, SeenRef[]>();
  await turns.each(planning.drafts, (draft) => {
    const { kind, ref } = draft;
    const write = draft.isNew && !isUsed(draft) ? undefined : recordOf(draft);
    if (write) listOf(records, kind.path).push(write);
    else if (draft.isItem && !draft.failed && !draft.isOlder && draft.id !== undefined)
      listOf(seen, kind.path).push(draft.seenAt === undefined ? ref : [ref, draft.seenAt]);
  });
  await nameFindings(planning);
  const { blocked } = planning;
  const state = blocked.length ? 'blocked' : 'ready';
  const plan = { state, blocked, counts, findings: planning.findings.all(), steps, records, seen } as const;
  return { id: await identityOf(planning, plan), ...plan };
}

/** Objects that were to be made for items in error alone are not made. */
async function usedByOthers({ drafts, turns }: PlanBuilder): Promise<(draft: Draft) => boolean> {
  const used = new Set<Draft>();
  await turns.each(drafts, ({ failed, leftOut, needs }) => {
    if (!failed && !leftOut) for (const { on } of needs) used.add(on);
  });
  return (draft) =>
    draft.doubleOf
      ? !draft.doubleOf.failed && !draft.doubleOf.leftOut
      : draft.isItem || draft.isMissing || used.has(draft);
}

/** Findings that speak of objects of the map name them: a statement for each type. */
async function nameFindings({ findings, situation: { view } }: PlanBuilder): Promise<void> {
  const names = new Map<string, ReadonlyMap<number, string>>();
  for (const [type, ids] of findings.candidates) names.set(type, await view.labels(type, [...ids]));
  if (names.size) findings.name(names);
}

/** The names of the objects that changes show, by type: those of the map, and those that the plan makes. */
type Names = ReadonlyMap<string, ReadonlyMap<Target, string>>;

async function namesOf(planning: PlanBuilder, drafts: readonly Draft[]): Promise<Names> {
  const names = new Map<string, Map<Target, string>>();
  const show = (type: string, target: Target | null | undefined): void => {
    if (target === null || target === undefined) return;
    const isNew = typeof target === 'string';
    entryOf(names, type).set(target, isNew ? planning.drafts[Number(target.slice(4))]!.name : '');
  };
  await planning.turns.each(drafts, ({ kind, links, before, after }) => {
    for (const { name, ref } of kind.references)
      if (name in after) for (const one of [before[name], after[name]]) show(ref.target, one as Target | null);
    for (const name in links)
      for (const some of [links[name]!.add, links[name]!.remove, (links[name]!.words ?? []).map(([target]) => target)])
        for (const one of some) show(kind.links.get(name)!.target, one);
  });
  for (const [type, known] of names) {
    const ids = [...known.keys()].filter((target) => typeof target === 'number');
    if (!ids.length) continue;
    for (const [id, name] of await planning.situation.view.labels(type, ids)) known.set(id, name);
  }
  return names;
}

/** Objects that are made for pointers are known by their names. */
const BY_NAME: readonly RuleName[] = ['name'];

function stepOf(draft: Draft, place: number, names: Names): Step {
  const { kind, isNew, after, before, links } = draft;
  return {
    place,
    type: kind.path,
    action: draft.action!,
    ref: draft.shownRef,
    name: draft.name,
    rules: isNew ? (draft.isItem ? draft.rules : BY_NAME) : undefined,
    target: draft.target,
    values: after,
    before,
    links,
    change: changeOf(draft, place, names),
  };
}

/** A change as it is shown. */
function changeOf(draft: Draft, place: number, names: Names): Change {
  const { kind, action, id, by, before, after, links, from, shownRef, name, isMissing } = draft;
  const shown = (type: string, target: Target): Shown => {
    const called = names.get(type)?.get(target) ?? '';
    return typeof target === 'number' ? { id: target, name: called } : { new: true, name: called };
  };
  const shownValue = (column: string, value: Value): unknown => {
    const field = kind.fields.get(column);
    if (!field) return rowsOf(kind.links.get(column)!, value);
    return field.ref && value !== null ? shown(field.ref.target, value as Target) : value;
  };
  const set: Record<string, readonly unknown[]> = {};
  for (const column in after) {
    const stood = column in before ? before[column]! : kind.blankOf(column);
    set[column] = [shownValue(column, stood), shownValue(column, after[column]!)];
  }
  const linked: Record<string, ShownLink> = {};
  for (const link in links) {
    const { add, remove, words = [] } = links[link]!;
    const said = new Map(words.map(([target, word, stands]) => [target, { word, stands }]));
    const shownIn = (target: Target): Shown => {
      const { word, stands } = said.get(target) ?? {};
      const one = shown(kind.links.get(link)!.target, target);
      return { ...one, ...(word !== undefined && { word }), ...(stands && { before: stands }) };
    };
    const change = words.flatMap(([target, , stands]) => (stands === null ? [] : [shownIn(target)]));
    linked[link] = { add: add.map(shownIn), remove: remove.map(shownIn), ...(change.length && { change }) };
  }
  return {
    n: place + 1,
    action: action!,
    type: kind.path,
    ...(id !== undefined && { id }),
    ...(shownRef !== undefined && { ref: shownRef }),
    name,
    ...(id !== undefined && by && { by }),
    ...(isMissing && { missing: true }),
    set,
    ...(hasAny(links) && { links: linked }),
    ...(hasAny(from) && { from }),
  };
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

/** What is written of a draft's record; undefined where nothing is. */
function recordOf(draft: Draft): RecordWrite | undefined {
  const { failed, own, unchanged, record, ref, saw, leaves } = draft;
  if (failed || unchanged) return undefined;
  if (draft.leftOut) return leftRecord(draft);
  if (!record) return undefined;
  const from = own ? (draft.movedFrom ?? ref) : leaves?.ref;
  const fromType = own ? undefined : leaves?.type;
  // Of what is seen from elsewhere, what it is known by was said before.
  const keys = draft.isItem && !draft.isOtherRef && !draft.isPart ? draft.keys : undefined;
  if (!draft.isAlike || draft.isChanged || draft.restores) return { record, from, fromType, noted: false, keys, saw };
  // Nothing is to be noted of what is known already.
  return draft.isKnown || draft.isMissing ? undefined : { record, from, noted: true, keys, saw };
}

/** Of an object that is left alone: another scope lacks it, or that a person deleted it is known now. */
function leftRecord(draft: Draft): RecordWrite | undefined {
  const { own, kept, record, ref } = draft;
  const saw = statesOf(recordsOf(draft));
  if (record) return { record, from: draft.movedFrom ?? ref, noted: false, saw };
  if (!own || !kept.length || isDeepStrictEqual(own.kept, kept)) return undefined;
  return { record: { ...own, kept }, from: own.ref, noted: false, saw };
}

async function countsOf({ drafts, findings, turns, items, untyped, options }: PlanBuilder): Promise<Counts> {
  const skips = options.errors === 'skip';
  const counts: Counts = {
    items,
    ...{ create: 0, update: 0, restore: 0, mark: 0, delete: 0, unchanged: 0, missing: 0, adopted: 0 },
    ...{ skipped: skips ? untyped : 0, kept: findings.count('kept'), kept_new: findings.news },
    ...{ warnings: findings.count('warning'), errors: findings.count('error') },
  };
  await turns.each(drafts, (draft) => {
    const { action, isItem, failed, leftOut, isMissing, further } = draft;
    if (action) counts[action]++;
    if (failed) counts.skipped += isItem && skips ? 1 + further : 0;
    else if (isMissing) counts.missing += draft.own && !draft.own.missing ? 1 : 0;
    else if (isItem && !leftOut) {
      // What further refs of an object say stands in its one change.
      counts.unchanged += further;
      if (!action) counts.unchanged++;
      if (draft.adopts && !draft.isNew) counts.adopted++;
    }
  });
  return counts;
}

/** Refs that are added to a plan's identity at once. */
const SEEN = 5000;

/** The same document on the same map gives the same plan. */
async function identityOf(planning: PlanBuilder, plan: Omit<FeedPlan, 'id'>): Promise<string> {
  const { turns, situation } = planning;
  const { source, mode, scope, options } = situation.envelope;
  const sum = new PlanSum();
  await turns.each(plan.steps, ({ change: _, ...step }) => sum.add(step));
  for (const [type, writes] of plan.records) {
    await turns.each(writes, ({ record, from, fromType, noted }) => {
      // Times are no part of a plan's name, nor what only makes runs cheap.
      const { observedAt: _, state: __, ...rest } = record;
      sum.add(noted ? [type, record.ref] : [rest, from, fromType]);
    });
  }
  // Of what is as it was the refs alone tell one document from another.
  for (const [type, refs] of plan.seen)
    for (const some of portions(refs, SEEN))
      sum.add([type, some.map((one) => (typeof one === 'string' ? one : one[0]))]);
  await turns.each(plan.findings, ({ phrase, new: _, ...finding }) => sum.add({ ...finding, key: phrase.key }));
  sum.add([source, mode, scope, options, situation.settingsVersion, plan.counts, plan.blocked]);
  if (situation.seenBy !== undefined) sum.add(situation.seenBy);
  return sum.id();
}
