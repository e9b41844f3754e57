/** Makes the scene of a view: what has a box, what stands in what, lines, second lines, and what had to be folded. */
import { UnknownObject } from '../../core/http/errors.js';
import { fold } from '../../core/text/fold.js';
import { type LabelKey, Words } from '../locales/index.js';
import type { PictureOptions } from '../options.js';
import {
  OUTSIDE,
  type Kind,
  type MapEdge,
  type MapNode,
  type MapPart,
  type Overview,
  type PictureSource,
  type Wanted,
} from '../source.js';
import { OVERVIEW } from '../views/overview.js';
import { DEPENDENCIES, IMPACT, OBJECT, PATH } from '../views/walks.js';
import type { LineRule, NestRule, View } from '../views/view.js';
import { finish } from './finish.js';
import { closeItem, foldDraft, redirected, type Draft, type Folding } from './fold.js';
import { allItems, edgesByType, type Item, type Strand } from './items.js';
import { addressesIn, containersOf } from './nest.js';
import { bundled, overviewDraft } from './overview.js';
import { nodeId, type Scene } from './scene.js';
import {
  cutAnswer,
  dependenciesDraft,
  whatTakesItDown,
  labelsOf,
  markCut,
  MAX_HIT,
  needsSaid,
  needsViews,
  partedSaid,
  putIntoViews,
  restTogether,
  walkDraft,
  type WalkAnswer,
} from './walk.js';
import { select, type Selection } from './select.js';

/** What may be asked for with `fold=none`. */
export const MAX_UNFOLDED = 2000;

/** More boxes than can be drawn unfolded. */
export class TooManyBoxes extends Error {
  constructor(readonly boxes: number) {
    super(`${boxes} boxes are too many to be drawn without folding.`);
  }
}

/** The rules of a view as they count for one picture. */
interface Chosen {
  kinds: readonly string[];
  nest: readonly NestRule[];
  lines: readonly LineRule[];
}

/**
 * Reads what a view draws, and makes its scene.
 * @throws `UnknownObject` where a selector names none; `TooManyBoxes` where nothing may be folded
 */
export async function sceneOf(source: PictureSource, view: View, options: PictureOptions): Promise<Scene> {
  const { kinds } = source;
  if (view === OVERVIEW) return overviewScene(await source.overview(), kinds, options);
  return sceneOfPart(await source.read(wantedOf(view, options)), kinds, view, options);
}

/** The scene of the map by kinds alone. `kinds`: all kinds, in the order of the registry. */
export function overviewScene(overview: Overview, kinds: readonly Kind[], options: PictureOptions): Scene {
  const words = new Words(options.language, kinds);
  const draft = overviewDraft(overview, kinds, words);
  const scene = finish({ draft, folding: foldDraft(draft), view: OVERVIEW, options, words, kinds });
  return bundled(scene, 'bundled', words);
}

const NOTHING_CUT: ReadonlyMap<string, number> = new Map();

/** The scene of an answer of the graph, which `view` is the picture of. */
export function walkScene(whole: WalkAnswer, kinds: readonly Kind[], view: View, options: PictureOptions): Scene {
  const words = new Words(options.language, kinds);
  if (view === DEPENDENCIES) return dependenciesScene(whole, kinds, options, words);
  const { answer, cut } = view === OBJECT ? cutAnswer(whole, options.cutAt) : { answer: whole, cut: NOTHING_CUT };
  const { summary } = answer;
  const draft = walkDraft(answer, words, options.fold === 'none' ? null : MAX_HIT);
  markCut(draft, cut, words);
  if (answer.not_drawn?.blocked) draft.endless = { total: answer.not_drawn.blocked, names: answer.not_drawn.names };
  const inViews = needsViews(answer, options.fold !== 'none', words);
  if (inViews) putIntoViews(draft, answer, kinds, words);
  if (inViews && summary && options.fold !== 'none') restTogether(draft, MAX_HIT, words);
  const folded = foldAsAsked(draft, options);
  // What the graph left out of its answer is not shown either.
  const objects = folded.objects + (answer.meta.left_out ?? 0);
  const all = { ...folded, objects, groups: folded.groups + (draft.together ?? 0) };
  const ends =
    view === PATH ? { from: labelsOf(answer, answer.meta.from), to: labelsOf(answer, answer.meta.to) } : undefined;
  const scene = finish({
    ...{ draft, folding: all, view, options, words, kinds, upwards: view === IMPACT || options.cutAt !== undefined },
    ...(ends && { ends }),
    ...(summary && { hit: hitOf(answer, words) }),
  });
  return inViews ? bundled(scene, view === IMPACT ? 'bundledImpact' : 'bundledWalk', words) : scene;
}

