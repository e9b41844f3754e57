/** One object of the page, and the list of all: the same as on the plane, for who reads instead of looking. */
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { addressOf, mayOpen } from '../api/map.js';
import { useAnswer } from '../api/use-answer.js';
import { RequestBox } from '../components/request-box.js';
import { Titled } from '../components/text.js';
import { isEmpty, Value } from '../components/value.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import type { Actions } from './actions.js';
import type { Box, Explorer } from './explorer.js';
import { Kind } from './kind.js';
import { DOUBT_SIGN, STATE_SIGNS } from './palette.js';
import { markedInWords, vulnerableInWords } from './reader.js';
import { stepInWords } from './steps.js';
import { doneIn, isOutside, kindIn, numberIn } from './state.js';

/** Lines of the list that are shown at a time. */
const LOT = 200;
/** Links of an object that are shown unasked. */
const FEW_LINKS = 12;

/** The object that was chosen: what it is, what it needs, what can be done with it, what it is linked to. */
export function Details({ explorer, id, actions }: { explorer: Explorer; id: string; actions: Actions }): VNode {
  const scene = useStore(explorer.scene);
  const state = useStore(explorer.state);
  const box = scene.byId.get(id)!;
  const isOpen = doneIn(state, 'open').includes(id);
  const { way } = state;
  return (
    <section class="map-details" aria-labelledby="map-chosen">
      <button
        class="icon-button map-leave"
        type="button"
        aria-label={t('map.details.close')}
        onClick={() => actions.choose(null)}
      >
        ×
      </button>
      <h2 id="map-chosen" tabIndex={-1}>
        {box.name}
      </h2>
      {box.isKind ? (
        <button class="primary" type="button" onClick={() => actions.toggle(id)}>
          {t('map.overview.open', { kind: box.name, count: box.left })}
        </button>
      ) : isOutside(id) ? (
        <>
          <p class="map-about">{t('map.outside')}</p>
          <Links explorer={explorer} id={id} actions={actions} />
        </>
      ) : (
        <>
          <p class="map-about">
            <Kind explorer={explorer} kind={box.kind} />
            {box.left > 0 && <span class="faint">{t('map.neighbours', { count: box.left })}</span>}
          </p>
          <div class="map-actions">
            {way === 'overview' ? (
              <button class="quiet" type="button" onClick={() => actions.explore(id)}>
                {t('map.object.explore')}
              </button>
            ) : (
              <>
                <button
                  class="quiet"
                  type="button"
                  aria-keyshortcuts={isOpen ? '-' : '+'}
                  onClick={() => actions.toggle(id)}
                >
                  {t(isOpen ? 'map.close' : 'map.open')}
                </button>
                <button class="quiet" type="button" aria-keyshortcuts="Delete" onClick={() => actions.hide(id)}>
                  {t('map.hide')}
                </button>
              </>
            )}
            <button class="quiet" type="button" aria-keyshortcuts="i" onClick={() => actions.fails(id)}>
              {t('map.object.fails')}
            </button>
            <button class="quiet" type="button" aria-keyshortcuts="p" onClick={() => actions.path(id)}>
              {t(state.ends.from && !state.ends.to ? 'map.object.to' : 'map.object.from')}
            </button>
            {mayOpen(explorer.map, box.kind, Number(numberIn(id))) && (
              <a class="quiet" href={addressOf(box.kind, numberIn(id))}>
                {t('map.object')}
              </a>
            )}
          </div>
          {scene.vulnerable.has(id) && (
            <p class="map-about">
              <a href={`/vulnerabilities?object=${box.kind}:${numberIn(id)}`}>
                {vulnerableInWords(scene.vulnerable.get(id)!)}
              </a>
            </p>
          )}
          {scene.marked.has(id) && (
            <p class="map-about">
              <a href={addressOf(box.kind, numberIn(id))}>{markedInWords(scene.marked.get(id)!)}</a>
            </p>
          )}
          <Needs explorer={explorer} id={id} />
          <Links explorer={explorer} id={id} actions={actions} />
          <RequestBox path={`/api/graph/neighbourhood?of=${id}`} docs="graph" />
        </>
      )}
    </section>
  );
}

