/** From items to drafts: types are known, what is said twice is one, and what is as last time is put aside. */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Message } from '../../core/i18n/messages.js';
import { portions } from '../../core/portions.js';
import { fold } from '../../core/text/fold.js';
import type { InParts } from '../../core/turns.js';
import { DocumentItem } from '../document/document-item.js';
import type { Item, Keys } from '../document/model.js';
import { comparesEnds, facingOf, isTurned, keysOf, type RuleName, type ValueOf } from '../identity/rules.js';
import { CleanedTexts } from './clean-texts.js';
import { Draft, NATURAL } from './draft.js';
import type { Kind } from './kinds.js';
import { entryOf, grouped, listOf } from './groups.js';
import type { RecordSummary } from './map-view.js';
import type { PlanBuilder } from './planning.js';

/** Items that are looked up at a time. */
const PORTION = 1000;
/** Characters of items that are read at a time: parsed they take many times as much. */
const READ_TOGETHER = 1 << 20;

/** Makes the drafts of all items. Whoever is unchanged is known afterwards, and read no further. */
export async function readDocument(planning: PlanBuilder, items: readonly DocumentItem[]): Promise<void> {
  const { turns, drafts } = planning;
  const { envelope, view } = planning.situation;
  planning.otherRefs = await view.otherRefs();
  await placeKnown(planning, items);
  await turns.each(items, (item) => take(planning, item, ++planning.items));
  await findParts(planning, items);
  planning.isAllKnown = await view.isWhole('');
  if (envelope.mode === 'full') {
    for await (const briefs of view.briefsInScope(envelope.scope))
      await turns.each(briefs, (brief) => meet(planning, brief));
  }
  for (const scope of planning.wholeScopes) {
    for await (const briefs of view.briefsInScope(scope))
      await turns.each(briefs, (brief) => meet(planning, brief, scope));
  }
  for (const some of portions(drafts, PORTION)) await findBriefs(planning, some);
  await turns.each(drafts, (draft) => leaveOthers(planning, draft));
  await readValues(planning);
}

/** Items whose types are guesses are of the types of which the source told them last, where that were others. */
async function placeKnown(planning: PlanBuilder, items: readonly DocumentItem[]): Promise<void> {
  const guesses: DocumentItem[] = [];
  await planning.turns.each(items, (item) => item.isGuess && guesses.push(item));
  const { kinds, view } = planning.situation;
  if (!guesses.length) return;
  const types = await view.typesOf(guesses.map(({ ref }) => ref!));
  await planning.turns.each(guesses, (item) => {
    const other = types.get(item.ref!)?.find((type) => type !== kinds.find(item.type)?.path);
    if (other !== undefined) planning.placed.set(item, kinds.find(other)!);
  });
}

/** The scan is about an object of another kind than it guessed, which whoever feeds may not change: that is seen, and left. */
function leaveOthers(planning: PlanBuilder, draft: Draft): void {
  const { kind, isPlaced, unchanged, leftOut, failed } = draft;
  if (!isPlaced || unchanged || leftOut || failed || planning.may(kind, 'update')) return;
  draft.leftOut = true;
  planning.find('note', 'no-right', draft, new Message('feedNoRight', { type: kind.path }));
}

/** Makes the draft of an item, unless there is one already. */
function take(planning: PlanBuilder, item: DocumentItem, number: number): void {
  const guessed = planning.situation.kinds.find(item.type);
  const kind = planning.kindOf(item);
  if (!kind) {
    const about = { item: number, type: item.type, ...(item.ref !== undefined && { ref: item.ref }) };
    planning.untyped++;
    if (item.ref === undefined) planning.nameless.add(undefined);
    else planning.untypedRefs.add(item.ref);
    planning.find('error', 'unknown-type', undefined, unknownType(planning, item.type), about);
    return;
  }
  const rules = planning.rulesOf(kind, item.identify);
  const own = item.ref ?? naturalRef(kind, item.item, rules);
  const ref = (own === undefined ? undefined : planning.otherRefs.get(kind.path)?.get(own)) ?? own;
  const byRef = entryOf(planning.byRef, kind.path);
  const known = ref === undefined ? undefined : byRef.get(ref);
  const draft = known ?? planning.add((key) => new Draft(key, kind, number, ref ?? ''));
  planning.hold(draft, known ? together(planning, known, item, number) : item);
  draft.isPlaced = kind !== guessed;
  draft.rules = known ? planning.rulesOf(kind, draft.item!.identify) : rules;
  if (ref === undefined) {
    planning.nameless.add(kind.path);
    planning.fail(draft, 'no-identity', 'feedNoIdentity');
  } else if (!known) byRef.set(ref, draft);
}

