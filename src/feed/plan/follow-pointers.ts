/** Follows what items point to: in the document first, then in the map; what leads nowhere is made, dropped or refused. */
import { Message } from '../../core/i18n/messages.js';
import { fold } from '../../core/text/fold.js';
import type { Scalar } from '../../database/database.js';
import { addressesOf } from '../identity/normal-forms.js';
import type { RuleName } from '../identity/rules.js';
import type { Draft, Resolved } from './draft.js';
import { Draft as NewDraft } from './draft.js';
import { extRefOf } from './identify.js';
import { fitted, MAX_NAME } from './fit-name.js';
import type { Kind } from './kinds.js';
import { entryOf, type Planning } from './planning.js';
import type { ReadValues, Sight } from './read-item.js';

/** A pointer of an item, and the column or link that holds it. */
interface Asked {
  readonly draft: Draft;
  readonly field: string;
  readonly sight: Sight;
}

/** Follows the pointers of all drafts that are looked at. */
export async function followPointers(planning: Planning): Promise<void> {
  const asked: Asked[] = [];
  for (const drafts of planning.touched(({ item }) => item !== undefined, true).values()) {
    for (const draft of drafts) {
      if (draft.item!.gone) continue;
      collect(draft, draft.set, asked);
      collect(draft, draft.first, asked);
    }
  }
  if (!asked.length) return;
  const document = new DocumentIndex(planning);
  const open = asked.filter((one) => !answer(planning, one, document.find(one.sight)));
  const byType = new Map<string, Asked[]>();
  for (const one of open) {
    const list = byType.get(one.sight.type);
    if (list) list.push(one);
    else byType.set(one.sight.type, [one]);
  }
  for (const [type, list] of byType) await seekInMap(planning, type, list);
}

function collect(draft: Draft, values: ReadValues, asked: Asked[]): void {
  for (const [field, read] of values) {
    const sights = read.is === 'pointers' ? read.pointers : read.is === 'pointer' && read.pointer ? [read.pointer] : [];
    for (const sight of sights) asked.push({ draft, field, sight });
  }
}

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
  draft.pointers.set(sight, target);
  return true;
}

/** The drafts of the document, by what pointers seek; made as far as they are asked for. */
class DocumentIndex {
  private readonly names = new Map<string, Map<string, Set<Draft>>>();
  private readonly addresses = new Map<string, Map<string, Set<Draft>>>();

  constructor(private readonly planning: Planning) {}

  find(sight: Sight): Draft[] {
    const { type } = sight;
    switch (sight.by) {
      case 'id':
        return [];
      case 'ref': {
        const own = sight.source === undefined || sight.source === this.planning.source;
        return own ? [this.planning.byRef.get(type)?.get(sight.text!) ?? []].flat() : [];
      }
      case 'name':
        return [...(this.index(this.names, type, namesOf).get(fold(sight.text!)) ?? [])];
      case 'ip': {
        const index = this.index(this.addresses, type, addressesIn);
        return [...new Set(addressesOf(sight.text!).flatMap((address) => [...(index.get(address) ?? [])]))];
      }
      case 'match':
        return this.all(type).filter((draft) =>
          Object.entries(sight.match!).every(([column, value]) => equalTexts(draft.valueOf(column), value)),
        );
    }
  }

  private all(type: string): Draft[] {
    return this.planning.drafts.filter(({ kind, item }) => kind.path === type && item && !item.gone);
  }

  private index(
    indexes: Map<string, Map<string, Set<Draft>>>,
    type: string,
    keysOf: (draft: Draft) => string[],
  ): Map<string, Set<Draft>> {
    let index = indexes.get(type);
    if (index) return index;
    indexes.set(type, (index = new Map()));
    for (const draft of this.all(type)) {
      for (const key of keysOf(draft)) {
        const known = index.get(key);
        if (known) known.add(draft);
        else index.set(key, new Set([draft]));
      }
    }
    return index;
  }
}

/** What is said of a column, of items that were not read too. */
const saidOf = ({ item }: Draft, column: string): string => {
  const said = item!.set[column] ?? item!.initial?.[column];
  return typeof said === 'string' ? said.trim() : Array.isArray(said) ? said.join(' ') : '';
};

function namesOf(draft: Draft): string[] {
  const label = draft.kind.label?.name;
  const name = label === undefined ? '' : fold(saidOf(draft, label));
  return name ? [name] : [];
}

