/** The page at /docs, for programmers: every resource with its operations. The part of the address behind # names the resource. */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Frame } from '../app/frame.js';
import { Description, slugOf } from '../api/description.js';
import { Unanswered } from '../components/answered.js';
import { moveByArrows, Navigation, type NavGroup } from '../components/navigation.js';
import { isKey, language, t } from '../i18n/index.js';
import { said, type Titles } from '../i18n/titles.js';
import { useStore } from '../store.js';
import { ResourcePage } from './resource-page.js';
import { StartPage } from './start-page.js';
import './examples.css';
import './builder.css';
import './tables.css';

export default function Explorer(): VNode {
  const [description, setDescription] = useState<Description | { failed: unknown } | null>(null);
  const read = (): void =>
    void Description.known('whole').then(setDescription, (failed: unknown) => setDescription({ failed }));
  useEffect(read, []);
  const slug = useSlug();
  const spoken = useStore(language);
  const isThere = description instanceof Description;
  const tag = isThere ? description.bySlug.get(slug) : undefined;
  const groups = useMemo(() => (isThere ? groupsOf(description) : []), [description, spoken]);
  const main = useRef<HTMLElement>(null);
  const shown = useRef<string | null>(null);
  const title = t('explorer.title');
  useEffect(() => {
    document.title = tag ? `${tag.name} · ${title}` : title;
  }, [tag, title]);
  useLayoutEffect(() => {
    if (!isThere) return;
    const isFirst = shown.current === null;
    shown.current = slug;
    scrollTo(0, 0);
    if (!isFirst) main.current!.focus({ preventScroll: true });
  }, [isThere, slug]);
  return (
    <Frame
      home="#/"
      end={
        <a class="quiet-link" href="/api/openapi.json" target="_blank" rel="noopener">
          OpenAPI 3.1
        </a>
      }
      version={isThere ? description.openapi.info.version : ''}
      main={main}
      nav={{
        label: t('nav'),
        content: isThere && <Navigation groups={groups} open={tag ? slug : ''} find={t('nav.find')} slash />,
        onKeyDown: moveByArrows,
        // The drawer closes once another page is shown.
        page: slug,
      }}
    >
      {!description && (
        <p class="loading" role="status">
          {t('explorer.reading')}
        </p>
      )}
      {description && !isThere && (
        <>
          <h1>{title}</h1>
          <Unanswered error={description.failed} again={read} />
        </>
      )}
      {isThere &&
        (tag ? (
          <ResourcePage key={slug} tag={tag} description={description} />
        ) : (
          <StartPage description={description} />
        ))}
    </Frame>
  );
}

/** The resources by view, in the language of the page; what has a title in the document alone is English. */
const groupsOf = ({ groups }: Description): NavGroup[] =>
  groups.map(({ titles, tags }, hue) => ({
    hue,
    title: said(chapterTitles(titles)),
    items: tags.map((tag) => ({
      slug: slugOf(tag),
      href: `#/${slugOf(tag)}`,
      title: said(tag['x-titles'] ?? chapterTitles({ en: tag.name })),
      about: said(tag['x-abouts'] ?? { en: tag.description }).text,
      deprecated: tag['x-deprecated'] === true,
      words: [tag.name, ...(tag['x-aliases'] ?? []), ...(tag['x-synonyms'] ?? [])],
    })),
  }));

/** What no view and no kind of object is: chapters of the API, which the document names in English alone. */
function chapterTitles(titles: Titles): Titles {
  const key = `chapter.${titles.en}`;
  return titles.fr === undefined && isKey(key) ? { en: titles.en, [language.get()]: t(key) } : titles;
}

/** What the address names behind `#/`. */
function useSlug(): string {
  const read = (): string => decodeURIComponent(location.hash.replace(/^#\/?/, ''));
  const [slug, setSlug] = useState(read);
  useEffect(() => {
    // The link that skips the navigation names no page.
    const hear = (): void => void (location.hash !== '#main' && setSlug(read()));
    addEventListener('hashchange', hear);
    return () => removeEventListener('hashchange', hear);
  }, []);
  return slug;
}
