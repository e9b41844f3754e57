/** The list at the left: kinds of objects by view, and a search box that narrows it. */
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/index.js';
import { fold } from './fold-text.js';
import { useSlash } from './slash.js';
import { Titled } from './text.js';
import type { Phrase } from '../i18n/titles.js';

/** A place that the list leads to. */
export interface NavItem {
  slug: string;
  href: string;
  title: Phrase;
  about: string;
  deprecated: boolean;
  /** The class of its colour, if it has one. */
  colour?: string;
  /** Further words that it is found by. */
  words: readonly string[];
}

/** Places that stand together; `hue` is the number of the view. */
export interface NavGroup {
  hue: number;
  title: Phrase;
  items: readonly NavItem[];
}

/** A page that is no kind of objects. */
export interface NavPlace {
  href: string;
  title: string;
  isOpen: boolean;
}

/** A table or an object that the reader keeps. */
export interface NavKept {
  href: string;
  name: string;
  /** What else there is to say of it. */
  about?: string;
}

interface NavigationOptions<R extends NavKept> {
  groups: readonly NavGroup[];
  /** What the reader keeps in the menu. */
  kept?: readonly NavKept[];
  /** Tables that people share. */
  shared?: readonly NavKept[];
  /** Objects that the reader opened last, and what takes one out of them. */
  recent?: readonly R[];
  onForget?: (one: R) => void;
  places?: readonly NavPlace[];
  open: string;
  find: string;
  /** `/` goes to the search box, where the page has no search of its own that it goes to. */
  slash?: boolean;
}

/** The places; `open` is the slug of the one that is shown, '' if none is. `find` says what the search box is for. */
export function Navigation<R extends NavKept>({
  groups,
  kept = [],
  shared = [],
  recent = [],
  onForget,
  places = [],
  open,
  find,
  slash = false,
}: NavigationOptions<R>): VNode {
  const [asked, setAsked] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const found = useMemo(() => findables(groups), [groups]);
  const words = fold(asked).split(/\s+/).filter(Boolean);
  const isLeft = (item: NavItem): boolean => words.every((word) => found.get(item)!.includes(word));
  const isKeptLeft = ({ name }: NavKept): boolean => words.every((word) => fold(name).includes(word));
  useSlash(slash ? () => search.current!.focus() : null);
  const goOrClear = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') {
      const left = groups.flatMap(({ items }) => items.filter(isLeft));
      // What is called so comes before what is described so.
      const best = left.find(({ title }) => words.every((word) => fold(title.text).includes(word))) ?? left[0];
      if (best) event.currentTarget.closest('nav')!.querySelector<HTMLElement>(`[data-slug="${best.slug}"]`)!.click();
    }
    if (event.key === 'Escape') setAsked('');
  };
  return (
    <>
      {places.length > 0 && (
        <ul class="nav-places">
          {places.map(({ href, title, isOpen }) => (
            <li key={href}>
              <a href={href} aria-current={isOpen ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      <div class="nav-search">
        <input
          ref={search}
          type="search"
          id="search"
          placeholder={find}
          aria-label={find}
          autocomplete="off"
          spellcheck={false}
          value={asked}
          onInput={({ currentTarget }) => setAsked(currentTarget.value)}
          onKeyDown={goOrClear}
        />
        {slash && (
          <kbd class="for-keys" title={t('nav.slash')}>
            /
          </kbd>
        )}
      </div>
      <Places id="nav-kept" title={t('nav.kept')} places={kept} isLeft={isKeptLeft} />
      <Places id="nav-shared" title={t('nav.shared')} places={shared} isLeft={isKeptLeft} />
      {recent.length > 0 && (
        <section aria-labelledby="nav-recent" hidden={!recent.some(isKeptLeft)}>
          <h2 id="nav-recent">{t('nav.recent')}</h2>
          <ul>
            {recent.map((one) => (
              <li key={one.href} class="nav-recent" hidden={!isKeptLeft(one)}>
                <a href={one.href}>
                  <Titled said={{ text: one.name }} />
                </a>
                <button
                  type="button"
                  aria-label={t('nav.recent.remove', { name: one.name })}
                  onClick={() => {
                    onForget?.(one);
                    // The button goes with the name.
                    search.current!.focus();
                  }}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {groups.map(({ hue, title, items }) => (
        <section key={hue} aria-labelledby={`view-${hue}`} hidden={!items.some(isLeft)}>
          <h2 id={`view-${hue}`}>
            {!items.some(({ colour }) => colour) && <span class={`dot view-${hue}`} aria-hidden="true" />}
            <Titled said={title} />
          </h2>
          <ul>
            {items.map((item) => (
              <li key={item.slug} hidden={!isLeft(item)}>
                <Item item={item} isOpen={item.slug === open} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p class="nav-none" role="status" hidden={groups.some(({ items }) => items.some(isLeft))}>
        {t('nav.none')}
      </p>
    </>
  );
}

interface PlacesOptions {
  id: string;
  title: string;
  places: readonly NavKept[];
  isLeft: (one: NavKept) => boolean;
}

/** A part of the list by names; none where there is nothing in it. */
const Places = ({ id, title, places, isLeft }: PlacesOptions): VNode | null =>
  places.length === 0 ? null : (
    <section aria-labelledby={id} hidden={!places.some(isLeft)}>
      <h2 id={id}>{title}</h2>
      <ul>
        {places.map((one) => (
          <li key={`${one.href} ${one.name}`} hidden={!isLeft(one)}>
            <a href={one.href} title={one.about}>
              <Titled said={{ text: one.name }} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );

const Item = ({ item, isOpen }: { item: NavItem; isOpen: boolean }): VNode => (
  <a href={item.href} title={item.about} aria-current={isOpen ? 'page' : undefined} data-slug={item.slug}>
    {item.colour && <span class={`dot ${item.colour}`} aria-hidden="true" />}
    <Titled said={item.title} />
    {item.deprecated && <span class="badge">{t('deprecated')}</span>}
  </a>
);

/** What each place is found by: its title, further words, what it is, and its view. */
const findables = (groups: readonly NavGroup[]): Map<NavItem, string> =>
  new Map(
    groups.flatMap(({ title, items }) =>
      items.map((item): [NavItem, string] => [
        item,
        fold([item.title.text, item.slug, ...item.words, item.about, title.text].join(' ')),
      ]),
    ),
  );

/** Up and down go from one link to the next. */
export function moveByArrows(event: TargetedKeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const places = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(
      'input, .nav-places a, section:not([hidden]) li:not([hidden]) a',
    ),
  ];
  const next = places[places.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
