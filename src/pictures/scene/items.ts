/** Boxes and lines while a scene is being made: linked to each other, and folded in place. */
import { fold } from '../../core/text/fold.js';
import type { LabelKey } from '../locales/index.js';
import type { MapEdge, MapNode, MapPart, StateWord } from '../source.js';
import type { LineRule } from '../views/view.js';

/** A box in the making. */
export interface Item {
  /** The object; left out for containers by a column, groups and what is left out. */
  node?: MapNode;
  id: string;
  kind: string;
  label: string;
  /** The label is this text of ours, in the language of the picture. */
  says?: LabelKey;
  parent?: Item;
  children: Item[];
  /** What stands on the second line: values of its own, and names of other objects. */
  values: string[];
  badges: string[];
  /** How many objects it stands for. */
  count: number;
  folded?: 'group' | 'closed' | 'more';
  /** What stands in a closed container, by kind. */
  held?: Map<string, number>;
  /** Its state in an impact. */
  state?: StateWord;
  /** What becomes of it cannot be told. */
  doubtful?: true;
  /** Its failure alone takes down what the picture is about. */
  point?: true;
  /** Where it leads to, instead of the page of its object. */
  href?: string;
  /** Id of the document with its own icon. */
  icon?: number;
  /** What the picture is about. */
  root?: true;
  /** Place in the order of the picture. */
  order: number;
}

/** A line in the making. */
export interface Strand {
  edge: MapEdge;
  rule: LineRule;
  from: Item;
  to: Item;
  count: number;
  /** The edges that it stands for, where it is one line for several between the same ends. */
  merged?: readonly MapEdge[];
  /** It is labelled with what it means where it has no label of its own. */
  worded?: true;
}

/** Words that an action begins with where it forbids, folded. */
const FORBIDS = ['deny', 'drop', 'discard', 'reject', 'reje', 'block', 'bloqu', 'refus', 'interdi', 'forbid', 'prohib'];

/** Whether a line is a way that is closed: such lines become one with their like alone. */
export function isClosed({ edge, rule }: Pick<Strand, 'edge' | 'rule'>): boolean {
  const action = edge.data[rule.action ?? ''];
  return (
    rule.means === 'blocked' || (typeof action === 'string' && FORBIDS.some((word) => fold(action).startsWith(word)))
  );
}

/** Edges of a part of the map by their type. */
export function edgesByType({ edges }: MapPart): (type: string) => readonly MapEdge[] {
  const byType = new Map<string, MapEdge[]>();
  for (const edge of edges) {
    const own = byType.get(edge.type);
    if (own) own.push(edge);
    else byType.set(edge.type, [edge]);
  }
  return (type) => byType.get(type) ?? [];
}

/** All items under these, these included, containers before what is in them. */
export function* allItems(items: readonly Item[]): Iterable<Item> {
  for (const item of items) {
    yield item;
    yield* allItems(item.children);
  }
}