/** What an object relies on, a column for each layer, and who takes it down alone. */
function dependenciesScene(whole: WalkAnswer, kinds: readonly Kind[], options: PictureOptions, words: Words): Scene {
  const { answer, left } = options.fold === 'none' ? { answer: whole, left: 0 } : whatTakesItDown(whole);
  const draft = dependenciesDraft(answer, words);
  const scene = finish({ draft, folding: foldAsAsked(draft, options), view: DEPENDENCIES, options, words, kinds });
  const caption = [scene.caption, left && words.say('onlyDown', { n: left })].filter(Boolean).join(' ');
  return { ...scene, packed: 'rows', layers: true, caption };
}

/** An outage in numbers, and in sentences what that which is hit needs and what falls apart. */
function hitOf(answer: WalkAnswer, words: Words): NonNullable<Parameters<typeof finish>[0]['hit']> {
  const { summary, doubtful } = answer;
  const needs = [partedSaid(answer, words), needsSaid(answer, words)].filter(Boolean).join(' ');
  return { summary: { ...summary, ...(doubtful?.length && { doubtful: { total: doubtful.length } }) }, needs };
}

/** The scene of a view, out of what it wanted. Throws as `sceneOf`. */
export function sceneOfPart(part: MapPart, kinds: readonly Kind[], view: View, options: PictureOptions): Scene {
  requireSelected(part, view, options);
  const draft = draftOf(part, view, chosenOf(view, options), options);
  const words = new Words(options.language, kinds);
  const closed = closePlaces(draft, view, options);
  const folding = foldAsAsked(draft, options);
  const scene = finish({ draft, folding, view, options, words, kinds });
  return closed ? { ...scene, caption: [scene.caption, words.say('byPlace')].filter(Boolean).join(' ') } : scene;
}

/**
 * Of more devices than can be read on a page the places that they stand in are drawn, the outermost of which there are several;
 * each leads to the picture of its own. Returns whether any was closed.
 */
function closePlaces(draft: Draft, { name, byPlace }: View, { fold, links, most }: PictureOptions): boolean {
  if (!byPlace || fold === 'none') return false;
  const isDevice = ({ kind }: Item): boolean => byPlace.devices.includes(kind);
  if ([...allItems(draft.roots)].filter(isDevice).length <= Math.min(byPlace.most, most)) return false;
  let places = draft.roots.filter(({ children }) => children.length);
  while (places.length === 1) {
    const inner = places[0]!.children.filter(({ children }) => children.length);
    if (!inner.length) return false;
    places = inner;
  }
  const into = new Map<Item, Item>();
  for (const place of places) {
    const selector = byPlace.selectors[place.kind];
    if (!selector) continue;
    for (const inner of allItems(place.children)) into.set(inner, place);
    closeItem(place);
    const picture = encodeURIComponent(`${name}?${selector}=${place.node!.id}`);
    if (links) place.href = `/map#way=pictures&picture=${picture}`;
  }
  draft.strands = redirected(draft.strands, (item) => into.get(item) ?? item);
  return into.size > 0;
}

/** Folds a draft as the options say. Throws TooManyBoxes where nothing is to be folded and that is too much. */
function foldAsAsked(draft: Draft, { fold, most }: PictureOptions): Folding {
  if (fold !== 'none') return foldDraft(draft, most);
  const boxes = draft.roots.reduce((sum, item) => sum + sizeOf(item), 0);
  if (boxes > MAX_UNFOLDED) throw new TooManyBoxes(boxes);
  return foldDraft(draft);
}

