/** Follows what items point to: in the document first, then in the map; what leads nowhere is made, dropped or refused. */
import { Message } from '../../core/i18n/messages.js';
import { fold } from '../../core/text/fold.js';
import type { Scalar } from '../../database/database.js';
import { addressesOf } from '../identity/normal-forms.js';
import { comparesEnds, type RuleName } from '../identity/rules.js';
import type { FeedOptions } from '../document/model.js';
import type { Value } from '../merge/model.js';
import { Draft, NOTHING, type Asked, type ReadValues, type Resolved, type Sight } from './draft.js';
import { extRefOf } from './identify.js';
import { fitted, MAX_NAME } from './fit-name.js';
import type { Kind } from './kinds.js';
import { entryOf, listOf } from './groups.js';
import type { Planning } from './planning.js';

/** Follows the pointers of all drafts that are looked at. */
export async function followPointers(planning: Planning): Promise<void> {
  const asked: Asked[] = [];
  const { turns } = planning;
  for (const drafts of (await planning.touched(({ isItem, isGone }) => isItem && !isGone, true)).values()) {
    await turns.each(drafts, (draft) => {
      collect(draft, draft.set, asked);
      // What is said for new objects is not looked at of others. Which ones have ends is found out later.
      if (draft.isNew || draft.rules.some(comparesEnds)) collect(draft, draft.first, asked);
    });
  }
  const document = new DocumentIndex(planning);
  await document.prepare(asked);
  const byType = new Map<string, Asked[]>();
  await turns.each(asked, (one) => {
    if (isAnswered(one) || answer(planning, one, document.find(one.sight))) return;
    listOf(byType, one.sight.type).push(one);
  });
  for (const [type, list] of byType) await seekInMap(planning, type, list);
}

function collect(draft: Draft, values: ReadValues, asked: Asked[]): void {
  for (const field in values) {
    const read = values[field]!;
    if (typeof read !== 'object' || read === null) continue;
    for (const sight of Array.isArray(read) ? read : [read as Sight]) {
      if (typeof sight === 'object') asked.push({ draft, field, sight });
    }
  }
}

/** Several items may share a pointer. */
const isAnswered = ({ sight }: Asked): boolean => sight.to !== undefined;

/** Takes what a pointer led to. Returns false where it led to nothing. */
function answer(planning: Planning, { draft, field, sight }: Asked, found: readonly Resolved[]): boolean {
  if (!found.length) return false;
  if (found.length > 1) {
    const candidates = found.flatMap((one) => (typeof one === 'number' ? one : (one.id ?? [])));
    const values = { rule: sight.by, objects: candidates.map((id) => `#${id}`).join(', ') };
    planning.fail(draft, 'ambiguous', 'feedAmbiguous', values, { field, said: sight.raw, candidates });
    return true;
  }
  const [target] = found as [Resolved];
  // A person deleted it: it is there, and nobody can be linked to it.
  if (typeof target !== 'number' && target.leftOut && target.isDeleted)
    return refuse(planning, { draft, field, sight }, true);
  sight.to = target;
  const id = typeof target === 'number' ? target : target.id;
  if (id !== undefined) entryOf(planning.pointed, sight.type).set(id, true);
  return true;
}

type Index = Map<string, Set<Draft>>;
const NO_DRAFTS: readonly Draft[] = [];

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

/** The drafts of the document, by what pointers seek. */
class DocumentIndex {
  private readonly indexes = new Map<string, Index>();

  constructor(private readonly planning: Planning) {}

  /** Makes the indexes that these pointers need. */
  async prepare(asked: readonly Asked[]): Promise<void> {
    const { turns, drafts } = this.planning;
    const lookups = new Map<string, Lookup>();
    await turns.each(asked, ({ sight }) => {
      const lookup = lookupOf(sight)?.[0];
      if (lookup) lookups.set(`${lookup.type} ${lookup.name}`, lookup);
    });
    for (const [name, { type, keysOf }] of lookups) {
      const index: Index = new Map();
      await turns.each(drafts, (draft) => {
        if (draft.kind.path !== type || !draft.isItem || draft.isGone) return;
        for (const key of keysOf(draft)) {
          const known = index.get(key);
          if (known) known.add(draft);
          else index.set(key, new Set([draft]));
        }
      });
      this.indexes.set(name, index);
    }
  }

  find(sight: Sight): readonly Draft[] {
    const found = lookupOf(sight);
    if (found) {
      const [{ type, name }, keys] = found;
      return this.in(this.indexes.get(`${type} ${name}`)!, keys());
    }
    const isOwn = sight.by === 'ref' && (sight.source === undefined || sight.source === this.planning.source);
    const draft = isOwn ? this.planning.byRef.get(sight.type)?.get(sight.text!) : undefined;
    return draft ? [draft] : NO_DRAFTS;
  }

