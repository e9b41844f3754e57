/** The list at the left: resources by view, and a search box that narrows it. */
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { slugOf, type Description } from '../api/description.js';
import type { Tag } from '../api/openapi.js';
import { t } from '../i18n/index.js';

/** The resources; `open` is the slug of the one that is shown, '' if none is. */
export function Navigation({ description, open }: { description: Description; open: string }): VNode {
  const [asked, setAsked] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const found = useMemo(() => findables(description), [description]);
  const words = fold(asked).split(/\s+/).filter(Boolean);
  const isLeft = (tag: Tag): boolean => words.every((word) => found.get(tag)!.includes(word));
  useEffect(() => focusOnSlash(search.current!), []);
  const goOrClear = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter')
      event.currentTarget.closest('nav')!.querySelector<HTMLElement>('li:not([hidden]) a')?.click();
    if (event.key === 'Escape') setAsked('');
  };
  return (
    <>
      <div class="nav-search">
        <input
          ref={search}
          type="search"
          id="search"
          placeholder={t('nav.find')}
          aria-label={t('nav.find')}
          autocomplete="off"
          spellcheck={false}
          value={asked}
          onInput={({ currentTarget }) => setAsked(currentTarget.value)}
          onKeyDown={goOrClear}
        />
        <kbd title={t('nav.slash')}>/</kbd>
      </div>
      {description.groups.map(({ name, tags }, i) => (
        <section aria-labelledby={`view-${i}`} hidden={!tags.some(isLeft)}>
          <h2 id={`view-${i}`}>
            <span class={`dot view-${i}`} aria-hidden="true" />
            <span lang="en">{name}</span>
          </h2>
          <ul>
            {tags.map((tag) => (
              <li hidden={!isLeft(tag)}>
                <Item tag={tag} isOpen={slugOf(tag) === open} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p class="nav-none" role="status" hidden={description.openapi.tags.some(isLeft)}>
        {t('nav.none')}
      </p>
    </>
  );
}

const Item = ({ tag, isOpen }: { tag: Tag; isOpen: boolean }): VNode => (
  <a
    href={`#/${slugOf(tag)}`}
    title={tag.description}
    aria-current={isOpen ? 'page' : undefined}
    data-slug={slugOf(tag)}
  >
    <span lang="en">{tag.name}</span>
    {tag['x-deprecated'] && <span class="badge">{t('deprecated')}</span>}
  </a>
);

/** What each tag is found by: its name, its older names, what it is, and its view. */
const findables = ({ groups }: Description): Map<Tag, string> =>
  new Map(
    groups.flatMap(({ name, tags }) =>
      tags.map((tag): [Tag, string] => [
        tag,
        fold([tag.name, slugOf(tag), ...(tag['x-aliases'] ?? []), tag.description, name].join(' ')),
      ]),
    ),
  );

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** `/` goes to the search box from wherever nobody types; returns what ends that. */
function focusOnSlash(search: HTMLInputElement): () => void {
  const hear = (event: KeyboardEvent): void => {
    if (event.key !== '/' || (event.target as Element).closest('input, textarea, select, [contenteditable]')) return;
    event.preventDefault();
    search.focus();
  };
  document.addEventListener('keydown', hear);
  return () => document.removeEventListener('keydown', hear);
}

/** Up and down go from one link to the next. */
export function moveByArrows(event: TargetedKeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const places = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('input, section:not([hidden]) li:not([hidden]) a'),
  ];
  const next = places[places.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
