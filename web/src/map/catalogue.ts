/** What there is in the graph for the reader: kinds with their colours and signs, in the order in which rows stand, and families. */
import type { GraphAnswer } from 'meridian-client';
import { said, type Titles } from '../i18n/titles.js';
import type { MapOfKinds } from '../api/map.js';
import { rowsOf } from './rows.js';

type KindsAnswer = GraphAnswer<'kinds'>;
/** A kind of the graph; `one` is what a single object of it is called. */
export type GraphKind = KindsAnswer['kinds'][number] & { one: string };

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

/** The kinds as the page shows them; views stand in the order of the API's description. */
export function catalogueOf({ kinds, families, edges }: KindsAnswer, map: MapOfKinds): Catalogue {
  const places = new Map([...map.kinds.keys()].map((path, i) => [path, i]));
  const hueOf = ({ path }: { path: string }): number => map.kinds.get(path)?.hue ?? map.kinds.size;
  const sorted = [...kinds].sort((a, b) => hueOf(a) - hueOf(b) || places.get(a.path)! - places.get(b.path)!);
  const order = rowsOf(sorted, edges);
  const ordered = [...kinds].sort((a, b) => order.get(a.path)! - order.get(b.path)!);
  return {
    kinds: new Map(ordered.map((kind) => [kind.path, { ...kind, one: oneOf(kind, map) }])),
    order,
    views: new Map(ordered.map(({ view, path }) => [view, map.kinds.get(path)?.view ?? { en: view }])),
    families: new Map(families.map(({ name, title }) => [name, title])),
    edges,
  };
}