/** Kinds whose objects selectors of this picture name. */
const selectedKinds = (view: View, { selected }: PictureOptions): string[] =>
  view.selectors.flatMap((selector) => ('kind' in selector && selected.has(selector.name) ? [selector.kind] : []));

function requireSelected({ nodes }: MapPart, view: View, { selected }: PictureOptions): void {
  for (const selector of view.selectors) {
    if (!('kind' in selector)) continue;
    for (const id of selected.get(selector.name) ?? []) {
      if (nodes.some((node) => node.kind === selector.kind && node.id === id)) continue;
      throw new UnknownObject(selector.kind, id as number);
    }
  }
}

const sizeOf = (item: Item): number => item.children.reduce((sum, child) => sum + sizeOf(child), 1);

function chosenOf(view: View, { granularity, group, show }: PictureOptions): Chosen {
  const hidden = Object.entries(view.shown ?? {}).flatMap(([word, kinds]) => (show.has(word) ? [] : kinds));
  const { outside } = view;
  const drawn = (granularity && view.granularity?.[granularity - 1]) || view.kinds;
  return {
    kinds: [...drawn.filter((kind) => !hidden.includes(kind)), ...(outside && show.has(outside) ? [OUTSIDE] : [])],
    nest: [...view.nest, ...((group && view.groups?.[group]) || [])],
    lines: view.lines.filter((rule) => !rule.show || show.has(rule.show)),
  };
}

/** What has to be read for a picture. */
export function wantedOf(view: View, options: PictureOptions): Wanted {
  const { kinds, nest, lines } = chosenOf(view, options);
  const { show } = options;
  const columns: Record<string, Set<string>> = {};
  const want = (path: string, ...names: Array<string | undefined>): void => {
    for (const name of names) if (name !== undefined) (columns[path] ??= new Set()).add(name);
  };
  for (const { edge, firstAddress } of nest) {
    if (!firstAddress) continue;
    want(edge.replace(/^address:/, ''), firstAddress.list);
    want('subnetworks', firstAddress.range);
  }
  for (const { edge, colour, sort, action, width, active, lock, tellEndless } of lines)
    want(edge, colour, sort, action, width, active, lock, tellEndless && 'name');
  for (const selector of view.selectors) if (selector.keeps === 'column') want(selector.on, selector.column);
  if (view.groupBy) want(view.groupBy.kind, view.groupBy.column);
  for (const [path, names] of Object.entries(view.badgeColumns ?? {})) want(path, ...names);
  if (show.has('ip')) for (const [path, name] of Object.entries(view.addresses ?? {})) want(path, name);
  const edges = [
    ...[...nest, ...lines, ...view.badges].map(({ edge }) => edge),
    ...lines.flatMap(({ unless }) => unless?.flatMap((edge) => edge ?? []) ?? []),
    ...view.selectors.flatMap((selector) => ('edges' in selector ? (selector.edges ?? []) : []).map(([edge]) => edge)),
  ];
  return {
    kinds: [...new Set([...kinds, ...view.badges.map(({ kind }) => kind), ...selectedKinds(view, options)])],
    edges: [...new Set(edges)],
    columns: Object.fromEntries(Object.entries(columns).map(([path, names]) => [path, [...names]])),
  };
}

