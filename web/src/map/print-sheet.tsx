/**
 * The map on paper: the picture whole and as large as a page is, and lists below it. It is made when the browser prints, since
 * canvases keep what was seen on the screen.
 */
import { render, type VNode } from 'preact';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { printedBy } from '../app/printed-by.js';
import { t } from '../i18n/index.js';
import { byKind, nameOfKind } from './catalogue.js';
import { lookOf } from './downloads.js';
import type { Explorer, Scene } from './explorer.js';
import { NAME_ALONE, svgOf } from './files.js';
import { Grid } from './grid.js';
import { Apart, Needs, reasonOf, Seen } from './impact.js';
import { Places, type Shape } from './layout.js';
import { DOUBT_SIGN, paletteNow, STATE_SIGNS, STATES } from './palette.js';
import { stepInWords } from './steps.js';
import { kindIn } from './state.js';

/** What a sheet of A4 has for the picture, in pixels. */
const PAPER: Shape = { width: 718, height: 680 };
/** Units beside boxes. */
const BESIDE = 12;
/** Pixels for each unit below which places of the screen are too far apart for paper. */
const LEAST_ON_PAPER = 0.5;

/** An element that is filled while the browser prints. */
export function usePrintSheet(explorer: Explorer): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const fill = (): void => void (place.current && render(<PrintSheet explorer={explorer} />, place.current));
    const clear = (): void => void (place.current && render(null, place.current));
    addEventListener('beforeprint', fill);
    addEventListener('afterprint', clear);
    return () => {
      removeEventListener('beforeprint', fill);
      removeEventListener('afterprint', clear);
    };
  }, [explorer]);
  return place;
}

function PrintSheet({ explorer }: { explorer: Explorer }): VNode {
  const { way, fails, ends } = explorer.state.get();
  const about =
    way === 'impact'
      ? fails.map((id) => called(explorer, id)).join(', ')
      : way === 'paths'
        ? [ends.from, ends.to].flatMap((id) => (id ? called(explorer, id) : [])).join(' → ')
        : '';
  return (
    <>
      <h1>{[t(way === 'explore' ? 'map.title' : `map.way.${way}`), about].filter(Boolean).join(' · ')}</h1>
      <p class="faint">{printedBy()}</p>
      <Drawing explorer={explorer} />
      {way === 'impact' && explorer.impact.get() ? (
        <Hits explorer={explorer} />
      ) : way === 'paths' && explorer.paths.get() ? (
        <PathsInWords explorer={explorer} />
      ) : (
        <ByKind explorer={explorer} objects={explorer.scene.get().boxes.map(({ id, kind }) => ({ id, kind }))} />
      )}
    </>
  );
}

function Drawing({ explorer }: { explorer: Explorer }): VNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const scene = onPaper(explorer);
    const { bounds } = scene.grid;
    if (!bounds) return;
    // Lines pass beside boxes, and half of a frame lies outside of its box.
    const area = {
      left: bounds.left - BESIDE,
      top: bounds.top - BESIDE,
      right: bounds.right + BESIDE,
      bottom: bounds.bottom + BESIDE,
    };
    const look = { ...lookOf(explorer, paletteNow()), namesAlone: { fits: nameFits() } };
    // As elements: an image would be read only after the page was printed.
    const drawing = new DOMParser().parseFromString(svgOf(scene, area, look), 'image/svg+xml');
    place.current!.replaceChildren(document.importNode(drawing.documentElement, true));
  }, []);
  return <div class="map-print-drawing" ref={place} />;
}

/** Whether a name fits into a box of the drawing. */
function nameFits(): (text: string) => boolean {
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = `600 ${NAME_ALONE.size}px ${paletteNow().font}`;
  return (text) => context.measureText(text).width <= NAME_ALONE.room;
}

/** The page with places for a sheet of paper; as it is where it fits on one. */
function onPaper(explorer: Explorer): Scene {
  const scene = explorer.scene.get();
  const { bounds } = scene.grid;
  if (!bounds) return scene;
  const fits = Math.min(PAPER.width / (bounds.right - bounds.left), PAPER.height / (bounds.bottom - bounds.top));
  // Where somebody stands in an outage nobody has chosen.
  if (fits >= LEAST_ON_PAPER && explorer.state.get().way !== 'impact') return scene;
  const places = new Places(explorer.catalogue.order, PAPER, 1, 0);
  places.place(scene.boxes, () => []);
  return { ...scene, points: places.points, grid: new Grid(places.points) };
}

/** Whom an outage hits: all of them, by state and kind. */
function Hits({ explorer }: { explorer: Explorer }): VNode {
  const impact = explorer.impact.get()!;
  const { meta, nodes, summary, doubtful } = impact;
  return (
    <div class="map-print-lists">
      {STATES.filter((word) => summary[word]?.total).map((word) => (
        <section key={word}>
          <h2>
            <span class={`map-sign ${word}`}>{STATE_SIGNS[word]}</span> {t(`map.state.${word}`)} (
            {summary[word]!.total.toLocaleString()})
            <Seen explorer={explorer} />
          </h2>
          {summary[word]!.needs && <Needs explorer={explorer} needs={summary[word]!.needs!} isPaper />}
          <ByKind
            explorer={explorer}
            objects={nodes.filter(({ state }) => state === word).map(({ id, group: kind }) => ({ id, kind }))}
          />
        </section>
      ))}
      {!!doubtful?.length && (
        <section>
          <h2>
            <span class="map-sign doubtful">{DOUBT_SIGN}</span> {t('map.state.doubtful')}
            <Seen explorer={explorer} />
          </h2>
          <ul>
            {doubtful.map((doubt) => (
              <li key={`${doubt.of} ${doubt.why}`}>
                <b>{called(explorer, doubt.of)}</b>
                {t('colon')}
                {reasonOf(explorer, doubt)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Apart explorer={explorer} impact={impact} />
      {meta.left_out > 0 && <p>{t('map.impact.left-out', { count: meta.left_out })}</p>}
    </div>
  );
}

/** Names of objects behind those of their kinds. */
function ByKind({
  explorer,
  objects,
}: {
  explorer: Explorer;
  objects: ReadonlyArray<{ id: string; kind: string }>;
}): VNode {
  const { kinds } = explorer.catalogue;
  const { byId } = explorer.scene.get();
  return (
    <ul>
      {byKind(explorer.catalogue, objects).map(([kind, some]) => (
        <li key={kind}>
          <b>{kinds.get(kind)?.title ?? kind}</b>
          {t('colon')}
          {some.map(({ id }) => byId.get(id)?.name ?? explorer.node(id)?.name ?? id).join(', ')}
        </li>
      ))}
    </ul>
  );
}

/** An object by its name, and what it is. */
const called = (explorer: Explorer, id: string): string =>
  `${explorer.node(id)?.name ?? id} (${nameOfKind(explorer.catalogue, kindIn(id))})`;

/** Each path as a sentence. */
function PathsInWords({ explorer }: { explorer: Explorer }): VNode {
  const { paths } = explorer.paths.get()!;
  return (
    <ol class="map-print-lists">
      {paths.map(({ nodes, edges }, i) => (
        <li key={i}>
          {nodes.map((id, step) => (
            <>
              {step > 0 && <i> {stepInWords(explorer, nodes[step - 1]!, edges[step - 1]!)} </i>}
              {called(explorer, id)}
            </>
          ))}
        </li>
      ))}
    </ol>
  );
}