  private in(index: Index, keys: readonly string[]): readonly Draft[] {
    if (keys.length === 1) return [...(index.get(keys[0]!) ?? NO_DRAFTS)];
    return [...new Set(keys.flatMap((key) => [...(index.get(key) ?? [])]))];
  }
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
async function seekInMap(planning: Planning, type: string, asked: readonly Asked[]): Promise<void> {
  const { view } = planning.situation;
  const by = (way: Sight['by']): Asked[] => asked.filter(({ sight }) => sight.by === way);
  const found = new Map<Sight, readonly number[]>();

  const ids = by('id');
  if (ids.length) {
    const states = await view.states(type, [...new Set(ids.map(({ sight }) => sight.id!))]);
    for (const { sight } of ids) if (states.get(sight.id!) === 'live') found.set(sight, [sight.id!]);
  }
  await seekRefs(planning, type, by('ref'), found);
  for (const [way, rule] of [
    ['name', 'name'],
    ['ip', 'ip'],
  ] as ReadonlyArray<[Sight['by'], RuleName]>) {
    const some = by(way);
    if (!some.length) continue;
    const keysOf = ({ text }: Sight): string[] => (way === 'name' ? [fold(fit(planning, text!))] : addressesOf(text!));
    const keys = new Set<string>();
    await planning.turns.each(some, ({ sight }) => keysOf(sight).forEach((key) => keys.add(key)));
    const known = await view.byKeys(type, rule, [...keys]);
    await planning.turns.each(some, ({ sight }) => {
      if (found.has(sight)) return;
      const ids = keysOf(sight).flatMap((key) => known.get(key) ?? []);
      if (ids.length) found.set(sight, [...new Set(ids)]);
    });
  }
  const matches = by('match');
  if (matches.length) {
    const known = await view.byMatch(
      type,
      matches.map(({ sight }) => fitMatch(planning, sight)),
    );
    matches.forEach(({ sight }, i) => found.set(sight, known[i]!));
  }
  // What some pointers make others find, whichever is read first.
  const isMaking = ({ sight }: Asked): boolean => otherwiseOf(planning, sight) === 'create';
  const ordered = asked.every(isMaking) ? asked : [...asked.filter(isMaking), ...asked.filter((one) => !isMaking(one))];
  await planning.turns.each(ordered, (one) => {
    const { sight } = one;
    if (!isAnswered(one)) {
      const hits = found.get(sight) ?? [];
      const resolved = hits.map((id): Resolved => planning.draftOf(type, id) ?? id);
      if (!answer(planning, one, resolved)) makeOrRefuse(planning, one);
    }
    if (sight.to instanceof Draft && sight.to.isItem && !sight.to.isNew)
      listOf(planning.foundInMap, sight.to).push(one);
  });
}

/**
 * An object of the map that was found by what its own item now takes away from it: once that is stored, the same document would
 * find nothing. `draft` has been weighed.
 */
export function refuseTakenAway(planning: Planning, draft: Draft): void {
  const asked = draft.failed ? undefined : planning.foundInMap.get(draft);
  for (const { draft: owner, field, sight } of asked ?? []) {
    if (stillHas(planning, draft, sight)) continue;
    const values = { id: draft.id!, item: draft.number! };
    planning.fail(owner, 'unresolved', 'feedTakenAway', values, { field, said: sight.raw, with: [draft.number!] });
  }
}

function stillHas(planning: Planning, { kind, after, stored }: Draft, sight: Sight): boolean {
  const { by, text, match } = sight;
  const given = (column: string): Value => (column in after ? after[column]! : (stored!.row[column] ?? null));
  const textOf = (column: string): string => String(given(column) ?? '');
  const label = kind.label?.name;
  const { addresses } = kind.columns;
  if (by === 'name')
    return (
      label === undefined || !(label in after) || fold(fit(planning, textOf(label))) === fold(fit(planning, text!))
    );
  if (by === 'ip') {
    if (!addresses.some((column) => column in after)) return true;
    const left = new Set(addresses.flatMap((column) => addressesOf(textOf(column))));
    return addressesOf(text!).some((address) => left.has(address));
  }
  if (!match) return true;
  return Object.entries(fitMatch(planning, sight)).every(
    ([column, value]) => !(column in after) || comparable(given(column)) === comparable(value),
  );
}

async function seekRefs(
  planning: Planning,
  type: string,
  asked: readonly Asked[],
  found: Map<Sight, readonly number[]>,
): Promise<void> {
  const bySource = new Map<string, Asked[]>();
  for (const one of asked) {
    const source = one.sight.source ?? planning.source;
    listOf(bySource, source).push(one);
  }
  for (const [source, list] of bySource) {
    const refs = [...new Set(list.map(({ sight }) => sight.text!))];
    const known = await planning.situation.view.byRef(source, type, refs);
    const rest = refs.filter((ref) => !known.has(ref)).map((ref) => extRefOf(source, ref));
    const hasMarks = planning.situation.kinds.resourceAt(type).fields.some(({ name }) => name === 'ext_refs');
    const marked =
      rest.length && hasMarks ? await planning.situation.view.byExtRef(source, type, new Set(rest)) : undefined;
    for (const { sight } of list) {
      const id = known.get(sight.text!);
      found.set(sight, id === undefined ? (marked?.get(extRefOf(source, sight.text!)) ?? []) : [id]);
    }
  }
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

function makeOrRefuse(planning: Planning, asked: Asked): void {
  const { sight } = asked;
  const kind = planning.situation.kinds.find(sight.type);
  const otherwise = otherwiseOf(planning, sight);
  const columns = kind && columnsOf(planning, kind, sight);
  const found = columns && (otherwise === 'create' || isMade(planning, kind, columns));
  if (!found) return void refuse(planning, asked, otherwise === 'drop');
  sight.to = made(planning, kind, columns);
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

/** Refuses a pointer to nothing, or drops it. Returns true: it is dealt with. */
function refuse(planning: Planning, { draft, field, sight }: Asked, drop: boolean): true {
  const phrase = new Message(NOWHERE[sight.by]);
  if (drop) {
    draft.drop(field);
    planning.find('warning', 'unresolved', draft, phrase, { field, said: sight.raw });
  } else planning.fail(draft, 'unresolved', phrase, {}, { field, said: sight.raw });
  return true;
}

const NOWHERE = {
  id: 'feedNoId',
  ref: 'feedNoRef',
  name: 'feedNoName',
  match: 'feedNoMatch',
  ip: 'feedNoAddress',
} as const;