function draftOf(part: MapPart, view: View, chosen: Chosen, options: PictureOptions): Draft {
  const edgesOf = edgesByType(part);
  const parents = containersOf(part, chosen.nest, edgesOf);
  const between = standBetween(part, view, parents, edgesOf);
  const boxed = new Set(chosen.kinds);
  const selection = select(part, view, options, parents, edgesOf);
  for (let i = 0; i < parents.length; i++) if (!boxed.has(part.nodes[i]!.kind)) selection.nodes[i] = 0;
  const lines = linesOf(chosen, edgesOf, parents, selection);
  const farEnds = view.leadsOut ? farEndsOf(chosen, edgesOf, selection, boxed, part) : NONE;
  const kept = keptOf(part, view, parents, selection, lines, farEnds.keys());
  const badges = badgesOf(part, view, options, edgesOf, kept);
  for (const [near, far] of farEnds)
    badges.names.set(near, [
      ...(badges.names.get(near) ?? []),
      ...[...far].map((one) => `→ ${part.nodes[one]!.label}`),
    ]);
  dropBadges(kept, badges.given, parents, lines);
  const items = itemsOf(part, orderOf(part, chosen), kept, parents, badges);
  const roots = group(part, view, items, parents, between);
  const strands = lines.flatMap(({ edge, rule }): Strand[] => {
    const [from, to] = [items.get(edge.from), items.get(edge.to)];
    if (!from || !to) return [];
    return [{ edge, rule, ...(rule.backwards ? { from: to, to: from } : { from, to }), count: 1 }];
  });
  const isNarrowed = options.selected.size > 0 || options.tags.length > 0;
  const named = isNarrowed ? [] : chosen.lines.filter((rule) => rule.tellEndless);
  const endless = named.flatMap(({ edge }) => part.endless?.[edge] ?? []);
  return {
    ...{ roots, strands, notes: badges.notes, unlinked: unlinkedIn(part, view, selection, kept) },
    ...(farEnds.size && { leadsOut: true as const }),
    ...(endless.length && { endless: { total: endless.length, names: endless } }),
  };
}

interface DrawnEdge {
  edge: MapEdge;
  rule: LineRule;
}

/** Edges that are lines of the picture. */
function linesOf(
  { lines }: Chosen,
  edgesOf: (type: string) => readonly MapEdge[],
  parents: Int32Array,
  { nodes, touched }: Selection,
): DrawnEdge[] {
  return lines.flatMap((rule) => {
    const shortcut = rule.unless && waysAlong(rule.unless, edgesOf);
    return edgesOf(rule.edge)
      .filter(({ from, to }) => nodes[from] && nodes[to] && (!touched || touched[from] || touched[to]))
      .filter(({ from, to }) => !rule.further || (parents[to] !== from && parents[from] !== to))
      .filter(({ from, to }) => !shortcut?.has(`${from} ${to}`))
      .map((edge) => ({ edge, rule }));
  });
}

const NONE: ReadonlyMap<number, ReadonlySet<number>> = new Map();

/** What lines lead to that begin in the picture, and end outside of what it was narrowed to. */
function farEndsOf(
  { lines }: Chosen,
  edgesOf: (type: string) => readonly MapEdge[],
  { nodes }: Selection,
  boxed: ReadonlySet<string>,
  part: MapPart,
): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  for (const { edge } of lines) {
    for (const { from, to } of edgesOf(edge)) {
      if (!!nodes[from] === !!nodes[to]) continue;
      const [near, far] = nodes[from] ? [from, to] : [to, from];
      if (!boxed.has(part.nodes[far]!.kind)) continue;
      found.set(near, (found.get(near) ?? new Set<number>()).add(far));
    }
  }
  for (const [near, far] of found) found.set(near, new Set([...far].sort((a, b) => a - b)));
  return found;
}

/** Pairs of objects that a way along two edges leads from and to, or that one edge joins. */
function waysAlong(
  [first, second]: readonly [string, string?],
  edgesOf: (type: string) => readonly MapEdge[],
): Set<string> {
  if (!second) return new Set(edgesOf(first).flatMap(({ from, to }) => [`${from} ${to}`, `${to} ${from}`]));
  const next = new Map<number, number[]>();
  for (const { from, to } of edgesOf(second)) next.set(from, [...(next.get(from) ?? []), to]);
  return new Set(edgesOf(first).flatMap(({ from, to }) => (next.get(to) ?? []).map((end) => `${from} ${end}`)));
}

/** 1 for what has a box: what was selected and is linked where it must be, and the containers that it stands in. */
function keptOf(
  { nodes }: MapPart,
  view: View,
  parents: Int32Array,
  selection: Selection,
  lines: readonly DrawnEdge[],
  alsoKept: Iterable<number>,
): Uint8Array {
  const kept = new Uint8Array(nodes.length);
  const keep = (node: number): void => {
    for (let at = node; at !== -1 && !kept[at]; at = parents[at]!) kept[at] = 1;
  };
  for (const { edge } of lines) {
    keep(edge.from);
    keep(edge.to);
  }
  for (const one of alsoKept) keep(one);
  const linkedOnly = new Set([...(view.linkedOnly ?? []), OUTSIDE]);
  for (let i = 0; i < nodes.length; i++) {
    if (!selection.nodes[i] || linkedOnly.has(nodes[i]!.kind)) continue;
    if (!selection.touched || selection.touched[i]) keep(i);
  }
  return kept;
}

