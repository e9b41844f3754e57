/** What becomes of the objects that a source speaks of: each field is weighed by the rules of `merge`. */
import { Message } from '../../core/i18n/messages.js';
import { portions } from '../../core/portions.js';
import { violation } from '../../engine/index.js';
import { columnsOf, RULES, turned } from '../identity/rules.js';
import { strongest, valueOutcome, withdrawalOutcome } from '../merge/value.js';
import { setOutcome, unique } from '../merge/set.js';
import { NONE_RANK, type Claim, type KeptCode, type Value } from '../merge/model.js';
import { OneClaim } from './claims.js';
import { bySize } from './by-size.js';
import type { PairWord, Target } from './changes.js';
import { hasAny, NOTHING, setOf, valueIn, type Draft } from './draft.js';
import { refuseTakenAway } from './follow-pointers.js';
import { setOfKey } from './groups.js';
import { loadRecords } from './identify.js';
import type { Kind } from './kinds.js';
import type { FeedRecord, ClaimValue, StoredObject } from './map-view.js';
import { aboutOf, recordOfWords, saidAs } from './pair-words.js';
import type { PlanBuilder } from './planning.js';
import { isAlike, statesOf } from './records.js';
import { named } from './read-item.js';
import { bytesOf } from './plan-cost.js';
import { listText } from './stored-text.js';
import {
  elementKey,
  elementsSaid,
  equalOf,
  FarEnds,
  claimsOf,
  leftOf,
  recordsOf,
  blankOf,
  storedSet,
  storedValue,
} from './weigh.js';

/** Objects that are weighed at a time: their rows are in memory no longer than that. */
const PORTION = 1000;

/** Works out what changes of all drafts, and what their records will say. */
export async function mergeDrafts(planning: PlanBuilder): Promise<void> {
  const groups = await planning.touched(({ isGone, isMissing, doubleOf }) => !isGone && !isMissing && !doubleOf);
  // What is said of a link counts at its other end too: all of it is known before anything is compared.
  for (const drafts of groups.values()) await planning.turns.each(drafts, (draft) => draft.followPointers());
  const far = new FarEnds(planning);
  for (const [kind, drafts] of groups) {
    for (const some of portions(drafts, PORTION)) {
      const read = await columnsToRead(planning, kind, some);
      for (const part of await bySize(planning.situation.view, kind.path, some, read.columns))
        await mergePart(planning, kind, part, read, far);
    }
  }
  planning.guardUnmapped();
}

/** Columns and links of stored objects. */
interface Wanted {
  columns: ReadonlySet<string>;
  links: readonly string[];
}

/** What of the stored objects is compared with what the source says, or said; its records are known afterwards. */
async function columnsToRead(planning: PlanBuilder, kind: Kind, drafts: readonly Draft[]): Promise<Wanted> {
  const known = drafts.filter(({ isNew }) => !isNew);
  const links = new Set<string>();
  const columns = new Set(kind.alwaysRead);
  const want = (name: string): void => {
    if (kind.links.has(name)) links.add(name);
    else if (kind.fields.has(name)) columns.add(name);
  };
  if (known.length) {
    const claim = OneClaim.of(kind);
    await loadRecords(
      planning,
      kind,
      known.filter(({ own, adopts }) => !own && !adopts),
    );
    for (const { said, own } of known) {
      if (claim && (claim.isIn(said) || claim.isIn(own?.says ?? NOTHING))) claim.names.forEach(want);
      for (const name in said) want(name);
      for (const name in own?.says) {
        want(name);
        if (!(name in said)) await planning.findMappedFields();
      }
      for (const name in own?.marked.fields) want(name);
    }
  }
  return { columns, links: [...links] };
}

async function mergePart(
  planning: PlanBuilder,
  kind: Kind,
  drafts: readonly Draft[],
  { columns, links }: Wanted,
  far: FarEnds,
): Promise<void> {
  const known = drafts.filter(({ isNew }) => !isNew);
  if (known.length) {
    await loadStored(planning, kind, known, links, columns);
    await far.load(farObjects(planning, kind, known));
    await far.loadDeleted(withdrawn(kind, known));
    await planning.turns.rest();
  }
  await far.loadHolds(pointedAt(planning, kind, drafts));
  await planning.turns.each(drafts, (draft) => {
    if (draft.stored) new DraftMerger(planning, draft, far).run();
    else create(planning, draft, far);
    requireAll(planning, draft);
    refuseTakenAway(planning, draft);
    draft.saw = statesOf(recordsOf(draft));
    draft.release();
    planning.cost.hold('stored', bytesOf(draft.before));
  });
}

