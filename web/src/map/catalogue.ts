/** What there is in the graph for the reader: kinds with their colours and signs, in the order in which rows stand, and families. */
import type { Titles } from '../i18n/titles.js';
import type { MapOfKinds } from '../api/map.js';
import { rowsOf, type KindEdge } from './rows.js';

export interface GraphKind {
  path: string;
  /** What its objects are called, in the language of the answer. */
  title: string;
  /** The name of its view. */
  view: string;
  /** Of its lines, on light ground. */
  colour: string;
  /** Shapes of SVG, lines in a square of 24 units. */
  icon: string;
}

/** The answer of `GET /api/graph/kinds`, as much of it as the page needs. */
export interface KindsAnswer {
  kinds: GraphKind[];
  families: Array<{ name: string; title: string }>;
  edges: Array<KindEdge & { name: string; connector: string | null }>;
}

export interface Catalogue {
  kinds: ReadonlyMap<string, GraphKind>;
  /** The place of each kind among all: the business first, machines last. */
  order: ReadonlyMap<string, number>;
  views: ReadonlyMap<string, Titles>;
  families: ReadonlyMap<string, string>;
  edges: KindsAnswer['edges'];
}

/** The kinds as the page shows them; views stand in the order of the API's description. */
export function catalogueOf({ kinds, families, edges }: KindsAnswer, map: MapOfKinds): Catalogue {
  const places = new Map([...map.kinds.keys()].map((path, i) => [path, i]));
  const hueOf = ({ path }: GraphKind): number => map.kinds.get(path)?.hue ?? map.kinds.size;
  const sorted = [...kinds].sort((a, b) => hueOf(a) - hueOf(b) || places.get(a.path)! - places.get(b.path)!);
  const order = rowsOf(sorted, edges);
  const ordered = [...kinds].sort((a, b) => order.get(a.path)! - order.get(b.path)!);
  return {
    kinds: new Map(ordered.map((kind) => [kind.path, kind])),
    order,
    views: new Map(ordered.map(({ view, path }) => [view, map.kinds.get(path)?.view ?? { en: view }])),
    families: new Map(families.map(({ name, title }) => [name, title])),
    edges,
  };
}
