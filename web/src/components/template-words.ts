/** What people call a template. */
import type { Template } from '../api/templates.js';
import { isKey, t } from '../i18n/index.js';

/** The name and what is said of it: those that came with the release are in the language of the page. */
export function templateInWords({ id, name, about, shipped }: Pick<Template, 'id' | 'name' | 'about' | 'shipped'>): {
  name: string;
  about: string | null;
} {
  const [title, sentence] = [`templates.shipped.${id}`, `templates.shipped.${id}.about`];
  if (!shipped || !isKey(title) || !isKey(sentence)) return { name, about };
  return { name: t(title), about: t(sentence) };
}
