/** What somebody else did to an object: what it is, against what is known of it. Pure. */
import type { Row, Scalar } from '../../database/database.js';
import { answerOfSet, type Link, type LinkSet } from '../../engine/index.js';
import type { FormerObject } from '../../audit/history/former-object.js';
import type { Action } from '../entry.js';
import type { SweptKind } from './swept-kinds.js';

/** An entry of the journal that is yet to be written. */
export interface OutsideChange {
  id: number;
  action: Action;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  beside: {
    updated_at: readonly [Scalar, Scalar];
    created_at?: Scalar;
    row?: Record<string, unknown>;
    links?: Record<string, unknown>;
  };
}

/** Which pairs are told elsewhere, and which objects are told to be there. */
export interface KnownWorld {
  /** Sets of an object that comes, goes or comes back, without what is told with the other ends. */
  setsOf(id: number, isThere: boolean): ReadonlyMap<Link, LinkSet>;
  /** Ids of a set that came or went and whose pairs are told here. */
  toldIds(link: Link, id: number, added: readonly number[], removed: readonly number[]): ReadonlySet<number>;
}

/** Undefined where nothing is to be told. */
export function outsideChange(
  { resource, reported }: SweptKind,
  known: FormerObject,
  actual: FormerObject,
  world: KnownWorld,
): OutsideChange | undefined {
  const { id } = actual;
  const [was, is] = [known.stored(), actual.stored()];
  const updated = [was['updated_at'] ?? null, is['updated_at'] ?? null] as const;
  if (!known.isThere && !actual.isThere) return undefined;
  if (known.isThere !== actual.isThere) {
    const values = visible(resource.fields, actual.isThere ? is : was);
    const sets = named(world.setsOf(id, actual.isThere));
    const created = (actual.isThere ? is : was)['created_at'] ?? null;
    const [before, after] = [was['updated_at'] ?? null, is['updated_at'] ?? null];
    if (!actual.isThere)
      return {
        ...{ id, action: 'deleted', before: values, after: {} },
        beside: { updated_at: [before, after], created_at: created, links: sets },
      };
    if (known.wasDeleted)
      return {
        ...{ id, action: 'restored', before: {}, after: {} },
        beside: { updated_at: [before, after], created_at: created, row: values, links: sets },
      };
    return {
      ...{ id, action: 'created', before: {}, after: { ...values, ...sets } },
      beside: { updated_at: [null, after], created_at: created },
    };
  }
  const change: OutsideChange = { id, action: 'updated', before: {}, after: {}, beside: { updated_at: updated } };
  for (const field of resource.fields) {
    const { name, hidden } = field;
    if (
      hidden ||
      KEPT.has(name) ||
      known.redacted.has(name) ||
      isAlike(field.type, was[name] ?? null, is[name] ?? null)
    )
      continue;
    change.before[name] = was[name] ?? null;
    change.after[name] = is[name] ?? null;
  }
  for (const link of reported) {
    const [one, other] = [known.set(link) ?? [], actual.set(link) ?? []];
    if (JSON.stringify(one) === JSON.stringify(other)) continue;
    const sets = link.pivot ? toldSets(link, id, one, other, world) : ([one, other] as const);
    if (!sets) continue;
    change.before[link.name] = setOf(link, sets[0]);
    change.after[link.name] = setOf(link, sets[1]);
  }
  return Object.keys(change.after).length ? change : undefined;
}

const KEPT: ReadonlySet<string> = new Set(['id', 'updated_at', 'deleted_at']);

/** The sets before and after, without what is told with the other ends. */
function toldSets(link: Link, id: number, one: LinkSet, other: LinkSet, world: KnownWorld) {
  const [was, is] = [one, other].map((set) => new Map(elements(set).map((each) => [idOf(each), JSON.stringify(each)])));
  const added = [...is!].flatMap(([each, text]) => (was!.get(each) === text ? [] : [each]));
  const removed = [...was!.keys()].filter((each) => !is!.has(each));
  const reported = world.toldIds(link, id, added, removed);
  if (!reported.size) return undefined;
  const before = elements(one).filter((each) => is!.has(idOf(each)) || reported.has(idOf(each)));
  const after = elements(other).filter((each) => was!.has(idOf(each)) || reported.has(idOf(each)));
  return [before as LinkSet, after as LinkSet] as const;
}

type Element = number | { id: number };

const elements = (set: LinkSet): Element[] => set as Element[];
export const idOf = (element: Element): number => (typeof element === 'number' ? element : element.id);

/** A set as the journal holds it. */
const setOf = (link: Link, set: LinkSet): unknown => (link.numbers ? answerOfSet(link, set) : set);

const named = (sets: ReadonlyMap<Link, LinkSet>): Record<string, unknown> =>
  Object.fromEntries([...sets].flatMap(([link, set]) => (set.length ? [[link.name, setOf(link, set)]] : [])));

/** A row as the journal holds it: without what is null, and without times. */
const visible = (fields: SweptKind['resource']['fields'], row: Row): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(({ name, hidden, type }) =>
      hidden || name === 'id' || type === 'timestamp' || (row[name] ?? null) === null ? [] : [[name, row[name]]],
    ),
  );

/** Numbers may be texts, and flags numbers, as a driver gives them and as the journal holds them. */
function isAlike(type: string, one: Scalar, other: Scalar): boolean {
  if (one === other) return true;
  if (one === null || other === null || /char|text|key|json/.test(type)) return false;
  return String(one) === String(other) || Number(one) === Number(other);
}
