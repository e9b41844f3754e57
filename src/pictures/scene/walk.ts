/** The scene of an answer of the graph: who is near, ways, or what an outage takes with it. */
import type { DoubtAnswer, EdgeAnswer, ImpactNode } from '../../graph/index.js';
import type { LabelKey, Words } from '../locales/index.js';
import { OUTSIDE, type Kind, type MapEdge, type StateWord } from '../source.js';
import type { LineRule } from '../views/view.js';
import { LAYERS } from '../views/walks.js';
import { foldDraft, redirected, type Draft } from './fold.js';
import type { Item, Strand } from './items.js';

/** What is read of an answer; nodes stand in its order. */
export interface WalkAnswer {
  nodes: ReadonlyArray<{
    id: string;
    label: string;
    group: string;
    /** The address of its own icon. */
    icon: string | null;
    /** `id` is null of what lies outside of the map. */
    data: { id: number | null };
    state?: StateWord;
    /** How it came to its state: ids of nodes, itself the last. */
    chain?: readonly string[];
    /** What it came to its state by. */
    because?: ImpactNode['because'];
    /** How many steps it is away. */
    depth?: number;
    /** How many neighbours of it are not in the answer. */
    more?: number;
    /** Its failure alone takes the object down that it is asked for. */
    critical?: boolean;
    /** The worst that its loss may bring to that object. */
    effect?: 'down' | 'degraded' | 'at_risk';
  }>;
  edges: ReadonlyArray<Omit<EdgeAnswer, 'id'>>;
  /** Of an outage. */
  summary?: Readonly<Partial<Record<StateWord, { total: number; needs?: Needs }>>>;
  /** Objects of which cannot be told what becomes of them. */
  doubtful?: readonly DoubtAnswer[];
  /** Parts that a network falls into. */
  parted?: ReadonlyArray<{ size: number; sample: ReadonlyArray<{ label: string }>; main: boolean }>;
  /** Flows that a rule forbids, and that are not among the edges. */
  not_drawn?: { blocked: number; names: readonly string[] };
  meta: {
    snapshot: string;
    /** Nodes that were found and are not in the answer. */
    left_out?: number;
    of?: readonly string[];
    from?: readonly string[];
    to?: readonly string[];
  };
}

/** What that which is hit needs, by the name of the need, with who sets it. */
type Needs = Readonly<
  Record<
    string,
    ({ of: readonly string[]; more?: number } & ({ level: number } | { minutes: number })) | null | undefined
  >
>;

/** Objects of one kind that are only to be told are one box from so many on. */
const MANY_CONCERNED = 8;

/** So many boxes of an outage can be read on a page of A4. Of more, those that come to the same stand together until there are so few. */
export const MAX_HIT = 32;
const FEW_HIT = 26;
/** What people ask for first: named as long as there is room. */
const NAMED_LONGEST = new Set(['applications', 'processes']);

/** More lines are drawn between views alone. */
const MANY_LINES = 60;
/** Words on more lines would hide the picture: then the legend says what they are. */
const MANY_WORDS = 10;

type Meaning = Omit<LineRule, 'edge'>;

/** What edges of a family mean, from the one that carries to the one that is carried. What carries nothing is dotted. */
const OF_FAMILY: Readonly<Record<string, Meaning>> = {
  places: { means: 'holds' },
  hosting: { means: 'hosts' },
  structure: { means: 'partOf' },
  business: { means: 'serves' },
  data: { means: 'dataFor' },
  flows: { means: 'flow', pattern: 'dashed' },
  cables: { means: 'plugged', arrow: 'none', pattern: 'dashed' },
  network: { means: 'connects' },
  access: { means: 'givesAccess', pattern: 'dotted' },
  protection: { means: 'protects', pattern: 'dotted' },
  duties: { means: 'concerns', pattern: 'dotted' },
  register: { means: 'registeredAs', pattern: 'dotted' },
  blocked: { means: 'blocked' },
};
/** What some edges mean by themselves; where a view has lines of them, the same as there. */
const OF_EDGE: Readonly<Record<string, Meaning>> = {
  'physical-links': { means: 'wired', arrow: 'none' },
  relations: { means: 'relation', pattern: 'dashed' },
  'zones.buildings': { means: 'zoneOf', pattern: 'dotted' },
  'zones.admin_users': { means: 'opensTo', pattern: 'dotted' },
  'operations.actors': { means: 'actsIn', pattern: 'dashed' },
  'processes.informations': { means: 'usedBy', pattern: 'dotted' },
  ...each('partOf', 'entities.parent_entity_id', 'processes.macroprocess_id', 'processes.activities'),
  ...each('partOf', 'activities.operations', 'operations.process_id', 'operations.tasks', 'information.parents'),
  ...each(
    'holds',
    'annuaires.zone_admin_id',
    'forest-ads.zone_admin_id',
    'forest-ads.domains',
    'admin-users.domain_id',
  ),
  ...each('holds', 'backups.storage_devices'),
  implied: { means: 'linked' },
};