/** Objects that have several refs of which the document reports some: of the others nothing is said. */
async function findParts(planning: PlanBuilder, items: readonly DocumentItem[]): Promise<void> {
  if (!planning.otherRefs.size) return;
  const { turns, otherRefs, byRef } = planning;
  const said = new Set<string>();
  await turns.each(items, (item) => {
    const path = planning.kindOf(item)?.path;
    if (path !== undefined && otherRefs.has(path)) said.add(`${path} ${item.ref}`);
  });
  for (const [path, refs] of otherRefs)
    await turns.each([...refs], ([ref, main]) => {
      const draft = byRef.get(path)?.get(main);
      if (!draft) return;
      if (!said.has(`${path} ${main}`)) draft.isOfOthers = true;
      if (draft.isOfOthers || !said.has(`${path} ${ref}`)) draft.isPart = true;
    });
}

/** A record in the scope of a full run meets the item that reports it. `scope`: a part that is whole within a delta. */
function meet(planning: PlanBuilder, brief: RecordSummary, scope?: string): void {
  if (!brief.missing) planning.there++;
  const draft = planning.byRef.get(brief.type)?.get(brief.ref);
  // Items of a delta are looked up by themselves.
  if (draft && scope !== undefined) return;
  if (draft) recall(planning, draft, brief, true);
  else if (!mayBeMeant(planning, brief))
    listOf(planning.unreported, brief.type).push({ ...brief, scope: scope ?? planning.situation.envelope.scope });
}

/** An item in error may report the record: what is in error is not missing. */
const mayBeMeant = ({ untypedRefs, nameless }: PlanBuilder, { type, ref }: RecordSummary): boolean =>
  ref.startsWith(NATURAL) ? nameless.has(type) || nameless.has(undefined) : untypedRefs.has(ref);

function unknownType({ guesses, situation: { kinds } }: PlanBuilder, type: string): Message {
  const near = guesses.of(type, '', () => kinds.all().map(({ path }) => path));
  return near === undefined
    ? new Message('feedUnknownType', { type })
    : new Message('feedUnknownTypeNear', { type, near });
}

/** The natural key by which an item without a ref is known from one run to the next. */
function naturalRef(kind: Kind, item: Item, rules: readonly RuleName[]): string | undefined {
  if (item.id !== undefined) return `${NATURAL}id:${item.id}`;
  const said = saidBy(item);
  for (const rule of rules) {
    const valueOf = comparesEnds(rule) ? columnsIn(kind, said) : (name: string) => plainText(said(name));
    const keys = keysOf(rule, kind.columns, valueOf);
    if (keys.length) return shortened(`${NATURAL}${rule}:${keys.sort().join()}`);
  }
  return undefined;
}

const saidBy =
  ({ set, initial }: Item) =>
  (name: string): unknown =>
    set[name] ?? initial?.[name];

/** What an item says by columns. Ends are not yet followed: they count as they are said. */
function columnsIn({ columns, fields }: Kind, said: (name: string) => unknown): ValueOf {
  const endOf = (end: 'source' | 'dest'): string | null => {
    const names = [end, ...columns[end], ...columns[end].flatMap((name) => fields.get(name)!.ref?.embedAs ?? [])];
    const found = names.find((name) => said(name) !== undefined && said(name) !== null);
    return found === undefined ? null : fold(JSON.stringify(said(found)));
  };
  const ends: Record<string, string | null> = {};
  if (columns.source[0]) ends[columns.source[0]] = endOf('source');
  if (columns.dest[0]) ends[columns.dest[0]] = endOf('dest');
  return (name) => (name in ends ? ends[name]! : plainText(said(name)));
}

