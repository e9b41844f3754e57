/** The page at /docs, for programmers: every resource with its operations. The part of the address behind # names the resource. */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Frame } from '../app/frame.js';
import { Description, slugOf } from '../api/description.js';
import { moveByArrows, Navigation, type NavGroup } from '../components/navigation.js';
import { sentenceOf } from '../components/sign-in.js';
import { t } from '../i18n/index.js';

import { ResourcePage } from './resource-page.js';
import { StartPage } from './start-page.js';
import './examples.css';
import './builder.css';
import './tables.css';

export default function Explorer(): VNode {
  const [description, setDescription] = useState<Description | { failed: unknown } | null>(null);
  useEffect(() => {
    Description.known('whole').then(setDescription, (failed: unknown) => setDescription({ failed }));
  }, []);
  const slug = useSlug();
  const isThere = description instanceof Description;
  const tag = isThere ? description.bySlug.get(slug) : undefined;
  const groups = useMemo(() => (isThere ? groupsOf(description) : []), [description]);
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
        <div class="problem" role="alert">
          <p class="problem-sentence">{t('explorer.failed', { reason: sentenceOf(description.failed) })}</p>
        </div>
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

/** The resources by view, each under the title of the document, which is English. */
const groupsOf = ({ groups }: Description): NavGroup[] =>
  groups.map(({ name, tags }, hue) => ({
    hue,
    title: { text: name, lang: 'en' },
    items: tags.map((tag) => ({
      slug: slugOf(tag),
      href: `#/${slugOf(tag)}`,
      title: { text: tag.name, lang: 'en' },
      about: tag.description,
      deprecated: tag['x-deprecated'] === true,
      words: tag['x-aliases'] ?? [],
    })),
  }));

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
