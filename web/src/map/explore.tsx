/** Exploring: what stands above the plane, the plane, and what stands beside it. Keys lead everywhere. */
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { findObjects, type FoundObject } from '../api/find.js';
import { place } from '../app/router.js';
import { Fold } from '../components/fold.js';
import { Picker } from '../components/picker.js';
import { PrintButton } from '../components/print-button.js';
import { sentenceOf } from '../components/sentences.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { readAddress, writeAddress } from './address.js';
import type { Actions } from './actions.js';
import { Details, ObjectList } from './details.js';
import { Downloads } from './downloads.js';
import type { Explorer } from './explorer.js';
import { Filters } from './filters.js';
import { Help } from './help.js';
import { ImpactPanel } from './impact.js';
import { OverviewPanel } from './overview.js';
import { PathsPanel } from './paths.js';
import { PicturesPage } from './pictures.js';
import { usePrintSheet } from './print-sheet.js';
import { markedInWords, vulnerableInWords } from './reader.js';
import { addressOfMap, isTooLong, keepLast, savedIn, stateOfSaved } from './saved-maps.js';
import { SavedMaps } from './saved.js';
import { Stage, type StageHandle } from './stage.js';
import {
  add,
  close,
  doneIn,
  EMPTY,
  hide,
  isOutside,
  open,
  toggleKind,
  WAYS,
  type Direction,
  type State,
  type Way,
} from './state.js';
import { client } from '../api/session.js';

/** Milliseconds until the address follows the page. */
const ADDRESS_REST = 200;

