/** Follows what items point to: in the document first, then in the map; what leads nowhere is made, dropped or refused. */
import { hash } from 'node:crypto';
import { Message } from '../../core/i18n/messages.js';
import { fold } from '../../core/text/fold.js';
import type { Scalar } from '../../database/database.js';
import { ambiguity, candidatesOf, firstOf, MAX_CANDIDATES, type Candidates } from '../identity/candidates.js';
import { addressesOf } from '../identity/normal-forms.js';
import { comparesEnds } from '../identity/rules.js';
import type { FeedOptions } from '../document/model.js';
import type { Value } from '../merge/model.js';
import { Draft, MADE, NOTHING, type Resolved, type Pointer } from './draft.js';
import { extRefOf, followMerged } from './identify.js';
import { fitted, MAX_NAME } from './fit-name.js';
import type { Kind } from './kinds.js';
import { entryOf, listOf } from './groups.js';
import type { PlanBuilder } from './planning.js';

/** Follows the pointers of all drafts that are looked at. Alike ones are one, and are followed once. */
export async function followPointers(planning: PlanBuilder): Promise<void> {
  const { turns } = planning;
  const pointing: Draft[] = [];
  const pointers = new Set<Pointer>();
  for (const drafts of (await planning.touched(({ isItem, isGone }) => isItem && !isGone, true)).values()) {
    for (const draft of drafts) {
      pointing.push(draft);
      await turns.each(pointersOf(draft), ([pointer]) => pointers.add(pointer));
    }
  }
  const document = new DocumentIndex(planning);
  await document.prepare(pointers);
  const byType = new Map<string, Pointer[]>();
  await turns.each(pointers, (pointer) => {
    const found = document.find(pointer);
    if (!found) listOf(byType, pointer.type).push(pointer);
    else if (found.count === 1) lead(planning, pointer, found.drafts[0]!);
    else pointer.problem = manyItems(pointer, found);
  });
  for (const [type, list] of byType) await seekInMap(planning, type, list);
  for (const draft of pointing)
    await turns.each(pointersOf(draft), ([pointer, field]) => note(planning, draft, pointer, field));
}

/** The pointers of a draft, some ten thousand where it has many, with the columns and links that hold them. */
function* pointersOf(draft: Draft): Generator<readonly [pointer: Pointer, field: string]> {
  // What is said for new objects is not looked at of others. Which ones have ends is found out later.
  const isForNew = draft.isNew || draft.rules.some(comparesEnds);
  for (const values of isForNew ? [draft.set, draft.first] : [draft.set]) {
    for (const field in values) {
      const read = values[field]!;
      if (typeof read !== 'object' || read === null) continue;
      if (!Array.isArray(read)) yield [read as Pointer, field];
      else if (typeof read[0] === 'object') for (const pointer of read as readonly Pointer[]) yield [pointer, field];
    }
  }
}

/** Takes what a pointer led to. */
function lead(planning: PlanBuilder, pointer: Pointer, target: Resolved): void {
  // A person deleted it: it is there, and nobody can be linked to it.
  if (typeof target !== 'number' && target.leftOut && target.isDeleted) return leadNowhere(pointer, true);
  pointer.to = target;
  const id = typeof target === 'number' ? target : target.id;
  if (id !== undefined) entryOf(planning.pointed, pointer.type).set(id, true);
}

/** A pointer leads to nothing: it is dropped, or its item is in error. */
function leadNowhere(pointer: Pointer, isDropped: boolean): void {
  const level = isDropped ? 'warning' : 'error';
  pointer.problem = { level, code: 'unresolved', phrase: new Message(NOWHERE[pointer.by]), more: {} };
}

