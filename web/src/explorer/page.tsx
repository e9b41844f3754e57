/** The page at /docs, for programmers: every resource with its operations. The part of the address behind # names the resource. */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Frame } from '../app/frame.js';
import { Description } from '../api/description.js';
import { sentenceOf } from '../components/sign-in.js';
import { t } from '../i18n/index.js';
import { moveByArrows, Navigation } from './navigation.js';
import { ResourcePage } from './resource-page.js';
import { StartPage } from './start-page.js';
import './navigation.css';
import './examples.css';
import './builder.css';
import './tables.css';

export default function Explorer(): VNode {
  const [description, setDescription] = useState<Description | { failed: unknown } | null>(null);
  useEffect(() => {
    Description.fetch().then(setDescription, (failed: unknown) => setDescription({ failed }));
  }, []);
  const slug = useSlug();
  const isThere = description instanceof Description;
  const tag = isThere ? description.bySlug.get(slug) : undefined;
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
      version={isThere ? description.openapi.info.version : ''}
      main={main}
      nav={{
        label: t('nav'),
        content: isThere && <Navigation description={description} open={tag ? slug : ''} />,
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
