/** The last step of a scene: boxes and lines as plain data, what they say, legend and caption. */
import type { LabelKey, Words } from '../locales/index.js';
import type { PictureOptions } from '../options.js';
import { OUTSIDE, type Kind, type StateWord } from '../source.js';
import type { View } from '../views/view.js';
import type { Draft, Folding } from './fold.js';
import { allItems, isClosed, type Item, type Strand } from './items.js';
import { MAX_WIDTH, oneLine, shortName, type Box, type Legend, type Line, type Scene } from './scene.js';

/** Colours for kinds: so many follow each other within a view of the map. */
export const HUES = 12;
/** Names on a second line, and the signs that they have together where there is more than one. */
const MAX_BADGES = 3;
const MAX_BADGE_SIGNS = 40;
/** The same of a box for several objects, of which names are the less important. */
const MAX_GROUP_SIGNS = 24;
const SEPARATOR = ' · ';

/** States in the order of the legend. */
const WORST_FIRST: readonly StateWord[] = ['down', 'degraded', 'at_risk', 'concerned'];
/** Names of what is not drawn, in the caption. */
const MAX_TOLD = 5;

/** What a scene is made from in the end. */
export interface Draughtsman {
  draft: Draft;
  folding: Folding;
  view: View;
  options: PictureOptions;
  words: Words;
  /** All kinds, in the order of the registry. */
  kinds: readonly Kind[];
  /** Lines lead from bottom to top. */
  upwards?: boolean;
  /** Names of what ways lead from and to. */
  ends?: { from: readonly string[]; to: readonly string[] };
  /** What an outage takes with it, in numbers, and what that needs, in sentences. */
  hit?: { summary: HitSummary; needs: string };
}

/** An outage in numbers. */
export type HitSummary = Readonly<Partial<Record<StateWord, { total: number }>>> & { doubtful?: { total: number } };

/** The scene of a draft. */
export function finish({ draft, folding, view, options, words, kinds, upwards, ends, hit }: Draughtsman): Scene {
  const items = [...allItems(draft.roots)];
  const place = new Map(items.map((item, i) => [item, i]));
  for (const item of items) item.label = labelOf(item, words);
  const hues = huesOf(kinds);
  const degrees = degreesOf(draft.strands);
  const namesakes = namesakesIn(items);
  const showKinds = options.show.has('kinds');
  const boxes = items.map((item): Box => {
    const { id, kind, label, parent, count, folded, state, doubtful, point, root, icon } = item;
    const href = options.links ? hrefOf(item) : undefined;
    const texts = secondLine(
      item,
      words,
      showKinds || namesakes.has(label) || state !== undefined || doubtful === true,
    );
    const second = drawnPart(texts);
    return {
      ...{ id, kind, hue: hues.get(kind) ?? -1, label, second, parent: parent ? place.get(parent)! : -1, count },
      ...(texts.more.length && { whole: [...texts.first, ...texts.more].join(SEPARATOR) }),
      ...(folded && { folded }),
      ...(state && { state }),
      ...(doubtful && { doubtful }),
      ...(point && { point }),
      ...(root && { root }),
      ...(icon && !state && !doubtful && { icon }),
      aria: ariaOf(item, degrees.get(item) ?? 0, words),
      ...(href !== undefined && { href }),
    };
  });
  const title = ends ? words.say('fromTo', titleParts(view, ends, words)) : titleOf(items, view, options, words);
  const caption = [
    ...[hit?.needs, unlinkedSaid(view, draft, words), draft.leadsOut && view.leadsOut && words.say(view.leadsOut)],
    ...[endlessSaid(draft, words), captionOf(folding, words)],
  ]
    .filter(Boolean)
    .join(' ');
  const lines = draft.strands.map((strand) => lineOf(strand, place, options, words));
  return {
    ...{ name: view.name, language: options.language, title, caption, boxes, lines },
    about: aboutOf({ title, items, draft, caption, summary: hit?.summary }, words),
    ...(draft.notes?.size && { explained: explainedOf(draft.notes, kinds, words) }),
    legend: legendOf({ view, boxes, lines, summary: hit?.summary }, words),
    kinds: Object.fromEntries(boxes.flatMap(({ kind }) => (kind ? [[kind, words.kind(kind)]] : []))),
    meanings: Object.fromEntries(
      lines.map(({ means }) => [means, lowerFirst(words.say(UNCOLOURED[means] ?? (means as LabelKey)))]),
    ),
    linesHeading: words.say('linesHeading'),
    ...(view.list && { list: view.list }),
    ...(upwards && { upwards }),
    ...(view.packed && { packed: view.packed }),
  };
}

