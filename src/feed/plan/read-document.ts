/** From items to drafts: types are known, what is said twice is one, and what is as last time is put aside. */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Message } from '../../core/i18n/messages.js';
import { fold } from '../../core/text/fold.js';
import type { Item } from '../document/model.js';
import { comparesEnds, keysOf, type RuleName } from '../identity/rules.js';
import { CleanedTexts } from './clean-texts.js';
import { digestContext, digestOf, textOf } from './digest.js';
import { Draft, NATURAL } from './draft.js';
import type { Kind } from './kinds.js';
import { entryOf, listOf } from './groups.js';
import type { Planning } from './planning.js';

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
    const drafts = new Map<Draft, string>();
    await planning.turns.each(portion, (item) => take(planning, item, ++planning.items, context, drafts));
    await findBriefs(planning, drafts);
  }
  await planning.turns.each(planning.drafts, (draft) => recall(planning, draft));
  await readValues(planning);
}

async function* portionsOf(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let portion: Item[] = [];
  const isFull = (item: Item): boolean => portion.push(item) === PORTION;
  const take = (): Item[] => {
    const taken = portion;
    portion = [];
    return taken;
  };
  // To wait for each of those that are there already would take as long as reading it.
  if (Symbol.iterator in items) {
    for (const item of items) if (isFull(item)) yield take();
  } else {
    for await (const item of items) if (isFull(item)) yield take();
  }
  yield portion;
}

/** Makes the draft of an item, unless there is one already; `taken`: drafts with the texts of their items. */
function take(planning: Planning, item: Item, number: number, context: string, taken: Map<Draft, string>): void {
  const kind = planning.situation.kinds.find(item.type);
  if (!kind) {
    const about = { item: number, type: item.type, ...(item.ref !== undefined && { ref: item.ref }) };
    planning.find('error', 'unknown-type', undefined, new Message('feedUnknownType', { type: item.type }), about);
    return;
  }
  const rules = planning.rulesOf(kind, item.identify);
  const ref = item.ref ?? naturalRef(kind, item, rules);
  const known = ref === undefined ? undefined : planning.byRef.get(kind.path)?.get(ref);
  const draft = known ?? planning.add((key) => new Draft(key, kind, number, ref ?? ''));
  const whole = known ? merged(planning, known, item, number) : item;
  const text = textOf(whole);
  draft.take(whole, digestOf(text, context), known ? planning.rulesOf(kind, whole.identify) : rules);
  taken.set(draft, text);
  if (ref === undefined) planning.fail(draft, 'no-identity', 'feedNoIdentity');
  else if (!known) entryOf(planning.byRef, kind.path).set(ref, draft);
}

/** The natural key by which an item without a ref is known from one run to the next. */
function naturalRef(kind: Kind, item: Item, rules: readonly RuleName[]): string | undefined {
  if (item.id !== undefined) return `${NATURAL}id:${item.id}`;
  const said = (column: string): unknown => item.set[column] ?? item.initial?.[column];
  for (const rule of rules) {
    const keys = comparesEnds(rule)
      ? endsKey(kind, rule, said)
      : keysOf(rule, kind.columns, (name) => plainText(said(name)));
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
  return keysOf(rule, columns, (name) => (name in ends ? ends[name]! : plainText(said(name))));
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

/** One type and ref twice: what agrees is merged, what differs is refused. */
function merged(planning: Planning, draft: Draft, item: Item, number: number): Item {
  const former = draft.item!;
  for (const part of ['set', 'initial'] as const) {
    for (const [name, said] of Object.entries(item[part] ?? {})) {
      const before = former[part]?.[name];
      if (before === undefined || isDeepStrictEqual(before, said)) continue;
      const values = { field: name, item: draft.number! };
      planning.fail(draft, 'said-twice', 'feedSaidTwice', values, { item: number, field: name, said });
    }
  }
  return {
    ...former,
    ...item,
    set: { ...former.set, ...item.set },
    initial: { ...former.initial, ...item.initial },
    partial: former.partial === true && item.partial === true,
  };
}

/** Finds what is known of items; those that say what they said last time are not likely to be looked at. */
async function findBriefs(planning: Planning, drafts: ReadonlyMap<Draft, string>): Promise<void> {
  const open = new Map<string, string[]>();
  for (const draft of drafts.keys()) {
    const { path } = draft.kind;
    draft.brief ??= planning.scope.get(path)?.get(draft.ref);
    if (!draft.brief && draft.ref) listOf(open, path).push(draft.ref);
  }
  for (const [type, refs] of open) {
    for (const brief of await planning.situation.view.briefs(type, refs)) {
      planning.byRef.get(type)!.get(brief.ref)!.brief = brief;
    }
  }
  for (const [draft, text] of drafts) if (draft.brief?.digest === draft.digest) draft.pack(text);
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
