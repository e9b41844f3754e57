/** A new template. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { Nothing } from '../app/map-frame.js';
import { t } from '../i18n/index.js';
import { arrive, BackToAll } from './arrive.js';
import TemplateForm from './form.js';

export default function NewTemplate({ map }: { map: MapOfKinds }): VNode {
  const title = t('templates.new');
  useEffect(() => {
    document.title = `${title} · Meridian`;
  }, [title]);
  if (!map.rights.has('template_create')) return <Nothing title={title} about={t('templates.not-allowed')} />;
  return (
    <>
      <BackToAll />
      <h1>{title}</h1>
      <p class="lead">{t('templates.new.about')}</p>
      <TemplateForm map={map} onStored={(template) => arrive(template, 'templates.made')} />
    </>
  );
}