/** Edges of one meaning. */
function each(means: LabelKey, ...edges: readonly string[]): Record<string, Meaning> {
  return Object.fromEntries(edges.map((edge) => [edge, { means }]));
}

const ruleOf = (edge: string, family: string): LineRule => ({
  ...{ edge, arrow: 'to', label: 'always' },
  ...(OF_EDGE[edge] ?? OF_FAMILY[family] ?? { means: 'edges' }),
});

/** What lines of an outage mean, whatever lies between their ends. */
const SPREAD: LineRule = { edge: 'affects', means: 'affects', arrow: 'to' };
/** From what an object may fail with. */
const MAY_SPREAD: LineRule = { edge: 'mayAffect', means: 'mayAffect', arrow: 'to', pattern: 'dotted' };

/** Boxes and lines of an answer. What it began with is drawn bold. `most`: boxes of an outage; null: all by themselves. */
export function walkDraft(answer: WalkAnswer, words: Words, most: number | null = Infinity): Draft {
  const { meta } = answer;
  const nodes = withDoubtful(answer);
  const doubts = new Map<string, string[]>();
  for (const doubt of answer.doubtful ?? [])
    doubts.set(doubt.of, [...(doubts.get(doubt.of) ?? []), doubtSaid(doubt, words)]);
  const roots = new Set([...(meta.of ?? []), ...(meta.from ?? []), ...(meta.to ?? [])]);
  const doubtful = new Set(answer.doubtful?.map(({ of }) => of));
  const items = new Map<string, Item>();
  for (const node of nodes) {
    const { id, label, group: kind, icon, data } = node;
    const { state, because }: Pick<WalkAnswer['nodes'][number], 'state' | 'because'> = node;
    const document = Number(/^\/api\/documents\/(\d+)\//.exec(icon ?? '')?.[1] ?? 0);
    items.set(id, {
      ...{ node: { kind, id: data.id ?? 0, label, tags: [], data: {} }, id, kind, label },
      ...{ children: [], badges: [], count: 1, order: items.size },
      values: [...leftOf(state, because, words), ...(doubts.get(id) ?? [])],
      ...(document && { icon: document }),
      ...(state && { state }),
      ...(doubtful.has(id) && { doubtful: true as const }),
      ...(roots.has(id) && { root: true as const }),
    });
  }
  const strands = answer.summary ? spreadOf(answer, items) : strandsOf(answer, items);
  const draft = { roots: [...items.values()], strands };
  return worded(answer.summary && most !== null ? alikeTogether(draft, most) : draft);
}

/** The nodes of an answer, and those that nothing but a doubt is about. */
function withDoubtful({ nodes, doubtful = [] }: WalkAnswer): WalkAnswer['nodes'] {
  const listed = new Set(nodes.map(({ id }) => id));
  const others = doubtful.filter(({ of }, i) => !listed.has(of) && doubtful.findIndex((one) => one.of === of) === i);
  return [...nodes, ...others.map(({ node }) => node)];
}

/** Why nobody can tell whether an object fails too. */
export const doubtSaid = ({ why, names }: DoubtAnswer, words: Words): string =>
  words.say(`doubt.${why}`, { names: words.list(names) });

const strandsOf = ({ edges }: WalkAnswer, items: ReadonlyMap<string, Item>): Strand[] =>
  edges.flatMap(({ from, to, edge, family, both, label, object }): Strand[] => {
    const ends = [items.get(from), items.get(to)] as const;
    if (!ends[0] || !ends[1]) return [];
    const drawn: MapEdge = { type: edge, from: -1, to: -1, object: object ?? 0, label: label ?? '', both, data: {} };
    return [{ edge: drawn, rule: ruleOf(edge, family), from: ends[0], to: ends[1], count: 1 }];
  });

/**
 * One line from each object to each that is worse off because of it: the way that the outage goes, though the map may say that the
 * second carries the first.
 */
function spreadOf({ nodes, doubtful = [] }: WalkAnswer, items: ReadonlyMap<string, Item>): Strand[] {
  const strands = new Map<string, Strand>();
  const lineOf = (rule: LineRule): MapEdge => ({
    ...{ type: rule.edge, from: -1, to: -1, object: 0, label: '', both: false, data: {} },
  });
  for (const { id, because = [] } of nodes) {
    for (const { from } of because) {
      const [source, target] = [items.get(from), items.get(id)!];
      const back = strands.get(`${id} ${from}`);
      if (back) back.edge = { ...back.edge, both: true };
      if (!source || back) continue;
      strands.set(`${from} ${id}`, { edge: lineOf(SPREAD), rule: SPREAD, from: source, to: target, count: 1 });
    }
  }
  for (const { of, by } of doubtful) {
    for (const from of by) {
      const [source, target] = [items.get(from), items.get(of)!];
      if (!source || strands.has(`${from} ${of}`) || strands.has(`${of} ${from}`)) continue;
      strands.set(`${from} ${of}`, { edge: lineOf(MAY_SPREAD), rule: MAY_SPREAD, from: source, to: target, count: 1 });
    }
  }
  return [...strands.values()];
}

/** Why something works worse, and does not fail: so many of those of which it needs some are left. */
function leftOf(state: StateWord | undefined, because: ImpactNode['because'] | undefined, words: Words): string[] {
  if (state !== 'degraded' && state !== 'at_risk') return [];
  const reason = because?.find(({ standing, of }) => standing > 0 && standing < of);
  return reason ? [words.say('left', { standing: reason.standing, of: reason.of })] : [];
}

/** Several answers as one: what is in more than one of them once, at the least distance. */
export function mergedAnswers(answers: readonly WalkAnswer[]): WalkAnswer {
  const nodes = new Map<string, WalkAnswer['nodes'][number]>();
  const edges = new Map<string, WalkAnswer['edges'][number]>();
  for (const answer of answers) {
    for (const node of answer.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node);
    for (const edge of answer.edges) edges.set(`${edge.edge} ${edge.from} ${edge.to} ${edge.object}`, edge);
  }
  const leftOut = answers.reduce((sum, { meta }) => sum + (meta.left_out ?? 0), 0);
  const { meta } = answers[0]!;
  return { nodes: [...nodes.values()], edges: [...edges.values()], meta: { ...meta, left_out: leftOut } };
}

/** An answer without what lies more steps away than these, and how many that are behind each object at which it ends. */
export function cutAnswer(
  answer: WalkAnswer,
  steps: number | undefined,
): { answer: WalkAnswer; cut: Map<string, number> } {
  const cut = new Map<string, number>();
  if (steps === undefined) {
    // Of other surroundings it is known how many neighbours are not there, whatever they are.
    const last = Math.max(0, ...answer.nodes.map(({ depth = 0 }) => depth));
    for (const { id, depth, more } of answer.nodes) if (last && depth === last && more) cut.set(id, more);
    return { answer, cut };
  }
  const gone = new Set(answer.nodes.flatMap(({ id, depth = 0 }) => (depth > steps ? [id] : [])));
  const behind = new Map<string, Set<string>>();
  for (const { from, to } of answer.edges) {
    const [kept, other] = gone.has(from) ? [to, from] : [from, to];
    if (gone.has(other) && !gone.has(kept)) behind.set(kept, (behind.get(kept) ?? new Set()).add(other));
  }
  for (const [id, others] of behind) cut.set(id, others.size);
  const nodes = answer.nodes.filter(({ id }) => !gone.has(id));
  const edges = answer.edges.filter(({ from, to }) => !gone.has(from) && !gone.has(to));
  return { answer: { ...answer, nodes, edges }, cut };
}

/** Marks objects behind which more lies. */
export function markCut({ roots }: Draft, cut: ReadonlyMap<string, number>, words: Words): void {
  for (const item of roots) {
    const n = cut.get(item.id);
    if (n) item.values.push(words.say('cut', { n }));
  }
}

/** So many suppliers are drawn whatever their loss does; of more the lines between them cannot be followed. */
const MAX_SUPPLIERS = 40;

/** Of many suppliers those whose loss may take the object down, and how many are left out, whose loss makes it work worse. */
export function whatTakesItDown(answer: WalkAnswer): { answer: WalkAnswer; left: number } {
  const nodes = answer.nodes.filter(({ depth, effect }) => !depth || effect === 'down');
  if (answer.nodes.length <= MAX_SUPPLIERS || nodes.length === 1) return { answer, left: 0 };
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = answer.edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  return { answer: { ...answer, nodes, edges }, left: answer.nodes.length - nodes.length };
}

/** Boxes of what an object relies on, in the layers that they belong to, with a line from each supplier. */
export function dependenciesDraft(answer: WalkAnswer, words: Words): Draft {
  const draft = walkDraft(answer, words);
  const critical = new Set(answer.nodes.flatMap(({ id, critical: alone, depth }) => (alone && depth ? [id] : [])));
  const layers = new Map<string, Item>();
  const nameOf = (kind: string): string => LAYERS.find(([, kinds]) => kinds.includes(kind))?.[0] ?? 'other';
  for (const item of draft.roots) {
    const name = nameOf(item.kind);
    const layer = layers.get(name) ?? {
      ...{ id: `layer:${name}`, kind: '', label: words.say(`layer.${name}` as LabelKey), children: [], values: [] },
      ...{ badges: [], count: 0, order: answer.nodes.length + layers.size },
    };
    layers.set(name, layer);
    layer.children.push(item);
    item.parent = layer;
    if (!critical.has(item.id)) continue;
    item.point = true;
    item.values.push(words.say('point'));
  }
  const order = [...LAYERS.map(([name]) => name), 'other'];
  draft.roots = order.flatMap((name) => layers.get(name) ?? []);
  draft.strands = suppliesIn(draft.strands, answer);
  return draft;
}

/** Families whose edges do not say who supplies whom. */
const EITHER_WAY = new Set(['cables', 'duties', 'structure']);

/**
 * What a place holds, a server hosts and a switch connects is here all the same: what is supplied. What lies further from the
 * object supplies what is nearer, whichever end of a cable is written first; and where a place holds another one that holds
 * something, the first holds that anyhow.
 */
function suppliesIn(strands: readonly Strand[], { nodes, edges }: WalkAnswer): Strand[] {
  const depths = new Map(nodes.map(({ id, depth = 0 }) => [id, depth]));
  const held = edges.filter(({ family }) => family === 'places');
  const holders = new Map<string, string[]>();
  for (const { from, to } of held) holders.set(to, [...(holders.get(to) ?? []), from]);
  const isWithin = (id: string, place: string, seen = new Set<string>()): boolean =>
    (holders.get(id) ?? []).some((at) => {
      if (at === place) return true;
      if (seen.has(at)) return false;
      seen.add(at);
      return isWithin(at, place, seen);
    });
  const isShortcut = ({ id: place }: Item, { id }: Item): boolean =>
    (holders.get(id) ?? []).some((at) => at !== place && isWithin(at, place));
  const isPlace = new Set(held.map(({ edge }) => edge));
  const isUndirected = new Set(edges.flatMap(({ edge, family }) => (EITHER_WAY.has(family) ? [edge] : [])));
  return strands
    .filter(({ edge, from, to }) => !isPlace.has(edge.type) || !isShortcut(from, to))
    .map(({ worded: _, ...strand }) => {
      const { from, to, rule, edge } = strand;
      const isBack = depths.get(from.id)! < depths.get(to.id)!;
      const supplies: LineRule = { edge: rule.edge, means: 'supplies', arrow: 'to', parallel: true };
      return {
        ...strand,
        edge: { ...edge, both: false },
        rule: supplies,
        ...(isBack && isUndirected.has(edge.type) && { from: to, to: from }),
      };
    });
}

/** The names of objects of an answer. */
export function labelsOf({ nodes }: WalkAnswer, ids: readonly string[] = []): string[] {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  return ids.map((id) => labels.get(id) ?? id);
}

/** What that which fails, and that which works worse, needs: a sentence each, with the first object that sets a need. */
export function needsSaid(answer: WalkAnswer, words: Words): string {
  const sentences = (['down', 'degraded', 'at_risk'] as const).flatMap((state) => {
    const bySetter = new Map<string, string[]>();
    for (const [name, need] of Object.entries(answer.summary![state]?.needs ?? {})) {
      if (!need) continue;
      const others = need.of.length - 1 + (need.more ?? 0);
      const [setter] = labelsOf(answer, need.of) as [string];
      const by = others ? words.say('andMore', { name: setter, n: others }) : setter;
      const value = 'level' in need ? words.number(need.level) : words.duration(need.minutes);
      bySetter.set(by, [...(bySetter.get(by) ?? []), `${words.say(`need.${name}` as LabelKey)} ${value}`]);
    }
    const needs = [...bySetter].map(([by, values]) => `${values.join(', ')} (${by})`);
    return needs.length ? [words.say(`${state}.needs`, { needs: needs.join('; ') })] : [];
  });
  return sentences.join(' ');
}

/** The parts that a network falls into besides its main one, a sentence each. */
export function partedSaid({ parted = [] }: WalkAnswer, words: Words): string {
  return parted
    .filter(({ main }) => !main)
    .map(({ size, sample }) => {
      const names = sample.map(({ label }) => label).join(', ');
      const more = size - sample.length;
      return words.say('parted', { names: more > 0 ? words.say('andMore', { name: names, n: more }) : names });
    })
    .join(' ');
}

/** Whether an answer has more lines than can be followed, and says through what each object was reached. */
export function needsViews(answer: WalkAnswer, isFolded: boolean, words: Words): boolean {
  if (answer.edges.length <= MANY_LINES || !stepsBefore(answer).size) return false;
  const draft = walkDraft(answer, words, isFolded ? Infinity : null);
  if (isFolded) foldDraft(draft, Infinity);
  return draft.strands.length > MANY_LINES;
}

/** The same boxes in those of their views, each with what it was reached through. */
export function putIntoViews(draft: Draft, answer: WalkAnswer, kinds: readonly Kind[], words: Words): void {
  const before = stepsBefore(answer);
  const { nodes } = answer;
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const views = new Map(kinds.map(({ path, view }) => [path, view]));
  const containers = new Map<string, Item>();
  for (const item of draft.roots) {
    const view = views.get(item.kind) ?? OUTSIDE;
    const label = view === OUTSIDE ? words.say('outside') : words.view(view);
    const container = containers.get(view) ?? {
      ...{ id: `view:${view}`, kind: '', label, children: [], values: [], badges: [], count: 0 },
      order: nodes.length + containers.size,
    };
    containers.set(view, container);
    container.children.push(item);
    item.parent = container;
    const step = labels.get(before.get(item.id) ?? '');
    if (step !== undefined) item.badges.push(`← ${step}`);
  }
  draft.roots = [...containers.values()];
}

/** The node that each one was reached through, by ids: the last but one of a chain, or the first neighbour that is a step nearer. */
function stepsBefore({ nodes, edges }: WalkAnswer): Map<string, string> {
  const before = new Map(
    nodes.flatMap(({ id, chain = [] }) => (chain.length > 1 ? [[id, chain.at(-2)!] as const] : [])),
  );
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const note = (id: string, other: string): void => {
    const [own, near] = [nodes[places.get(id)!]?.depth, nodes[places.get(other)!]?.depth];
    if (own === undefined || near !== own - 1) return;
    const known = before.get(id);
    if (known === undefined || places.get(other)! < places.get(known)!) before.set(id, other);
  };
  for (const { from, to } of edges) {
    note(from, to);
    note(to, from);
  }
  return before;
}

/**
 * Many who are only to be told are one box for each kind; and while there are more boxes than `most`, so are those of a kind that come
 * to the same, the largest group first.
 */
function alikeTogether(draft: Draft, most: number): Draft {
  const groups = alike(draft.roots, ({ kind, state, doubtful }) => `${kind} ${state} ${doubtful}`);
  const [named, others] = [groups.filter(isNamed), groups.filter((items) => !isNamed(items))];
  const isToldAlone = ([first]: readonly Item[]): boolean => first!.state === 'concerned' && !first!.doubtful;
  const many = [...named, ...others].filter((items) => isToldAlone(items) && items.length >= MANY_CONCERNED);
  let boxes = draft.roots.length;
  const few = boxes > most ? FEW_HIT : most;
  const into = new Map<Item, Item>();
  const join = (items: readonly Item[]): void => {
    const group = groupOf(items);
    for (const item of items) into.set(item, group);
    boxes -= items.length - 1;
  };
  many.forEach(join);
  for (const items of others) if (boxes > few && !many.includes(items)) join(items);
  const end = (item: Item): Item => into.get(item) ?? item;
  return {
    roots: [...new Set(draft.roots.map(end))],
    strands: redirected(draft.strands, end),
    together: new Set(into.values()).size,
  };
}

/** Items that are alike, several at a time, the most first. What the picture is about stays by itself. */
function alike(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    if (item.root) continue;
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()]
    .filter(({ length }) => length > 1)
    .sort((a, b) => b.length - a.length || a[0]!.order - b[0]!.order);
}