const plainText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).trim()
    : Array.isArray(value)
      ? value.join(', ')
      : null;

const MAX_REF = 255;

const shortened = (ref: string): string =>
  ref.length <= MAX_REF ? ref : `${ref.slice(0, 150).toWellFormed()}${hash('sha256', ref, 'hex')}`;

/**
 * Two refs of one thing, which a person made one: what is said of both, and of a value that differs what the newer item says, or that
 * with the ref of its record. One ref twice: what agrees is merged.
 */
function together(planning: PlanBuilder, known: Draft, item: DocumentItem, number: number): DocumentItem {
  const former = known.item!;
  if (former.ref === item.ref) return merged(planning, known, item, number);
  known.further++;
  if (former.isGone !== item.isGone) return former.isGone ? item : former;
  const [time, formerTime] = [item, former].map(({ observedAt }) => Date.parse(observedAt ?? ''));
  const isNewer =
    Number.isNaN(time! - formerTime!) || time === formerTime ? item.ref === known.ref : time! > formerTime!;
  const [first, second] = isNewer ? [item, former] : [former, item];
  const main = first.item;
  const other = facing(known, second.item, main);
  const values = { set: { ...other.set, ...main.set }, initial: { ...other.initial, ...main.initial } };
  for (const part of ['set', 'initial'] as const)
    for (const name in main[part])
      values[part][name] = unitedOf(known.kind, name, other[part]?.[name], main[part][name]) ?? main[part][name];
  const whole = {
    ...{ ...other, ...main, ...values, ref: known.ref },
    ...((other.keys || main.keys) && { keys: unitedKeys(other.keys, main.keys) }),
    ...{ partial: first.isPartial || second.isPartial, weak: first.isWeak && second.isWeak },
  };
  return new DocumentItem({ item: whole, text: JSON.stringify(whole) });
}

/** What two items of one thing are known by; of two that differ the later one. */
function unitedKeys(one: Keys = {}, other: Keys = {}): Keys {
  const keys = { ...one, ...other };
  for (const name of ['mac', 'fqdn'] as const) {
    const both = [...(one[name] ?? []), ...(other[name] ?? [])];
    if (both.length) keys[name] = [...new Set(both)];
  }
  return keys;
}

/**
 * One type and ref twice: what agrees is merged, and sets are united. Where it differs, what is said as a whole counts before what is
 * said in part, then what is newer, if both have their times; else both are refused.
 */
function merged(planning: PlanBuilder, draft: Draft, later: DocumentItem, number: number): DocumentItem {
  const former = draft.item!.item;
  const item = facing(draft, later.item, former);
  const [one, other] = [draft.item!, later];
  const time = Date.parse(other.observedAt ?? '') - Date.parse(one.observedAt ?? '');
  const isDated = Number.isFinite(time) && time !== 0;
  const winner = one.isPartial !== other.isPartial ? (one.isPartial ? item : former) : time > 0 ? item : former;
  const isDecided = one.isPartial !== other.isPartial || isDated;
  const values: Record<'set' | 'initial', Record<string, unknown>> = { set: {}, initial: {} };
  for (const part of ['set', 'initial'] as const) {
    for (const [name, said] of Object.entries(item[part] ?? {})) {
      const before = former[part]?.[name];
      const all = before !== undefined && isDated ? undefined : unitedOf(draft.kind, name, before, said);
      if (all !== undefined) values[part][name] = all;
      else if (isDecided) values[part][name] = winner[part]?.[name];
      else if (isDeepStrictEqual(before, said)) values[part][name] = said;
      else refuseBoth(planning, draft, number, name, said);
    }
  }
  for (const [name, said, before] of [
    ['gone', item.gone === true, former.gone === true],
    ['id', item.id ?? former.id, former.id ?? item.id],
  ] as const) {
    if (said === before) continue;
    if (isDated) return time > 0 ? later : draft.item!;
    refuseBoth(planning, draft, number, name, said);
  }
  const whole = {
    ...former,
    ...item,
    ...(isDated && { observed_at: winner.observed_at }),
    set: { ...former.set, ...values.set },
    initial: { ...former.initial, ...values.initial },
    ...((former.keys || item.keys) && { keys: unitedKeys(former.keys, item.keys) }),
    partial: one.isPartial && other.isPartial,
  };
  return new DocumentItem({ item: whole, text: JSON.stringify(whole) });
}

