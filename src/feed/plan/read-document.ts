/** From items to drafts: types are known, what is said twice is one, and what is as last time is put aside. */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Message } from '../../core/i18n/messages.js';
import { fold } from '../../core/text/fold.js';
import type { Item } from '../document/model.js';
import { comparesEnds, keysOf, type RuleName } from '../identity/rules.js';
import { CleanedTexts } from './clean-texts.js';
import { digestContext, digestOf } from './digest.js';
import { Draft, NATURAL } from './draft.js';
import type { Kind } from './kinds.js';
import { entryOf, grouped, type Planning } from './planning.js';

/** Items that are looked up, and read, at a time. */
const PORTION = 1000;

/** Makes the drafts of all items. Whoever is unchanged is known afterwards, and read no further. */
export async function readDocument(planning: Planning, items: Iterable<Item> | AsyncIterable<Item>): Promise<void> {
  const { envelope, view } = planning.situation;
  if (envelope.mode === 'full') {
    await planning.turns.each(await view.briefsInScope(envelope.scope), (brief) =>
      entryOf(planning.scope, brief.type).set(brief.ref, brief),
    );
  }
  const context = digestContext(planning.situation);
  for await (const portion of portionsOf(items)) {
    const drafts: Draft[] = [];
    await planning.turns.each(portion, (item) => {
      const draft = draftOf(planning, item, ++planning.items, context);
      if (draft) drafts.push(draft);
    });
    await findBriefs(planning, drafts);
  }
  await planning.turns.each(planning.drafts, (draft) => recall(planning, draft));
  await readValues(planning);
}

async function* portionsOf(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let portion: Item[] = [];
  for await (const item of items) {
    if (portion.push(item) < PORTION) continue;
    yield portion;
    portion = [];
  }
  yield portion;
}

/** The draft of an item; undefined where another item has it already, or its type is unknown. */
function draftOf(planning: Planning, item: Item, number: number, context: string): Draft | undefined {
  const kind = planning.situation.kinds.find(item.type);
  if (!kind) {
    const about = { item: number, type: item.type, ...(item.ref !== undefined && { ref: item.ref }) };
    planning.find('error', 'unknown-type', undefined, new Message('feedUnknownType', { type: item.type }), about);
    return undefined;
  }
  const rules = planning.rulesOf(kind, item.identify);
  const ref = item.ref ?? naturalRef(kind, item, rules);
  const known = ref === undefined ? undefined : planning.byRef.get(kind.path)?.get(ref);
  if (known) {
    merge(planning, known, item, number, context);
    return undefined;
  }
  const draft = planning.add((key) => new Draft(key, kind, number, ref ?? ''));
  draft.take(item, digestOf(item, context), rules);
  if (ref === undefined) planning.fail(draft, 'no-identity', 'feedNoIdentity');
  else entryOf(planning.byRef, kind.path).set(ref, draft);
  return draft;
}

/** The natural key by which an item without a ref is known from one run to the next. */
function naturalRef(kind: Kind, item: Item, rules: readonly RuleName[]): string | undefined {
  if (item.id !== undefined) return `${NATURAL}id:${item.id}`;
  const said = (column: string): unknown => item.set[column] ?? item.initial?.[column];
  for (const rule of rules) {
    const keys = comparesEnds(rule)
      ? endsKey(kind, rule, said)
      : keysOf(rule, kind.columns, (name) => textOf(said(name)));
    if (keys.length) return shortened(`${NATURAL}${rule}:${keys.sort().join()}`);
  }
  return undefined;
}

/** Ends are not yet followed: they count as they are said. */
function endsKey(kind: Kind, rule: RuleName, said: (name: string) => unknown): string[] {
  const { columns, fields } = kind;
  const endOf = (end: 'source' | 'dest'): string | null => {
    const names = [end, ...columns[end], ...columns[end].flatMap((name) => fields.get(name)!.ref?.embedAs ?? [])];
    const found = names.find((name) => said(name) !== undefined && said(name) !== null);
    return found === undefined ? null : fold(JSON.stringify(said(found)));
  };
  const ends: Record<string, string | null> = {};
  if (columns.source[0]) ends[columns.source[0]] = endOf('source');
  if (columns.dest[0]) ends[columns.dest[0]] = endOf('dest');
  return keysOf(rule, columns, (name) => (name in ends ? ends[name]! : textOf(said(name))));
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).trim()
    : Array.isArray(value)
      ? value.join(', ')
      : null;

