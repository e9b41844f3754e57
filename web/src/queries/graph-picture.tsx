/** The graph of a query as a picture: objects in columns, which lead to them, and lines between them. */
import type { QueryGraph } from 'meridian-client';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { colourOfKind } from '../api/kinds.js';
import { type MapOfKinds } from '../api/map.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { layersOf, type Placed } from './layers.js';
import { ObjectLink } from '../components/object-link.js';

/** More than this nobody can read as a picture. */
const MOST = 400;
/** Sizes in points. */
const [WIDTH, HEIGHT, GAP_X, GAP_Y] = [200, 46, 70, 12];

const xOf = ({ column }: Placed): number => column * (WIDTH + GAP_X) + 10;
const yOf = ({ row }: Placed): number => row * (HEIGHT + GAP_Y) + 10;

/** The picture; every object in it is a link. */
export function GraphPicture({ map, graph }: { map: MapOfKinds; graph: QueryGraph }): VNode {
  const placed = useMemo(() => layersOf(graph, graph.meta.from), [graph]);
  if (!placed.length) return <p class="empty">{t('queries.nothing')}</p>;
  if (placed.length > MOST) return <p class="empty">{t('queries.large', { count: placed.length })}</p>;
  const byId = new Map(placed.map((one) => [one.node.id, one]));
  const width = Math.max(...placed.map(xOf)) + WIDTH + 10;
  const height = Math.max(...placed.map(yOf)) + HEIGHT + 10;
  return (
    <div class="query-picture" tabIndex={0} role="region" aria-label={t('queries.picture')}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={t('queries.picture')}
      >
        {graph.edges.map(({ from, to }) => {
          const [a, b] = [byId.get(from), byId.get(to)];
          return a && b && <path key={`${from} ${to}`} class="query-edge" d={lineBetween(a, b)} />;
        })}
        {placed.map((one) => (
          <foreignObject key={one.node.id} x={xOf(one)} y={yOf(one)} width={WIDTH} height={HEIGHT}>
            <Node map={map} placed={one} />
          </foreignObject>
        ))}
      </svg>
    </div>
  );
}

function lineBetween(a: Placed, b: Placed): string {
  const [x1, y1, x2, y2] = [xOf(a) + WIDTH, yOf(a) + HEIGHT / 2, xOf(b), yOf(b) + HEIGHT / 2];
  const bend = a.column < b.column ? (x2 - x1) / 2 : GAP_X;
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

function Node({ map, placed: { node } }: { map: MapOfKinds; placed: Placed }): VNode {
  const kind = map.kinds.get(node.group);
  return (
    <ObjectLink class={`query-node ${colourOfKind(kind)}`} map={map} kind={node.group} id={node.data.id}>
      <span title={node.label}>{node.label}</span>
      <small>{kind ? said(kind.one).text : node.group}</small>
    </ObjectLink>
  );
}
