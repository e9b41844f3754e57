/** From items to drafts: types are known, what is said twice is one, and what is as last time is put aside. */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Message } from '../../core/i18n/messages.js';
import { fold } from '../../core/text/fold.js';
import type { Item } from '../document/model.js';
import { canIdentify, comparesEnds, keysOf, RULES, type RuleName } from '../identity/rules.js';
import type { Brief } from './map-view.js';
import { digestContext, digestOf } from './digest.js';
import { Draft } from './draft.js';
import type { Kind } from './kinds.js';
import { entryOf, type Planning } from './planning.js';

/** Begins the ref of an item that has none of its own: no tool's ref holds a control character. */
const NATURAL = '\u0001';

/** The ref of a record is a tool's own. */
export const isOwnRef = (ref: string): boolean => !ref.startsWith(NATURAL);

/** Makes the drafts of all items. Whoever is unchanged is known afterwards, and read no further. */
export async function readDocument(planning: Planning, items: Iterable<Item>): Promise<void> {
  const context = digestContext(planning.situation);
  for (const item of items) readItem(planning, item, ++planning.items, context);
  await findUnchanged(planning);
  for (const draft of planning.drafts) {
    if (draft.unchanged || draft.failed) continue;
    draft.set = planning.reader.read(draft.kind, draft.item!.set, planning.reportOf(draft));
    draft.first = planning.reader.read(draft.kind, draft.item!.initial ?? {}, planning.reportOf(draft));
    for (const name of draft.set.keys()) {
      if (planning.policy(planning.source, draft.kind.path, name).ignore) draft.set.delete(name);
    }
  }
}

function readItem(planning: Planning, item: Item, number: number, context: string): void {
  const kind = planning.situation.kinds.find(item.type);
  if (!kind) {
    const about = { item: number, type: item.type, ...(item.ref !== undefined && { ref: item.ref }) };
    planning.find('error', 'unknown-type', undefined, new Message('feedUnknownType', { type: item.type }), about);
    return;
  }
  const ref = item.ref ?? naturalRef(kind, item, rulesOf(planning, kind, item));
  const known = ref === undefined ? undefined : planning.byRef.get(kind.path)?.get(ref);
  if (known) return merge(planning, known, item, number, context);
  const draft = planning.add((key) => new Draft(key, kind, number, item, ref ?? '', new Map(), new Map()));
  draft.digest = digestOf(item, context);
  if (ref === undefined) planning.fail(draft, 'no-identity', 'feedNoIdentity');
  else entryOf(planning.byRef, kind.path).set(ref, draft);
}

/** The rules by which an item's object is sought: its own, the option's, the settings', or the type's. */
export function rulesOf(planning: Planning, kind: Kind, item: Item): readonly RuleName[] {
  const { path } = kind;
  const named =
    item.identify ?? planning.options.identify[path] ?? planning.settings.identify?.[path] ?? (kind.rules as string[]);
  return RULES.filter((rule) => named.includes(rule) && canIdentify(rule, kind.columns)).sort(
    (a, b) => named.indexOf(a) - named.indexOf(b),
  );
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
  Object.assign(draft, { item: merged, digest: digestOf(merged, context) });
}

/** Items whose digest is that of their record, of objects that nobody changed since: they need no look. */
async function findUnchanged(planning: Planning): Promise<void> {
  const { view, envelope } = planning.situation;
  const full = envelope.mode === 'full';
  if (full) {
    for (const brief of await view.briefsInScope(envelope.scope))
      entryOf(planning.scope, brief.type).set(brief.ref, brief);
  }
  for (const [type, drafts] of planning.byRef) {
    const inScope = planning.scope.get(type);
    const missing = inScope ? [...drafts.keys()].filter((ref) => !inScope.has(ref)) : [...drafts.keys()];
    const others = missing.length ? await view.briefs(type, missing) : [];
    const briefs = new Map<string, Brief>(inScope);
    for (const brief of others) briefs.set(brief.ref, brief);
    for (const [ref, draft] of drafts) {
      const brief = briefs.get(ref);
      if (brief) recall(planning, draft, brief, full && !inScope?.has(ref));
    }
  }
}

function recall(planning: Planning, draft: Draft, brief: Brief, newScope: boolean): void {
  const { envelope, now } = planning.situation;
  draft.id = brief.id;
  draft.by = 'ref';
  const observed = draft.item!.observed_at ?? envelope.observed_at ?? now;
  if (envelope.mode === 'delta' && brief.observedAt !== null && Date.parse(observed) < Date.parse(brief.observedAt)) {
    draft.leftOut = true;
    const phrase = new Message('feedItemOlder', { date: brief.observedAt });
    planning.find('kept', 'older', draft, phrase, { new: true });
    return;
  }
  const asBefore = brief.fresh && !brief.missing && brief.digest === draft.digest && !newScope;
  if (!asBefore || draft.failed || draft.item!.gone || planning.options.verify) return;
  draft.unchanged = true;
  entryOf(planning.byId, draft.kind.path).set(brief.id, draft);
}
