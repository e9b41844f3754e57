/** The search over the whole map: a field that shows the first hits while somebody types, and leads to all of them. */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { findObjects } from '../api/find.js';
import type { MapOfKinds } from '../api/map.js';
import { Picker } from '../components/picker.js';
import { useSlash } from '../components/slash.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { addressOfFound, findPages, type FoundPage } from './find-pages.js';
import { go, place } from './router.js';

/** Hits that are shown below the field; the others are on the page of the search. */
const FIRST_HITS = 8;
/** Pages among them, where there are enough objects. */
const FIRST_PAGES = 3;

/** Where the search for a text is shown. */
const searchAddress = (text: string): string => `/search?q=${encodeURIComponent(text)}`;

/** Pages that fit, and objects: one of both, where there are such. */
async function findAll(map: MapOfKinds, text: string, signal: AbortSignal): Promise<FoundPage[]> {
  const [pages, objects] = await Promise.all([findPages(map, text, signal), findObjects(map, text, { signal })]);
  const found = objects.map((one) => ({ ...one, href: addressOfFound(map, one) }));
  const first = pages.slice(0, Math.max(FIRST_PAGES, FIRST_HITS - found.length));
  return [...first, ...found.slice(0, FIRST_HITS - first.length)];
}

/** The field. `id` is that of its input. */
export function MapSearch({ map, id }: { map: MapOfKinds; id: string }): VNode {
  return (
    <div class="map-search" role="search" aria-label={t('search.label')}>
      <label class="visually-hidden" for={id}>
        {t('search.label')}
      </label>
      <Picker
        id={id}
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        find={(text, signal) => findAll(map, text, signal)}
        onPick={({ href }) => go(href)}
        onEnter={(text) => go(searchAddress(text))}
        none={() => t('search.none-fits')}
        end={(text, close) => (
          <a class="search-all" href={searchAddress(text)} onClick={close}>
            {t('search.all', { text })}
          </a>
        )}
      />
      <kbd class="for-keys" aria-hidden="true" title={t('search.keys')}>
        /
      </kbd>
    </div>
  );
}

/** The field in the bar at the top; on narrow screens a button opens it below the bar. `/` goes there. */
export function BarSearch({ map }: { map: MapOfKinds }): VNode {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { path, search } = useStore(place);
  const focus = (): void => box.current!.querySelector('input')!.focus();
  useEffect(() => setOpen(false), [path, search]);
  useLayoutEffect(() => {
    if (isOpen) focus();
  }, [isOpen]);
  useSlash(() => {
    setOpen(true);
    focus();
  });
  return (
    <>
      <button
        class="icon-button bar-search-button"
        type="button"
        ref={button}
        aria-expanded={isOpen}
        aria-controls="bar-search"
        onClick={() => setOpen(!isOpen)}
      >
        <span class="visually-hidden">{t('search.label')}</span>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="10.5" cy="10.5" r="6.5" />
          <path d="m15.5 15.5 5 5" />
        </svg>
      </button>
      <div
        class={isOpen ? 'bar-search open' : 'bar-search'}
        id="bar-search"
        ref={box}
        onKeyDown={({ key }) => {
          // The first Escape closes the list of hits, which keeps it to itself.
          if (key !== 'Escape' || !isOpen) return;
          setOpen(false);
          button.current!.focus();
        }}
      >
        <MapSearch map={map} id="map-search" />
      </div>
    </>
  );
}