/** One box for several objects of a kind, with their names. */
function groupOf(items: readonly Item[]): Item {
  const [first] = items as [Item];
  const { node: _, ...rest } = first;
  return {
    ...{ ...rest, id: `${first.id}*${items.length}`, count: items.length, folded: 'group' },
    ...{ values: [], badges: items.map(({ label }) => label) },
  };
}

/** One box for boxes of several kinds, with these. */
function restOf(items: readonly Item[], words: Words): Item {
  const [first] = items as [Item];
  const count = items.reduce((sum, item) => sum + item.count, 0);
  return {
    ...{ id: `${first.id}*${count}`, kind: '', label: '', children: [], values: [], folded: 'more', count },
    badges: items.map(({ kind, count: n }) => words.kinds(kind, n)),
    order: first.order,
    ...(first.parent && { parent: first.parent }),
    ...(first.state && { state: first.state }),
    ...(first.doubtful && { doubtful: first.doubtful }),
  };
}

/**
 * While views still hold more boxes than `most`: in each of them what has one state is its largest groups and one box for all others,
 * beginning where there are most; in the end those that people ask for first are one box for each kind as well.
 */
export function restTogether(draft: Draft, most: number, words: Words): void {
  let boxes = draft.roots.reduce((sum, { children }) => sum + children.length, 0);
  const few = boxes > most ? FEW_HIT : most;
  const into = new Map<Item, Item>();
  const join = (items: readonly Item[], box: Item): void => {
    for (const item of items) into.set(item, box);
    boxes -= items.length - 1;
  };
  const all = draft.roots.flatMap(({ children }) => children);
  const inOneState = ({ parent, kind, state, doubtful }: Item): string =>
    [parent!.id, state, doubtful, NAMED_LONGEST.has(kind) ? kind : ''].join(' ');
  const lists = alike(all, inOneState);
  for (const list of lists.filter((items) => !isNamed(items))) {
    const others = [...list].sort((a, b) => b.count - a.count || a.order - b.order).slice(LARGEST);
    if (boxes > few && others.length > 1) join(others, restOf(others, words));
  }
  for (const items of lists.filter(isNamed)) if (boxes > most + NAMED) join(items, groupOf(items));
  const end = (item: Item): Item => into.get(item) ?? item;
  for (const view of draft.roots) view.children = [...new Set(view.children.map(end))];
  draft.strands = redirected(draft.strands, end);
  draft.together = (draft.together ?? 0) + new Set(into.values()).size;
}

/** Groups of a view and a state that stay, where the others are one box. */
const LARGEST = 3;
/** So many more boxes are worth the names of applications and processes. */
const NAMED = 6;

const isNamed = ([first]: readonly Item[]): boolean => NAMED_LONGEST.has(first!.kind);

/** All lines say what they are, unless they are many or all mean the same: a word on some of them would leave the others open. */
function worded(draft: Draft): Draft {
  const meanings = new Set(draft.strands.map(({ rule }) => rule.means));
  if (meanings.size < 2 || draft.strands.length > MANY_WORDS) return draft;
  for (const strand of draft.strands) if (strand.edge.label === '') strand.worded = true;
  return draft;
}