/** Reads objects with these links, and the marks that people set on them. `columns`: those that are looked at; all without it. */
export async function loadStored(
  planning: PlanBuilder,
  kind: Kind,
  drafts: readonly Draft[],
  links: readonly string[],
  columns?: ReadonlySet<string>,
): Promise<void> {
  const { view } = planning.situation;
  const byId = new Map(drafts.map((draft) => [draft.id!, draft]));
  const ids = [...byId.keys()];
  for (const stored of await view.objects(kind.path, ids, links, columns)) keepStored(byId.get(stored.id)!, stored);
  for (const mark of await view.marks(kind.path, ids)) {
    const draft = byId.get(mark.id)!;
    draft.marks = new Map([...draft.marks, [mark.field, mark]]);
  }
  // A reference that whoever feeds does not see is kept, as one that somebody holds.
  for (const draft of drafts)
    for (const field of draft.stored?.hidden ?? [])
      if (kind.fields.has(field))
        draft.marks = new Map([...draft.marks, [field, { id: draft.id!, field, kind: 'hold', value: null }]]);
  await planning.turns.rest();
}

function keepStored(draft: Draft, stored: StoredObject): void {
  const label = draft.kind.label?.name;
  draft.stored = stored;
  if (label !== undefined) draft.storedName = stored.row[label] ?? null;
}

/** The objects at the far ends of elements that may come or go. */
function farObjects(planning: PlanBuilder, kind: Kind, drafts: readonly Draft[]): Map<string, Set<number>> {
  const wanted = new Map<string, Set<number>>();
  for (const { said, own, stored } of drafts) {
    for (const name in said) {
      const value = said[name];
      const link = kind.links.get(name);
      if (!link || link.items || !planning.situation.kinds.farOf(link)) continue;
      const [says, there, before] = [setOf(value), storedSet(kind, stored!, name), saidBefore(own, name)];
      if (isSame(says, there) && isSame(says, before)) continue;
      const [now, then] = [new Set(says), new Set(there)];
      // Where people yield whatever stands there may go.
      const yields = planning.policy(planning.source, kind.path, name).handYields;
      const moving = [
        ...[...now].filter((id) => !then.has(id)),
        ...[...before, ...(yields ? there : [])].filter((id) => !now.has(id)),
      ];
      const ids = moving.filter((id) => typeof id === 'number');
      if (!ids.length) continue;
      const set = setOfKey(wanted, link.target);
      for (const id of ids) set.add(id);
    }
  }
  return wanted;
}

/** The elements of a set that the source said before, and those of which something waits: for a hold to be lifted, or to show. */
function saidBefore(own: FeedRecord | undefined, name: string): ReadonlyArray<string | number> {
  const waiting = setOf(own?.leaves[name]);
  return waiting.length ? [...setOf(own?.says[name]), ...waiting] : setOf(own?.says[name]);
}

/** Elements of a link that are said no more, and do not show in what is stored. */
function unseen({ said, own, stored }: Draft, kind: Kind, name: string): number[] {
  const before = saidBefore(own, name);
  if (!before.length) return [];
  const others = new Set([...setOf(said[name]), ...storedSet(kind, stored!, name)]);
  return before.filter((one): one is number => typeof one === 'number' && !others.has(one));
}

/** The objects that links of these drafts held, and that do not show in them, by type. */
function withdrawn(kind: Kind, drafts: readonly Draft[]): Map<string, Set<number>> {
  const wanted = new Map<string, Set<number>>();
  for (const draft of drafts) {
    for (const name in draft.said) {
      const link = kind.links.get(name);
      if (!link?.pivot) continue;
      for (const id of unseen(draft, kind, name)) setOfKey(wanted, link.target).add(id);
    }
  }
  return wanted;
}

