/** What there is in the graph for the reader: kinds with their colours and signs, in the order in which rows stand, and families. */
import type { GraphAnswer } from 'meridian-client';
import { t } from '../i18n/index.js';
import { said, type Titles } from '../i18n/titles.js';
import type { MapOfKinds } from '../api/map.js';
import { rowsOf } from './rows.js';

type KindsAnswer = GraphAnswer<'kinds'>;
/** A kind of the graph: what a single object of it is called, and the number of its colour. */
export type GraphKind = KindsAnswer['kinds'][number] & { one: string; number: number | undefined };

export interface Catalogue {
  kinds: ReadonlyMap<string, GraphKind>;
  /** The place of each kind among all: the business first, machines last. */
  order: ReadonlyMap<string, number>;
  views: ReadonlyMap<string, Titles>;
  families: ReadonlyMap<string, string>;
  edges: KindsAnswer['edges'];
}

const oneOf = ({ path, title }: KindsAnswer['kinds'][number], map: MapOfKinds): string =>
  said(map.kinds.get(path)?.one ?? { en: title }).text;

/** What a single object of a kind is called. */
export const nameOfKind = ({ kinds }: Catalogue, kind: string): string =>
  kind === OUTSIDE ? t('map.kind.outside') : (kinds.get(kind)?.one ?? kind);

/** Objects by their kinds, in the order of the rows. */
export function byKind<O extends { kind: string }>({ order }: Catalogue, objects: readonly O[]): Array<[string, O[]]> {
  const found = new Map<string, O[]>();
  for (const one of objects) found.set(one.kind, [...(found.get(one.kind) ?? []), one]);
  const place = (kind: string): number => order.get(kind) ?? order.size;
  return [...found].sort(([one], [other]) => place(one) - place(other));
}

/** The kind of what is no object: ranges at the ends of flows. */
const OUTSIDE = 'outside';

/** The kinds as the page shows them; views stand in the order of the API's description. */
export function catalogueOf({ kinds, families, edges }: KindsAnswer, map: MapOfKinds): Catalogue {
  const places = new Map([...map.kinds.keys()].map((path, i) => [path, i]));
  const hueOf = ({ path }: { path: string }): number => map.kinds.get(path)?.hue ?? map.kinds.size;
  const sorted = [...kinds].sort((a, b) => hueOf(a) - hueOf(b) || places.get(a.path)! - places.get(b.path)!);
  const order = rowsOf(sorted, edges);
  const ordered = [...kinds].sort((a, b) => order.get(a.path)! - order.get(b.path)!);
  return {
    kinds: new Map(
      ordered.map((kind) => [kind.path, { ...kind, one: oneOf(kind, map), number: map.kinds.get(kind.path)?.colour }]),
    ),
    order,
    views: new Map(ordered.map(({ view, path }) => [view, map.kinds.get(path)?.view ?? { en: view }])),
    families: new Map(families.map(({ name, title }) => [name, title])),
    edges,
  };
}
