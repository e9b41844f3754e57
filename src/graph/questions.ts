/** What is asked of the graph: plain data, checked, on its way to the thread that answers. */
import type { CsvFile } from '../files/csv.js';
import type { VisibleIds } from '../engine/index.js';
import type { Hit } from './graph.js';
import type { Direction } from './walks/filter.js';

/** The routes that the graph itself answers. */
export const ROUTES = [
  'objects',
  'neighbourhood',
  'between',
  'paths',
  'impact',
  'dependencies',
  'single-points',
  'cuts',
  'cycles',
  'orphans',
  'statistics',
] as const;
export type Route = (typeof ROUTES)[number];

/** Formats of answers. */
export const FORMATS = ['json', 'cytoscape', 'graphml', 'dot', 'mermaid', 'csv'] as const;
export type GraphFormat = (typeof FORMATS)[number];

/** The routes whose answers are drawn as pictures too, and the formats in which they are: whoever draws answers in these. */
export const WALKS = ['neighbourhood', 'paths', 'impact'] as const satisfies readonly Route[];
export type Walk = (typeof WALKS)[number];
export const DRAWN_FORMATS = ['svg', 'png', 'drawio', 'text'] as const;
export type DrawnFormat = (typeof DRAWN_FORMATS)[number];

/** An object by the path of its kind and its id. */
export interface ObjectName {
  kind: string;
  id: number;
}

/** Behind the name of a family: edges of it count at either end, not only where they lead to an object. */
export const EITHER = ':either';

/** What a request asks for; each route has some of these members. */
export interface Question {
  route: Route;
  format: GraphFormat;
  csv: CsvFile;
  /** The objects that it begins with; of a search those that were found. */
  of: readonly ObjectName[];
  /** How many a search found beside them. */
  leftOut: number;
  from: readonly ObjectName[];
  to: readonly ObjectName[];
  search: string;
  depth: number;
  direction: Direction;
  families: readonly string[];
  edges: readonly string[];
  kinds: readonly string[];
  views: readonly string[];
  tags: readonly string[];
  hide: readonly string[];
  ofKinds: readonly string[];
  among: readonly string[];
  /** Families, with `EITHER` behind them where an edge counts at either end. */
  without: readonly string[];
  states: ReadonlyArray<Hit | 'doubtful'>;
  flows: boolean;
  minUp: ReadonlyArray<ObjectName & { least: number }>;
  /** How many suppliers of a sort are enough for an object. */
  needs: ReadonlyArray<ObjectName & { sort: string; least: number }>;
  /** How many fail at a time, of single points. */
  together: number;
  /** Whether headings are among what an object hangs on. */
  headings: boolean;
  least: number;
  longest: number;
  most: number;
  /** Whether connectors are nodes between their ends. */
  connectors: 'edges' | 'nodes';
}

/**
 * What pictures, reports and lists ask for: objects of some kinds with edges of some types, the ends of edges alone, the map by
 * kinds alone, or of some objects whether they are reachable from kinds that are outside, and how much fails with the first of them.
 */
export type PartQuestion =
  | { route: 'part'; kinds: readonly string[]; edges: readonly string[] }
  | { route: 'ends'; edges: readonly string[] }
  | { route: 'kinds-in-numbers' }
  /** Of objects of some kinds with an availability need of this height: whose failure alone takes any of them down. */
  | { route: 'points'; kinds: readonly string[]; need: number; least: number; most: number }
  /** Ids of the objects of some kinds that nothing is linked to. */
  | { route: 'alone'; kinds: readonly string[] }
  | { route: 'exposure'; of: readonly ObjectName[]; outside: readonly string[]; most: number };

/** Which state of the map is the one of this moment. */
export interface SnapshotQuestion {
  route: 'snapshot';
}

/** What a caller sees, by the path of each kind and connector. */
export type VisibleByKind = Readonly<Record<string, VisibleIds>>;

/** Kinds and connectors that a caller may not list, in the order of the registry. */
export const hiddenIn = (visible: VisibleByKind): string[] =>
  Object.entries(visible).flatMap(([path, seen]) => (seen === 'none' ? [path] : []));