/** What two items say of one field, as one; undefined where they contradict each other. */
function unitedOf(kind: Kind, name: string, before: unknown, said: unknown): unknown {
  if (before === undefined) return said;
  if (isDeepStrictEqual(before, said)) return said;
  const is = kind.meaningOf(name)?.is;
  if (is !== 'list' && is !== 'links') return undefined;
  const elements = (value: unknown): unknown[] =>
    Array.isArray(value) ? (value as unknown[]) : value === null || value === '' ? [] : [value];
  const all = [...elements(before), ...elements(said)];
  const known = new Set<string>();
  return all.filter((one) => {
    const key = JSON.stringify(one);
    return !known.has(key) && known.add(key) !== undefined;
  });
}

/** Neither of two items of one ref is right by itself: each is told of the other. */
function refuseBoth(planning: PlanBuilder, draft: Draft, number: number, field: string, said: unknown): void {
  const refuse = (item: number, other: number): void =>
    planning.fail(draft, 'said-twice', 'feedSaidTwice', { field, item: other }, { item, field, said });
  refuse(number, draft.number!);
  refuse(draft.number!, number);
}

/** An item as it is told from the end from which another one tells the same thing. */
function facing({ kind, rules }: Draft, item: Item, other: Item): Item {
  const [one, two] = [columnsIn(kind, saidBy(item)), columnsIn(kind, saidBy(other))];
  if (!isTurned(rules, kind.columns, one, two)) return item;
  const columns = facingOf(kind.columns);
  const turned = (said: Item['set']): Item['set'] =>
    Object.fromEntries(
      Object.entries(said).map(([name, value]) => {
        const meaning = kind.meaningOf(name);
        if (meaning?.is === 'end') return [meaning.end === 'source' ? 'dest' : 'source', value];
        return [meaning?.is === 'field' ? (columns.get(meaning.field.name) ?? name) : name, value];
      }),
    );
  return { ...item, set: turned(item.set), ...(item.initial && { initial: turned(item.initial) }) };
}

/** Finds what is known of items, where that has not been found. */
async function findBriefs(planning: PlanBuilder, drafts: readonly Draft[]): Promise<void> {
  const open = drafts.filter(({ id, ref }) => id === undefined && ref);
  const found = new Map<Draft, RecordSummary>();
  for (const [type, some] of grouped(open, ({ kind }) => kind.path)) {
    const refs = some.map(({ ref }) => ref);
    for (const brief of await planning.situation.view.briefs(type, refs))
      found.set(planning.byRef.get(type)!.get(brief.ref)!, brief);
  }
  await planning.turns.each(open, (draft) => {
    const brief = found.get(draft);
    if (brief?.isElsewhere) return leaveElsewhere(planning, draft);
    if (brief) recall(planning, draft, brief, false);
  });
  await findFormerRefs(planning, open);
}

/** The object of an item was moved to where whoever feeds changes nothing: it is left, and is nobody's to point to. */
function leaveElsewhere(planning: PlanBuilder, draft: Draft): void {
  draft.leftOut = draft.isDeleted = true;
  planning.find('kept', 'elsewhere', draft, new Message('feedElsewhere'), { new: true });
}

/** Items whose refs have another form than before: the records under the former ones are theirs, unless an item reports those. */
async function findFormerRefs(planning: PlanBuilder, drafts: readonly Draft[]): Promise<void> {
  const open = drafts.filter(({ id, item, failed }) => id === undefined && !failed && item?.former?.length);
  for (const [type, some] of grouped(open, ({ kind }) => kind.path)) {
    const reported = planning.byRef.get(type)!;
    const refs = new Set(some.flatMap(({ item }) => item!.former!).filter((ref) => !reported.has(ref)));
    if (!refs.size) continue;
    const briefs = new Map((await planning.situation.view.briefs(type, [...refs])).map((brief) => [brief.ref, brief]));
    await planning.turns.each(some, (draft) => {
      const brief = draft.item!.former!.flatMap((ref) => briefs.get(ref) ?? [])[0];
      if (!brief) return;
      briefs.delete(brief.ref);
      if (brief.isElsewhere) return leaveElsewhere(planning, draft);
      Object.assign(draft, { id: brief.id, by: 'ref', movedFrom: brief.ref });
    });
  }
}