const MAX_REF = 255;

const shortened = (ref: string): string =>
  ref.length <= MAX_REF ? ref : `${ref.slice(0, 150).toWellFormed()}${hash('sha256', ref, 'hex')}`;

/** One type and ref twice: what agrees is merged, what differs is refused. */
function merge(planning: Planning, draft: Draft, item: Item, number: number, context: string): void {
  const former = draft.item!;
  for (const part of ['set', 'initial'] as const) {
    for (const [name, said] of Object.entries(item[part] ?? {})) {
      const before = former[part]?.[name];
      if (before === undefined || isDeepStrictEqual(before, said)) continue;
      const values = { field: name, item: draft.number! };
      planning.fail(draft, 'said-twice', 'feedSaidTwice', values, { item: number, field: name, said });
    }
  }
  const merged: Item = {
    ...former,
    ...item,
    set: { ...former.set, ...item.set },
    initial: { ...former.initial, ...item.initial },
    partial: former.partial === true && item.partial === true,
  };
  draft.take(merged, digestOf(merged, context), planning.rulesOf(draft.kind, merged.identify));
}

/** Finds what is known of items; those that say what they said last time are not likely to be looked at. */
async function findBriefs(planning: Planning, drafts: readonly Draft[]): Promise<void> {
  for (const [kind, group] of grouped(drafts, ({ kind }) => kind)) {
    const inScope = planning.scope.get(kind.path);
    for (const draft of group) draft.brief = inScope?.get(draft.ref);
    const open = group.filter(({ brief, ref }) => !brief && ref);
    const refs = open.map(({ ref }) => ref);
    const briefs = refs.length ? await planning.situation.view.briefs(kind.path, refs) : [];
    const byRef = planning.byRef.get(kind.path);
    for (const brief of briefs) byRef!.get(brief.ref)!.brief = brief;
    for (const draft of group) if (draft.brief?.digest === draft.digest) draft.pack();
  }
}

/** An item whose digest is that of its record, of an object that nobody changed since, needs no look. */
function recall(planning: Planning, draft: Draft): void {
  const { brief } = draft;
  if (!brief) return;
  const { envelope, now } = planning.situation;
  draft.id = brief.id;
  draft.by = 'ref';
  const observed = draft.observedAt ?? envelope.observed_at ?? now;
  if (envelope.mode === 'delta' && brief.observedAt !== null && Date.parse(observed) < Date.parse(brief.observedAt)) {
    draft.leftOut = true;
    const phrase = new Message('feedItemOlder', { date: brief.observedAt });
    planning.find('kept', 'older', draft, phrase, { new: true });
    return;
  }
  const newScope = envelope.mode === 'full' && !planning.scope.get(draft.kind.path)?.has(draft.ref);
  const asBefore = brief.fresh && !brief.missing && brief.digest === draft.digest && !newScope;
  if (!asBefore || draft.failed || draft.isGone || planning.options.verify) return;
  draft.unchanged = true;
  entryOf(planning.byId, draft.kind.path).set(brief.id, draft);
}

/** Reads what the other items say. */
async function readValues(planning: Planning): Promise<void> {
  const open: Draft[] = [];
  await planning.turns.each(planning.drafts, (draft) => {
    if (!draft.unchanged && !draft.failed) open.push(draft);
  });
  for (let at = 0; at < open.length; at += PORTION) {
    const portion = open.slice(at, at + PORTION).map((draft): [Draft, Item] => [draft, draft.item!]);
    const cleaned = new CleanedTexts();
    await cleaned.clean(portion.map(([{ kind }, item]) => [kind, item]));
    await planning.turns.each(portion, ([draft, item]) => readItem(planning, draft, item, cleaned));
  }
}

function readItem(planning: Planning, draft: Draft, { set, initial = {} }: Item, cleaned: CleanedTexts): void {
  const { kind } = draft;
  const report = planning.reportOf(draft);
  const read = planning.reader.read(kind, set, report, cleaned);
  const first = planning.reader.read(kind, initial, report, cleaned);
  for (const name in read) if (planning.policy(planning.source, kind.path, name).ignore) delete read[name];
  draft.read(read, first);
}
