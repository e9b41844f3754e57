/** The list at the left: kinds of objects by view, and a search box that narrows it. */
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/index.js';
import { useSlash } from './slash.js';
import { Titled } from './text.js';
import type { Said } from '../i18n/titles.js';

/** A place that the list leads to. */
export interface NavItem {
  slug: string;
  href: string;
  title: Said;
  about: string;
  deprecated: boolean;
  /** Further words that it is found by. */
  words: readonly string[];
}

/** Places that stand together; `hue` is the number of the view. */
export interface NavGroup {
  hue: number;
  title: Said;
  items: readonly NavItem[];
}

/** A page that is no kind of objects. */
export interface NavPlace {
  href: string;
  title: string;
  isOpen: boolean;
}

interface NavigationOptions {
  groups: readonly NavGroup[];
  places?: readonly NavPlace[];
  open: string;
  find: string;
  /** `/` goes to the search box, where the page has no search of its own that it goes to. */
  slash?: boolean;
}

/** The places; `open` is the slug of the one that is shown, '' if none is. `find` says what the search box is for. */
export function Navigation({ groups, places = [], open, find, slash = false }: NavigationOptions): VNode {
  const [asked, setAsked] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const found = useMemo(() => findables(groups), [groups]);
  const words = fold(asked).split(/\s+/).filter(Boolean);
  const isLeft = (item: NavItem): boolean => words.every((word) => found.get(item)!.includes(word));
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
      {groups.map(({ hue, title, items }) => (
        <section key={hue} aria-labelledby={`view-${hue}`} hidden={!items.some(isLeft)}>
          <h2 id={`view-${hue}`}>
            <span class={`dot view-${hue}`} aria-hidden="true" />
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

const Item = ({ item, isOpen }: { item: NavItem; isOpen: boolean }): VNode => (
  <a href={item.href} title={item.about} aria-current={isOpen ? 'page' : undefined} data-slug={item.slug}>
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

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

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
