/** What to know of a value before it is typed. */
import { isKey, t } from '../i18n/index.js';

/** How a value of this unit, format or form is written; '' where there is nothing to know. */
export function hintFor(format: string): string {
  if (format === 'ext-refs') return t('form.hint.ext-refs', { form: '{SOURCE}ID', example: '{GLPI}412' });
  const key = `form.hint.${format}`;
  return isKey(key) ? t(key) : '';
}