/** The objects of the map that links of these drafts hold, or held, by type. */
function pointedAt(planning: PlanBuilder, kind: Kind, drafts: readonly Draft[]): Map<string, Set<number>> {
  const pointed = new Map<string, Set<number>>();
  const take = (name: string, elements: ReadonlyArray<string | number>): void => {
    const link = kind.links.get(name);
    if (!link?.pivot) return;
    const ids = setOfKey(pointed, link.target);
    for (const id of elements) if (typeof id === 'number') ids.add(id);
  };
  for (const { said, initial, own, stored } of drafts) {
    for (const name in said) {
      take(name, setOf(said[name]));
      take(name, saidBefore(own, name));
      // Where people yield whatever stands there may go.
      if (stored && kind.links.has(name) && planning.policy(planning.source, kind.path, name).handYields)
        take(name, storedSet(kind, stored, name));
    }
    for (const name in initial) take(name, setOf(initial[name]));
  }
  return pointed;
}

/** The same elements in one order: most sets are as they were. */
const isSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((element, i) => element === other[i]);

/** A new object: what is said, and beside it what is said for new ones. */
function create(planning: PlanBuilder, draft: Draft, far: FarEnds): void {
  const { kind, said, initial } = draft;
  let leaves: Record<string, ClaimValue> = NOTHING;
  for (const name in said) {
    const held = put(planning, draft, name, said[name]!, far);
    if (held.length) leaves = { ...leaves, [name]: held };
  }
  for (const name in initial) {
    if (name in said) continue;
    const value = initial[name]!;
    put(planning, draft, name, value, far);
    const field = kind.fields.get(name);
    if (Array.isArray(value) && !field) continue;
    leaves = leaves === NOTHING ? {} : leaves;
    leaves[name] = Array.isArray(value) ? listText(field!, value as string[]) : (value as Value);
  }
  // What an object was made with for a pointer is its own from then on: another one may be pointed to, and says so.
  if (!draft.isItem) return finish(planning, draft, NOTHING, leaves, NOTHING);
  let says = said;
  for (const { name, pivot } of kind.links.values())
    if (pivot?.value && name in said && draft.words[name])
      says = { ...says, ...recordOfWords(draft.words, name, pivot.value.words) };
  finish(planning, draft, says, leaves, NOTHING);
}

/** A value or a set of a new object. Returns the elements that wait, since a person holds the link at its other end. */
function put(planning: PlanBuilder, draft: Draft, name: string, value: ClaimValue, far: FarEnds): readonly number[] {
  const { kind } = draft;
  const [field, link] = [kind.fields.get(name), kind.links.get(name)];
  if (!Array.isArray(value)) write(planning, draft, name, blankOf(kind, name), value as Value);
  else if (field) write(planning, draft, name, null, listText(field, unique(value as string[], elementKey)));
  else {
    const isHeld = (one: Target): one is number => typeof one === 'number' && far.isHeld(link, one);
    const targets = value as readonly Target[];
    const held = targets.filter(isHeld);
    draft.changeLink(name, held.length ? targets.filter((one) => !isHeld(one)) : targets, []);
    if (!held.length) return held;
    draft.keep(`held ${name} ${JSON.stringify(held)}`);
    const stored = held.map((id) => ({ id }));
    planning.find('kept', 'held', draft, new Message('feedHeld', { field: name }), { field: name, stored, new: true });
    return held;
  }
  return [];
}

/** Notes a value to be written, once it is known to fit its column. */
export function write(
  planning: PlanBuilder,
  draft: Draft,
  name: string,
  before: Value,
  after: Value,
  from?: string,
): void {
  if (before === after && draft.stored) return;
  const field = draft.kind.fields.get(name);
  // Null is not written to a new object, unless in place of a default: what it must have is asked for as a whole.
  const isValue = after === null ? draft.stored || before !== null : !field?.ref || typeof after === 'number';
  const problem = field && isValue ? violation(after, field) : undefined;
  // Names are fitted once all are known.
  const fits = planning.options.names === 'fit' && field?.kind === 'name' && problem?.key === 'maxText';
  if (problem && !fits) {
    planning.fail(draft, 'invalid', named(problem, name), {}, { field: name, said: after });
  } else if (after !== before) draft.change(name, before, after, from);
}

