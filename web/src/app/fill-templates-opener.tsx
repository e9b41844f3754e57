/** Opens the templates that list objects of a kind; they are fetched once somebody wants them. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { isListed } from '../api/templates.js';
import { t, withTexts } from '../i18n/index.js';
import type FillTemplates from './fill-templates.js';
import type { FillTemplatesOptions } from './fill-templates.js';

export function FillTemplatesOpener(options: FillTemplatesOptions): VNode | null {
  const [List, setList] = useState<typeof FillTemplates | null>(null);
  const { map, kind } = options;
  if (!map.rights.has('template_access') || !isListed(map, kind)) return null;
  if (List) return <List {...options} />;
  const open = (): void =>
    void withTexts(import('./fill-templates.js'), 'later').then((module) => setList(() => module.default));
  return (
    <button class="quiet" type="button" onClick={open}>
      {t('form.export.templates')}
    </button>
  );
}
