/**
 * Never a ball: what would be more boxes or lines than can be read is folded, step by step and only as far as needed. What
 * was folded is counted, so that the caption can say so.
 */
import { allItems, isClosed, type Item, type Strand } from './items.js';

/** So many alike leaves are always one box. */
const ALWAYS = 20;
const ALWAYS_OF_CROWDS = 5;
/** Kinds of which there are crowds. */
const CROWDS = new Set(['workstations', 'phones', 'peripherals']);
/** Lines for each box at most. */
const LINES_PER_BOX = 4;

/** What was folded, for the caption. */
export interface Folding {
  groups: number;
  closed: number;
  /** Lines that are drawn together with others. */
  merged: number;
  /** Objects and lines that are not drawn. */
  objects: number;
  lines: number;
}

/** A picture in the making. */
export interface Draft {
  roots: Item[];
  strands: Strand[];
  /** How many boxes stand for alike objects from the start. */
  together?: number;
  /** How many objects have no box since nothing is linked to them, where the view tells it. */
  unlinked?: number;
  /** Second lines name what lines lead to outside of what the picture was narrowed to. */
  leadsOut?: true;
  /** What second lines say, by the kind of their boxes: kinds whose objects are named there, and columns. */
  notes?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Flows that are not drawn: how many, and the names of the first. */
  endless?: { total: number; names: readonly string[] };
}

/**
 * Folds a picture until it has `most` boxes at most and four lines a box.
 * @param most boxes at most; left out: only what a view always draws as one is folded
 */
export function foldDraft(draft: Draft, most?: number): Folding {
  const folding: Folding = { groups: 0, closed: 0, merged: 0, objects: 0, lines: 0 };
  mergeParallel(draft, folding, (strands) => strands.length > (strands[0]!.rule.apart ?? Infinity));
  mergeAlways(draft);
  if (most === undefined) return folding;
  foldGroups(draft, folding, ({ kind }, size) => size >= (CROWDS.has(kind) ? ALWAYS_OF_CROWDS : ALWAYS));
  let boxes = countOf(draft.roots);
  if (boxes > most) {
    foldGroups(draft, folding, (_, size) => {
      if (boxes <= most) return false;
      boxes -= size - 1;
      return true;
    });
  }
  const tooManyLines = (): boolean => draft.strands.length > LINES_PER_BOX * boxes;
  if (tooManyLines()) mergeParallel(draft, folding, (strands) => strands.length > 1);
  if (boxes > most) boxes = closeContainers(draft, folding, boxes, most);
  if (boxes > most) boxes = leaveOut(draft, folding, most);
  if (tooManyLines()) leaveOutLines(draft, folding, LINES_PER_BOX * boxes);
  return folding;
}

const countOf = (roots: readonly Item[]): number => [...allItems(roots)].length;