const addressesIn = (draft: Draft): string[] =>
  draft.kind.columns.addresses.flatMap((column) => addressesOf(saidOf(draft, column)));

const equalTexts = (a: Scalar | undefined, b: Scalar): boolean =>
  a === b || (typeof a === 'string' && typeof b === 'string' && fold(a) === fold(b));

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
    const keysOf = ({ text }: Sight): string[] =>
      way === 'name' ? [fold(fit(planning, type, text!))] : addressesOf(text!);
    const known = await view.byKeys(type, rule, [...new Set(some.flatMap(({ sight }) => keysOf(sight)))]);
    for (const { sight } of some) found.set(sight, [...new Set(keysOf(sight).flatMap((key) => known.get(key) ?? []))]);
  }
  const matches = by('match');
  if (matches.length) {
    const known = await view.byMatch(
      type,
      matches.map(({ sight }) => sight.match!),
    );
    matches.forEach(({ sight }, i) => found.set(sight, known[i]!));
  }
  for (const one of asked) {
    const hits = found.get(one.sight) ?? [];
    const resolved = hits.map((id): Resolved => planning.draftOf(type, id) ?? id);
    if (!answer(planning, one, resolved)) makeOrRefuse(planning, one);
  }
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
    bySource.set(source, [...(bySource.get(source) ?? []), one]);
  }
  for (const [source, list] of bySource) {
    const refs = [...new Set(list.map(({ sight }) => sight.text!))];
    const known = await planning.situation.view.byRef(source, type, refs);
    const rest = refs.filter((ref) => !known.has(ref)).map((ref) => extRefOf(source, ref));
    const hasMarks = planning.situation.kinds.resourceAt(type).fields.some(({ name }) => name === 'ext_refs');
    const marked = rest.length && hasMarks ? await planning.situation.view.byExtRef(type, rest) : undefined;
    for (const { sight } of list) {
      const id = known.get(sight.text!);
      found.set(sight, id === undefined ? (marked?.get(extRefOf(source, sight.text!)) ?? []) : [id]);
    }
  }
}

/** A name that fits its column, where names are fitted. */
const fit = ({ options }: Planning, type: string, name: string): string =>
  options.names === 'fit' && type ? fitted(name, MAX_NAME, name) : name;

function makeOrRefuse(planning: Planning, asked: Asked): void {
  const { draft, sight } = asked;
  const kind = planning.situation.kinds.find(sight.type);
  const otherwise = sight.otherwise ?? planning.options.pointers;
  const columns = kind && otherwise === 'create' ? columnsOf(planning, kind, sight) : undefined;
  if (!kind || !columns) return void refuse(planning, asked, otherwise !== 'refuse' && otherwise !== 'create');
  draft.pointers.set(sight, made(planning, kind, columns));
}

/** What an object that is made for a pointer is given; undefined where that is not enough for one. */
function columnsOf(planning: Planning, kind: Kind, sight: Sight): ReadonlyMap<string, Scalar> | undefined {
  const label = kind.label?.name;
  if (!label) return undefined;
  const columns = new Map<string, Scalar>(
    sight.by === 'name'
      ? [[label, fit(planning, kind.path, sight.text!)]]
      : sight.by === 'match'
        ? Object.entries(sight.match!)
        : [],
  );
  return kind.required.every(({ name }) => (columns.get(name) ?? null) !== null) ? columns : undefined;
}

/** An object for a pointer: it has no record, and whoever reports it later adopts it. All that point to it share it. */
function made(planning: Planning, kind: Kind, columns: ReadonlyMap<string, Scalar>): Draft {
  const key = JSON.stringify(
    [...columns].map(([name, value]) => [name, typeof value === 'string' ? fold(value) : value]),
  );
  const known = entryOf(planning.madeByKey, kind.path);
  let draft = known.get(key);
  if (!draft) {
    const values: ReadValues = new Map([...columns].map(([name, value]) => [name, { is: 'value', value, raw: value }]));
    draft = planning.add((place) => new NewDraft(place, kind, undefined, undefined, '', new Map(), values));
    known.set(key, draft);
  }
  return draft;
}

/** Refuses a pointer to nothing, or drops it. Returns true: it is dealt with. */
function refuse(planning: Planning, { draft, field, sight }: Asked, drop: boolean): true {
  const phrase = new Message(NOWHERE[sight.by]);
  if (drop) {
    draft.dropped.push(field);
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
