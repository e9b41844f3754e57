/** Follows what items point to: in the document first, then in the map; what leads nowhere is made, dropped or refused. */
import { Message } from '../../core/i18n/messages.js';
import { fold } from '../../core/text/fold.js';
import type { Scalar } from '../../database/database.js';
import { ambiguity, candidatesOf, firstOf, MAX_CANDIDATES, type Candidates } from '../identity/candidates.js';
import { addressesOf } from '../identity/normal-forms.js';
import { comparesEnds } from '../identity/rules.js';
import type { FeedOptions } from '../document/model.js';
import type { Value } from '../merge/model.js';
import { Draft, NOTHING, type ReadValues, type Resolved, type Sight } from './draft.js';
import { extRefOf } from './identify.js';
import { fitted, MAX_NAME } from './fit-name.js';
import type { Kind } from './kinds.js';
import { entryOf, listOf } from './groups.js';
import type { Planning } from './planning.js';

/** Follows the pointers of all drafts that are looked at. Alike ones are one, and are followed once. */
export async function followPointers(planning: Planning): Promise<void> {
  const { turns } = planning;
  const pointing: Draft[] = [];
  const sights = new Set<Sight>();
  for (const drafts of (await planning.touched(({ isItem, isGone }) => isItem && !isGone, true)).values()) {
    await turns.each(drafts, (draft) => {
      pointing.push(draft);
      forPointers(draft, (sight) => sights.add(sight));
    });
  }
  const document = new DocumentIndex(planning);
  await document.prepare(sights);
  const byType = new Map<string, Sight[]>();
  await turns.each(sights, (sight) => {
    const found = document.find(sight);
    if (!found) listOf(byType, sight.type).push(sight);
    else if (found.count === 1) lead(planning, sight, found.drafts[0]!);
    else sight.problem = manyItems(sight, found);
  });
  for (const [type, list] of byType) await seekInMap(planning, type, list);
  await turns.each(pointing, (draft) => forPointers(draft, (sight, field) => note(planning, draft, sight, field)));
}

/** Visits the pointers of a draft with the columns and links that hold them. */
function forPointers(draft: Draft, visit: (sight: Sight, field: string) => void): void {
  const visitAll = (values: ReadValues): void => {
    for (const field in values) {
      const read = values[field]!;
      if (typeof read !== 'object' || read === null) continue;
      if (!Array.isArray(read)) visit(read as Sight, field);
      else if (typeof read[0] === 'object') for (const sight of read as readonly Sight[]) visit(sight, field);
    }
  };
  visitAll(draft.set);
  // What is said for new objects is not looked at of others. Which ones have ends is found out later.
  if (draft.isNew || draft.rules.some(comparesEnds)) visitAll(draft.first);
}

/** Takes what a pointer led to. */
function lead(planning: Planning, sight: Sight, target: Resolved): void {
  // A person deleted it: it is there, and nobody can be linked to it.
  if (typeof target !== 'number' && target.leftOut && target.isDeleted) return leadNowhere(sight, true);
  sight.to = target;
  const id = typeof target === 'number' ? target : target.id;
  if (id !== undefined) entryOf(planning.pointed, sight.type).set(id, true);
}

/** A pointer leads to nothing: it is dropped, or its item is in error. */
function leadNowhere(sight: Sight, isDropped: boolean): void {
  const level = isDropped ? 'warning' : 'error';
  sight.problem = { level, code: 'unresolved', phrase: new Message(NOWHERE[sight.by]), more: {} };
}