export function Explore({ explorer }: { explorer: Explorer }): VNode {
  const state = useStore(explorer.state);
  const scene = useStore(explorer.scene);
  const [chosen, setChosen] = useState<string | null>(() => onlyOne(explorer.state.get()));
  const [isHelp, setHelp] = useState(false);
  const [isAlone, setAlone] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const [said, say] = useState('');
  const stage = useRef<StageHandle>(null);
  const root = useRef<HTMLDivElement>(null);
  const sheet = usePrintSheet(explorer);
  useAddress(explorer, state);
  const { map, catalogue } = explorer;
  const nodes = useMemo(() => [...catalogue.kinds.keys()], [catalogue]);
  const searched = useMemo(() => nodes.filter((kind) => map.kinds.get(kind)?.isSearched), [nodes]);
  const find = (text: string, signal: AbortSignal): Promise<FoundObject[]> =>
    findObjects(map, text, { kinds: searched, signal });

  // What is not on the page any more cannot be chosen.
  useEffect(() => {
    if (chosen !== null && !scene.byId.has(chosen) && !explorer.busy.get()) setChosen(null);
  }, [scene]);
  useEffect(() => say(t('map.count', { count: scene.boxes.length })), [scene.boxes.length]);

  const go = (next: State): void => void explorer.go(next);
  const now = (): State => explorer.state.get();
  const focusStage = (): void => stage.current?.focus();
  const choose = (id: string | null): void => {
    setChosen(id);
    const box = id === null ? undefined : explorer.scene.get().byId.get(id);
    if (!box) return;
    stage.current?.follow(box.id);
    // Where the page is one column, what was chosen may stand far from where it was.
    setTimeout(() => root.current?.querySelector('.map-actions')?.scrollIntoView({ block: 'nearest' }));
    const { states, doubtful, vulnerable, marked } = explorer.scene.get();
    const [word, found, mark] = [states.get(box.id), vulnerable.get(box.id), marked.get(box.id)];
    const doubt = doubtful.has(box.id) && t('map.state.doubtful');
    say(
      [
        box.name,
        box.about,
        word && t(`map.state.${word}`),
        doubt,
        found && vulnerableInWords(found),
        mark && markedInWords(mark),
        box.left > 0 && t('map.neighbours', { count: box.left }),
      ]
        .filter(Boolean)
        .join(', '),
    );
  };
  const actions: Actions = {
    choose,
    toggle: (id) => {
      if (id.startsWith('*')) go(toggleKind(now(), id.slice(1)));
      else if (isOutside(id)) return;
      else if (now().way === 'overview') actions.explore(id);
      else go(doneIn(now(), 'open').includes(id) ? close(now(), id) : open(withObject(now(), id, explorer), id));
    },
    hide: (id) => {
      if (id.startsWith('*') || isOutside(id)) return;
      const { boxes } = explorer.scene.get();
      const at = boxes.findIndex((box) => box.id === id);
      const next = boxes[at + 1] ?? boxes[at - 1];
      go(hide(now(), id));
      choose(next?.id ?? null);
      focusStage();
    },
    fails: (id) => {
      if (!id.startsWith('*') && !isOutside(id))
        go({ ...now(), way: 'impact', fails: [...now().fails.filter((one) => one !== id), id] });
    },
    path: (id) => {
      if (id.startsWith('*') || isOutside(id)) return;
      const { from, to } = now().ends;
      const ends = from && !to && from !== id ? { from, to: id } : { from: id, to: '' };
      go({ ...now(), way: 'paths', ends });
      say(`${ends.to ? t('map.paths.to') : t('map.paths.from')}${t('colon')}${explorer.node(id)?.name ?? id}`);
    },
    explore: (id) => go(open(add({ ...now(), way: 'explore' }, [id]), id)),
    way: (way) => go({ ...now(), way }),
  };
  const direction = (next: Direction): void => {
    const state = { ...now(), direction: next };
    // Ways are looked for anew in the other direction.
    go(state.way === 'paths' ? { ...state, ends: { ...state.ends } } : state);
    say(t(`map.direction.${next}`));
  };
  const keys = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if ((event.target as Element).closest('input, select, textarea, dialog, [contenteditable]')) return;
    const one =
      (act: (id: string) => void): (() => void) =>
      () =>
        chosen !== null && act(chosen);
    const isOpen = (id: string): boolean => (id.startsWith('*') ? false : doneIn(now(), 'open').includes(id));
    const everywhere: Record<string, () => void> = {
      '/': () => root.current!.querySelector<HTMLElement>('.map-find input')?.focus(),
      '?': () => setHelp(true),
      i: one(actions.fails),
      p: one(actions.path),
      f: () => stage.current?.fit(),
      u: () => direction('up'),
      d: () => direction('down'),
      b: () => direction('both'),
    };
    const onStage: Record<string, () => void> = {
      Enter: () => root.current!.querySelector<HTMLElement>('.map-details h2')?.focus(),
      '+': one((id) => !isOpen(id) && actions.toggle(id)),
      '-': one((id) => isOpen(id) && actions.toggle(id)),
      Delete: one(actions.hide),
      Backspace: one(actions.hide),
      Escape: () =>
        isWhole ? setWhole(false) : chosen === null && now().way !== 'explore' ? actions.way('explore') : choose(null),
    };
    const isStage = (event.target as Element).closest('.stage') !== null;
    const act = everywhere[event.key] ?? (isStage ? onStage[event.key] : undefined);
    if (act) {
      event.preventDefault();
      // The list of kinds has keys of its own.
      event.stopPropagation();
      act();
    } else if (event.key === 'Escape' && !isStage) focusStage();
  };
  const take = (found: FoundObject): void => {
    const { way } = now();
    if (way === 'overview') actions.explore(found.key);
    else go(add(now(), [found.key]));
    setChosen(found.key);
  };

  const isPictures = state.way === 'pictures';
  return (
    <div
      class={isPictures ? 'map' : isWhole ? 'map map-explored map-whole' : 'map map-explored'}
      ref={root}
      onKeyDown={keys}
    >
      <div class="map-head">
        <h1>{t('map.title')}</h1>
        <nav class="map-ways" aria-label={t('map.ways')}>
          {WAYS.map((way) => (
            <button
              key={way}
              type="button"
              class="chip"
              aria-current={way === state.way ? 'page' : undefined}
              onClick={() => actions.way(way)}
            >
              {t(`map.way.${way}`)}
            </button>
          ))}
        </nav>
        <PrintButton />
      </div>
      {!isPictures && <div class="map-print" ref={sheet} />}
      {isPictures ? (
        <PicturesPage explorer={explorer} />
      ) : (
        <>
          <div class={state.way === 'impact' || state.way === 'paths' ? 'map-bar asks-below' : 'map-bar'}>
            <div class="map-find">
              <Picker label={t('map.find')} placeholder={t('map.find')} find={find} onPick={take} />
            </div>
            <Fold title={t('map.tools')}>
              <div class="map-tools">
                <Filters explorer={explorer} onDirection={direction} />
                <button class="quiet" type="button" onClick={() => explorer.tidy()}>
                  {t('map.tidy')}
                </button>
                <button class="quiet" type="button" onClick={() => void explorer.refresh()}>
                  {t('map.refresh')}
                </button>
                <SavedMaps explorer={explorer} />
                <Downloads explorer={explorer} stage={stage} />
                <button
                  class="quiet"
                  type="button"
                  onClick={() => {
                    setChosen(null);
                    void explorer.restart({ ...EMPTY, way: state.way });
                  }}
                >
                  {t('map.clear')}
                </button>
                <button class="quiet for-keys" type="button" onClick={() => setHelp(true)}>
                  {t('map.help')} <kbd>?</kbd>
                </button>
              </div>
            </Fold>
          </div>
          <Notes explorer={explorer} state={state} />
          <div class={isAlone ? 'map-place alone' : 'map-place'}>
            <div class="map-stage">
              <Stage
                explorer={explorer}
                chosen={chosen}
                onChoose={choose}
                onToggle={actions.toggle}
                onKey={() => undefined}
                handle={stage}
              />
              {!scene.boxes.length && state.way !== 'overview' && <p class="map-empty">{t(emptyOf(state.way))}</p>}
              <div class="map-zoom">
                <button
                  class="icon-button"
                  type="button"
                  aria-label={t('map.zoom-in')}
                  onClick={() => stage.current!.zoom(1.35)}
                >
                  +
                </button>
                <button
                  class="icon-button"
                  type="button"
                  aria-label={t('map.zoom-out')}
                  onClick={() => stage.current!.zoom(1 / 1.35)}
                >
                  −
                </button>
                <button class="quiet" type="button" onClick={() => stage.current!.fit()}>
                  {t('map.fit')}
                </button>
                <button
                  class="quiet map-beside"
                  type="button"
                  aria-expanded={!isAlone}
                  onClick={() => setAlone(!isAlone)}
                >
                  {t(isAlone ? 'map.panel.show' : 'map.panel.hide')}
                </button>
                <button class="quiet" type="button" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
                  {t(isWhole ? 'map.whole.leave' : 'map.whole')}
                </button>
              </div>
            </div>
            <aside class="map-panel" aria-label={t('map.panel')} hidden={isAlone}>
              {chosen !== null && scene.byId.has(chosen) && (
                <Details key={chosen} explorer={explorer} id={chosen} actions={actions} />
              )}
              {state.way === 'impact' && <ImpactPanel explorer={explorer} actions={actions} find={find} />}
              {state.way === 'paths' && <PathsPanel explorer={explorer} actions={actions} find={find} />}
              {state.way === 'overview' && <OverviewPanel explorer={explorer} actions={actions} />}
              <ObjectList explorer={explorer} chosen={chosen} actions={actions} />
            </aside>
          </div>
        </>
      )}
      <p class="visually-hidden" role="status" aria-live="polite">
        {said}
      </p>
      {isHelp && (
        <Help
          onClose={() => {
            setHelp(false);
            focusStage();
          }}
        />
      )}
    </div>
  );
}

