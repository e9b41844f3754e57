/** The scene of the map by kinds alone. */
import type { LineRule } from '../views/view.js';
import type { Kind, Overview } from '../source.js';
import type { Words } from '../locales/index.js';
import type { Draft } from './fold.js';
import type { Item, Strand } from './items.js';

const RULE: LineRule = { edge: 'edges', means: 'edges', arrow: 'none' };

/** A box for each kind of which there are objects, in those of the views of the map; a line between kinds with edges. */
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
    box.values.push(words.number(count));
    container.children.push(box);
    items.set(path, box);
  }
  return { roots: [...roots.values()], strands: strandsOf(edges, items) };
}

/** One line between two kinds, whichever way their edges go; those within a kind are told in its box. */
function strandsOf(edges: Overview['edges'], items: ReadonlyMap<string, Item>): Strand[] {
  const strands = new Map<string, Strand>();
  for (const { from, to, count } of edges) {
    const [a, b] = [items.get(from), items.get(to)];
    if (!a || !b) continue;
    if (a === b) {
      a.values.push(`↻ ${count}`);
      continue;
    }
    const key = [from, to].sort().join(' ');
    const known = strands.get(key);
    if (known) known.count += count;
    else strands.set(key, { edge: NO_EDGE, rule: RULE, from: a, to: b, count });
  }
  return [...strands.values()];
}

const NO_EDGE = { type: 'edges', from: -1, to: -1, object: 0, label: '', both: true, data: {} };