/** More than one item of the document is meant. */
function manyItems({ by }: Pointer, { drafts, count }: InDocument): Pointer['problem'] {
  const first = drafts.slice(0, MAX_CANDIDATES);
  const candidates = first.flatMap(({ id }) => id ?? []);
  const items = first.map(({ number }) => number!);
  const isInMap = candidates.length === first.length;
  const names = isInMap ? candidates.map((id) => `#${id}`) : items.map(String);
  const named = firstOf(names, drafts.length > first.length ? count : first.length);
  const objects = isInMap ? named : new Message('feedOfItems', { items: named });
  const more = {
    ...(candidates.length && { candidates }),
    ...(!isInMap && { with: items }),
    ...(count !== undefined && count > first.length && { fits: count }),
  };
  return { level: 'error', code: 'ambiguous', phrase: new Message('feedAmbiguous', { rule: by, objects }), more };
}

/** Notes of an item what came of its pointer. */
function note(planning: PlanBuilder, draft: Draft, pointer: Pointer, field: string): void {
  const { problem, to, isInMap } = pointer;
  if (problem) {
    const { level, code, phrase } = problem;
    const isOther = problem.more.candidates && pointer.type !== draft.kind.path;
    const more = { field, said: pointer.raw, ...problem.more, ...(isOther && { of: pointer.type }) };
    if (level === 'error') return planning.fail(draft, code, phrase, {}, more);
    draft.drop(field);
    planning.find(level, code, draft, phrase, more);
  } else if (isInMap && to instanceof Draft && to.isItem && !to.isNew)
    listOf(entryOf(planning.foundInMap, to), pointer).push({ draft, field });
}

/** Items that a pointer may mean: the first of them, and how many there are, where somebody counted them. */
interface InDocument {
  readonly drafts: readonly Draft[];
  readonly count: number | undefined;
}

/** What the drafts of a type are found by. */
interface Lookup {
  readonly type: string;
  readonly name: string;
  readonly keysOf: (draft: Draft) => string[];
}

/** The lookup of a pointer, and its own keys; none for ids and refs. */
function lookupOf({ type, by, text, match }: Pointer): [Lookup, keys: () => string[]] | undefined {
  if (by === 'name') return [{ type, name: by, keysOf: namesOf }, () => [fold(text!)]];
  if (by === 'ip') return [{ type, name: by, keysOf: addressesIn }, () => addressesOf(text!)];
  if (by !== 'match') return undefined;
  const columns = Object.keys(match!).sort();
  const keyOf = (valueOf: (column: string) => Value | undefined): string =>
    JSON.stringify(columns.map((column) => comparable(valueOf(column))));
  const keysOf = (draft: Draft): string[] => [keyOf((name) => draft.valueOf(name))];
  return [{ type, name: `match ${columns.join()}`, keysOf }, () => [keyOf((name) => match![name])]];
}

/** The first drafts with a key, how many there are, and the last of them. */
interface KeyMatches {
  drafts: Draft[];
  count: number;
  last: Draft | undefined;
}

/** Bytes of a key of an index with its entry. */
const ENTRY = 200;

/** The drafts of the document, by what pointers seek: of a key the first ones, since more than one is too many. */
class DocumentIndex {
  /** By type and way of pointing. */
  private readonly indexes = new Map<string, { lookup: Lookup; byKey: Map<string, KeyMatches> }>();

  constructor(private readonly planning: PlanBuilder) {}

  /** Makes the indexes that these pointers need, with their keys alone. */
  async prepare(pointers: ReadonlySet<Pointer>): Promise<void> {
    const { turns, drafts, cost } = this.planning;
    await turns.each(pointers, (pointer) => {
      const found = lookupOf(pointer);
      if (!found) return;
      const [lookup, keys] = found;
      const name = `${lookup.type} ${lookup.name}`;
      let index = this.indexes.get(name);
      if (!index) this.indexes.set(name, (index = { lookup, byKey: new Map() }));
      for (const key of keys()) {
        if (index.byKey.has(key)) continue;
        cost.hold('pointers', ENTRY + 2 * key.length);
        index.byKey.set(key, { drafts: [], count: 0, last: undefined });
      }
    });
    for (const { lookup, byKey } of this.indexes.values()) {
      await turns.each(drafts, (draft) => {
        if (draft.kind.path !== lookup.type || !draft.isItem || draft.isGone) return;
        for (const key of lookup.keysOf(draft)) {
          const keyed = byKey.get(key);
          if (!keyed || keyed.last === draft) continue;
          keyed.last = draft;
          keyed.count++;
          if (keyed.drafts.length <= MAX_CANDIDATES) keyed.drafts.push(draft);
        }
      });
    }
  }

