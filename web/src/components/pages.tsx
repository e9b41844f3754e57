/** The way to the next page of a list that is read by cursor; back is the way that one came. */
import type { VNode } from 'preact';
import { t } from '../i18n/index.js';

interface PagesOptions {
  /** The cursor of the next page, if there is one. */
  next: string | undefined;
  /** That of the page that is shown; '' for the first. */
  after: string;
  onGo: (after: string) => void;
}

export function Pages({ next, after, onGo }: PagesOptions): VNode | null {
  if (!next && !after) return null;
  return (
    <nav class="pages" aria-label={t('pages')}>
      {after && (
        <>
          <button class="quiet" type="button" onClick={() => onGo('')}>
            {t('pages.first')}
          </button>
          <button class="quiet" type="button" onClick={() => history.back()}>
            {t('pages.back')}
          </button>
        </>
      )}
      {next && (
        <button class="quiet" type="button" onClick={() => onGo(next)}>
          {t('pages.next')}
        </button>
      )}
    </nav>
  );
}
