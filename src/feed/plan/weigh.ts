/** What stands beside a draft while it is weighed: claims of other sources, marks of people, the elements that links hold. */
import { fold } from '../../core/text/fold.js';
import type { Link } from '../../engine/index.js';
import { isByHand } from '../merge/missing.js';
import type { Claim, Equal, Value } from '../merge/model.js';
import { MISSING_RANK, NONE_RANK, same } from '../merge/model.js';
import type { Draft } from './draft.js';
import { setOf, valueIn } from './draft.js';
import { entryOf } from './groups.js';
import type { Kind } from './kinds.js';
import type { FeedRecord, StoredObject } from './map-view.js';
import type { PlanBuilder } from './planning.js';
import { elementsOf, rowsText } from './stored-text.js';

/** What is stored of a column or of small rows. */
export function storedValue(kind: Kind, stored: StoredObject, name: string): Value {
  if (kind.fields.has(name)) return stored.row[name] ?? null;
  return rowsText((stored.sets.get(kind.links.get(name)!) ?? []) as ReadonlyArray<readonly Value[]>);
}

/** What is stored of a set: ids of a link, elements of a column. */
export function storedSet(kind: Kind, stored: StoredObject, name: string): ReadonlyArray<string | number> {
  const field = kind.fields.get(name);
  return field
    ? elementsOf(field, stored.row[name] ?? null)
    : ((stored.sets.get(kind.links.get(name)!) ?? []) as readonly number[]);
}

/** What an object has where nobody ever said anything. */
export const blankOf = (kind: Kind, name: string): Value => kind.blankOf(name);

/** When two values of a column are one. */
export function equalOf(kind: Kind, name: string): Equal {
  if (kind.fields.get(name)?.kind !== 'name') return same;
  return (a, b) => a === b || (typeof a === 'string' && typeof b === 'string' && fold(a) === fold(b));
}

const NO_CLAIMS: readonly Claim[] = [];

/** What records say of a value, with their ranks. `live`: of records that are not missing alone. */
export function claimsOf(
  planning: Pick<PlanBuilder, 'policy'>,
  type: string,
  name: string,
  records: readonly FeedRecord[],
  live = false,
): readonly Claim[] {
  if (!records.length) return NO_CLAIMS;
  const claims: Claim[] = [];
  for (const { source, says, missing } of records) {
    const value = valueIn(says[name]);
    if (value === undefined || (live && missing)) continue;
    const rank = missing ? MISSING_RANK : value === null ? NONE_RANK : planning.policy(source, type, name).rank;
    claims.push({ source, value, rank });
  }
  return claims;
}

/** What sources left behind of a value: withdrawn, initial, or set since the object was missing. */
export const leftOf = (name: string, records: readonly FeedRecord[]): Value[] =>
  records.flatMap(({ leaves, marked }) => {
    const values = [valueIn(leaves[name]), marked.fields[name]?.[1]];
    return values.filter((value) => value !== undefined);
  });

/** Returns true if the stored value of a column or of small rows is by hand: no record says, left or set it. */
export function isHand(kind: Kind, stored: StoredObject, name: string, records: readonly FeedRecord[]): boolean {
  const said = records.flatMap(
    ({ says }) => valueIn(says[name]) ?? (name in says && !Array.isArray(says[name]) ? [null] : []),
  );
  const everSaid = said.some((value) => value !== null);
  return isByHand(
    storedValue(kind, stored, name),
    blankOf(kind, name),
    [...said, ...leftOf(name, records)],
    everSaid,
    equalOf(kind, name),
  );
}

export const recordsOf = ({ own, others }: Draft): FeedRecord[] => [...(own ? [own] : []), ...others];

/** Compares elements: of addresses and tags without case, of links exactly. */
export const elementKey = (element: string | number): string | number =>
  typeof element === 'string' && !element.startsWith('new:') ? element.toLowerCase() : element;

/** The elements of a set that any of some records says, as they are compared. */
export const elementsSaid = (records: ReadonlyArray<Pick<FeedRecord, 'says'>>, name: string): ReadonlySet<unknown> =>
  new Set(records.flatMap(({ says }) => setOf(says[name]).map(elementKey)));

