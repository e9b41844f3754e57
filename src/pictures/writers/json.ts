/** Writes a picture as JSON: boxes, lines and places, for programs. */
import type { Layout } from '../layout/places.js';
import type { Scene } from '../scene/scene.js';

/** A JSON document. Boxes and lines name each other by their ids. */
export function jsonPicture(scene: Scene, layout: Layout): string {
  const { name, title, about, caption, boxes, lines, legend } = scene;
  const idOf = (i: number): string | null => boxes[i]?.id ?? null;
  return JSON.stringify({
    ...{ name, title, about, caption, width: layout.width, height: layout.height },
    boxes: boxes.map(({ id, kind, label, second, parent, count, folded, href, state, root }, i) => ({
      ...{ id, kind: kind || null, label, second, parent: idOf(parent), count, folded: folded ?? null },
      ...{ href: href ?? null, state: state ?? null, root: root ?? false, ...layout.boxes[i] },
    })),
    lines: lines.map(({ from, to, ...line }, i) => ({
      ...line,
      ...{ from: idOf(from), to: idOf(to), points: layout.lines[i]!.points.map(({ x, y }) => [x, y]) },
    })),
    legend,
  });
}
