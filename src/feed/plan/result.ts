/** From drafts to the plan: changes in their order, counts, what becomes of records, and the plan's identity. */
import { isDeepStrictEqual } from 'node:util';
import { fold } from '../../core/text/fold.js';
import { Message } from '../../core/i18n/messages.js';
import type { RuleName } from '../identity/rules.js';
import type { Value } from '../merge/model.js';
import {
  ACTIONS,
  type Action,
  type Change,
  type Counts,
  type FeedPlan,
  type RecordWrite,
  type Shown,
  type Step,
  type Target,
} from './changes.js';
import { planId } from './digest.js';
import type { Draft } from './draft.js';
import type { FeedRecord } from './map-view.js';
import { entryOf, type Planning } from './planning.js';
import { rulesOf } from './read-document.js';
import { rowsOf } from './read-item.js';

/** What depends on an item in error is in error too: it points to an object that is not made. */
export function failDependants(planning: Planning): void {
  const open = planning.drafts.filter(({ failed, item, unchanged }) => !failed && item && !unchanged);
  for (let again = true; again;) {
    again = false;
    for (const draft of open) {
      if (draft.failed) continue;
      for (const [sight, resolved] of draft.pointers) {
        if (typeof resolved !== 'object' || !resolved.failed || !resolved.isNew) continue;
        const values = { item: resolved.number ?? 0 };
        planning.fail(draft, 'depends', new Message('feedDepends', values), {}, { said: sight.raw });
        again = true;
        break;
      }
    }
  }
}

/** Puts the plan together. */
export async function planOf(planning: Planning): Promise<FeedPlan> {
  const isUsed = usedByOthers(planning);
  const alive = planning.drafts.filter((draft) => !draft.failed && !draft.leftOut && !draft.unchanged && isUsed(draft));
  const names = await namesOf(planning, alive);
  const steps = inOrder(alive.flatMap((draft) => stepOf(planning, draft, names) ?? []));
  steps.forEach(({ change }, i) => (change.n = i + 1));
  const records = planning.drafts.flatMap((draft) => recordOf(draft) ?? []);
  const counts = countsOf(planning, steps);
  if (counts.errors && planning.options.errors === 'stop') planning.blocked.push({ code: 'errors' });
  const changes = steps.map(({ change }) => change);
  return {
    id: identityOf(planning, changes, records),
    state: planning.blocked.length ? 'blocked' : 'ready',
    blocked: planning.blocked,
    counts,
    changes,
    findings: planning.findings,
    steps,
    records,
    seen: seenOf(planning, records),
  };
}

/** Objects that were to be made for items in error alone are not made. */
function usedByOthers(planning: Planning): (draft: Draft) => boolean {
  const used = new Set<Draft>();
  for (const { failed, leftOut, pointers } of planning.drafts) {
    if (!failed && !leftOut)
      for (const resolved of pointers.values()) if (typeof resolved === 'object') used.add(resolved);
  }
  return (draft) => draft.item !== undefined || draft.isMissing || used.has(draft);
}

type Names = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** What the objects of the map that changes show are called. */
async function namesOf(planning: Planning, drafts: readonly Draft[]): Promise<Names> {
  const wanted = new Map<string, Map<number, true>>();
  const want = (type: string, id: Value | Target): void => {
    if (typeof id === 'number') entryOf(wanted, type).set(id, true);
  };
  for (const { kind, outcome } of drafts) {
    for (const [name, { before, after }] of outcome.values) {
      const { ref } = kind.fields.get(name) ?? {};
      if (ref) for (const id of [before, after]) want(ref.target, id);
    }
    for (const [name, { add, remove }] of outcome.links) {
      for (const id of [...add, ...remove]) want(kind.links.get(name)!.target, id);
    }
  }
  const names = new Map<string, ReadonlyMap<number, string>>();
  for (const [type, ids] of wanted) names.set(type, await planning.situation.view.labels(type, [...ids.keys()]));
  return names;
}

function stepOf(planning: Planning, draft: Draft, names: Names): Step | undefined {
  const { kind, outcome, id, by, shownRef } = draft;
  const action = actionOf(draft);
  if (!action) return undefined;
  const shown = (type: string, target: Target): Shown => {
    if (typeof target === 'number') return { id: target, name: names.get(type)?.get(target) ?? '' };
    return { new: true, name: planning.drafts[Number(target.slice(4))]!.name };
  };
  const shownValue = (name: string, value: Value): unknown => {
    const field = kind.fields.get(name);
    if (!field) return rowsOf(kind.links.get(name)!.items!, value);
    return field.ref && value !== null ? shown(field.ref.target, value as Target) : value;
  };
  const [set, values, before, from]: [
    Record<string, unknown[]>,
    Record<string, Value>,
    Record<string, Value>,
    Record<string, string>,
  ] = [{}, {}, {}, {}];
  for (const [name, one] of outcome.values) {
    set[name] = [shownValue(name, one.before), shownValue(name, one.after)];
    values[name] = one.after;
    before[name] = one.before;
    if (one.from !== undefined) from[name] = one.from;
  }
  const links: Record<string, { add: Shown[]; remove: Shown[] }> = {};
  for (const [name, { add, remove }] of outcome.links) {
    const { target } = kind.links.get(name)!;
    links[name] = { add: add.map((one) => shown(target, one)), remove: remove.map((one) => shown(target, one)) };
  }
  const change: Change = {
    n: 0,
    action,
    type: kind.path,
    ...(id !== undefined && { id }),
    ...(shownRef !== undefined && { ref: shownRef }),
    name: draft.name,
    ...(id !== undefined && by && { by }),
    ...(draft.isMissing && { missing: true as const }),
    set,
    ...(outcome.links.size && { links }),
    ...(Object.keys(from).length && { from }),
  };
  const rules = id === undefined && { rules: draft.item ? rulesOf(planning, kind, draft.item) : BY_NAME };
  return { change, ...rules, target: draft.target, values, before, links: Object.fromEntries(outcome.links) };
}

