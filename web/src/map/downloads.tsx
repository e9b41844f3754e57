/** The page as files: what is seen, made here; all of its objects, made by the server; the list. */
import type { RefObject, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../api/session.js';
import { sentenceOf } from '../components/sentences.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import type { Explorer } from './explorer.js';
import { csvOf, svgOf, type MapStyle } from './files.js';
import { colourOf, DOUBT_SIGN, STATE_SIGNS, type Palette } from './palette.js';
import { Popover } from './popover.js';
import { handOver } from '../api/download.js';
import type { StageHandle } from './stage.js';

/** Objects that one question to the server may name. */
const MAX_NAMED = 200;
/** Formats of the server: the name of each, and the ending of its files. */
const FORMATS = [
  ['drawio', 'draw.io', 'drawio'],
  ['mermaid', 'Mermaid', 'mmd'],
  ['graphml', 'GraphML', 'graphml'],
] as const;

interface DownloadsOptions {
  explorer: Explorer;
  stage: RefObject<StageHandle | null>;
}

export function Downloads({ explorer, stage }: DownloadsOptions): VNode {
  return (
    <Popover label={t('map.download')}>{(close) => <Files explorer={explorer} stage={stage} close={close} />}</Popover>
  );
}

function Files({ explorer, stage, close }: DownloadsOptions & { close: () => void }): VNode {
  const scene = useStore(explorer.scene);
  const [problem, setProblem] = useState('');
  const run = (make: () => Promise<void> | void): void => {
    setProblem('');
    Promise.resolve(make()).then(close, (error: unknown) => setProblem(sentenceOf(error)));
  };
  const svg = (): void => {
    const { palette, area } = stage.current!;
    handOver(new Blob([svgOf(scene, area(), lookOf(explorer, palette()))], { type: 'image/svg+xml' }), 'map.svg');
  };
  const png = (): Promise<void> =>
    new Promise((done) =>
      stage.current!.picture().toBlob((blob) => {
        if (blob) handOver(blob, 'map.png');
        done();
      }),
    );
  const csv = (): void => {
    const rows = scene.boxes.map(({ id, name, about }) => {
      const word = scene.states.get(id);
      const words = [word && t(`map.state.${word}`), scene.doubtful.has(id) && t('map.state.doubtful')];
      return [id, name, about, words.filter(Boolean).join(', ')];
    });
    const head = [t('map.csv.id'), t('map.csv.name'), t('map.csv.kind'), t('map.csv.state')];
    handOver(new Blob([csvOf([head, ...rows])], { type: 'text/csv;charset=utf-8' }), 'map.csv');
  };
  const fromServer = async (format: string, ending: string): Promise<void> => {
    const answer = await client().send('GET', ...questionOf(explorer, format));
    handOver(await answer.blob(), `map.${ending}`);
  };
  const isEmpty = !scene.boxes.length;
  const isMany = scene.boxes.length > MAX_NAMED && explorer.state.get().way === 'explore';
  const isOverview = explorer.state.get().way === 'overview';
  return (
    <div class="map-files">
      <h3>{t('map.download.seen')}</h3>
      <div class="ticks">
        <button class="chip" type="button" disabled={isEmpty} onClick={() => run(svg)}>
          SVG
        </button>
        <button class="chip" type="button" disabled={isEmpty} onClick={() => run(png)}>
          PNG
        </button>
      </div>
      <h3>{t('map.download.all')}</h3>
      <div class="ticks">
        {FORMATS.map(([format, name, ending]) => (
          <button
            key={format}
            class="chip"
            type="button"
            disabled={isEmpty || isMany || isOverview}
            onClick={() => run(() => fromServer(format, ending))}
          >
            {name}
          </button>
        ))}
        <button class="chip" type="button" disabled={isEmpty} onClick={() => run(csv)}>
          {t('map.download.list')}
        </button>
      </div>
      {isMany && <p class="faint">{t('map.download.many', { most: MAX_NAMED })}</p>}
      <p class="form-problem" role="alert">
        {problem}
      </p>
    </div>
  );
}

/** The question that the server answers with what is on the page. */
function questionOf(
  explorer: Explorer,
  format: string,
): [path: string, call: { query: Record<string, string | number> }] {
  const state = explorer.state.get();
  const { way, fails, ends, direction } = state;
  // Every format but JSON is what the client is told to take.
  const file = { format, download: 1 };
  if (way === 'impact' && fails.length) return ['/api/graph/impact', { query: { of: fails.join(), ...file } }];
  if (way === 'paths' && ends.from && ends.to) {
    const kinds = explorer.kindsOnPaths(state)?.join();
    return ['/api/graph/paths', { query: { ...ends, direction, ...(kinds && { kinds }), ...file } }];
  }
  const of = explorer.scene
    .get()
    .boxes.map(({ id }) => id)
    .join();
  return ['/api/graph/neighbourhood', { query: { of, depth: 0, ...file } }];
}

/** How what is drawn of a page looks. */
export function lookOf(explorer: Explorer, palette: Palette): MapStyle {
  const scene = explorer.scene.get();
  return {
    ground: palette.surface,
    ...{ text: palette.ink, quiet: palette.soft, line: palette.line, font: 'DejaVu Sans, Verdana, Arial, sans-serif' },
    of: (id) => {
      const kind = explorer.catalogue.kinds.get(scene.byId.get(id)!.kind);
      const word = scene.states.get(id);
      return {
        colour: word ? palette[word] : colourOf(kind, palette),
        icon: kind?.icon ?? '',
        sign: (word ? STATE_SIGNS[word] : '') + (scene.doubtful.has(id) ? DOUBT_SIGN : ''),
      };
    },
  };
}