  /** The items that a pointer may mean; undefined for none. */
  find(pointer: Pointer): InDocument | undefined {
    const found = lookupOf(pointer);
    if (found) {
      const [{ type, name }, keys] = found;
      const { byKey } = this.indexes.get(`${type} ${name}`)!;
      const all = keys().map((key) => byKey.get(key)!);
      return all.length === 1 ? (all[0]!.count ? all[0] : undefined) : together(all);
    }
    const isOwn = pointer.by === 'ref' && (pointer.source === undefined || pointer.source === this.planning.source);
    const draft = isOwn ? this.planning.byRef.get(pointer.type)?.get(this.refOf(pointer)) : undefined;
    return draft && { drafts: [draft], count: 1 };
  }

  /** The ref of the record that a ref leads to. */
  private refOf({ type, text }: Pointer): string {
    return this.planning.otherRefs.get(type)?.get(text!) ?? text!;
  }
}

/** The drafts of several keys. */
function together(all: readonly KeyMatches[]): InDocument | undefined {
  const drafts = new Set<Draft>();
  for (const keyed of all) for (const draft of keyed.drafts) drafts.add(draft);
  const isWhole = all.every((keyed) => keyed.count === keyed.drafts.length);
  return drafts.size ? { drafts: [...drafts], count: isWhole ? drafts.size : undefined } : undefined;
}

/** What is said of a column, of items that were not read too. */
function saidOf(draft: Draft, column: string): string {
  const item = draft.unread;
  const said = item ? (item.set[column] ?? item.initial?.[column]) : draft.valueOf(column);
  return typeof said === 'string' ? said.trim() : Array.isArray(said) ? said.join(' ') : '';
}

function namesOf(draft: Draft): string[] {
  const label = draft.kind.label?.name;
  const name = label === undefined ? '' : fold(saidOf(draft, label));
  return name ? [name] : [];
}

const addressesIn = (draft: Draft): string[] =>
  draft.kind.columns.addresses.flatMap((column) => addressesOf(saidOf(draft, column)));

/** Two values that are compared as one have one form. */
const comparable = (value: Value | undefined): Value | undefined => (typeof value === 'string' ? fold(value) : value);

/** Seeks in the map what the document does not have: a batch for each way of pointing. */
async function seekInMap(planning: PlanBuilder, type: string, pointers: readonly Pointer[]): Promise<void> {
  const { turns } = planning;
  const byWay = new Map<Pointer['by'], Pointer[]>();
  await turns.each(pointers, (pointer) => listOf(byWay, pointer.by).push(pointer));
  const found = new Map<Pointer, Candidates>();
  for (const [way, some] of byWay) await SEEK[way](planning, type, some, found);
  // What some pointers make others find, whichever is read first.
  for (const makes of [true, false])
    await turns.each(pointers, (pointer) => {
      if ((otherwiseOf(planning, pointer) === 'create') !== makes) return;
      const hits = found.get(pointer);
      pointer.isInMap = true;
      if (!hits?.ids.length) makeOrRefuse(planning, pointer);
      else if (hits.ids.length === 1) lead(planning, pointer, planning.draftOf(type, hits.ids[0]!) ?? hits.ids[0]!);
      else {
        const { phrase, ...more } = ambiguity(pointer.by, hits);
        pointer.problem = { level: 'error', code: 'ambiguous', phrase, more };
      }
    });
}

type Seek = (
  planning: PlanBuilder,
  type: string,
  pointers: readonly Pointer[],
  found: Map<Pointer, Candidates>,
) => Promise<void>;

