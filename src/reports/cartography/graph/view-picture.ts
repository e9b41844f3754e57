/** The picture at the beginning of a chapter, with a caption that says how much of the map it shows. */
import type { Translate } from '../../locales/index.js';
import type { ReportRun } from '../../report-run.js';
import type { Block } from '../../../files/document.js';
import type { MapType, MapView } from '../fields.js';
import type { RelatedObjects } from '../related.js';
import { drawn } from './drawing.js';
import { addressEdges, edgesOf, GRAPHS } from './edges.js';
import { mapGraph, MAX_IN_COLUMN, type MapGraph } from './map-graph.js';

/** Whether pictures are asked for: `graph` is there, and does not say no. */
export const wantsPictures = ({ query: { graph } }: ReportRun): boolean =>
  graph !== undefined && graph !== '0' && graph !== 'false';

/** The types that pictures show. */
export const pathsOfPictures = (views: readonly MapView[]): string[] =>
  views.flatMap(({ types }) => types.map(({ path }) => path));

/** The picture of a view; nothing where nothing is linked. At most two statements. */
export async function viewPicture(
  run: ReportRun,
  related: RelatedObjects,
  { number, title }: MapView,
  types: readonly MapType[],
  anchorOf: (path: string, id: number) => string,
): Promise<Block[]> {
  const plan = GRAPHS[number]!();
  const titles = new Map(types.map((type) => [type.path, type.title]));
  const paths = new Set(titles.keys());
  const kinds = plan.edges.filter(({ from, to }) => paths.has(from) && paths.has(to));
  const edges = [
    ...(await edgesOf(run, related, kinds)),
    ...(number === 5 ? await addressEdges(run, related, paths) : []),
  ];
  const graph = await mapGraph(plan, related, edges);
  if (!graph.edges.length) return [];
  const { translate } = run;
  const picture = drawn(graph, translate(title), { titleOf: (path) => translate(titles.get(path)!), anchorOf });
  return [{ kind: 'picture', picture, caption: captionOf(graph, translate) }];
}

const captionOf = ({ drawn, linked }: MapGraph, translate: Translate): string =>
  drawn === linked
    ? translate('pictureOfAll', { linked })
    : translate('pictureOfSome', { drawn, linked, boxes: MAX_IN_COLUMN });