/** Colours by kind: those of a view of the map follow each other. */
export function huesOf(kinds: ReadonlyArray<Pick<Kind, 'path' | 'view'>>): Map<string, number> {
  const next = new Map<string, number>();
  return new Map(
    kinds.map(({ path, view }) => {
      const hue = next.get(view) ?? 0;
      next.set(view, hue + 1);
      return [path, hue % HUES];
    }),
  );
}

/** What is everywhere, the Internet included. */
const ANYWHERE = `${OUTSIDE}_any`;

function labelOf({ id, label, says, folded, kind, count }: Item, words: Words): string {
  if (folded === 'group') return words.say('times', { n: count, kind: words.kind(kind) });
  if (folded === 'more') return words.say('more', { n: count });
  if (id === ANYWHERE) return words.say('anywhere');
  return says ? words.say(says) : oneLine(label) || '–';
}

const degreesOf = (strands: readonly Strand[]): Map<Item, number> => {
  const degrees = new Map<Item, number>();
  for (const { from, to, count } of strands) {
    for (const item of [from, to]) degrees.set(item, (degrees.get(item) ?? 0) + count);
  }
  return degrees;
};

/** Names that several boxes have as they are drawn, of more than one kind or not. */
function namesakesIn(items: readonly Item[]): Set<string> {
  const first = new Map<string, string>();
  const shared = new Set<string>();
  for (const { label, folded, kind } of items) {
    if (!kind) continue;
    const drawn = shortName(label);
    const known = first.get(drawn);
    if (known === undefined) first.set(drawn, label);
    else if (!folded) for (const name of [known, label]) shared.add(name);
  }
  return shared;
}

/** What the second line of a box says: what is drawn, and what there is no room for. */
interface SecondLine {
  first: string[];
  more: string[];
}

/** Its own values all, and so many names of others as fit. */
function secondLine({ kind, folded, held, values, badges }: Item, words: Words, withKind: boolean): SecondLine {
  if (folded === 'closed') {
    const kinds = [...held!].map(([path, n]) => words.kinds(path, n));
    return { first: [kinds.slice(0, MAX_BADGES).join(', ')], more: kinds.slice(MAX_BADGES) };
  }
  const own = [...(withKind && kind && folded !== 'group' ? [words.kind(kind)] : []), ...values];
  const names = badges.map(shortName);
  const mostSigns = folded ? MAX_GROUP_SIGNS : MAX_BADGE_SIGNS;
  let [fitting, signs] = [0, 0];
  while (fitting < Math.min(MAX_BADGES, names.length)) {
    signs += names[fitting]!.length;
    if (fitting > 0 && signs > mostSigns) break;
    fitting++;
  }
  return { first: [...own.map(shortName), ...names.slice(0, fitting)], more: names.slice(fitting) };
}

const drawnPart = ({ first, more }: SecondLine): string =>
  [...first, ...(more.length ? [`+${more.length}`] : [])].join(SEPARATOR);

/** The address of what a box leads to: the page of its object, or the table of its kind; undefined for what has neither. */
function hrefOf({ node, kind, folded, href }: Item): string | undefined {
  if (href !== undefined) return href;
  if (kind === OUTSIDE) return undefined;
  if (node && folded !== 'group') return `/objects/${node.kind}/${node.id}`;
  return kind ? `/objects/${kind}` : undefined;
}

function ariaOf(
  { kind, label, parent, folded, children, state, doubtful, values, badges }: Item,
  degree: number,
  words: Words,
): string {
  const called = kind && folded !== 'group' ? words.kind(kind) : '';
  const name = parent
    ? words.say('boxIn', { kind: called, name: label, container: parent.label })
    : words.say('box', { kind: called, name: label });
  const facts = [name.trim()];
  if (state) facts.push(words.say(state).toLowerCase());
  if (doubtful) facts.push(words.say('doubtful').toLowerCase());
  if (state) facts.push(...values);
  if (folded && folded !== 'closed' && (state || doubtful)) facts.push(words.list(badges.map(oneLine)));
  if (children.length) facts.push(words.count(children.length, 'holdsBox', 'holdsBoxes'));
  if (degree) facts.push(words.count(degree, 'link', 'links'));
  return facts.join(', ');
}

