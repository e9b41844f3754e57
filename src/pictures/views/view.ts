/** What a view is: which objects it draws, what stands in what, what is a line and what a second line in a box. */
import type { LabelKey } from '../locales/index.js';

/** An end of an edge. */
export type End = 'from' | 'to';

/** One object stands in the other. Of several rules the first one that applies. */
export interface NestRule {
  edge: string;
  /** The end that is the container. */
  container: End;
  /** Applies only where the object has one container of this kind of edge. */
  only?: true;
  /** Containers are ranges of addresses (`range`, a column): that of the first address in `list`, a column of the object. */
  firstAddress?: { list: string; range: string };
}

/** Strokes that tell lines apart without colour. */
export type Pattern = 'dashed' | 'dotted';

/** Edges that are drawn. */
export interface LineRule {
  edge: string;
  /** What the line says: words of the legend and of the outline. */
  means: LabelKey;
  /** `to` (default): an arrow at the end `to`, at both ends if the edge goes both ways. */
  arrow?: 'none' | 'to';
  /** The edge has its own label in the picture: always, or where `show` names it. */
  label?: 'always' | 'ports';
  /** Column of the connector with its colour, `#rrggbb`. */
  colour?: string;
  /** Column of the connector with what sort of line it is, said in the legend beside its colour. */
  sort?: string;
  /** Column of the connector: where it begins with a word that forbids, the line is a way that is closed. */
  action?: string;
  /** Several between two ends are always one line with their number. */
  parallel?: true;
  /** Connectors of this path that lie between no two objects are told by name, where nothing narrows the picture. */
  tellEndless?: true;
  /** Column of the connector with its importance, a number from 1 on. */
  width?: string;
  /** How lines of this meaning are drawn, where others in the same picture mean something else; left out: in one stroke. */
  pattern?: Pattern;
  /** Column of the connector: the line is dashed where it is 0. */
  active?: string;
  /** Column of the connector: the line has a lock where it is 1. */
  lock?: string;
  /** Not drawn where a way along these edges, one after the other, leads from one end to the other; or where this one joins both. */
  unless?: readonly [string, string?];
  /** So many between two ends are drawn apart; more become one. */
  apart?: number;
  /** Drawn only where `show` names it. */
  show?: string;
  /** The line leads from the end `to` to the other. */
  backwards?: true;
  /** In the picture the end that the line leads to stands to the left of the other. */
  leftwards?: true;
  /** Only further ones of an object are drawn: the first one is where it stands. */
  further?: true;
}

/** Names of objects, written on the second line of the box at the other end. */
export interface BadgeRule {
  edge: string;
  /** The end whose box has them. */
  on: End;
  /** The kind at the other end. */
  kind: string;
}

/** What a picture can be narrowed to. */
export type Selector = {
  name: string;
  /** One, or several separated by commas. */
  list?: true;
} & (
  | {
      /** The kind of the objects that are named by id. */
      kind: string;
      /**
       * `within`: these, and what stands in them; `follow`: these, and what lies along `edges` from them; `touching`: the
       * lines that have an end among what `follow` gives, with both ends.
       */
      keeps: 'within' | 'follow' | 'touching';
      edges?: ReadonlyArray<readonly [edge: string, towards: End]>;
    }
  | {
      /** Objects of `on` whose column has this value. */
      keeps: 'column';
      on: string;
      column: string;
      /** The words that may be given, with what they mean in the column; left out: any text, compared folded. */
      values?: Readonly<Record<string, number>>;
    }
);

/** A picture of the map. */
export interface View {
  name: string;
  /** What has a box, in the order in which the legend tells it. */
  kinds: readonly string[];
  /** Kinds that have a box only if a line or a box in them keeps them. */
  linkedOnly?: readonly string[];
  /** Of these kinds it is told how many have no box, in words for one and for several: who misses one is to know why. */
  unlinked?: { kinds: readonly string[]; one: LabelKey; several: LabelKey };
  /** Where the picture is narrowed, second lines name what lines lead to outside of it, and this says so. */
  leadsOut?: LabelKey;
  /** Kinds that are drawn only where `show` names them. */
  shown?: Readonly<Record<string, readonly string[]>>;
  nest: readonly NestRule[];
  /** What lies outside of the map, at ends of flows, is drawn where `show` has this word. */
  outside?: string;
  /** Rules of nesting that count only with `group=` this word. */
  groups?: Readonly<Record<string, readonly NestRule[]>>;
  /** What is outermost is read as a list: it stands in columns, which hardly change when a part of it goes. */
  list?: true;
  /** Boxes stand in rows, in their places alone, and lines find their ways between them: where an object stands says more than its lines.
   * `page`: in rows of the shape of a page. */
  packed?: 'rows' | 'page';
  /** Objects of these kinds that edges join to several objects of a kind stand in none of them, but between them. */
  between?: { kinds: readonly string[]; of: string; edges: readonly string[] };
  /** Objects of these kinds that stand nowhere are put into a container of this name. */
  elsewhere?: { kinds: readonly string[]; label: LabelKey };
  /** Objects stand in containers named by a column; those without a value in one of this name. */
  groupBy?: { kind: string; column: string; without: LabelKey };
  lines: readonly LineRule[];
  badges: readonly BadgeRule[];
  /** Columns written on the second line, by kind. */
  badgeColumns?: Readonly<Record<string, readonly string[]>>;
  /** Columns with addresses, written on the second line with `show=ip`, by kind. */
  addresses?: Readonly<Record<string, string>>;
  /** More devices than this are drawn by the outermost places that they stand in, each of which leads to the picture of its own. */
  byPlace?: { devices: readonly string[]; most: number; selectors: Readonly<Record<string, string>> };
  /** Words that `show` takes in this view. */
  show: readonly string[];
  selectors: readonly Selector[];
  /** `granularity` 1 to 3: the kinds that each of them draws. */
  granularity?: readonly (readonly string[])[];
}
