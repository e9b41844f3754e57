/** What becomes of the objects that a source speaks of: each field is weighed by the rules of `merge`. */
import { Message } from '../../core/i18n/messages.js';
import { violation } from '../../engine/index.js';
import { valueOutcome, withdrawalOutcome } from '../merge/value.js';
import { setOutcome, unique } from '../merge/set.js';
import type { KeptCode, Value } from '../merge/model.js';
import type { Target } from './changes.js';
import { setOf, valueIn, type Draft } from './draft.js';
import type { Kind } from './kinds.js';
import type { Says } from './map-view.js';
import { entryOf, type Planning } from './planning.js';
import { listText, named } from './read-item.js';
import {
  elementKey,
  equalOf,
  FarEnds,
  claimsOf,
  leftOf,
  recordsOf,
  saysElement,
  blankOf,
  storedSet,
  storedValue,
} from './weigh.js';

/** Objects that are weighed at a time: their rows are in memory no longer than that. */
const PORTION = 1000;

/** Works out what changes of all drafts, and what their records will say. */
export async function mergeDrafts(planning: Planning): Promise<void> {
  const groups = planning.touched(({ item, isMissing }) => !item?.gone && !isMissing);
  for (const drafts of groups.values()) for (const draft of drafts) draft.resolveSaid();
  const far = new FarEnds(planning);
  for (const [kind, drafts] of groups) {
    for (let at = 0; at < drafts.length; at += PORTION) {
      await mergePortion(planning, kind, drafts.slice(at, at + PORTION), far);
    }
  }
}

async function mergePortion(planning: Planning, kind: Kind, drafts: readonly Draft[], far: FarEnds): Promise<void> {
  const { view } = planning.situation;
  const known = drafts.filter(({ id }) => id !== undefined);
  if (known.length) {
    const byId = new Map(known.map((draft) => [draft.id!, draft]));
    const links = new Set(known.flatMap(({ said }) => [...said.keys()].filter((name) => kind.links.has(name))));
    for (const { own } of known)
      for (const name of Object.keys(own?.says ?? {})) if (kind.links.has(name)) links.add(name);
    for (const stored of await view.objects(kind.path, [...byId.keys()], [...links]))
      byId.get(stored.id)!.stored = stored;
    for (const mark of await view.marks(kind.path, [...byId.keys()])) {
      const draft = byId.get(mark.id)!;
      draft.marks = new Map([...draft.marks, [mark.field, mark]]);
    }
    await far.load(farObjects(planning, kind, known));
  }
  for (const draft of drafts) {
    if (draft.stored) new Weighing(planning, draft, far).run();
    else create(planning, draft);
    requireAll(planning, draft);
  }
}

/** The objects at the far ends of elements that may come or go. */
function farObjects(planning: Planning, kind: Kind, drafts: readonly Draft[]): Map<string, Set<number>> {
  const wanted = new Map<string, Set<number>>();
  for (const { said, own, stored } of drafts) {
    for (const [name, value] of said) {
      const link = kind.links.get(name);
      if (!link || link.items || !planning.situation.kinds.farOf(link)) continue;
      const [now, then] = [new Set(setOf(value)), new Set(storedSet(kind, stored!, name))];
      const moving = [
        ...[...now].filter((id) => !then.has(id)),
        ...setOf(own?.says[name]).filter((id) => !now.has(id)),
      ];
      const ids = moving.filter((id) => typeof id === 'number');
      if (!ids.length) continue;
      const set = wanted.get(link.target) ?? new Set();
      wanted.set(link.target, set);
      for (const id of ids) set.add(id);
    }
  }
  return wanted;
}