/** Leaves of one kind in one container with the same neighbours, the largest group first. */
function foldGroups(draft: Draft, folding: Folding, wanted: (first: Item, size: number) => boolean): void {
  const neighbours = neighboursOf(draft.strands);
  const groups = new Map<string, Item[]>();
  for (const item of allItems(draft.roots)) {
    if (item.children.length || !item.kind || item.folded || item.root) continue;
    const key = `${item.parent?.order ?? ''} ${item.kind} ${item.state ?? ''} ${neighbours(item)}`;
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  const large = [...groups.values()].filter(({ length }) => length > 1);
  large.sort((a, b) => b.length - a.length || a[0]!.order - b[0]!.order);
  const into = new Map<Item, Item>();
  for (const items of large) {
    const first = items[0]!;
    if (!wanted(first, items.length)) continue;
    const group: Item = {
      ...{ id: `${first.id}*${items.length}`, kind: first.kind, label: '', children: [], values: [], badges: [] },
      ...{ count: items.length, folded: 'group', order: first.order },
      ...(first.parent && { parent: first.parent }),
      ...(first.state && { state: first.state }),
    };
    for (const item of items) into.set(item, group);
    folding.groups++;
  }
  if (!into.size) return;
  const replaced = (items: readonly Item[]): Item[] => [...new Set(items.map((item) => into.get(item) ?? item))];
  for (const parent of new Set([...into.keys()].map((item) => item.parent))) {
    if (parent) parent.children = replaced(parent.children);
    else draft.roots = replaced(draft.roots);
  }
  draft.strands = redirected(draft.strands, (item) => into.get(item) ?? item);
}

/** What the lines of an item lead to, as a text. */
function neighboursOf(strands: readonly Strand[]): (item: Item) => string {
  const ends = new Map<Item, string[]>();
  const add = (item: Item, end: string): void => void (ends.get(item)?.push(end) ?? ends.set(item, [end]));
  for (const { from, to, rule } of strands) {
    add(from, `>${rule.edge} ${to.order}`);
    add(to, `<${rule.edge} ${from.order}`);
  }
  return (item) => (ends.get(item) ?? []).sort().join(',');
}

/** Lines whose ends have gone into other boxes: those of one box to itself go, and those that say the same become one. */
export function redirected(strands: readonly Strand[], end: (item: Item) => Item): Strand[] {
  const known = new Map<string, Strand>();
  const all: Strand[] = [];
  for (const strand of strands) {
    const [from, to] = [end(strand.from), end(strand.to)];
    if (from === strand.from && to === strand.to) {
      all.push(strand);
      continue;
    }
    if (from === to) continue;
    const key = `${strand.rule.edge} ${from.order} ${to.order} ${isClosed(strand)}`;
    const same = known.get(key);
    if (same) {
      same.count += strand.count;
      same.merged = [...(same.merged ?? [same.edge]), ...(strand.merged ?? [strand.edge])];
      continue;
    }
    const moved = { ...strand, from, to };
    known.set(key, moved);
    all.push(moved);
  }
  return all;
}

/** Lines that are one between two boxes in any case, which they say themselves: nothing is hidden by that. */
function mergeAlways(draft: Draft): void {
  const folding: Folding = { groups: 0, closed: 0, merged: 0, objects: 0, lines: 0 };
  mergeParallel(draft, folding, ([first]) => first!.rule.parallel === true);
}

/** Lines of one kind between two boxes. */
function mergeParallel(draft: Draft, folding: Folding, wanted: (strands: readonly Strand[]) => boolean): void {
  const pairs = new Map<string, Strand[]>();
  for (const strand of draft.strands) {
    const [a, b] = [strand.from.order, strand.to.order];
    const key = `${strand.rule.edge} ${Math.min(a, b)} ${Math.max(a, b)} ${isClosed(strand)}`;
    const known = pairs.get(key);
    if (known) known.push(strand);
    else pairs.set(key, [strand]);
  }
  const gone = new Set<Strand>();
  for (const strands of pairs.values()) {
    if (strands.length < 2 || !wanted(strands)) continue;
    const [first, ...others] = strands as [Strand, ...Strand[]];
    const both = strands.some(({ from, edge }) => from !== first.from || edge.both);
    const merged = {
      ...first,
      edge: { ...first.edge, both },
      count: strands.reduce((sum, { count }) => sum + count, 0),
      merged: strands.flatMap(({ edge, merged: those }) => those ?? [edge]),
    };
    draft.strands[draft.strands.indexOf(first)] = merged;
    for (const other of others) gone.add(other);
    folding.merged += others.length;
  }
  if (gone.size) draft.strands = draft.strands.filter((strand) => !gone.has(strand));
}

/** Closes containers, deepest first, until few enough boxes are left; returns how many. */
function closeContainers(draft: Draft, folding: Folding, boxes: number, most: number): number {
  const containers: Array<{ item: Item; depth: number }> = [];
  const collect = (items: readonly Item[], depth: number): void => {
    for (const item of items) {
      if (!item.children.length) continue;
      containers.push({ item, depth });
      collect(item.children, depth + 1);
    }
  };
  collect(draft.roots, 0);
  containers.sort((a, b) => b.depth - a.depth || a.item.order - b.item.order);
  const into = new Map<Item, Item>();
  let left = boxes;
  for (const { item } of containers) {
    if (left <= most) break;
    for (const inner of allItems(item.children)) {
      into.set(inner, item);
      if (inner.folded === 'closed') folding.closed--;
      left--;
    }
    closeItem(item);
    folding.closed++;
  }
  const outermost = (item: Item): Item => {
    let at = item;
    for (let next = into.get(at); next; next = into.get(at)) at = next;
    return at;
  };
  draft.strands = redirected(draft.strands, outermost);
  return left;
}

/** Closes a container: it says what stands in it, and stands for that. */
export function closeItem(item: Item): void {
  item.held = heldBy(item);
  item.folded = 'closed';
  item.count = 1 + [...item.held.values()].reduce((sum, n) => sum + n, 0);
  item.children = [];
}

/** What stands in a container, by kind. */
function heldBy(container: Item): Map<string, number> {
  const held = new Map<string, number>();
  const add = (kind: string, n: number): void => void held.set(kind, (held.get(kind) ?? 0) + n);
  for (const { kind, held: inner, count } of allItems(container.children)) {
    if (inner) {
      add(kind, 1);
      for (const [path, n] of inner) add(path, n);
    } else {
      add(kind, count);
    }
  }
  held.delete('');
  return held;
}

/** Keeps the boxes with most lines, and tells the others as one; returns how many boxes there are. */
function leaveOut(draft: Draft, folding: Folding, most: number): number {
  const degree = new Map<Item, number>();
  for (const { from, to, count } of draft.strands) {
    for (const item of [from, to]) degree.set(item, (degree.get(item) ?? 0) + count);
  }
  // All containers are closed by now: what is left stands side by side.
  const byLines = [...draft.roots].sort((a, b) => (degree.get(b) ?? 0) - (degree.get(a) ?? 0) || a.order - b.order);
  const kept = new Set(byLines.slice(0, most - 1));
  const gone = draft.roots.filter((item) => !kept.has(item));
  folding.objects = gone.reduce((sum, { count }) => sum + count, 0);
  folding.groups -= gone.filter(({ folded }) => folded === 'group').length;
  folding.closed -= gone.filter(({ folded }) => folded === 'closed').length;
  const more: Item = {
    ...{ id: 'more', kind: '', label: '', children: [], values: [], badges: [] },
    ...{ count: folding.objects, folded: 'more', order: Number.MAX_SAFE_INTEGER },
  };
  draft.roots = [...draft.roots.filter((item) => kept.has(item)), more];
  const before = draft.strands.length;
  draft.strands = draft.strands.filter(({ from, to }) => kept.has(from) && kept.has(to));
  folding.lines += before - draft.strands.length;
  return draft.roots.length;
}

/** Keeps the lines that stand for most. */
function leaveOutLines(draft: Draft, folding: Folding, most: number): void {
  const order = draft.strands.map((strand, i) => ({ strand, i }));
  order.sort((a, b) => b.strand.count - a.strand.count || a.i - b.i);
  const kept = new Set(order.slice(0, most).map(({ strand }) => strand));
  folding.lines += draft.strands.length - kept.size;
  draft.strands = draft.strands.filter((strand) => kept.has(strand));
}
