/** What is shown at an address that has no page: what was asked for, and ways back. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Frame } from '../app/frame.js';
import { place } from '../app/router.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';

export default function Missing(): VNode {
  const { path } = useStore(place);
  const title = t('missing.title');
  useEffect(() => {
    document.title = `${title} · Meridian`;
  }, [title]);
  return (
    <Frame home="/home">
      <section class="card">
        <h1>{title}</h1>
        <p>{t('missing.about', { path })}</p>
        <p class="actions">
          <button type="button" onClick={() => history.back()}>
            {t('missing.back')}
          </button>{' '}
          <a href="/home">{t('missing.home')}</a> · <a href="/search">{t('missing.search')}</a>
        </p>
      </section>
    </Frame>
  );
}