/** A new object: what is said, and beside it what is said for new ones. */
function create(planning: Planning, draft: Draft): void {
  const { kind, said, initial } = draft;
  const leaves: Record<string, Value> = {};
  const says: Record<string, Says> = {};
  for (const [name, value] of said) {
    says[name] = value;
    put(planning, draft, name, value);
  }
  for (const [name, value] of initial) {
    if (said.has(name)) continue;
    put(planning, draft, name, value);
    if (!Array.isArray(value)) leaves[name] = value as Value;
    else if (kind.fields.has(name)) leaves[name] = listText(kind.fields.get(name)!, value as string[]);
  }
  if (draft.item) finish(planning, draft, says, leaves, {});
}

/** A value or a set of a new object. */
function put(planning: Planning, draft: Draft, name: string, value: Says): void {
  const { kind } = draft;
  if (!Array.isArray(value)) return write(planning, draft, name, blankOf(kind, name), value as Value);
  const field = kind.fields.get(name);
  if (field) write(planning, draft, name, null, listText(field, unique(value as string[], elementKey)));
  else if (value.length) draft.outcome.links.set(name, { add: [...new Set(value as Target[])], remove: [] });
}

/** Notes a value to be written, once it is known to fit its column. */
export function write(
  planning: Planning,
  draft: Draft,
  name: string,
  before: Value,
  after: Value,
  from?: string,
): void {
  if (before === after && draft.stored) return;
  const field = draft.kind.fields.get(name);
  const problem = field && typeof after !== 'object' && !isNew(after) ? violation(after, field) : undefined;
  const lacks = field && after === null && draft.stored ? violation(null, field) : undefined;
  if (problem ?? lacks) {
    const fits = planning.options.names === 'fit' && field!.kind === 'name' && problem?.key === 'maxText';
    // Names are fitted once all are known.
    if (!fits) {
      planning.fail(draft, 'invalid', named((problem ?? lacks)!, name), {}, { field: name, said: after });
      return;
    }
  }
  if (after === before) return;
  draft.outcome.values.set(name, { before, after, ...(from !== undefined && { from }) });
}

const isNew = (value: Value): boolean => typeof value === 'string' && value.startsWith('new:');

/** What its type asks of a new object. */
function requireAll(planning: Planning, draft: Draft): void {
  if (!draft.isNew || draft.failed) return;
  for (const { name } of draft.kind.required) {
    if ((draft.outcome.values.get(name)?.after ?? null) !== null) continue;
    planning.fail(draft, 'invalid', new Message('required', { field: name }), {}, { field: name });
  }
}

/** An object of the map, weighed field by field. */
class Weighing {
  private readonly says: Record<string, Says> = {};
  private readonly leaves: Record<string, Value>;
  private readonly marked: Record<string, readonly [before: Value, set: Value]>;

  constructor(
    private readonly planning: Planning,
    private readonly draft: Draft,
    private readonly far: FarEnds,
  ) {
    this.leaves = { ...draft.own?.leaves };
    this.marked = {};
  }

  run(): void {
    const { draft, planning } = this;
    for (const [name, value] of draft.said) {
      if (Array.isArray(value)) this.weighSet(name, value as ReadonlyArray<string | number>);
      else this.weighValue(name, value as Value);
    }
    const { partial } = draft.item!;
    for (const [name, before] of Object.entries(draft.own?.says ?? {})) {
      if (draft.said.has(name)) continue;
      // Only what is said takes away from a set.
      if (partial || Array.isArray(before)) this.says[name] = before;
      else this.withdraw(name, before as Value);
    }
    this.unmark();
    finish(planning, draft, this.says, this.leaves, this.marked);
  }

