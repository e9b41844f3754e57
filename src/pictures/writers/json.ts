/** Writes a picture as JSON: boxes, lines and places, for programs. */
import type { Layout, Route } from '../layout/places.js';
import type { Line, Scene } from '../scene/scene.js';

/**
 * A JSON document. Boxes and lines name each other by their ids. Where lines are drawn together, those that are drawn are
 * `bundles`, and lines have no points.
 */
export function jsonPicture(scene: Scene, layout: Layout): string {
  const { name, title, about, caption, foot, boxes, lines, bundles, legend } = scene;
  const idOf = (i: number): string | null => boxes[i]?.id ?? null;
  const written = ({ from, to, ...line }: Line, route: Route | undefined): object => ({
    ...line,
    ...{ from: idOf(from), to: idOf(to), points: route?.points.map(({ x, y }) => [x, y]) ?? [] },
  });
  return JSON.stringify({
    ...{ name, title, about, caption, foot: foot ?? null, width: layout.width, height: layout.height },
    boxes: boxes.map(
      ({ id, kind, label, second, whole, parent, count, folded, href, state, doubtful, root, icon }, i) => ({
        ...{ id, kind: kind || null, label, second: whole ?? second, parent: idOf(parent), count },
        ...{
          folded: folded ?? null,
          href: href ?? null,
          state: state ?? null,
          doubtful: doubtful ?? false,
          root: root ?? false,
          ...layout.boxes[i],
        },
        icon: icon === undefined ? null : `/api/documents/${icon}/download`,
      }),
    ),
    lines: lines.map((line, i) => written(line, bundles ? undefined : layout.lines[i])),
    ...(bundles && { bundles: bundles.map((line, i) => written(line, layout.lines[i])) }),
    legend,
  });
}