/**
 * An item whose digest is that of its record, of an object that nobody changed since, needs no look. `inScope`: the record is in
 * the scope of a full run.
 */
function recall(planning: PlanBuilder, draft: Draft, brief: RecordSummary, inScope: boolean): void {
  const { envelope, now } = planning.situation;
  draft.id = brief.id;
  draft.by = 'ref';
  const isFull = envelope.mode === 'full';
  const observed = draft.item!.observedAt ?? envelope.observed_at ?? now;
  if (!isFull && brief.observedAt !== null && Date.parse(observed) < Date.parse(brief.observedAt)) {
    draft.leftOut = draft.isOlder = true;
    const phrase = new Message('feedItemOlder', { date: brief.observedAt });
    planning.find('kept', 'older', draft, phrase, { new: true });
    return;
  }
  draft.seenAt = timeToNote(planning, draft, brief);
  const isLooked = draft.failed || draft.isGone || planning.options.verify || planning.winsLinks(draft.kind);
  draft.isKnown = brief.fresh && brief.digest === draft.digest;
  draft.unchanged = draft.isKnown && !brief.missing && (inScope || !isFull) && !isLooked;
}

/**
 * The time of an item whose object is as it was, where that is neither known nor said of all: of a delta any that it has, of a full
 * run a newer one, or null in place of one that a delta said before.
 */
function timeToNote(planning: PlanBuilder, draft: Draft, brief: RecordSummary): string | null | undefined {
  const observedAt = planning.ownTimeOf(draft);
  if (planning.situation.envelope.mode === 'delta') return observedAt;
  if (observedAt === undefined) return brief.isTimed ? null : undefined;
  const isKnown = brief.isTimed && Date.parse(observedAt) <= Date.parse(brief.observedAt!);
  return isKnown ? undefined : observedAt;
}

/** Reads what the other items say. `drafts`: of these alone. */
export async function readValues(planning: PlanBuilder, drafts: readonly Draft[] = planning.drafts): Promise<void> {
  const open: Draft[] = [];
  await planning.turns.each(drafts, (draft) => {
    if (!draft.unchanged && !draft.failed) open.push(draft);
  });
  for (let from = 0; from < open.length;) {
    const portion: Array<[Draft, Item]> = [];
    for (let size = 0; from < open.length && size < READ_TOGETHER; from++) {
      const draft = open[from]!;
      size += draft.item!.size;
      portion.push([draft, draft.item!.item]);
    }
    await planning.turns.rest();
    const cleaned = new CleanedTexts();
    await cleaned.clean(portion.map(([{ kind }, item]) => [kind, item]));
    for (const [draft, item] of portion) {
      await planning.turns.whole(readItem(planning, draft, item, cleaned));
      await planning.turns.rest();
    }
  }
}

function* readItem(
  planning: PlanBuilder,
  draft: Draft,
  { set, initial = {} }: Item,
  cleaned: CleanedTexts,
): InParts<void> {
  const { kind } = draft;
  const report = planning.reportOf(draft);
  const read = yield* planning.reader.read(kind, heard(planning, draft, set), report, cleaned);
  const first = yield* planning.reader.read(kind, heard(planning, draft, initial), report, cleaned);
  draft.read(read, first);
}

/**
 * What is said without the fields that are not taken from the source, whatever stands in them, and without those that its type has
 * not, where another one was guessed.
 */
function heard(planning: PlanBuilder, { kind, isPlaced }: Draft, said: Item['set']): Item['set'] {
  if (!isPlaced && !planning.settings.rules?.some(({ ignore }) => ignore)) return said;
  const isHeard = (name: string): boolean => {
    const names = kind.namesOf(name);
    if (isPlaced && !names.length) return false;
    return !names.length || names.some((one) => !planning.policy(planning.source, kind.path, one).ignore);
  };
  return Object.fromEntries(Object.entries(said).filter(([name]) => isHeard(name)));
}
