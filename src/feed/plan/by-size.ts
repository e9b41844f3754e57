/** Parts of a portion of objects, so that what is stored of a part has room: an object may hold megabytes of text. */
import type { Draft } from './draft.js';
import type { MapView } from './map-view.js';

/** Bytes of long texts that are read at a time, unless a single object has more. */
const TOGETHER = 8 << 20;

/**
 * Divides drafts, in their order, by the long texts of their objects in these columns, or in all.
 * Drafts of objects that are not there yet have none.
 */
export async function bySize(
  view: Pick<MapView, 'sizes'>,
  type: string,
  drafts: readonly Draft[],
  columns?: ReadonlySet<string>,
): Promise<Draft[][]> {
  const ids = drafts.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const sizes = ids.length ? await view.sizes(type, ids, columns) : new Map<number, number>();
  const parts: Draft[][] = [];
  let room = 0;
  for (const draft of drafts) {
    const size = sizes.get(draft.id!) ?? 0;
    if (!parts.length || (size > room && size > 0)) {
      parts.push([]);
      room = TOGETHER;
    }
    parts.at(-1)!.push(draft);
    room -= size;
  }
  return parts;
}
