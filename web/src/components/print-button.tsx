/** Prints the page: the browser's own window has paper and PDF to choose from. */
import type { VNode } from 'preact';
import { t } from '../i18n/index.js';

export const PrintButton = (): VNode => (
  <button class="quiet print-button" type="button" onClick={() => print()}>
    {t('print')}
  </button>
);
