/** What the page shows as a request of the API: its address, the same for a shell, and where the API explains it. */
import type { VNode } from 'preact';
import { curl, readable } from '../api/send.js';
import { CopyButton } from './text.js';
import { t } from '../i18n/index.js';

/** `docs` is the slug of the kind in the API's own page. */
export function RequestBox({ path, docs }: { path: string; docs: string }): VNode {
  return (
    <details class="api-box">
      <summary>{t('api.title')}</summary>
      <p>{t('api.about')}</p>
      <div class="request-line">
        <span class="method get">GET</span>
        <code>{readable(path)}</code>
      </div>
      <div class="api-buttons">
        <CopyButton text={() => location.origin + path} label={t('copy.address')} />
        <CopyButton text={() => curl({ method: 'GET', path })} label={t('copy.curl')} />
        <a href={`/docs#/${docs}`}>{t('api.docs')}</a>
      </div>
    </details>
  );
}