/** The object that a page was opened for; of an outage all of it is. */
function onlyOne(state: State): string | null {
  const added = doneIn(state, 'add');
  return added.length === 1 && state.way !== 'impact' ? added[0]! : null;
}

/** What an answer brought is taken onto the page before its neighbours are opened. */
const withObject = (state: State, id: string, explorer: Explorer): State =>
  explorer.isReached(id) ? state : add(state, [id]);

const emptyOf = (way: Way): 'map.empty' | 'map.fails.empty' | 'map.paths.empty' =>
  way === 'impact' ? 'map.fails.empty' : way === 'paths' ? 'map.paths.empty' : 'map.empty';

/** What went wrong, and what is missing. */
function Notes({ explorer, state }: { explorer: Explorer; state: State }): VNode {
  const failed = useStore(explorer.failed);
  const { missing, leftOut } = useStore(explorer.notice);
  const isBusy = useStore(explorer.busy);
  return (
    <div class="map-notes" aria-live="polite">
      {failed && (
        <div class="problem" role="alert">
          <p class="problem-sentence">{sentenceOf(failed.error)}</p>
          <button class="link-button" type="button" onClick={() => void explorer.go(state)}>
            {t('map.again')}
          </button>
        </div>
      )}
      {missing.length > 0 && <p class="faint">{t('map.missing', { count: missing.length })}</p>}
      {leftOut > 0 && <p class="faint">{t('map.left-out', { count: leftOut })}</p>}
      {isTooLong(state) && <p class="faint">{t('map.saved.too-long')}</p>}
      <span class={isBusy ? 'map-busy' : 'map-busy still'} aria-hidden="true" />
    </div>
  );
}

/** The address follows the page, and the page an address that somebody follows. */
function useAddress(explorer: Explorer, state: State): void {
  const written = useRef('');
  useEffect(() => {
    const timer = setTimeout(() => {
      const next = addressOfMap(state);
      written.current = next.slice('/map'.length);
      keepLast(state);
      if (place.get().path === '/map' && location.pathname + location.hash !== next)
        history.replaceState(null, '', next);
    }, ADDRESS_REST);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => {
    const follow = (): void => {
      if (location.hash === written.current || location.pathname !== '/map') return;
      const saved = savedIn(location.hash);
      if (saved === undefined) {
        if (location.hash !== `#${writeAddress(explorer.state.get())}`)
          void explorer.restart(readAddress(location.hash));
      } else
        client()
          .request<Parameters<typeof stateOfSaved>[0]>('GET', `/api/saved-maps/${saved}`)
          .then(
            (map) => explorer.restart(stateOfSaved(map)),
            (error: unknown) => explorer.failed.set({ error }),
          );
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [explorer]);
}
