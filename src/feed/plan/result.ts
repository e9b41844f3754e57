/** From drafts to the plan: changes in their order, counts, what becomes of records, and the plan's identity. */
import { isDeepStrictEqual } from 'node:util';
import { fold } from '../../core/text/fold.js';
import { Message } from '../../core/i18n/messages.js';
import type { Turns } from '../../core/turns.js';
import type { Value } from '../merge/model.js';
import {
  ACTIONS,
  changesOf,
  type Action,
  type Change,
  type Counts,
  type FeedPlan,
  type RecordWrite,
  type Shown,
  type Step,
  type Target,
} from './changes.js';
import { PlanSum } from './digest.js';
import { NOTHING, type Draft } from './draft.js';
import { entryOf, listOf } from './groups.js';
import type { Kind } from './kinds.js';
import type { Planning } from './planning.js';
import { isAlike } from './records.js';
import { rowsOf } from './stored-text.js';
import { blankOf } from './weigh.js';

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
      const values = { item: need.on.number ?? 0 };
      planning.fail(draft, 'depends', new Message('feedDepends', values), {}, { said: need.said });
      again = true;
    });
  }
}

/** Puts the plan together. */
export async function planOf(planning: Planning): Promise<FeedPlan> {
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
  const steps: PlannedStep[] = [];
  await turns.each(await inOrder(changed, turns), (draft) => {
    steps.push(new PlannedStep(steps.length + 1, draft, names));
  });
  const records: RecordWrite[] = [];
  const seen = new Map<string, string[]>();
  await turns.each(planning.drafts, (draft) => {
    const record = recordOf(draft);
    if (record) records.push(record);
    else if (draft.isItem && !draft.failed && draft.id !== undefined) listOf(seen, draft.kind.path).push(draft.ref);
  });
  return withChanges({
    id: await identityOf(planning, steps, records),
    state: planning.blocked.length ? 'blocked' : 'ready',
    blocked: planning.blocked,
    counts,
    findings: planning.findings,
    steps,
    records,
    seen,
  });
}

