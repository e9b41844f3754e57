/** Makes the file of a picture out of what was read for it: scene, tag, places, format. */
import { createHash } from 'node:crypto';
import type { Viz } from '@viz-js/viz';
import { version } from '../core/version.js';
import type { KindsInNumbers, PartAnswer } from '../graph/index.js';
import { layoutOf } from './layout/layout.js';
import type { Layout } from './layout/places.js';
import type { PictureOptions } from './options.js';
import type { PictureFormat } from './formats.js';
import { Words } from './locales/index.js';
import { overviewScene, sceneOfPart, walkScene } from './scene/build.js';
import { mergedAnswers, type WalkAnswer } from './scene/walk.js';
import type { Scene } from './scene/scene.js';
import { withRows, type Kind, type RowsOfKinds } from './source.js';
import { withFurtherKinds } from './views/further.js';
import { VIEWS } from './views/index.js';
import { OVERVIEW } from './views/overview.js';
import { WALKS } from './views/walks.js';
import { drawio } from './writers/drawio.js';
import { graphText } from './writers/graph.js';
import { jsonPicture } from './writers/json.js';
import { png } from './writers/png.js';
import { svg } from './writers/svg.js';
import { outline } from './writers/text.js';

/** What the foot of a picture says besides its title. */
export interface Foot {
  organisation: string | undefined;
  /** The day and the time of the state of the map, as they are written. */
  at: string;
  /** Who may see it, where that is not everybody; undefined: nothing is hidden. */
  seenBy: string | undefined;
}

/** A picture to be drawn; plain data, since it travels to a thread. */
export interface Drawing {
  view: string;
  /** The answer of the graph, as JSON: a part, the map by kinds, or a walk. */
  graph: Uint8Array;
  rows: RowsOfKinds;
  /** Objects' own icons by the id of their document, once it is known which are needed. */
  icons?: Readonly<Record<number, string>>;
  /** All kinds, in the order of the registry. */
  kinds: readonly Kind[];
  options: PictureOptions;
  /** What its foot says besides the title; left out: it has none. */
  foot?: Foot;
  format: PictureFormat;
  /** Pixels for each unit, of PNG. */
  scale: number;
}

/** The scene of a picture, and the state of the map that it shows. Throws as `sceneOf` does. */
export function sceneOfDrawing(drawing: Drawing): { scene: Scene; snapshot: string } {
  const answer = answerOf(drawing);
  const scene = scenesOf(drawing, answer)(drawing.options.most);
  const { icons, foot } = drawing;
  return {
    scene: {
      ...scene,
      ...(icons && { icons }),
      ...(foot && { foot: footOf(foot, scene.title, new Words(drawing.options.language)) }),
    },
    snapshot: 'meta' in answer ? answer.meta.snapshot : answer.snapshot,
  };
}

/** One line: whose, what, when, for whom, by which release. */
const footOf = ({ organisation, at, seenBy }: Foot, title: string, words: Words): string =>
  [
    ...[organisation, title, at, seenBy && words.say('seenBy', { name: seenBy })],
    words.say('release', { version: VERSION }),
  ]
    .filter(Boolean)
    .join(' · ');

type Answer = PartAnswer | KindsInNumbers | WalkAnswer;

/** Several answers stand a line each: what lies above and what lies below some objects is one picture. */
function answerOf({ graph }: Drawing): Answer {
  const [first, ...others] = new TextDecoder()
    .decode(graph)
    .split('\n')
    .map((line) => JSON.parse(line) as Answer) as [Answer, ...Answer[]];
  return others.length ? mergedAnswers([first, ...others] as WalkAnswer[]) : first;
}

/** Makes scenes of a picture that differ in how many boxes they have at most; what was read is parsed once. Throws as `sceneOf` does. */
export function scenesOf(drawing: Drawing, answer = answerOf(drawing)): (most: number) => Scene {
  const { view: name, rows, kinds, options } = drawing;
  const view = VIEWS.find((one) => one.name === name)!;
  if (WALKS.has(view)) return (most) => walkScene(answer as WalkAnswer, kinds, view, { ...options, most });
  if (view === OVERVIEW) return () => overviewScene(answer as KindsInNumbers, kinds, options);
  const part = withRows(answer as PartAnswer, rows);
  const drawn = withFurtherKinds(view, kinds);
  return (most) => sceneOfPart(part, kinds, drawn, { ...options, most });
}

/** The documents with icons of objects in a scene. */
export const iconsOf = ({ boxes }: Scene): number[] => [...new Set(boxes.flatMap(({ icon }) => icon ?? []))];

const VERSION = version();

/**
 * The entity tag of a picture, strong and with its quotation marks: known before anything is laid out, and the same as long as
 * nothing changes that is shown.
 */
export function tagOf(
  scene: Scene,
  { format, scale, options: { theme } }: Pick<Drawing, 'format' | 'scale' | 'options'>,
): string {
  const text = JSON.stringify([VERSION, format, scale, theme, scene]);
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}

/** The tag of a picture that was drawn without Graphviz though it has lines: other bytes than those of the same scene with it. */
export const plainTagOf = (tag: string): string => tag.replace(/"$/, `${PLAIN}"`);
export const isPlainTag = (tag: string): boolean => tag.endsWith(`${PLAIN}"`);
const PLAIN = '.plain';

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