/** More than one item of the document is meant. */
function manyItems({ by }: Sight, { drafts, count }: InDocument): Sight['problem'] {
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
function note(planning: Planning, draft: Draft, sight: Sight, field: string): void {
  const { problem, to, isInMap } = sight;
  if (problem) {
    const { level, code, phrase, more } = problem;
    if (level === 'error') return planning.fail(draft, code, phrase, {}, { field, said: sight.raw, ...more });
    draft.drop(field);
    planning.find(level, code, draft, phrase, { field, said: sight.raw, ...more });
  } else if (isInMap && to instanceof Draft && to.isItem && !to.isNew)
    listOf(entryOf(planning.foundInMap, to), sight).push({ draft, field });
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
function lookupOf({ type, by, text, match }: Sight): [Lookup, keys: () => string[]] | undefined {
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
interface Keyed {
  drafts: Draft[];
  count: number;
  last: Draft | undefined;
}

/** Bytes of a key of an index with its entry. */
const ENTRY = 200;

/** The drafts of the document, by what pointers seek: of a key the first ones, since more than one is too many. */
class DocumentIndex {
  /** By type and way of pointing. */
  private readonly indexes = new Map<string, { lookup: Lookup; byKey: Map<string, Keyed> }>();

  constructor(private readonly planning: Planning) {}

  /** Makes the indexes that these pointers need, with their keys alone. */
  async prepare(sights: ReadonlySet<Sight>): Promise<void> {
    const { turns, drafts, cost } = this.planning;
    await turns.each(sights, (sight) => {
      const found = lookupOf(sight);
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
  find(sight: Sight): InDocument | undefined {
    const found = lookupOf(sight);
    if (found) {
      const [{ type, name }, keys] = found;
      const { byKey } = this.indexes.get(`${type} ${name}`)!;
      const all = keys().map((key) => byKey.get(key)!);
      return all.length === 1 ? (all[0]!.count ? all[0] : undefined) : together(all);
    }
    const isOwn = sight.by === 'ref' && (sight.source === undefined || sight.source === this.planning.source);
    const draft = isOwn ? this.planning.byRef.get(sight.type)?.get(sight.text!) : undefined;
    return draft && { drafts: [draft], count: 1 };
  }
}

/** The drafts of several keys. */
function together(all: readonly Keyed[]): InDocument | undefined {
  const drafts = new Set<Draft>();
  for (const keyed of all) for (const draft of keyed.drafts) drafts.add(draft);
  const isWhole = all.every((keyed) => keyed.count === keyed.drafts.length);
  return drafts.size ? { drafts: [...drafts], count: isWhole ? drafts.size : undefined } : undefined;
}

/** What is said of a column, of items that were not read too. */
function saidOf(draft: Draft, column: string): string {
  const { item } = draft;
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
async function seekInMap(planning: Planning, type: string, sights: readonly Sight[]): Promise<void> {
  const { turns } = planning;
  const byWay = new Map<Sight['by'], Sight[]>();
  await turns.each(sights, (sight) => listOf(byWay, sight.by).push(sight));
  const found = new Map<Sight, Candidates>();
  for (const [way, some] of byWay) await SEEK[way](planning, type, some, found);
  // What some pointers make others find, whichever is read first.
  for (const makes of [true, false])
    await turns.each(sights, (sight) => {
      if ((otherwiseOf(planning, sight) === 'create') !== makes) return;
      const hits = found.get(sight);
      sight.isInMap = true;
      if (!hits?.ids.length) makeOrRefuse(planning, sight);
      else if (hits.ids.length === 1) lead(planning, sight, planning.draftOf(type, hits.ids[0]!) ?? hits.ids[0]!);
      else {
        const { phrase, ...more } = ambiguity(sight.by, hits);
        sight.problem = { level: 'error', code: 'ambiguous', phrase, more };
      }
    });
}

type Seek = (
  planning: Planning,
  type: string,
  sights: readonly Sight[],
  found: Map<Sight, Candidates>,
) => Promise<void>;

const seekIds: Seek = async ({ turns, situation: { view } }, type, sights, found) => {
  const ids = new Set<number>();
  await turns.each(sights, ({ id }) => ids.add(id!));
  const states = await view.states(type, [...ids]);
  await turns.each(sights, (sight) => {
    if (states.get(sight.id!) === 'live') found.set(sight, { ids: [sight.id!], count: 1 });
  });
};

/** By names or addresses. */
const seekKeys =
  (rule: 'name' | 'ip'): Seek =>
  async (planning, type, sights, found) => {
    const { turns, situation } = planning;
    const keysOf = ({ text }: Sight): string[] => (rule === 'name' ? [fold(fit(planning, text!))] : addressesOf(text!));
    const keys = new Set<string>();
    await turns.each(sights, (sight) => {
      for (const key of keysOf(sight)) keys.add(key);
    });
    const known = await situation.view.byKeys(type, rule, [...keys]);
    await turns.each(sights, (sight) => {
      const lists = keysOf(sight).flatMap((key) => (known.has(key) ? [known.get(key)!] : []));
      if (lists.length) found.set(sight, candidatesOf(lists));
    });
  };

const seekMatches: Seek = async (planning, type, sights, found) => {
  const matches: Array<Readonly<Record<string, Scalar>>> = [];
  await planning.turns.each(sights, (sight) => matches.push(fitMatch(planning, sight)));
  const known = await planning.situation.view.byMatch(type, matches);
  let place = 0;
  await planning.turns.each(sights, (sight) => found.set(sight, candidatesOf([known[place++]!])));
};

const seekRefs: Seek = async (planning, type, sights, found) => {
  const { turns, situation } = planning;
  const { view } = situation;
  const hasMarks = situation.kinds.resourceAt(type).fields.some(({ name }) => name === 'ext_refs');
  const bySource = new Map<string, Sight[]>();
  await turns.each(sights, (sight) => listOf(bySource, sight.source ?? planning.source).push(sight));
  for (const [source, some] of bySource) {
    const refs = new Set<string>();
    await turns.each(some, ({ text }) => refs.add(text!));
    const known = await view.byRef(source, type, [...refs]);
    const marks = new Set<string>();
    await turns.each(refs, (ref) => known.has(ref) || marks.add(extRefOf(source, ref)));
    const marked = marks.size && hasMarks ? await view.byExtRef(source, type, marks) : undefined;
    await turns.each(some, (sight) => {
      const id = known.get(sight.text!);
      const ids = id === undefined ? marked?.get(extRefOf(source, sight.text!)) : [id];
      if (ids) found.set(sight, candidatesOf([ids]));
    });
  }
};

const SEEK: Readonly<Record<Sight['by'], Seek>> = {
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
export function refuseTakenAway(planning: Planning, draft: Draft): void {
  const found = draft.failed ? undefined : planning.foundInMap.get(draft);
  if (!found) return;
  const stillHas = whatItHas(planning, draft);
  for (const [sight, pointing] of found) {
    if (stillHas(sight)) continue;
    const values = { id: draft.id!, item: draft.number! };
    for (const { draft: owner, field } of pointing)
      planning.fail(owner, 'unresolved', 'feedTakenAway', values, { field, said: sight.raw, with: [draft.number!] });
  }
}

/** Returns whether a pointer finds a draft once it is stored. */
function whatItHas(planning: Planning, { kind, after, stored }: Draft): (sight: Sight) => boolean {
  const given = (column: string): Value => (column in after ? after[column]! : (stored!.row[column] ?? null));
  const textOf = (column: string): string => String(given(column) ?? '');
  const label = kind.label?.name;
  const { addresses } = kind.columns;
  let left: Set<string> | undefined;
  return (sight) => {
    const { by, text, match } = sight;
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
    return Object.entries(fitMatch(planning, sight)).every(
      ([column, value]) => !(column in after) || comparable(given(column)) === comparable(value),
    );
  };
}

/** A name that fits its column, where names are fitted. */
const fit = ({ options }: Planning, name: string): string =>
  options.names === 'fit' ? fitted(name, MAX_NAME, name) : name;

/** Columns with their values, and the name among them as names are stored. */
function fitMatch(planning: Planning, { type, match }: Sight): Readonly<Record<string, Scalar>> {
  const label = planning.situation.kinds.find(type)?.label?.name;
  const name = label === undefined ? undefined : match![label];
  return typeof name === 'string' ? { ...match, [label!]: fit(planning, name) } : match!;
}

function makeOrRefuse(planning: Planning, sight: Sight): void {
  const kind = planning.situation.kinds.find(sight.type);
  const otherwise = otherwiseOf(planning, sight);
  const columns = kind && columnsOf(planning, kind, sight);
  const found = columns && (otherwise === 'create' || isMade(planning, kind, columns));
  if (found) sight.to = made(planning, kind, columns);
  else leadNowhere(sight, otherwise === 'drop');
}

const otherwiseOf = ({ options }: Planning, { otherwise }: Sight): FeedOptions['pointers'] =>
  otherwise ?? options.pointers;

/** What an object that is made for a pointer is given; undefined where that is not enough for one. */
function columnsOf(planning: Planning, kind: Kind, sight: Sight): ReadonlyMap<string, Scalar> | undefined {
  const label = kind.label?.name;
  if (!label) return undefined;
  const columns = new Map<string, Scalar>(
    sight.by === 'name'
      ? [[label, fit(planning, sight.text!)]]
      : sight.by === 'match'
        ? Object.entries(fitMatch(planning, sight))
        : [],
  );
  // An object of which nothing is known would be made anew each time.
  return columns.size && kind.required.every(({ name }) => (columns.get(name) ?? null) !== null) ? columns : undefined;
}

const keyOfMade = (columns: ReadonlyMap<string, Scalar>): string =>
  JSON.stringify([...columns].map(([name, value]) => [name, typeof value === 'string' ? fold(value) : value]));

/** Another pointer to the same makes it. */
const isMade = (planning: Planning, kind: Kind, columns: ReadonlyMap<string, Scalar>): boolean =>
  planning.madeByKey.get(kind.path)?.has(keyOfMade(columns)) ?? false;

/** An object for a pointer: it has no record, and whoever reports it later adopts it. All that point to it share it. */
function made(planning: Planning, kind: Kind, columns: ReadonlyMap<string, Scalar>): Draft {
  const key = keyOfMade(columns);
  const known = entryOf(planning.madeByKey, kind.path);
  let draft = known.get(key);
  if (!draft) {
    draft = planning.add((place) => new Draft(place, kind, undefined, ''));
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