  private weighValue(name: string, said: Value): void {
    const { draft, planning, says, leaves } = this;
    const { kind, own } = draft;
    const records = recordsOf(draft);
    const stored = storedValue(kind, draft.stored!, name);
    const mark = draft.marks.get(name);
    const policy = planning.policy(planning.source, kind.path, name);
    const heard = records.filter((record) => name in record.says || name in record.leaves);
    const outcome = valueOutcome({
      said,
      stored,
      equal: equalOf(kind, name),
      blank: blankOf(kind, name),
      mark: mark?.kind,
      freed: valueIn(mark?.value),
      rank: policy.rank,
      own: valueIn(own?.says[name]),
      others: claimsOf(planning, kind.path, name, draft.others),
      left: leftOf(name, records),
      spoken: heard.length > 0,
      everSaid: heard.some((record) => (record.says[name] ?? null) !== null || (record.leaves[name] ?? null) !== null),
      handYields: policy.handYields,
      take: planning.options.existing === 'take',
    });
    says[name] = said;
    if (outcome.do === 'write') {
      delete leaves[name];
      write(planning, draft, name, stored, said);
    } else if (outcome.do === 'keep') {
      if (outcome.leaves) leaves[name] = stored;
      this.keep(outcome.code, name, draft.set.get(name)?.raw ?? said, stored, outcome.by);
    }
  }

  private weighSet(name: string, said: ReadonlyArray<string | number>): void {
    const { draft, planning, says } = this;
    const { kind, own, others } = draft;
    const stored = storedSet(kind, draft.stored!, name);
    const mark = draft.marks.get(name);
    const live = others.filter(({ missing }) => !missing);
    const outcome = setOutcome({
      said,
      before: setOf(own?.says[name]),
      stored,
      keyOf: elementKey,
      everSays: (element) =>
        recordsOf(draft).some((record) => saysElement(record, name, element)) || this.farSays(name, element, false),
      othersSay: (element) =>
        live.some((record) => saysElement(record, name, element)) || this.farSays(name, element, true),
      mark: mark?.kind,
      ...(Array.isArray(mark?.value) && { freed: mark.value as ReadonlyArray<string | number> }),
      handYields: planning.policy(planning.source, kind.path, name).handYields,
    });
    says[name] = unique(said, elementKey);
    if (outcome.kept.length) this.keep(outcome.code, name, draft.set.get(name)?.raw, this.shown(name, outcome.kept));
    if (!outcome.add.length && !outcome.remove.length) return;
    const field = kind.fields.get(name);
    if (!field) {
      draft.outcome.links.set(name, { add: outcome.add as Target[], remove: outcome.remove as number[] });
      return;
    }
    const gone = new Set(outcome.remove.map(elementKey));
    const rest = stored.filter((element) => !gone.has(elementKey(element)));
    write(
      planning,
      draft,
      name,
      draft.stored!.row[name] ?? null,
      listText(field, [...rest, ...outcome.add] as string[]),
    );
  }

  private farSays(name: string, element: string | number, live: boolean): boolean {
    const { draft, planning } = this;
    const link = draft.kind.links.get(name);
    const far = link && typeof element === 'number' ? planning.situation.kinds.farOf(link) : undefined;
    return far !== undefined && this.far.says(link!.target, element as number, far.name, draft.id!, live);
  }

  private withdraw(name: string, before: Value): void {
    const { draft, planning, leaves } = this;
    const { kind } = draft;
    const outcome = withdrawalOutcome({
      before,
      stored: storedValue(kind, draft.stored!, name),
      equal: equalOf(kind, name),
      held: draft.marks.get(name)?.kind === 'hold',
      others: claimsOf(planning, kind.path, name, draft.others, true),
    });
    if (outcome.do === 'leave') leaves[name] = storedValue(kind, draft.stored!, name);
    else if (outcome.do === 'write') {
      write(planning, draft, name, storedValue(kind, draft.stored!, name), outcome.value, outcome.from);
    }
  }

  /** Back again: what was set since it was missing becomes what it was, where the item says nothing of it. */
  private unmark(): void {
    const { draft, planning } = this;
    for (const [name, [before, set]] of Object.entries(draft.own?.marked.fields ?? {})) {
      if (draft.said.has(name)) continue;
      const stored = storedValue(draft.kind, draft.stored!, name);
      const held = draft.marks.get(name)?.kind === 'hold';
      if (stored === set && !held) write(planning, draft, name, stored, before);
      else this.marked[name] = [before, set];
    }
  }

