/** The way between the list of templates and one of them. */
import type { VNode } from 'preact';
import type { Template } from '../api/templates.js';
import { tell } from '../app/notice.js';
import { go } from '../app/router.js';
import { t } from '../i18n/index.js';

/** Goes to a template that was made just now. */
export function arrive({ id, name }: Template, key: 'templates.made' | 'templates.copied'): void {
  tell(t(key, { name }), `/templates/${id}`);
  go(`/templates/${id}`, { unasked: true });
}

export const BackToAll = (): VNode => (
  <p class="eyebrow">
    <a href="/templates">{t('templates.title')}</a>
  </p>
);
