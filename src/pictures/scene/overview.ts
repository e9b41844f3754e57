/** The scene of the map by kinds alone: a box for each kind, and so few lines that they can be followed. */
import type { LabelKey, Words } from '../locales/index.js';
import type { Kind, MapEdge, Overview } from '../source.js';
import type { LineRule } from '../views/view.js';
import type { Draft } from './fold.js';
import type { Item, Strand } from './items.js';
import { COLUMNS } from '../views/overview.js';
import { MAX_WIDTH, type Legend, type Line, type Scene } from './scene.js';

const RULE: LineRule = { edge: 'edges', means: 'edges', arrow: 'none' };
const NO_EDGE: MapEdge = { type: 'edges', from: -1, to: -1, object: 0, label: '', both: true, data: {} };

/**
 * A box for each kind of which there are objects, in those of the views of the map; a line between kinds with edges. What a kind
 * carries stands in its box too, most edges first.
 */
export function overviewDraft({ kinds, edges }: Overview, all: readonly Kind[], words: Words): Draft {
  const roots = new Map<string, Item>();
  const items = new Map<string, Item>();
  const item = (id: string, label: string): Item => ({
    ...{ id, kind: '', label, children: [], values: [], badges: [], count: 0 },
    order: roots.size + items.size,
  });
  const views = new Map(all.map(({ path, view }) => [path, view]));
  for (const { path, count } of kinds) {
    if (!count) continue;
    const view = views.get(path)!;
    const container = roots.get(view) ?? item(`view:${view}`, words.view(view));
    roots.set(view, container);
    const box = { ...item(`kind:${path}`, words.kind(path)), kind: path, count, parent: container };
    box.values.push(words.count(count, 'object', 'objects'));
    container.children.push(box);
    items.set(path, box);
  }
  for (const { from, to, count } of [...edges].sort((a, b) => b.count - a.count)) {
    items.get(from)?.badges.push(`→ ${words.kind(to)} ×${words.number(count)}`);
  }
  return { roots: [...roots.values()], strands: strandsOf(edges, items) };
}

/** One line between two kinds, whichever way their edges go; those within a kind are told in its box alone. */
function strandsOf(edges: Overview['edges'], items: ReadonlyMap<string, Item>): Strand[] {
  const strands = new Map<string, Strand>();
  for (const { from, to, count } of edges) {
    const [a, b] = [items.get(from), items.get(to)];
    if (!a || !b || a === b) continue;
    const key = [from, to].sort().join(' ');
    const known = strands.get(key);
    if (known) known.count += count;
    else strands.set(key, { edge: NO_EDGE, rule: RULE, from: a, to: b, count });
  }
  return [...strands.values()];
}

/**
 * The same picture with one line between two views in place of those between what stands in them, of which there are hundreds.
 * `explained` says in the caption what lines and boxes tell.
 * A line is the wider the more edges it stands for, and begins where most of them do.
 */
export function bundled(scene: Scene, explained: LabelKey, words: Words): Scene {
  const { boxes, lines } = scene;
  if (!boxes.length) return scene;
  // Views that had to be closed are ends of lines themselves.
  const viewOf = (i: number): number => (boxes[i]!.parent === -1 ? i : viewOf(boxes[i]!.parent));
  const pairs = new Map<string, Line[]>();
  for (const line of lines) {
    const ends = [viewOf(line.from), viewOf(line.to)].sort((a, b) => a - b);
    if (ends[0] === ends[1]) continue;
    const key = ends.join(' ');
    const known = pairs.get(key);
    if (known) known.push(line);
    else pairs.set(key, [line]);
  }
  const bundles = [...pairs.values()].map((some): Line => {
    const [first] = some as [Line];
    const start = viewOf(first.from);
    const outward = some.reduce((sum, { from, count }) => sum + (viewOf(from) === start ? count : -count), 0);
    const ends = [start, viewOf(first.to)] as const;
    const [from, to] = outward < 0 ? [ends[1], ends[0]] : ends;
    const count = some.reduce((sum, line) => sum + line.count, 0);
    const named = { from: boxes[from]!.label, to: boxes[to]!.label };
    const sentence = `${words.say('edges.sentence', named)} (${words.say('timesLines', { n: count })})`;
    return {
      ...{ id: `edges:${boxes[from]!.id}:${boxes[to]!.id}`, from, to, count, sentence },
      ...{ means: 'edges', arrow: 'none', dashed: false, lock: false, label: words.number(count) },
      width: Math.min(MAX_WIDTH, 1 + Math.round(Math.log10(count))),
    };
  });
  const legend: Legend[] = [
    ...scene.legend.filter((entry) => !('line' in entry)),
    { line: { arrow: 'none', dashed: false, lock: false, width: 1 }, text: words.say('edges') },
  ];
  const said = words.say(explained);
  const caption = scene.caption ? `${scene.caption} ${said}` : said;
  return { ...scene, legend, caption, about: `${scene.about} ${said}`, bundles, columns: columnsOf(scene) };
}

/** Where the views stand; those of no column stand below the last one. */
function columnsOf({ boxes }: Scene): number[][] {
  const places = new Map(
    boxes.flatMap(({ id, parent }, i) => (parent < 0 ? [[id.replace(/^view:/, ''), i] as const] : [])),
  );
  const columns = COLUMNS.map((views) => views.flatMap((name) => places.get(name) ?? []));
  const known = new Set(columns.flat());
  columns.at(-1)!.push(...[...places.values()].filter((i) => !known.has(i)));
  return columns.filter(({ length }) => length);
}
