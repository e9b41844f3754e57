/** Small maps that are written down, as sources of pictures. */
import { singular } from '../../src/core/text/naming.js';
import type { Kind, MapEdge, MapNode, PictureSource } from '../../src/pictures/source.js';

const VIEWS: Readonly<Record<string, string>> = { sites: 'physical', buildings: 'physical', bays: 'physical' };

/** A kind that is called as its path, in both languages. */
export function kind(path: string, view = 'physical'): Kind {
  const several = `${path.charAt(0).toUpperCase()}${path.slice(1).replaceAll('-', ' ')}`;
  const titles = [singular(several), several] as const;
  return { path, view, titles: { en: titles, fr: titles } };
}

/** An object: `sites 1 Centre`. */
export const object = (kind: string, id: number, label = `${kind} ${id}`, more: Partial<MapNode> = {}): MapNode => ({
  ...{ kind, id, label, tags: [], data: {} },
  ...more,
});

/** An edge between objects by `kind id`. */
export interface MadeEdge extends Partial<MapEdge> {
  of: string;
  between: readonly [string, string];
}

/** A source of these objects, in their order. */
export function made(nodes: readonly MapNode[], edges: readonly MadeEdge[] = []): PictureSource {
  const place = new Map(nodes.map(({ kind, id }, i) => [`${kind} ${id}`, i]));
  const paths = [...new Set(nodes.map(({ kind }) => kind))];
  const all = edges.map(({ of, between: [from, to], ...rest }): MapEdge => ({
    ...{ type: of, from: place.get(from)!, to: place.get(to)!, object: 0, label: '', both: false, data: {} },
    ...rest,
  }));
  return {
    kinds: paths.map((path) => kind(path, VIEWS[path])),
    read({ kinds, edges: types }) {
      const kept = [...nodes.keys()].filter((i) => kinds.includes(nodes[i]!.kind));
      const now = new Map(kept.map((old, i) => [old, i]));
      return Promise.resolve({
        nodes: kept.map((i) => nodes[i]!),
        edges: all
          .filter(({ type, from, to }) => types.includes(type) && now.has(from) && now.has(to))
          .map((edge) => ({ ...edge, from: now.get(edge.from)!, to: now.get(edge.to)! })),
      });
    },
    overview: () => Promise.resolve({ kinds: [], edges: [] }),
  };
}