  private keep(code: KeptCode, field: string, said: unknown, stored: unknown, by?: string): void {
    const { draft, planning } = this;
    const text = `${code} ${field} ${JSON.stringify(said)}`;
    draft.kept.push(text);
    const known = draft.own?.kept.includes(text) ?? false;
    const phrase = new Message(KEPT[code], { field, source: by ?? '' });
    planning.find('kept', code, draft, phrase, { field, said, stored, ...(by !== undefined && { by }), new: !known });
  }

  private shown(name: string, kept: ReadonlyArray<string | number>): unknown {
    return this.draft.kind.fields.has(name)
      ? kept
      : kept.map((id) => (typeof id === 'number' ? { id } : { new: true }));
  }
}

const KEPT = { 'by-hand': 'feedByHand', outranked: 'feedOutranked', held: 'feedHeld' } as const;

/** What the record of a draft will be. */
function finish(
  planning: Planning,
  draft: Draft,
  says: Record<string, Says>,
  leaves: Record<string, Value>,
  marked: Record<string, readonly [before: Value, set: Value]>,
): void {
  const { own, item, kind } = draft;
  const { envelope, now } = planning.situation;
  markExtRef(planning, draft);
  for (const field of draft.dropped) draft.kept.push(`dropped ${field}`);
  draft.record = {
    source: planning.source,
    type: kind.path,
    ref: draft.ref,
    scopes: [...new Set([...(own && !own.missing ? own.scopes : []), envelope.scope])].sort(),
    digest: draft.digest,
    says,
    leaves,
    kept: draft.kept,
    marked: { fields: marked, deleted: false },
    created: own?.created ?? draft.isNew,
    observedAt: item!.observed_at ?? envelope.observed_at ?? now,
    missing: false,
    missingRuns: 0,
  };
}

const MAX_EXT_REFS = 255;

/** The mark of the source in `ext_refs`, when it comes to know the object or knows it under another ref. */
function markExtRef(planning: Planning, draft: Draft): void {
  const { item, own, movedFrom, stored, kind } = draft;
  const field = kind.fields.get('ext_refs');
  if (!field || !planning.options.ext_refs || item!.ref === undefined || /[{}|]/.test(item!.ref)) return;
  if (own && movedFrom === undefined) return;
  const before = stored?.row['ext_refs'] ?? null;
  const parts = before === null ? [] : String(before).split('|');
  const mark = `{${planning.source}}${item!.ref}`;
  if (parts.some((part) => part.trim() === mark)) return;
  const former = movedFrom === undefined ? undefined : `{${planning.source}}${movedFrom}`;
  const after = [...parts.filter((part) => part.trim() !== former), mark].join('|');
  if (after.length > MAX_EXT_REFS) planning.find('warning', 'ext-refs-full', draft, new Message('feedExtRefsFull'));
  else draft.outcome.values.set('ext_refs', { before, after });
}

/** A pair of linked objects that both ends say is added once: the second is left out. */
export function shareLinks(planning: Planning): void {
  const pairs = new Map<string, Map<string, true>>();
  for (const draft of planning.drafts) {
    if (draft.failed) continue;
    for (const [name, change] of draft.outcome.links) {
      const { pivot } = draft.kind.links.get(name)!;
      const known = entryOf(pairs, pivot!.table);
      const first = (other: Target): boolean => {
        const [a, b] = pivot!.ownColumn < pivot!.otherColumn ? [draft.target, other] : [other, draft.target];
        const key = `${a} ${b}`;
        return !known.has(key) && known.set(key, true) !== undefined;
      };
      const [add, remove] = [change.add.filter(first), change.remove.filter(first)];
      if (add.length || remove.length) draft.outcome.links.set(name, { add, remove });
      else draft.outcome.links.delete(name);
    }
  }
}