const seekIds: Seek = async (planning, type, pointers, found) => {
  const { turns, situation } = planning;
  const ids = new Set<number>();
  await turns.each(pointers, ({ id }) => ids.add(id!));
  const states = new Map(await situation.view.states(type, [...ids]));
  const merged = await followMerged(planning, type, ids, states);
  await turns.each(pointers, (pointer) => {
    const id = merged.get(pointer.id!) ?? pointer.id!;
    if (states.get(id) === 'live') found.set(pointer, { ids: [id], count: 1 });
  });
};

/** By names or addresses. */
const seekKeys =
  (rule: 'name' | 'ip'): Seek =>
  async (planning, type, pointers, found) => {
    const { turns, situation } = planning;
    const keysOf = ({ text }: Pointer): string[] =>
      rule === 'name' ? [fold(fit(planning, text!))] : addressesOf(text!);
    const keys = new Set<string>();
    await turns.each(pointers, (pointer) => {
      for (const key of keysOf(pointer)) keys.add(key);
    });
    const known = await situation.view.byKeys(type, rule, [...keys]);
    await turns.each(pointers, (pointer) => {
      const lists = keysOf(pointer).flatMap((key) => (known.has(key) ? [known.get(key)!] : []));
      if (lists.length) found.set(pointer, candidatesOf(lists));
    });
  };

const seekMatches: Seek = async (planning, type, pointers, found) => {
  const matches: Array<Readonly<Record<string, Scalar>>> = [];
  await planning.turns.each(pointers, (pointer) => matches.push(fitMatch(planning, pointer)));
  const known = await planning.situation.view.byMatch(type, matches);
  let place = 0;
  await planning.turns.each(pointers, (pointer) => found.set(pointer, candidatesOf([known[place++]!])));
};

const seekRefs: Seek = async (planning, type, pointers, found) => {
  const { turns, situation } = planning;
  const { view } = situation;
  const hasMarks = situation.kinds.resourceAt(type).fields.some(({ name }) => name === 'ext_refs');
  const bySource = new Map<string, Pointer[]>();
  await turns.each(pointers, (pointer) => listOf(bySource, pointer.source ?? planning.source).push(pointer));
  for (const [source, some] of bySource) {
    const refs = new Set<string>();
    await turns.each(some, ({ text }) => refs.add(text!));
    const known = await view.byRef(source, type, [...refs]);
    const marks = new Set<string>();
    await turns.each(refs, (ref) => known.has(ref) || marks.add(extRefOf(source, ref)));
    const marked = marks.size && hasMarks ? await view.byExtRef(source, type, marks) : undefined;
    await turns.each(some, (pointer) => {
      const id = known.get(pointer.text!);
      const ids = id === undefined ? marked?.get(extRefOf(source, pointer.text!)) : [id];
      if (ids) found.set(pointer, candidatesOf([ids]));
    });
  }
};

const SEEK: Readonly<Record<Pointer['by'], Seek>> = {
  id: seekIds,
  ref: seekRefs,
  name: seekKeys('name'),
  ip: seekKeys('ip'),
  match: seekMatches,
};

/**
 * An object of the map that was found by what its own item now takes away from it: once that is stored, the same document would
 * find nothing. `draft` has been weighed.
 */
export function refuseTakenAway(planning: PlanBuilder, draft: Draft): void {
  const found = draft.failed ? undefined : planning.foundInMap.get(draft);
  if (!found) return;
  const stillHas = whatItHas(planning, draft);
  for (const [pointer, pointing] of found) {
    if (stillHas(pointer)) continue;
    const values = { id: draft.id!, item: draft.number! };
    for (const { draft: owner, field } of pointing)
      planning.fail(owner, 'unresolved', 'feedTakenAway', values, { field, said: pointer.raw, with: [draft.number!] });
  }
}