/** How many objects of the kinds of which it is told were selected, and have no box. */
function unlinkedIn({ nodes }: MapPart, { unlinked }: View, { nodes: selected }: Selection, kept: Uint8Array): number {
  const isLeft = ({ kind }: { kind: string }, i: number): boolean =>
    !!selected[i] && !kept[i] && unlinked!.kinds.includes(kind);
  return unlinked ? nodes.filter(isLeft).length : 0;
}

interface Badges {
  /** Values of their own on second lines, by place of the object, and names of others. */
  values: Map<number, string[]>;
  names: Map<number, string[]>;
  /** Objects that are named on a second line. */
  given: Set<number>;
  /** What stands there, by the kind of the box: kinds and columns, in the order in which they stand. */
  notes: Map<string, Set<string>>;
}

function badgesOf(
  { nodes }: MapPart,
  view: View,
  { show }: PictureOptions,
  edgesOf: (type: string) => readonly MapEdge[],
  kept: Uint8Array,
): Badges {
  const values = new Map<number, string[]>();
  const names = new Map<number, string[]>();
  const given = new Set<number>();
  const notes = new Map<string, Set<string>>();
  const add = (texts: Map<number, string[]>, node: number, text: string): void =>
    void (texts.get(node)?.push(text) ?? texts.set(node, [text]));
  const note = (node: number, what: string): void => {
    const { kind } = nodes[node]!;
    void (notes.get(kind)?.add(what) ?? notes.set(kind, new Set([what])));
  };
  for (let i = 0; i < nodes.length; i++) {
    if (!kept[i]) continue;
    const { kind, data, tags } = nodes[i]!;
    for (const column of view.badgeColumns?.[kind] ?? []) {
      if (!data[column]) continue;
      add(values, i, String(data[column]));
      note(i, column);
    }
    const addresses = show.has('ip') ? view.addresses?.[kind] : undefined;
    if (addresses) for (const address of addressesIn(data[addresses])) add(values, i, address);
    if (show.has('tags')) for (const tag of tags) add(values, i, `#${tag}`);
  }
  for (const { edge, on, kind } of view.badges) {
    const pairs = edgesOf(edge).map(({ from, to }) => (on === 'from' ? [from, to] : [to, from]) as [number, number]);
    pairs.sort(([a, b], [c, d]) => a - c || b - d);
    for (const [box, badge] of pairs) {
      if (!kept[box] || nodes[badge]!.kind !== kind) continue;
      add(names, box, nodes[badge]!.label);
      given.add(badge);
      note(box, kind);
    }
  }
  return { values, names, given, notes };
}

/** Objects that only badge others have no box. */
function dropBadges(
  kept: Uint8Array,
  given: ReadonlySet<number>,
  parents: Int32Array,
  lines: readonly DrawnEdge[],
): void {
  const needed = new Set<number>();
  for (let i = 0; i < parents.length; i++) if (kept[i] && parents[i] !== -1) needed.add(parents[i]!);
  for (const { edge, rule } of lines) {
    if (rule.further) continue;
    needed.add(edge.from);
    needed.add(edge.to);
  }
  for (const badge of given) if (!needed.has(badge)) kept[badge] = 0;
}

/** Objects in the order of the view's kinds, then of name and id. */
function orderOf({ nodes }: MapPart, { kinds }: Chosen): number[] {
  const rank = new Map(kinds.map((kind, i) => [kind, i]));
  const order = [...nodes.keys()].filter((i) => rank.has(nodes[i]!.kind));
  return order.sort((a, b) => rank.get(nodes[a]!.kind)! - rank.get(nodes[b]!.kind)! || a - b);
}

/** The id of a box: of what is no object by the range that it is. */
const idOf = ({ kind, id, range }: MapNode): string => (range === undefined ? nodeId(kind, id) : `${kind}_${range}`);

