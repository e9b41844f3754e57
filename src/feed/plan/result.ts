/** From drafts to the plan: changes in their order, counts, what becomes of records, and the plan's identity. */
import { isDeepStrictEqual } from 'node:util';
import { fold } from '../../core/text/fold.js';
import { Message } from '../../core/i18n/messages.js';
import type { Turns } from '../../core/turns.js';
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
import { PlanSum } from './digest.js';
import { NOTHING, type Draft } from './draft.js';
import { listOf } from './groups.js';
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
  const shower = { names, drafts: planning.drafts };
  const steps = (await inOrder(changed, turns)).map((draft, i) => new PlannedStep(i + 1, draft, shower));
  const records: RecordWrite[] = [];
  const seen = new Map<string, string[]>();
  await turns.each(planning.drafts, (draft) => {
    const record = recordOf(draft);
    if (record) records.push(record);
    else if (draft.isItem && !draft.failed && draft.id !== undefined) listOf(seen, draft.kind.path).push(draft.ref);
  });
  let changes: Change[] | undefined;
  return {
    id: await identityOf(planning, steps, records),
    state: planning.blocked.length ? 'blocked' : 'ready',
    blocked: planning.blocked,
    counts,
    get changes() {
      return (changes ??= steps.map(({ change }) => change));
    },
    findings: planning.findings,
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

type Names = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** What the objects of the map that changes show are called. */
async function namesOf(planning: Planning, drafts: readonly Draft[]): Promise<Names> {
  const wanted = new Map<string, Set<number>>();
  const want = (type: string, id: Value | Target | undefined): void => {
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
  const names = new Map<string, ReadonlyMap<number, string>>();
  for (const [type, ids] of wanted) names.set(type, await planning.situation.view.labels(type, [...ids]));
  return names;
}

/** Objects that are made for pointers are known by their names. */
const BY_NAME: Step['rules'] = ['name'];

/** What steps need to show objects: what those of the map are called, and the drafts of those that are made. */
interface Shower {
  readonly names: Names;
  readonly drafts: readonly Draft[];
}

/** A step that is told as a change when somebody asks: a plan may have 100,000 of them. What is private is in no copy of it. */
class PlannedStep implements Step {
  readonly target: Target;
  readonly values: Step['values'];
  readonly before: Step['before'];
  readonly links: Step['links'];
  readonly rules: Step['rules'];
  readonly #n: number;
  readonly #draft: Draft;
  readonly #shower: Shower;

  constructor(n: number, draft: Draft, shower: Shower) {
    this.target = draft.target;
    this.values = draft.after;
    this.before = draft.before;
    this.links = draft.links;
    this.rules = draft.isNew ? (draft.isItem ? draft.rules : BY_NAME) : undefined;
    this.#n = n;
    this.#draft = draft;
    this.#shower = shower;
  }

  get change(): Change {
    const draft = this.#draft;
    const { kind, id, by, shownRef, action } = draft;
    const set: Record<string, readonly unknown[]> = {};
    for (const [name, after] of Object.entries(draft.after)) {
      const before = name in draft.before ? draft.before[name]! : blankOf(kind, name);
      set[name] = [this.shownValue(name, before), this.shownValue(name, after)];
    }
    const links: Record<string, { add: Shown[]; remove: Shown[] }> = {};
    for (const [name, { add, remove }] of Object.entries(draft.links)) {
      const { target } = kind.links.get(name)!;
      const shown = (one: Target): Shown => this.shown(target, one);
      links[name] = { add: add.map(shown), remove: remove.map(shown) };
    }
    return {
      n: this.#n,
      action: action!,
      type: kind.path,
      ...(id !== undefined && { id }),
      ...(shownRef !== undefined && { ref: shownRef }),
      name: draft.name,
      ...(id !== undefined && by && { by }),
      ...(draft.isMissing && { missing: true as const }),
      set,
      ...(draft.links !== NOTHING && { links }),
      ...(draft.from !== NOTHING && { from: draft.from }),
    };
  }

  /** All that tells it from another step. */
  get sum(): unknown {
    const { target, values, before, links } = this;
    const draft = this.#draft;
    return [draft.action, draft.kind.path, target, draft.ref, draft.by, draft.name, values, before, links, draft.from];
  }

  toJSON(): Step {
    const { change, target, values, before, links, rules } = this;
    return { change, target, values, before, links, ...(rules && { rules }) };
  }

  private shown(type: string, target: Target): Shown {
    if (typeof target === 'number') return { id: target, name: this.#shower.names.get(type)?.get(target) ?? '' };
    return { new: true, name: this.#shower.drafts[Number(target.slice(4))]!.name };
  }

  private shownValue(name: string, value: Value): unknown {
    const { kind } = this.#draft;
    const field = kind.fields.get(name);
    if (!field) return rowsOf(kind.links.get(name)!.items!, value);
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