/** Objects that are made for pointers are known by their names. */
const BY_NAME: readonly RuleName[] = ['name'];

function actionOf({ isNew, restores, deletes, marksMissing, outcome }: Draft): Action | undefined {
  if (isNew) return 'create';
  if (restores) return 'restore';
  if (deletes) return 'delete';
  if (!outcome.values.size && !outcome.links.size) return undefined;
  return marksMissing ? 'mark' : 'update';
}

/** By action, then type, then folded name; what is equal as the document has it. */
function inOrder(steps: Step[]): Step[] {
  const keyed = steps.map((step) => ({
    step,
    name: fold(step.change.name),
    action: ACTIONS.indexOf(step.change.action),
  }));
  const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  keyed.sort((a, b) => a.action - b.action || order(a.step.change.type, b.step.change.type) || order(a.name, b.name));
  return keyed.map(({ step }) => step);
}

/** What is written of a draft's record: only what makes the next run cheap, where nothing else differs. */
function recordOf(draft: Draft): RecordWrite | undefined {
  const { failed, own, unchanged } = draft;
  if (failed || unchanged) return undefined;
  if (draft.leftOut && !draft.record) return keptRecord(draft);
  if (!draft.record) return undefined;
  const { state: _, ...rest } = draft.record;
  const record = { ...rest, id: draft.target };
  const saw = statesOf(draft);
  if (!own) return { record, ...saw };
  const touched = draft.outcome.values.size > 0 || draft.outcome.links.size > 0 || draft.restores;
  const alike = (one: Omit<FeedRecord, 'id'>): unknown => ({ ...one, digest: '', observedAt: '', id: 0, state: '' });
  const noted = !touched && own.id === draft.id && isDeepStrictEqual(alike(draft.record), alike(own));
  if (noted && draft.isMissing) return undefined;
  return { record, from: own.ref, ...saw, ...(noted && { noted: true as const }) };
}

/** The states of the records that were weighed against each other. */
function statesOf({ own, others, id }: Draft): { saw?: readonly string[] } {
  if (id === undefined) return {};
  return { saw: [...(own ? [own] : []), ...others].flatMap(({ state }) => state ?? []).sort() };
}

/** An object that a person deleted: that this is known is all that is noted. */
function keptRecord(draft: Draft): RecordWrite | undefined {
  const { own, kept } = draft;
  if (!own || !kept.length || isDeepStrictEqual(own.kept, kept)) return undefined;
  const { state: _, ...rest } = own;
  return { record: { ...rest, kept }, from: own.ref, ...statesOf(draft) };
}

function countsOf(planning: Planning, steps: readonly Step[]): Counts {
  const count = (test: (draft: Draft) => boolean): number => planning.drafts.filter(test).length;
  const actions = (action: Action): number => steps.filter(({ change }) => change.action === action).length;
  const level = (wanted: string): number => planning.findings.filter((finding) => finding.level === wanted).length;
  const changed = new Set(steps.map(({ target }) => target));
  const isAlive = ({ item, failed, leftOut, isMissing }: Draft): boolean => !!item && !failed && !leftOut && !isMissing;
  const changedDrafts = new Set(steps.map(({ change, target }) => `${change.type} ${target}`));
  return {
    items: planning.items,
    create: actions('create'),
    update: actions('update'),
    restore: actions('restore'),
    mark: actions('mark'),
    delete: actions('delete'),
    unchanged:
      changed.size || planning.drafts.length
        ? count((draft) => isAlive(draft) && !changedDrafts.has(`${draft.kind.path} ${draft.target}`))
        : 0,
    missing: count(({ isMissing, failed, own }) => isMissing && !failed && !own!.missing),
    adopted: count((draft) => isAlive(draft) && draft.adopts && !draft.isNew),
    skipped: planning.options.errors === 'skip' ? count(({ item, failed }) => !!item && failed) : 0,
    kept: level('kept'),
    kept_new: planning.findings.filter((finding) => finding.level === 'kept' && finding.new).length,
    warnings: level('warning'),
    errors: level('error'),
  };
}

/** The same document on the same map gives the same plan: times are no part of it, nor what only makes runs cheap. */
function identityOf(planning: Planning, changes: readonly Change[], records: readonly RecordWrite[]): string {
  const { envelope, settingsVersion } = planning.situation;
  const { source, mode, scope, options } = envelope;
  function* parts(): Iterable<unknown> {
    yield [source, scope, mode, options, settingsVersion];
    yield* changes;
    for (const { level, phrase, new: _, ...finding } of planning.findings)
      if (level === 'error') yield { ...finding, key: phrase.key };
    for (const { record, from, noted } of records) if (!noted) yield [{ ...record, observedAt: null }, from];
    yield planning.blocked;
  }
  return planId(parts());
}

function seenOf(planning: Planning, records: readonly RecordWrite[]): Map<string, string[]> {
  const written = new Set(records.map(({ record: { type, ref } }) => `${type} ${ref}`));
  const seen = new Map<string, string[]>();
  for (const { kind, ref, id, item, failed } of planning.drafts) {
    if (!item || failed || id === undefined || written.has(`${kind.path} ${ref}`)) continue;
    const list = seen.get(kind.path);
    if (list) list.push(ref);
    else seen.set(kind.path, [ref]);
  }
  return seen;
}