/** A box for each object, by its place; linked to the box that it stands in. */
function itemsOf(
  { nodes }: MapPart,
  order: readonly number[],
  kept: Uint8Array,
  parents: Int32Array,
  { values, names }: Badges,
): Map<number, Item> {
  const items = new Map<number, Item>();
  for (const i of order) {
    if (!kept[i]) continue;
    const node = nodes[i]!;
    items.set(i, {
      ...{ node, id: idOf(node), kind: node.kind, label: node.label, children: [] },
      ...{ values: values.get(i) ?? [], badges: names.get(i) ?? [], count: 1, order: items.size },
      ...(node.icon && { icon: node.icon }),
    });
  }
  for (const [i, item] of items) {
    const parent = items.get(parents[i]!);
    if (!parent) continue;
    item.parent = parent;
    parent.children.push(item);
  }
  return items;
}

/** Takes what lies between several objects out of the one that it stands in; returns these, and what an edge joins to any of them. */
function standBetween(
  { nodes }: MapPart,
  { between }: View,
  parents: Int32Array,
  edgesOf: (type: string) => readonly MapEdge[],
): Set<number> {
  const joined = new Map<number, Set<number>>();
  for (const type of between?.edges ?? []) {
    for (const { from, to } of edgesOf(type)) {
      const [outer, inner] = nodes[from]!.kind === between!.of ? [from, to] : [to, from];
      if (nodes[outer]!.kind !== between!.of || !between!.kinds.includes(nodes[inner]!.kind)) continue;
      joined.set(inner, (joined.get(inner) ?? new Set()).add(outer));
    }
  }
  const found = new Set<number>();
  for (const [inner, outers] of joined) {
    // A subnet that holds the others is none of those that it leads from and to.
    const own = [...outers].filter(
      (outer) => ![...outers].some((other) => other !== outer && isInside(parents, other, outer)),
    );
    if (own.length < 2 && parents[inner] !== -1) continue;
    // In what all of them stand in, where there is that.
    parents[inner] = sharedBy(own, parents);
    found.add(inner);
  }
  return found;
}

/** The innermost container that all of these stand in; -1: none. */
function sharedBy([first, ...others]: readonly number[], parents: Int32Array): number {
  let at = parents[first!]!;
  while (at !== -1 && !others.every((other) => isInside(parents, other, at))) at = parents[at]!;
  return at;
}

/** Whether an object stands in a container, at any depth. */
function isInside(parents: Int32Array, object: number, container: number): boolean {
  for (let at = parents[object]!; at !== -1; at = parents[at]!) if (at === container) return true;
  return false;
}

/** The outermost boxes, with those containers that are no object. */
function group(
  { nodes }: MapPart,
  view: View,
  items: ReadonlyMap<number, Item>,
  parents: Int32Array,
  between: ReadonlySet<number>,
): Item[] {
  const roots: Item[] = [];
  const containers = new Map<string, Item>();
  const container = (key: string, named: { label: string } | { says: LabelKey }): Item => {
    let found = containers.get(key);
    if (!found) {
      found = {
        ...{ id: `container:${key}`, kind: '', label: '', children: [], values: [], badges: [], ...named },
        ...{ count: 0, order: nodes.length + containers.size },
      };
      containers.set(key, found);
      roots.push(found);
    }
    return found;
  };
  const { groupBy, elsewhere } = view;
  for (const [i, item] of items) {
    const { kind, data } = nodes[i]!;
    if (item.parent) continue;
    let into: Item | undefined;
    if (groupBy?.kind === kind) {
      const text = String(data[groupBy.column] ?? '').trim();
      // Containers of a key that begins with a sign of its own cannot be mistaken for one of the map's texts.
      into = text
        ? container(`=${fold(text)}`, { label: text })
        : container(groupBy.without, { says: groupBy.without });
    } else if (elsewhere?.kinds.includes(kind) && !item.children.length && parents[i] === -1 && !between.has(i)) {
      into = container(elsewhere.label, { says: elsewhere.label });
    }
    if (!into) {
      roots.push(item);
      continue;
    }
    item.parent = into;
    into.children.push(item);
  }
  return roots;
}