/** What its type asks of a new object. */
function requireAll(planning: PlanBuilder, draft: Draft): void {
  if (!draft.isNew || draft.failed) return;
  for (const { name } of draft.kind.required) {
    if ((draft.after[name] ?? null) !== null) continue;
    planning.fail(draft, 'invalid', new Message('required', { field: name }), {}, { field: name });
  }
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** An object of the map, weighed field by field. */
class DraftMerger {
  private readonly says: Record<string, ClaimValue> = {};
  private readonly leaves: Record<string, ClaimValue>;
  private readonly marked: Record<string, readonly [before: Value, set: Value]> = {};
  private readonly records: readonly FeedRecord[];

  constructor(
    private readonly planning: PlanBuilder,
    private readonly draft: Draft,
    private readonly far: FarEnds,
  ) {
    this.leaves = { ...draft.own?.leaves };
    this.records = recordsOf(draft);
  }

  run(): void {
    const { draft, planning } = this;
    const { own, kind, stored } = draft;
    const said = (draft.said = turned(kind.rules, kind.columns, draft.said, (name) => stored!.row[name]));
    // Reported apart, two refs of one object would else take a value from each other for ever.
    const owned = new Set(draft.isOfOthers && planning.isPartOf(draft) ? own?.marked.own : []);
    const together = this.weighTogether(said, owned);
    for (const name in said) {
      if (together.has(name)) continue;
      const value = said[name]!;
      const before = owned.has(name) ? own?.says[name] : undefined;
      if (before !== undefined && !Array.isArray(value)) this.says[name] = before;
      else if (Array.isArray(value)) {
        const further = planning.isPartOf(draft) ? setOf(own?.says[name]) : [];
        this.weighSet(name, [...(value as ReadonlyArray<string | number>), ...further]);
        this.weighWords(name);
      } else this.weighValue(name, value as Value);
    }
    for (const name in own?.says) {
      if (aboutOf(name) in said || together.has(name)) continue;
      const before = own.says[name]!;
      if (draft.isPartial || planning.isPartOf(draft)) this.says[name] = before;
      else if (aboutOf(name) === name && planning.isUnmapped(kind, name)) this.clear(name, before);
      // Only what is said takes away from a set.
      else if (Array.isArray(before)) this.says[name] = before;
      else this.withdraw(name, before as Value);
    }
    this.unmark();
    this.relyOnIdentity();
    finish(planning, draft, this.says, this.leaves, this.marked);
  }

  /** Weighs what is one statement, as one value; returns the names of its fields. */
  private weighTogether(said: Draft['said'], owned: ReadonlySet<string>): ReadonlySet<string> {
    const { draft, planning, records, says, leaves } = this;
    const { own, kind } = draft;
    const claim = OneClaim.of(kind);
    const before = own && claim?.isIn(own.says) ? claim.saidText(own.says) : undefined;
    if (!claim || (!claim.isIn(said) && before === undefined)) return NO_NAMES;
    const names = new Set(claim.names);
    const keepSaid = (from: Draft['said'] = NOTHING): void => {
      for (const name of names) if (name in from) says[name] = from[name]!;
    };
    if (!claim.isIn(said)) {
      // A version, or a vendor, is said of whatever it was: it is weighed as any other value.
      if (claim.names.some((name) => name in said) || claim.names.some((name) => planning.isUnmapped(kind, name)))
        return NO_NAMES;
      if (draft.isPartial || planning.isPartOf(draft)) keepSaid(own!.says);
      else this.withdrawTogether(claim, before!);
      return names;
    }
    if (claim.names.some((name) => owned.has(name)) && before !== undefined) {
      keepSaid(own!.says);
      return names;
    }
    const [now, stored] = [claim.saidText(said), claim.storedText(draft)];
    if (now !== stored && claim.isImplied(said, draft)) {
      // Of the same thing more is known already; what the source itself said of it stays said.
      keepSaid(before === stored ? own!.says : said);
      return names;
    }
    keepSaid(said);
    const marks = claim.names.flatMap((name) => draft.marks.get(name) ?? []);
    const mark = marks.find(({ kind: one }) => one === 'hold')?.kind ?? marks[0]?.kind;
    const policy = planning.policy(planning.source, kind.path, claim.names[1]!);
    const heard = records.filter((record) => claim.names.some((name) => name in record.says || name in record.leaves));
    const others = claim.claimsOf(planning, draft.others);
    const outcome = valueOutcome({
      ...{ said: now, stored, blank: claim.blank, mark, rank: policy.rank, own: before, others },
      freed: claim.textOf((name) => {
        const one = draft.marks.get(name);
        return one?.kind === 'free' ? valueIn(one.value) : storedValue(kind, draft.stored!, name);
      }),
      left: claim.leftOf(records),
      spoken: heard.length > 0,
      everSaid: heard.some((record) => claim.isIn(record.says) || claim.isIn(record.leaves)),
      handYields: policy.handYields,
      take: planning.options.existing === 'take',
    });
    if (outcome.do === 'write') {
      for (const name of names) delete leaves[name];
      this.writeTogether(claim, now);
    } else if (outcome.do === 'keep') {
      const standing = strongest(others.filter(({ value }) => value === stored));
      for (const [name, value] of claim.valuesIn(now)) {
        const stands = storedValue(kind, draft.stored!, name);
        if (value === stands || !(name in said)) continue;
        if (outcome.leaves) leaves[name] = stands;
        this.keep(outcome.code, name, stands, outcome.by === undefined ? undefined : standing);
      }
    }
    return names;
  }

  /** What the source said of a thing and says no more: the whole statement of another one stands, or all of it is left behind. */
  private withdrawTogether(claim: OneClaim, before: string): void {
    const { draft, planning, leaves } = this;
    const outcome = withdrawalOutcome({
      before,
      stored: claim.storedText(draft),
      held: claim.names.some((name) => draft.marks.get(name)?.kind === 'hold'),
      others: claim.claimsOf(planning, draft.others, true),
    });
    if (outcome.do === 'write') this.writeTogether(claim, String(outcome.value), outcome.from);
    else if (outcome.do === 'leave')
      for (const name of claim.names) leaves[name] = storedValue(draft.kind, draft.stored!, name);
  }

  private writeTogether(claim: OneClaim, text: string, from?: string): void {
    const { draft, planning } = this;
    for (const [name, value] of claim.valuesIn(text))
      write(planning, draft, name, storedValue(draft.kind, draft.stored!, name), value, from);
  }

  private weighValue(name: string, said: Value): void {
    const { draft, planning, records, says, leaves } = this;
    const { kind, own } = draft;
    const stored = storedValue(kind, draft.stored!, name);
    says[name] = said;
    const equal = equalOf(kind, name);
    if (equal(said, stored)) return;
    const before = valueIn(own?.says[name]) ?? null;
    // There is none of what it said before: what another one says stands, unless that is nothing as well.
    if (said === null && before !== null && equal(before, stored) && this.stepBack(name, before, true)) return;
    const mark = draft.marks.get(name);
    const policy = planning.policy(planning.source, kind.path, name);
    const heard = records.filter((record) => name in record.says || name in record.leaves);
    const others = claimsOf(planning, kind.path, name, draft.others);
    const outcome = valueOutcome({
      said,
      stored,
      equal,
      blank: blankOf(kind, name),
      mark: mark?.kind,
      freed: valueIn(mark?.value),
      rank: said === null ? NONE_RANK : policy.rank,
      own: valueIn(own?.says[name]),
      others,
      left: leftOf(name, records),
      spoken: heard.length > 0,
      everSaid: heard.some((record) => (record.says[name] ?? null) !== null || (record.leaves[name] ?? null) !== null),
      handYields: policy.handYields,
      take: planning.options.existing === 'take',
    });
    if (outcome.do === 'write') {
      delete leaves[name];
      write(planning, draft, name, stored, said);
    } else if (outcome.do === 'keep') {
      if (outcome.leaves) leaves[name] = stored;
      const claim =
        outcome.by === undefined ? undefined : strongest(others.filter(({ value }) => equal(value, stored)));
      this.keep(outcome.code, name, stored, claim);
    }
  }

  private weighSet(name: string, said: ReadonlyArray<string | number>): void {
    const { draft, planning, records, says, leaves } = this;
    const { kind, own, others } = draft;
    says[name] = unique(said, elementKey);
    const link = kind.links.get(name);
    const stored = [...storedSet(kind, draft.stored!, name), ...this.comingBack(name, said)];
    // They are taken away once they show: until then the item is looked at each time.
    const hidden = link?.pivot ? unseen(draft, kind, name).filter((id) => this.far.isDeleted(link.target, id)) : [];
    if (hidden.length) draft.keep(`deleted ${name} ${hidden.join()}`);
    if (isSame(said, stored) && !hidden.length) {
      // Nothing is to be done, and nothing waits any more.
      if (Array.isArray(leaves[name])) delete leaves[name];
      return;
    }
    const mark = draft.marks.get(name);
    const live = others.filter(({ missing }) => !missing);
    let [ever, byOthers]: Array<ReadonlySet<unknown> | undefined> = [];
    const outcome = setOutcome({
      said,
      before: setOf(own?.says[name]),
      stored,
      keyOf: elementKey,
      everSays: (element) =>
        (ever ??= elementsSaid(records, name)).has(elementKey(element)) || this.farSays(name, element, false),
      othersSay: (element) =>
        (byOthers ??= elementsSaid(live, name)).has(elementKey(element)) || this.farSays(name, element, true),
      mark: mark?.kind,
      isHeld: (element) => this.far.isHeld(link, element),
      waiting: setOf(own?.leaves[name]),
      ...(Array.isArray(mark?.value) && { freed: mark.value as ReadonlyArray<string | number> }),
      handYields: planning.policy(planning.source, kind.path, name).handYields,
    });
    const waiting = [...outcome.waiting, ...hidden];
    if (waiting.length) leaves[name] = waiting;
    else if (Array.isArray(leaves[name])) delete leaves[name];
    if (outcome.kept.length) this.keep(outcome.code, name, this.shown(name, outcome.kept));
    if (!outcome.add.length && !outcome.remove.length) return;
    const field = kind.fields.get(name);
    if (!field) {
      draft.changeLink(name, outcome.add as Target[], outcome.remove as number[]);
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

  /**
   * The words of pairs that stay. One that the source says for the first time, or anew, is set; where it says what it said before,
   * a person or another source has changed it since, and that stays.
   */
  private weighWords(name: string): void {
    const { draft, planning, far } = this;
    const link = draft.kind.links.get(name);
    const value = link?.pivot?.value;
    const said = draft.words[name];
    if (!value || !said) return;
    Object.assign(this.says, recordOfWords(draft.words, name, value.words));
    const yields = planning.policy(planning.source, draft.kind.path, name).handYields;
    const stands = draft.stored!.words?.get(link);
    const { add = [], remove = [] } = draft.links[name] ?? {};
    const words: PairWord[] = [];
    for (const [target, word] of said) {
      const before = typeof target === 'number' ? stands?.get(target) : undefined;
      if (before === undefined || before === word) continue;
      const isHeld = draft.marks.get(name)?.kind === 'hold' || far.isHeld(link, target);
      const isKnown = setOf(draft.own?.says[saidAs(name, word)]).includes(target);
      if (isHeld || (isKnown && !yields)) this.keep(isHeld ? 'held' : 'by-hand', name, [{ id: target, word: before }]);
      else words.push([target, word, before]);
    }
    if (words.length) draft.changeLink(name, add, remove, words);
  }

  /** Links to objects that the plan restores: they were there all the time, and do not show before these. No person took them away. */
  private comingBack(name: string, said: ReadonlyArray<string | number>): number[] {
    const { draft, planning } = this;
    const link = draft.kind.links.get(name);
    if (!link?.pivot) return [];
    const [before, shown] = [new Set(saidBefore(draft.own, name)), new Set(storedSet(draft.kind, draft.stored!, name))];
    return said.filter(
      (one): one is number =>
        typeof one === 'number' &&
        before.has(one) &&
        !shown.has(one) &&
        planning.draftOf(link.target, one)?.restores === true,
    );
  }

  private farSays(name: string, element: string | number, live: boolean): boolean {
    const { draft, planning } = this;
    const link = draft.kind.links.get(name);
    const far = link && typeof element === 'number' ? planning.situation.kinds.farOf(link) : undefined;
    return far !== undefined && this.far.says(link!.target, element as number, far.name, draft.id!, live);
  }

  /** What the source said of a value and says no more: nobody else says anything of it, and it is left behind. */
  private withdraw(name: string, before: Value): void {
    const { draft, leaves } = this;
    if (!this.stepBack(name, before)) leaves[name] = storedValue(draft.kind, draft.stored!, name);
  }

  /** No item of the source says anything of the field any more: what it said goes, as far as it stands and nobody else says it. */
  private clear(name: string, before: ClaimValue): void {
    const { draft, planning, leaves } = this;
    const { kind } = draft;
    planning.unmap(kind, name, draft);
    if (Array.isArray(before)) {
      this.weighSet(name, []);
      delete this.says[name];
      return;
    }
    const stored = storedValue(kind, draft.stored!, name);
    const isHeld = draft.marks.get(name)?.kind === 'hold';
    if (this.stepBack(name, before as Value)) return;
    if (equalOf(kind, name)(before as Value, stored) && !isHeld && !isNeeded(kind, name))
      write(planning, draft, name, stored, blankOf(kind, name));
    else leaves[name] = stored;
  }

  /**
   * Gives way to what others say of a value. Returns false where nobody does, or a person holds it. `toValues`: not to those who
   * say that there is none.
   */
  private stepBack(name: string, before: Value, toValues = false): boolean {
    const { draft, planning } = this;
    const { kind } = draft;
    const stored = storedValue(kind, draft.stored!, name);
    const others = claimsOf(planning, kind.path, name, draft.others, true);
    const outcome = withdrawalOutcome({
      before,
      stored,
      equal: equalOf(kind, name),
      held: draft.marks.get(name)?.kind === 'hold',
      others: toValues ? others.filter(({ value }) => value !== null) : others,
    });
    if (outcome.do === 'write') write(planning, draft, name, stored, outcome.value, outcome.from);
    return outcome.do !== 'leave';
  }

  /**
   * What an object is found by when the source meets it first, and the name under which one comes back, which may be taken, are
   * compared when the plan is applied, be it that they do not change.
   */
  private relyOnIdentity(): void {
    const { draft } = this;
    const { kind, by, adopts, restores, stored } = draft;
    const rule = RULES.find((one) => one === by);
    const columns = [
      ...(adopts && rule ? columnsOf(rule, kind.columns) : []),
      ...(restores && kind.label ? [kind.label.name] : []),
    ];
    for (const name of columns)
      if (name in stored!.row) draft.before = { [name]: stored!.row[name] ?? null, ...draft.before };
  }

  /** Back again: what was set since it was missing becomes what it was, where the item says nothing of it. */
  private unmark(): void {
    const { draft, planning } = this;
    for (const [name, [before, set]] of Object.entries(draft.own?.marked.fields ?? NOTHING)) {
      if (name in draft.said) continue;
      const stored = storedValue(draft.kind, draft.stored!, name);
      const held = draft.marks.get(name)?.kind === 'hold';
      if (stored === set && !held) write(planning, draft, name, stored, before);
      else this.marked[name] = [before, set];
    }
  }

  /** `claim`: of the source whose value stands. */
  private keep(code: KeptCode, field: string, stored: unknown, claim?: Claim): void {
    const { draft, planning } = this;
    const said = draft.asSent(field);
    const text = `${code} ${field} ${JSON.stringify(said)}`;
    draft.keep(text);
    const known = draft.own?.kept.includes(text) ?? false;
    const phrase = claim
      ? outrankedBy(claim, planning.policy(planning.source, draft.kind.path, field).rank)
      : new Message(KEPT[code], { field });
    planning.find('kept', code, draft, phrase, {
      field,
      said,
      stored,
      ...(claim && { by: claim.source }),
      new: !known,
    });
  }

  private shown(name: string, kept: ReadonlyArray<string | number>): unknown {
    return this.draft.kind.fields.has(name)
      ? kept
      : kept.map((id) => (typeof id === 'number' ? { id } : { new: true }));
  }
}

/** The column must have a value. */
const isNeeded = (kind: Kind, name: string): boolean => kind.required.some((field) => field.name === name);

const KEPT = { 'by-hand': 'feedByHand', outranked: 'feedOutranked', held: 'feedHeld' } as const;

/** Why the value of another source stands, to one of this rank. */
const outrankedBy = ({ source, rank: theirs }: Claim, ours: number): Message =>
  theirs > ours
    ? new Message('feedOutranked', { source, theirs, ours })
    : new Message('feedSpokeFirst', { source, rank: theirs });

/** What the record of a draft will be. */
function finish(
  planning: PlanBuilder,
  draft: Draft,
  says: Record<string, ClaimValue>,
  leaves: Record<string, ClaimValue>,
  marked: FeedRecord['marked']['fields'],
): void {
  const { own, kind } = draft;
  markExtRef(planning, draft);
  for (const field of draft.dropped) draft.keep(`dropped ${field}`);
  const scope = planning.scopeOf(draft);
  // What is reported in a scope of its own no longer stands in that of the document.
  const former = own?.scopes.filter((one) => one === scope || one !== planning.situation.envelope.scope) ?? [];
  const scopes = former.includes(scope) ? former : [...former, scope].sort();
  draft.record = {
    id: draft.target,
    source: planning.source,
    type: kind.path,
    ref: draft.ref,
    scopes: !own || own.missing ? [scope] : scopes,
    digest: own && draft.isKnown ? own.digest : draft.digest,
    says,
    leaves,
    kept: draft.kept,
    marked: markedOf(draft, marked),
    created: own?.created ?? draft.isNew,
    observedAt: planning.timeOf(draft),
    missing: false,
    missingRuns: 0,
  };
  draft.isAlike = own !== undefined && isAlike(draft.record, own);
}

/** With what the record's own ref says, where that is reported alone and others lead to the record. */
function markedOf(
  { own, said, item, isPlaced, isPart, isOfOthers, further }: Draft,
  fields: FeedRecord['marked']['fields'],
): FeedRecord['marked'] {
  const isAlone = isPart && !isOfOthers && !further;
  const owned = isAlone ? Object.keys(said).sort() : isPart || further ? own?.marked.own : undefined;
  const guess = item?.isGuess === true && !isPlaced;
  if (!owned && !guess && fields === NOTHING) return NOT_MARKED;
  return { fields, deleted: false, ...(guess && { guess }), ...(owned && { own: owned }) };
}

const NOT_MARKED = { fields: NOTHING, deleted: false };

const MAX_EXT_REFS = 255;

/** The mark of the source in `ext_refs`, when it comes to know the object or knows it under another ref. */
function markExtRef(planning: PlanBuilder, draft: Draft): void {
  const { own, movedFrom, stored, kind, shownRef, item } = draft;
  if (
    item?.isWeak ||
    !kind.fields.has('ext_refs') ||
    !planning.options.ext_refs ||
    shownRef === undefined ||
    /[{}|]/.test(shownRef)
  )
    return;
  if (own && movedFrom === undefined) return;
  const before = stored?.row['ext_refs'] ?? null;
  const parts = before === null ? [] : String(before).split('|');
  const mark = `{${planning.source}}${shownRef}`;
  if (parts.some((part) => part.trim() === mark)) return;
  const former = movedFrom === undefined ? undefined : `{${planning.source}}${movedFrom}`;
  const after = [...parts.filter((part) => part.trim() !== former), mark].join('|');
  if (after.length > MAX_EXT_REFS) planning.find('warning', 'ext-refs-full', draft, new Message('feedExtRefsFull'));
  else draft.change('ext_refs', before, after);
}

/** A pair of linked objects that both ends say is added once: the second is left out. */
export async function shareLinks(planning: PlanBuilder): Promise<void> {
  const linked: Draft[] = [];
  /** The sides from which each table of pairs is written. */
  const sides = new Map<string, Set<string>>();
  await planning.turns.each(planning.drafts, (draft) => {
    if (draft.failed || !hasAny(draft.links)) return;
    linked.push(draft);
    for (const name in draft.links) {
      const { table, ownColumn } = draft.kind.links.get(name)!.pivot!;
      const known = sides.get(table);
      if (known) known.add(ownColumn);
      else sides.set(table, new Set([ownColumn]));
    }
  });
  const pairs = new Map<string, Set<string>>();
  await planning.turns.each(linked, (draft) => {
    for (const [name, change] of Object.entries(draft.links)) {
      const { table, ownColumn, otherColumn } = draft.kind.links.get(name)!.pivot!;
      if (sides.get(table)!.size < 2) continue;
      const known = setOfKey(pairs, table);
      const isFirst = (other: Target): boolean => {
        const key = ownColumn < otherColumn ? `${draft.target} ${other}` : `${other} ${draft.target}`;
        return !known.has(key) && known.add(key) !== undefined;
      };
      const words = change.words?.filter(([other, , before]) => before !== null && isFirst(other));
      draft.changeLink(name, change.add.filter(isFirst), change.remove.filter(isFirst), words);
    }
  });
}