function titleOf(items: readonly Item[], view: View, { selected }: PictureOptions, words: Words): string {
  const title = words.say(`${view.name}.title` as LabelKey);
  const roots = items.flatMap(({ root, label }) => (root ? [label] : []));
  const selections = view.selectors.flatMap((selector): string[] => {
    const values = selected.get(selector.name);
    if (!values || !('kind' in selector)) return [];
    return items.flatMap(({ node }) =>
      node?.kind === selector.kind && values.includes(node.id) ? [oneLine(node.label)] : [],
    );
  });
  const names = [...roots, ...selections];
  return names.length ? words.say('of', { title, names: words.list(names.map(shortName)) }) : title;
}

function titleParts(view: View, ends: NonNullable<Draughtsman['ends']>, words: Words): Record<string, string> {
  const [from, to] = [ends.from, ends.to].map((names) => words.list(names.map(shortName)));
  return { title: words.say(`${view.name}.title` as LabelKey), from: from!, to: to! };
}

const unlinkedSaid = ({ unlinked: texts }: View, { unlinked = 0 }: Draft, words: Words): string =>
  texts && unlinked ? words.count(unlinked, texts.one, texts.several) : '';

/** Flows that lie between no two objects of the picture: how many, and the first of them by name. */
function endlessSaid({ endless }: Draft, words: Words): string {
  if (!endless) return '';
  const { total } = endless;
  const names = endless.names.slice(0, MAX_TOLD).map(shortName);
  const more = total - names.length;
  const listed = more ? words.say('andMore', { name: names.join(', '), n: more }) : words.list(names);
  return words.say(total === 1 ? 'endlessOne' : 'endless', { n: total, names: listed });
}

interface Described {
  title: string;
  items: readonly Item[];
  draft: Draft;
  caption: string;
  summary: HitSummary | undefined;
}

function aboutOf({ title, items, draft, caption, summary }: Described, words: Words): string {
  const outer = new Map<string, number>();
  for (const { kind, children } of draft.roots) {
    if (kind && children.length) outer.set(kind, (outer.get(kind) ?? 0) + 1);
  }
  const containers = [...outer.values()].reduce((sum, n) => sum + n, 0);
  const objects = items.reduce((sum, { kind, folded, count }) => sum + (kind || folded ? count : 0), 0) - containers;
  if (!items.length) return words.say('nothing');
  const said = words.count(objects, 'object', 'objects');
  const inside = words.list([...outer].map(([kind, n]) => words.kinds(kind, n)));
  const hits = ([...WORST_FIRST, 'doubtful'] as const).flatMap((state) => {
    const total = summary?.[state]?.total;
    return total ? [words.count(total, `${state}.one`, `${state}.several`)] : [];
  });
  const facts = [inside ? words.say('objectsIn', { objects: said, containers: inside }) : said, ...hits];
  const lines = draft.strands.reduce((sum, { count }) => sum + count, 0);
  if (lines) facts.push(words.count(lines, 'line', 'lines'));
  return words.say('described', { title, facts: facts.join(', ') }) + (caption && ` ${caption}`);
}

function captionOf({ groups, closed, merged, objects, lines }: Folding, words: Words): string {
  const described = [
    groups && words.count(groups, 'foldedGroup', 'foldedGroups'),
    closed && words.count(closed, 'closedOne', 'closed'),
    merged && words.count(merged, 'mergedOne', 'merged'),
    objects && words.count(objects, 'leftOutOne', 'leftOut'),
    lines && words.count(lines, 'linesLeftOutOne', 'linesLeftOut'),
  ].filter((one) => one !== 0);
  return described.length ? words.say('folded', { what: described.join(', ') }) : '';
}

/** Kinds in the order of all kinds: `Subnetwork: VLAN, gateway`. */
function explainedOf(notes: NonNullable<Draft['notes']>, kinds: readonly Kind[], words: Words): string {
  const paths = new Set(kinds.map(({ path }) => path));
  const explained = [...paths].flatMap((path) => {
    const what = [...(notes.get(path) ?? [])].map((one) =>
      paths.has(one) ? words.kindWithin(one) : words.say(one as LabelKey),
    );
    return what.length ? [words.say('explainedOf', { kind: words.kindWithin(path), what: what.join(', ') })] : [];
  });
  return words.say('explained', { what: explained.join(', ') });
}