/** Returns true if a record says the element. */
export const saysElement = ({ says }: Pick<FeedRecord, 'says'>, name: string, element: string | number): boolean =>
  setOf(says[name]).some((one) => elementKey(one) === elementKey(element));

/** What is said of links from their other ends: the records of the objects there, as this run leaves them. */
export class FarEnds {
  /** By type and id. */
  private readonly records = new Map<string, Map<number, readonly FeedRecord[]>>();
  private readonly deleted = new Map<string, Map<number, true>>();
  /** What people hold of them: `ID LINK`, by type. */
  private readonly held = new Map<string, Map<string, true>>();

  constructor(private readonly planning: PlanBuilder) {}

  /** Reads what is said of these objects, where it is not known yet. */
  async load(wanted: ReadonlyMap<string, ReadonlySet<number>>): Promise<void> {
    for (const [type, ids] of wanted) {
      const known = this.records.get(type) ?? new Map<number, readonly FeedRecord[]>();
      this.records.set(type, known);
      const open = [...ids].filter((id) => !known.has(id));
      if (!open.length) continue;
      for (const id of open) known.set(id, []);
      for (const record of await this.planning.situation.view.records(type, open)) {
        known.set(record.id, [...known.get(record.id)!, record]);
      }
    }
  }

  /** Finds out which of these objects are deleted: links to them are not shown, and come back with them. */
  async loadDeleted(wanted: ReadonlyMap<string, ReadonlySet<number>>): Promise<void> {
    for (const [type, ids] of wanted)
      for (const [id, state] of await this.planning.situation.view.states(type, [...ids]))
        if (state === 'deleted') entryOf(this.deleted, type).set(id, true);
  }

  isDeleted(type: string, id: number): boolean {
    return this.deleted.get(type)?.has(id) ?? false;
  }

  /** Reads what people hold of these objects. */
  async loadHolds(wanted: ReadonlyMap<string, ReadonlySet<number>>): Promise<void> {
    for (const [type, ids] of wanted)
      for (const { id, field, kind } of await this.planning.situation.view.marks(type, [...ids]))
        if (kind === 'hold') entryOf(this.held, type).set(`${id} ${field}`, true);
  }

  /** Returns true if a person holds the link at its other end, of the object that the element is. */
  isHeld(link: Link | undefined, element: string | number): boolean {
    const far = link && this.held.has(link.target) ? this.planning.situation.kinds.farOf(link) : undefined;
    return far !== undefined && this.held.get(link!.target)!.has(`${element} ${far.name}`);
  }

  /** Returns true if a record of the object at the far end says that it is linked to `own`. `live`: one that is not missing. */
  says(type: string, id: number, name: string, own: number, live: boolean): boolean {
    const fresh = this.freshOf(type, id);
    if (fresh && !fresh.isGone && setOf(fresh.said[name]).includes(own)) return true;
    return (this.records.get(type)?.get(id) ?? []).some((record) => {
      if (live && (record.missing || this.planning.isAbsent(record))) return false;
      // What this run says of the set stands in place of what the source said before.
      if (fresh && record.source === this.planning.source && name in fresh.said) return false;
      return saysElement(record, name, own);
    });
  }

  /**
   * Returns true if this source said before, and says no less now, that the object points to `own`, by a column or a link. What its
   * item says in this document is not asked.
   */
  pointsTo(type: string, id: number, name: string, own: number): boolean {
    const draft = this.freshOf(type, id);
    if (draft && !draft.isPartial) return false;
    return (this.records.get(type)?.get(id) ?? []).some(
      (record) =>
        record.source === this.planning.source &&
        !record.missing &&
        !this.planning.isAbsent(record) &&
        (record.says[name] === own || saysElement(record, name, own)),
    );
  }

  /** Returns true if a record of the object says, or left, this value of a column. */
  saysValue(type: string, id: number, column: string, value: Value): boolean {
    return (this.records.get(type)?.get(id) ?? []).some(
      ({ says, leaves }) => says[column] === value || leaves[column] === value,
    );
  }

  /** The draft of an object of which this document says anew what it is linked to. */
  private freshOf(type: string, id: number): Draft | undefined {
    const draft = this.planning.draftOf(type, id);
    return draft && !draft.unchanged && !draft.failed && !draft.leftOut && draft.isItem ? draft : undefined;
  }
}
