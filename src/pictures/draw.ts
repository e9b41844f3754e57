/** Makes the file of a picture out of what was read for it: scene, tag, places, format. */
import type { Viz } from '@viz-js/viz';
import type { KindsInNumbers, PartAnswer } from '../graph/index.js';
import { layoutOf } from './layout/layout.js';
import type { Layout } from './layout/places.js';
import type { PictureOptions } from './options.js';
import type { PictureFormat } from './parameters.js';
import { withRows, type RowsOfKinds } from './part.js';
import { overviewScene, sceneOfPart, walkScene } from './scene/build.js';
import type { WalkAnswer } from './scene/walk.js';
import type { Scene } from './scene/scene.js';
import type { Kind } from './source.js';
import { tagOf } from './tag.js';
import { VIEWS } from './views/index.js';
import { OVERVIEW } from './views/overview.js';
import { WALKS } from './views/walks.js';
import { drawio } from './writers/drawio.js';
import { graphText } from './writers/graph.js';
import { jsonPicture } from './writers/json.js';
import { png } from './writers/png.js';
import { svg } from './writers/svg.js';
import { outline } from './writers/text.js';

/** A picture to be drawn; plain data, since it travels to a thread. */
export interface Drawing {
  view: string;
  /** The answer of the graph, as JSON: a part, or the map by kinds. */
  graph: Uint8Array;
  rows: RowsOfKinds;
  /** All kinds, in the order of the registry. */
  kinds: readonly Kind[];
  options: PictureOptions;
  format: PictureFormat;
  /** Pixels for each unit, of PNG. */
  scale: number;
}

/** The scene of a picture. Throws as `sceneOf` does. */
export const sceneOfDrawing = (drawing: Drawing): Scene => scenesOf(drawing)(drawing.options.most);

/** Makes scenes of a picture that differ in how many boxes they have at most; what was read is parsed once. Throws as `sceneOf` does. */
export function scenesOf({ view: name, graph, rows, kinds, options }: Drawing): (most: number) => Scene {
  const answer: unknown = JSON.parse(new TextDecoder().decode(graph));
  const view = VIEWS.find((one) => one.name === name)!;
  if (WALKS.has(view)) return (most) => walkScene(answer as WalkAnswer, kinds, view, { ...options, most });
  if (view === OVERVIEW) return () => overviewScene(answer as KindsInNumbers, kinds, options);
  const part = withRows(answer as PartAnswer, rows);
  return (most) => sceneOfPart(part, kinds, view, { ...options, most });
}

/** The entity tag of a picture in the format that was asked for. */
export const tagOfDrawing = (scene: Scene, { format, scale, options: { theme } }: Drawing): string =>
  tagOf(scene, { format, scale, theme });

/** The file, and what gave everything its place. Without Graphviz everything is packed and lines are straight. */
export function draw(
  scene: Scene,
  { format, scale, options: { theme } }: Drawing,
  viz: Viz | undefined,
): { bytes: Uint8Array; by: Layout['by'] | undefined } {
  if (format === 'text') return { bytes: Buffer.from(outline(scene)), by: undefined };
  if (format === 'dot' || format === 'mermaid') return { bytes: Buffer.from(graphText(scene, format)), by: undefined };
  const layout = layoutOf(scene, viz);
  const { by } = layout;
  if (format === 'drawio') return { bytes: Buffer.from(drawio(scene, layout, theme)), by };
  if (format === 'json') return { bytes: Buffer.from(jsonPicture(scene, layout)), by };
  const picture = svg(scene, layout, theme);
  return { bytes: format === 'png' ? png(picture.text, picture, scale) : Buffer.from(picture.text), by };
}