/** What the object needs, in the colours of the reports. */
function Needs({ explorer, id }: { explorer: Explorer; id: string }): VNode | null {
  const kind = explorer.map.kinds.get(kindIn(id));
  const columns = kind?.columns.filter(({ need }) => need) ?? [];
  const { answer } = useAnswer(columns.length ? `/api/${kindIn(id)}/${numberIn(id)}` : null);
  if (!answer || !('status' in answer) || answer.status >= 400) return null;
  const object = (answer.body as { data: Record<string, unknown> }).data;
  const filled = columns.filter((column) => !isEmpty(column, object[column.name]));
  if (!filled.length) return null;
  return (
    <>
      <h3>{t('map.needs')}</h3>
      <dl class="map-needs">
        {filled.map((column) => (
          <div key={column.name}>
            <dt>
              <Titled said={said(column.titles)} />
            </dt>
            <dd>
              <Value column={column} value={object[column.name]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Objects of the page that it is linked to, by what the link is about. */
function Links({ explorer, id, actions }: { explorer: Explorer; id: string; actions: Actions }): VNode {
  const scene = useStore(explorer.scene);
  const edges = useMemo(() => scene.edges.filter(({ from, to }) => from === id || to === id), [scene, id]);
  const [toggled, setToggled] = useState<boolean | null>(null);
  const isOpen = toggled ?? edges.length <= FEW_LINKS;
  const [shown, setShown] = useState(LOT);
  // An object in the middle of a map has thousands: those that nobody looks at are not drawn.
  const listed = isOpen ? edges.slice(0, shown) : [];
  // Each link as it reads from here: “runs on” and below it what.
  const words = new Map(listed.map((edge) => [edge, stepInWords(explorer, id, [edge.id], false)]));
  const sentences = [...new Set(words.values())];
  return (
    <details
      class="map-fold"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setToggled(open)}
    >
      <summary>
        {t('map.links')} <span class="faint">{edges.length}</span>
      </summary>
      {!edges.length && <p class="faint">{t('map.links.none')}</p>}
      {sentences.map((sentence) => (
        <div key={sentence}>
          <h4>{sentence}</h4>
          <ul class="map-list">
            {listed
              .filter((edge) => words.get(edge) === sentence)
              .map((edge) => {
                const other = scene.byId.get(edge.from === id ? edge.to : edge.from)!;
                return (
                  <li key={edge.id}>
                    <Line explorer={explorer} box={other} isChosen={false} actions={actions} />
                    {edge.label && <small class="faint">{edge.label}</small>}
                  </li>
                );
              })}
          </ul>
        </div>
      ))}
      {isOpen && edges.length > shown && (
        <button class="small-button" type="button" onClick={() => setShown(shown + LOT)}>
          {t('map.list.more', { count: Math.min(LOT, edges.length - shown) })}
        </button>
      )}
    </details>
  );
}

/** Everything on the page, in the order of its rows. */
export function ObjectList({
  explorer,
  chosen,
  actions,
}: {
  explorer: Explorer;
  chosen: string | null;
  actions: Actions;
}): VNode {
  const { boxes } = useStore(explorer.scene);
  const [shown, setShown] = useState(LOT);
  const at = chosen === null ? -1 : boxes.findIndex(({ id }) => id === chosen);
  useEffect(() => {
    if (at >= shown) setShown(Math.ceil((at + 1) / LOT) * LOT);
  }, [at]);
  return (
    <section class="map-objects" aria-labelledby="map-objects">
      <h2 id="map-objects">
        {t('map.list')} <span class="faint">{boxes.length}</span>
      </h2>
      {!boxes.length && <p class="faint">{t('map.list.none')}</p>}
      <ul class="map-list">
        {boxes.slice(0, shown).map((box) => (
          <li key={box.id}>
            <Line explorer={explorer} box={box} isChosen={box.id === chosen} actions={actions} />
          </li>
        ))}
      </ul>
      {boxes.length > shown && (
        <button class="small-button" type="button" onClick={() => setShown(shown + LOT)}>
          {t('map.list.more', { count: Math.min(LOT, boxes.length - shown) })}
        </button>
      )}
    </section>
  );
}

/** An object in a list: its name, kind and state. */
export function Line({
  explorer,
  box,
  isChosen,
  actions,
}: {
  explorer: Explorer;
  box: Pick<Box, 'id' | 'name' | 'kind'>;
  isChosen: boolean;
  actions: Actions;
}): VNode {
  const { states, doubtful, vulnerable, marked } = explorer.scene.get();
  const [word, found, mark] = [states.get(box.id), vulnerable.get(box.id), marked.get(box.id)];
  return (
    <button class="map-line" type="button" aria-pressed={isChosen} onClick={() => actions.choose(box.id)}>
      {word && <Sign kind={word} sign={STATE_SIGNS[word]} label={t(`map.state.${word}`)} />}
      {doubtful.has(box.id) && <Sign kind="doubtful" sign={DOUBT_SIGN} label={t('map.state.doubtful')} />}
      {found && (
        <Sign
          kind={found.exploited ? 'down' : 'vulnerable'}
          sign={found.exploited ? '◆' : '◇'}
          label={vulnerableInWords(found)}
        />
      )}
      {mark && (
        <Sign
          kind={mark.critical ? 'down' : 'vulnerable'}
          sign={mark.critical ? '▲' : '△'}
          label={markedInWords(mark)}
        />
      )}
      <span>{box.name}</span>
      {!box.id.startsWith('*') && <Kind explorer={explorer} kind={box.kind} />}
    </button>
  );
}

/** A sign of the map beside a name, read out as `label`. */
const Sign = ({ kind, sign, label }: { kind: string; sign: string; label: string }): VNode => (
  <span class={`map-sign ${kind}`} role="img" aria-label={label}>
    {sign}
  </span>
);
