/** What a picture keeps of a view: what selectors and tags ask for. */
import { fold } from '../../core/text/fold.js';
import type { PictureOptions } from '../options.js';
import type { MapEdge, MapPart } from '../source.js';
import type { End, Selector, View } from '../views/view.js';

/** Edges by type. */
type EdgesOf = (type: string) => readonly MapEdge[];

/** What is left of a view. */
export interface Selection {
  /** Objects that may have a box, by place in the list of nodes. */
  nodes: Uint8Array;
  /** Objects of which a line must touch one; left out: any line between kept objects is drawn. */
  touched?: Uint8Array;
}

/** Applies all selectors that are set; each of them narrows what is left. */
export function select(
  part: MapPart,
  view: View,
  { selected, tags }: PictureOptions,
  parents: Int32Array,
  edgesOf: EdgesOf,
): Selection {
  const nodes = new Uint8Array(part.nodes.length).fill(1);
  let touched: Uint8Array | undefined;
  const narrow = (kept: (node: number) => boolean): void => {
    for (let i = 0; i < nodes.length; i++) if (!kept(i)) nodes[i] = 0;
  };
  for (const selector of view.selectors) {
    const values = selected.get(selector.name);
    if (!values) continue;
    if (selector.keeps === 'column') {
      narrow(
        (i) => part.nodes[i]!.kind !== selector.on || inColumn(selector, part.nodes[i]!.data[selector.column], values),
      );
      continue;
    }
    const roots = part.nodes.flatMap(({ kind, id }, i) => (kind === selector.kind && values.includes(id) ? [i] : []));
    if (selector.keeps === 'within') {
      const inside = withinOf(roots, parents);
      narrow((i) => inside[i] === 1);
      continue;
    }
    const reached = reach(roots, selector.edges ?? [], edgesOf, part.nodes.length);
    if (selector.keeps === 'touching') touched = touched ? touched.map((one, i) => one & reached[i]!) : reached;
    else narrow((i) => reached[i] === 1);
  }
  if (tags.length) {
    const wanted = new Set(tags.map(fold));
    narrow((i) => part.nodes[i]!.tags.some((tag) => wanted.has(fold(tag))));
  }
  return { nodes, ...(touched && { touched }) };
}

function inColumn(
  { values: words }: Extract<Selector, { keeps: 'column' }>,
  value: unknown,
  wanted: ReadonlyArray<number | string>,
): boolean {
  if (words) return wanted.some((word) => words[String(word)] === Number(value ?? 0));
  return wanted.some((text) => fold(String(text)) === fold(String(value ?? '')));
}

/** 1 for these objects and all that stands in them. */
function withinOf(roots: readonly number[], parents: Int32Array): Uint8Array {
  const inside = new Uint8Array(parents.length);
  for (const root of roots) inside[root] = 1;
  for (let i = 0; i < parents.length; i++) {
    const way: number[] = [];
    let at = i;
    while (at !== -1 && !inside[at]) {
      way.push(at);
      at = parents[at]!;
    }
    if (at !== -1) for (const one of way) inside[one] = 1;
  }
  return inside;
}

/** 1 for these objects and all that lies along the edges from them, any number of steps. */
function reach(
  roots: readonly number[],
  edges: ReadonlyArray<readonly [string, End]>,
  edgesOf: EdgesOf,
  count: number,
): Uint8Array {
  const next = new Map<number, number[]>();
  for (const [type, towards] of edges) {
    for (const { from, to } of edgesOf(type)) {
      const [start, end] = towards === 'to' ? [from, to] : [to, from];
      const known = next.get(start);
      if (known) known.push(end);
      else next.set(start, [end]);
    }
  }
  const reached = new Uint8Array(count);
  const waiting = [...roots];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (reached[at]) continue;
    reached[at] = 1;
    waiting.push(...(next.get(at) ?? []));
  }
  return reached;
}