function lineOf(
  { edge, rule, from, to, count, merged, worded }: Strand,
  place: ReadonlyMap<Item, number>,
  { show }: PictureOptions,
  words: Words,
): Line {
  const value = (column: string | undefined): unknown =>
    column === undefined || count > 1 ? undefined : edge.data[column];
  // Of several cables in one line the colour is theirs where all have the same.
  const alike = (column: string | undefined): unknown => {
    if (column === undefined || !merged) return value(column);
    const values = new Set(merged.map(({ data }) => data[column]));
    return values.size === 1 ? [...values][0] : undefined;
  };
  const colour = alike(rule.colour);
  const sort = alike(rule.sort);
  const blocked = isClosed({ edge, rule });
  const dashed = value(rule.active) === 0;
  const lock = value(rule.lock) === 1;
  const labelled = rule.label === 'always' || (rule.label !== undefined && show.has(rule.label));
  const ownLabel = labelled && count === 1 ? shortName(edge.label) : '';
  const both = rule.arrow !== 'none' && edge.both;
  const id = edge.object && count === 1 ? `${rule.edge}_${edge.object}` : `${rule.edge}:${from.id}:${to.id}`;
  return {
    ...{ id, from: place.get(from)!, to: place.get(to)!, means: rule.means },
    label: [
      count > 1 ? `×${words.number(count)}` : ownLabel || (worded && !blocked ? lowerFirst(words.say(rule.means)) : ''),
      blocked && lowerFirst(words.say('blocked')),
    ]
      .filter(Boolean)
      .join(SEPARATOR),
    arrow: rule.arrow === 'none' ? 'none' : both ? 'both' : 'to',
    ...(typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour) && { colour: colour.toLowerCase() }),
    width: Math.min(MAX_WIDTH, Math.max(1, Number(value(rule.width) ?? 1) || 1)),
    ...{ dashed, lock, count },
    ...(blocked && { blocked }),
    ...(typeof sort === 'string' && sort.trim() && { sort: oneLine(sort) }),
    ...(rule.pattern && { pattern: rule.pattern }),
    ...(rule.leftwards && { leftwards: rule.leftwards }),
    sentence: sentenceOf(
      rule.means,
      { from: from.label, to: to.label },
      { both, dashed, lock, count, blocked, label: oneLine(edge.label) },
      words,
    ),
  };
}

/** What lines are called where nothing has a colour. */
const UNCOLOURED: Readonly<Record<string, LabelKey>> = { cable: 'wired' };

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function sentenceOf(
  means: LabelKey,
  ends: { from: string; to: string },
  {
    both,
    dashed,
    lock,
    count,
    blocked,
    label,
  }: { both: boolean; dashed: boolean; lock: boolean; count: number; blocked: boolean; label: string },
  words: Words,
): string {
  const key = blocked ? 'blocked.sentence' : both && means === 'flow' ? 'flow.both' : (`${means}.sentence` as LabelKey);
  const more = [
    count === 1 && label,
    lock && words.say('encrypted'),
    dashed && words.say('inactive'),
    count > 1 && words.say('timesLines', { n: count }),
  ].filter((one) => one !== false && one !== '');
  return words.say(key, ends) + (more.length ? ` (${more.join(', ')})` : '');
}

interface Shown {
  view: View;
  boxes: readonly Box[];
  lines: readonly Line[];
  summary: HitSummary | undefined;
}

function legendOf({ view, boxes, lines, summary }: Shown, words: Words): Legend[] {
  const kinds = new Map<string, number>();
  // Where boxes are kinds, their names are there already.
  for (const { id, kind, hue, state, doubtful } of boxes) {
    // A box with a state has the sign of that, and its kind in words.
    if (kind && !state && !doubtful && id !== `kind:${kind}`) kinds.set(kind, hue);
  }
  const order = [...view.kinds].filter((kind) => kinds.has(kind));
  const others = [...kinds.keys()].filter((kind) => !order.includes(kind));
  const entries = [...order, ...others].map((kind) => ({ kind, hue: kinds.get(kind)!, text: words.kind(kind) }));
  const states = WORST_FIRST.filter((state) => boxes.some((box) => box.state === state));
  return [
    ...states.map((state) => ({
      state,
      text: words.say('stateCount', { state: words.say(state), n: summary?.[state]?.total ?? 0 }),
    })),
    ...(boxes.some((box) => box.doubtful) ? [{ doubtful: true as const, text: words.say('doubtful') }] : []),
    ...(boxes.some((box) => box.point) ? [{ point: true as const, text: words.say('points') }] : []),
    ...entries,
    ...legendOfLines(view, boxes, lines, words),
  ];
}