/** Returns whether a pointer finds a draft once it is stored. */
function whatItHas(planning: PlanBuilder, { kind, after, stored }: Draft): (pointer: Pointer) => boolean {
  const given = (column: string): Value => (column in after ? after[column]! : (stored!.row[column] ?? null));
  const textOf = (column: string): string => String(given(column) ?? '');
  const label = kind.label?.name;
  const { addresses } = kind.columns;
  let left: Set<string> | undefined;
  return (pointer) => {
    const { by, text, match } = pointer;
    if (by === 'name')
      return (
        label === undefined || !(label in after) || fold(fit(planning, textOf(label))) === fold(fit(planning, text!))
      );
    if (by === 'ip') {
      if (!addresses.some((column) => column in after)) return true;
      const has = (left ??= new Set(addresses.flatMap((column) => addressesOf(textOf(column)))));
      return addressesOf(text!).some((address) => has.has(address));
    }
    if (!match) return true;
    return Object.entries(fitMatch(planning, pointer)).every(
      ([column, value]) => !(column in after) || comparable(given(column)) === comparable(value),
    );
  };
}

/** A name that fits its column, where names are fitted. */
const fit = ({ options }: PlanBuilder, name: string): string =>
  options.names === 'fit' ? fitted(name, MAX_NAME, name) : name;

/** Columns with their values, and the name among them as names are stored. */
function fitMatch(planning: PlanBuilder, { type, match }: Pointer): Readonly<Record<string, Scalar>> {
  const label = planning.situation.kinds.find(type)?.label?.name;
  const name = label === undefined ? undefined : match![label];
  return typeof name === 'string' ? { ...match, [label!]: fit(planning, name) } : match!;
}

function makeOrRefuse(planning: PlanBuilder, pointer: Pointer): void {
  const kind = planning.situation.kinds.find(pointer.type);
  const otherwise = otherwiseOf(planning, pointer);
  const columns = kind && columnsOf(planning, kind, pointer);
  const found = columns && (otherwise === 'create' || isMade(planning, kind, columns));
  if (found) pointer.to = made(planning, kind, columns);
  else leadNowhere(pointer, otherwise === 'drop');
}

const otherwiseOf = ({ options }: PlanBuilder, { otherwise }: Pointer): FeedOptions['pointers'] =>
  otherwise ?? options.pointers;

/** What an object that is made for a pointer is given; undefined where that is not enough for one. */
function columnsOf(planning: PlanBuilder, kind: Kind, pointer: Pointer): ReadonlyMap<string, Scalar> | undefined {
  const label = kind.label?.name;
  if (!label) return undefined;
  const columns = new Map<string, Scalar>(
    pointer.by === 'name'
      ? [[label, fit(planning, pointer.text!)]]
      : pointer.by === 'match'
        ? Object.entries(fitMatch(planning, pointer))
        : [],
  );
  // An object of which nothing is known would be made anew each time.
  return columns.size && kind.required.every(({ name }) => (columns.get(name) ?? null) !== null) ? columns : undefined;
}

const keyOfMade = (columns: ReadonlyMap<string, Scalar>): string =>
  JSON.stringify([...columns].map(([name, value]) => [name, typeof value === 'string' ? fold(value) : value]));

/** Another pointer to the same makes it. */
const isMade = (planning: PlanBuilder, kind: Kind, columns: ReadonlyMap<string, Scalar>): boolean =>
  planning.madeByKey.get(kind.path)?.has(keyOfMade(columns)) ?? false;

/** An object for a pointer. Its source reports it as long as it points to it; an item of its own takes it over. All that point to it share it. */
function made(planning: PlanBuilder, kind: Kind, columns: ReadonlyMap<string, Scalar>): Draft {
  const key = keyOfMade(columns);
  const known = entryOf(planning.madeByKey, kind.path);
  let draft = known.get(key);
  if (!draft) {
    const ref = MADE + hash('sha256', key, 'base64url');
    draft = planning.add((place) => new Draft(place, kind, undefined, ref));
    draft.read(NOTHING, Object.fromEntries(columns));
    known.set(key, draft);
  }
  return draft;
}

const NOWHERE = {
  id: 'feedNoId',
  ref: 'feedNoRef',
  name: 'feedNoName',
  match: 'feedNoMatch',
  ip: 'feedNoAddress',
} as const;