/** The changes are made when somebody asks for them; nothing else of planning is held for that. */
function withChanges(plan: Omit<FeedPlan, 'changes'>): FeedPlan {
  let changes: Change[] | undefined;
  return {
    ...plan,
    get changes() {
      return (changes ??= [...changesOf(plan)]);
    },
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

/** What objects that changes show are called, by their type: those of the map, and those that are made. */
type Names = ReadonlyMap<string, ReadonlyMap<Target, string>>;

async function namesOf(planning: Planning, drafts: readonly Draft[]): Promise<Names> {
  const wanted = new Map<string, Set<number>>();
  const names = new Map<string, Map<Target, string>>();
  const want = (type: string, id: Value | Target | undefined): void => {
    if (typeof id === 'string') {
      const target = id as `new:${number}`;
      entryOf(names, type).set(target, planning.drafts[Number(target.slice(4))]!.name);
    }
    if (typeof id !== 'number') return;
    const ids = wanted.get(type);
    if (ids) ids.add(id);
    else wanted.set(type, new Set([id]));
  };
  await planning.turns.each(drafts, ({ kind, before, after, links }) => {
    for (const { name, ref } of kind.references) {
      if (!(name in after)) continue;
      want(ref.target, before[name]);
      want(ref.target, after[name]);
    }
    for (const name in links) {
      const { target } = kind.links.get(name)!;
      for (const id of links[name]!.add) want(target, id);
      for (const id of links[name]!.remove) want(target, id);
    }
  });
  for (const [type, ids] of wanted) {
    const known = entryOf(names, type);
    for (const [id, name] of await planning.situation.view.labels(type, [...ids])) known.set(id, name);
  }
  return names;
}

/** Objects that are made for pointers are known by their names. */
const BY_NAME: Step['rules'] = ['name'];

/**
 * A step that is told as a change when somebody asks: a plan may have 100,000 of them, and holds no draft when it is made. What
 * is private is in no copy of a step.
 */
class PlannedStep implements Step {
  readonly type: string;
  readonly action: Action;
  readonly ref: string | undefined;
  readonly target: Target;
  readonly values: Step['values'];
  readonly before: Step['before'];
  readonly links: Step['links'];
  readonly rules: Step['rules'];
  readonly #kind: Kind;
  readonly #names: Names;
  readonly #n: number;
  readonly #name: string;
  readonly #by: string | undefined;
  readonly #missing: boolean;
  readonly #from: Draft['from'];

  constructor(n: number, draft: Draft, names: Names) {
    this.type = draft.kind.path;
    this.action = draft.action!;
    this.ref = draft.shownRef;
    this.target = draft.target;
    this.values = draft.after;
    this.before = draft.before;
    this.links = draft.links;
    this.rules = draft.isNew ? (draft.isItem ? draft.rules : BY_NAME) : undefined;
    this.#kind = draft.kind;
    this.#names = names;
    this.#n = n;
    this.#name = draft.name;
    this.#by = draft.by;
    this.#missing = draft.isMissing;
    this.#from = draft.from;
  }

  get change(): Change {
    const { target } = this;
    const kind = this.#kind;
    const id = typeof target === 'number' ? target : undefined;
    const set: Record<string, readonly unknown[]> = {};
    for (const [column, after] of Object.entries(this.values)) {
      const before = column in this.before ? this.before[column] : blankOf(kind, column);
      set[column] = [this.shownValue(column, before as Value), this.shownValue(column, after as Value)];
    }
    const links: Record<string, { add: Shown[]; remove: Shown[] }> = {};
    for (const [link, { add, remove }] of Object.entries(this.links)) {
      const shown = (one: Target): Shown => this.shown(kind.links.get(link)!.target, one);
      links[link] = { add: add.map(shown), remove: remove.map(shown) };
    }
    return {
      n: this.#n,
      action: this.action,
      type: kind.path,
      ...(id !== undefined && { id }),
      ...(this.ref !== undefined && { ref: this.ref }),
      name: this.#name,
      ...(id !== undefined && this.#by && { by: this.#by }),
      ...(this.#missing && { missing: true as const }),
      set,
      ...(this.links !== NOTHING && { links }),
      ...(this.#from !== NOTHING && { from: this.#from }),
    };
  }

  /** All that tells it from another step. */
  get sum(): unknown {
    const { target, values, before, links } = this;
    const facts = [this.type, this.action, this.ref, this.#by, this.#name, this.#missing];
    return [facts, target, values, before, links, this.#from];
  }

  toJSON(): Step {
    const { change, ...rest } = this;
    return { change, ...rest };
  }

  private shown(type: string, target: Target): Shown {
    const name = this.#names.get(type)?.get(target) ?? '';
    return typeof target === 'number' ? { id: target, name } : { new: true, name };
  }

  private shownValue(name: string, value: Value): unknown {
    const field = this.#kind.fields.get(name);
    if (!field) return rowsOf(this.#kind.links.get(name)!.items!, value);
    return field.ref && value !== null ? this.shown(field.ref.target, value as Target) : value;
  }
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

/** What is written of a draft's record: only what makes the next run cheap, where nothing else differs. */
function recordOf(draft: Draft): RecordWrite | undefined {
  const { failed, own, unchanged, record, brief } = draft;
  if (failed || unchanged) return undefined;
  if (draft.leftOut && !record) return keptRecord(draft);
  if (!record) return undefined;
  const isAlikeNow = draft.isAlike || (own !== undefined && isAlike(record, own));
  const saw = draft.saw.length ? { saw: draft.saw } : {};
  if (!own && !draft.isAlike) return { record, ...saw };
  const from = draft.movedFrom ?? draft.ref;
  if (!isAlikeNow || draft.isChanged || draft.restores) return { record, from, ...saw };
  // Nothing is to be noted of what is known already.
  const isKnown = draft.isMissing || (brief?.fresh && brief.digest === record.digest);
  return isKnown ? undefined : { record, from, ...saw, noted: true };
}

/** An object that a person deleted: that this is known is all that is noted. */
function keptRecord(draft: Draft): RecordWrite | undefined {
  const { own, kept, saw } = draft;
  if (!own || !kept.length || isDeepStrictEqual(own.kept, kept)) return undefined;
  const { state: _, ...rest } = own;
  return { record: { ...rest, kept }, from: own.ref, ...(saw.length && { saw }) };
}

const COUNTED = { error: 'errors', kept: 'kept', warning: 'warnings' } as const;

async function countsOf({ drafts, findings, turns, items, options }: Planning): Promise<Counts> {
  const counts: Counts = {
    items,
    ...{ create: 0, update: 0, restore: 0, mark: 0, delete: 0, unchanged: 0, missing: 0, adopted: 0, skipped: 0 },
    ...{ kept: 0, kept_new: 0, warnings: 0, errors: 0 },
  };
  await turns.each(drafts, (draft) => {
    const { action, isItem, failed, leftOut, isMissing } = draft;
    if (action) counts[action]++;
    if (failed) counts.skipped += isItem && options.errors === 'skip' ? 1 : 0;
    else if (isMissing) counts.missing += draft.own?.missing === false ? 1 : 0;
    else if (isItem && !leftOut) {
      if (!action) counts.unchanged++;
      if (draft.adopts && !draft.isNew) counts.adopted++;
    }
  });
  await turns.each(findings, ({ level, new: isNew }) => {
    counts[COUNTED[level]]++;
    if (level === 'kept' && isNew) counts.kept_new++;
  });
  return counts;
}

/** The same document on the same map gives the same plan: times are no part of it, nor what only makes runs cheap. */
async function identityOf(
  planning: Planning,
  steps: readonly PlannedStep[],
  records: readonly RecordWrite[],
): Promise<string> {
  const { envelope, settingsVersion } = planning.situation;
  const { source, mode, scope, options } = envelope;
  const sum = new PlanSum();
  sum.add([source, scope, mode, options, settingsVersion]);
  await planning.turns.each(steps, (step) => sum.add(step.sum));
  await planning.turns.each(planning.findings, ({ level, phrase, new: _, ...finding }) => {
    if (level === 'error') sum.add({ ...finding, key: phrase.key });
  });
  await planning.turns.each(records, ({ record, from, noted }) => {
    if (noted) return;
    // Of a new object the step says what its record says, and the digest what that came of.
    sum.add(
      from === undefined && typeof record.id !== 'number'
        ? [record.ref, record.digest, record.kept]
        : [{ ...record, observedAt: null }, from],
    );
  });
  sum.add(planning.blocked);
  return sum.id();
}