/** What lines of one look mean, with the kinds at their ends. */
interface SceneStyle {
  line: Extract<Legend, { line: unknown }>['line'];
  means: Map<string, Ends>;
  widths: Set<number>;
}

/** Kinds that lines lead from and to, and these in pairs. */
type Ends = Record<'from' | 'to' | 'pairs', Set<string>>;

/** An entry for each look of lines and each meaning of it; where there are several, the kinds at the ends tell them apart. */
function legendOfLines({ lines: rules }: View, boxes: readonly Box[], lines: readonly Line[], words: Words): Legend[] {
  const looks = new Map<string, SceneStyle>();
  const order = [...new Set(rules.map(({ means }) => means as string))];
  const said = new Set(lines.map(({ label }) => label));
  const inOrder = [...lines].sort(
    (a, b) =>
      order.indexOf(a.means) - order.indexOf(b.means) || Number(a.dashed || a.lock) - Number(b.dashed || b.lock),
  );
  const sorts = new Map<string, Set<string>>();
  for (const { colour, sort } of lines) {
    if (!colour) continue;
    const known = sorts.get(colour) ?? new Set<string>();
    sorts.set(colour, known);
    if (sort) known.add(sort);
  }
  for (const { means, arrow, dashed, pattern, lock, colour, blocked, width, from, to } of inOrder) {
    // What lines say themselves needs no entry.
    if (!blocked && said.has(lowerFirst(words.say(means as LabelKey)))) continue;
    const line = {
      ...{ arrow: arrow === 'both' ? ('to' as const) : arrow, dashed, lock, width: 1 },
      ...(pattern && { pattern }),
      ...(colour && { colour }),
      ...(blocked && { blocked }),
    };
    const key = `${line.arrow} ${dashed} ${pattern} ${lock} ${colour} ${blocked}`;
    const look = looks.get(key) ?? { line, means: new Map<string, Ends>(), widths: new Set<number>() };
    looks.set(key, look);
    look.widths.add(width);
    const text = blocked
      ? words.say('blocked')
      : colour
        ? words.say(sorts.get(colour)!.size ? 'cableOfSort' : 'cableOf', {
            colour: words.colour(colour),
            sort: [...sorts.get(colour)!].slice(0, MAX_TOLD).join(', '),
          })
        : words.say(UNCOLOURED[means] ?? (`${means}${dashed ? 'Inactive' : ''}${lock ? 'Lock' : ''}` as LabelKey));
    const ends = look.means.get(text) ?? { from: new Set(), to: new Set(), pairs: new Set() };
    look.means.set(text, ends);
    const [start, end] = [boxes[from]!.kind, boxes[to]!.kind];
    ends.from.add(start);
    ends.to.add(end);
    ends.pairs.add(`${start} ${end}`);
  }
  return [...looks.values()].flatMap(({ line, means, widths }) =>
    toldApart(means, words).map((text) => ({
      line,
      text: widths.size > 1 ? words.say('thicker', { what: text }) : text,
    })),
  );
}

/** The meanings of one look: by the kinds that such lines lead from, else by those that they lead to, else by both, else all in one. */
function toldApart(means: ReadonlyMap<string, Ends>, words: Words): string[] {
  if (means.size < 2) return [...means.keys()];
  const all = [...means];
  for (const [end, key] of [
    ['from', 'fromKinds'],
    ['to', 'toKinds'],
  ] as const) {
    if (areShared(all.flatMap(([, ends]) => [...ends[end]]))) continue;
    return all.map(([what, ends]) => words.say(key, { what, kinds: named(ends[end], words) }));
  }
  if (areShared(all.flatMap(([, ends]) => [...ends.pairs]))) return [[...means.keys()].join(' / ')];
  return all.map(([what, { from, to }]) =>
    words.say('fromToKinds', { what, from: named(from, words), to: named(to, words) }),
  );
}

/** Whether kinds do not tell meanings apart: one is there twice, or a box is of none. */
const areShared = (kinds: readonly string[]): boolean =>
  kinds.some((kind) => kind.trim() !== kind || kind === '') || new Set(kinds).size < kinds.length;

const named = (kinds: ReadonlySet<string>, words: Words): string =>
  [...kinds].map((kind) => words.kind(kind)).join(', ');
