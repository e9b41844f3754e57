/** The pages at /templates: which there are, one of them, and a new one. */
import type { VNode } from 'preact';
import { MapFrame, Nothing } from '../app/map-frame.js';
import { Notice } from '../app/notice.js';
import { place } from '../app/router.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { AllTemplates } from './list.js';
import { NewTemplate, OneTemplate } from './one.js';
import './templates.css';

export default function TemplatesPage(): VNode {
  const { path } = useStore(place);
  const id = path.split('/')[2] ?? '';
  return (
    <MapFrame docs="templates">
      {(map) => {
        if (!map.rights.has('template_access'))
          return <Nothing title={t('templates.title')} about={t('templates.not-allowed')} />;
        return (
          <>
            <Notice key={path} />
            {id === '' && <AllTemplates map={map} />}
            {id === 'new' && <NewTemplate map={map} />}
            {id !== '' && id !== 'new' && <OneTemplate key={id} map={map} id={id} />}
          </>
        );
      }}
    </MapFrame>
  );
}
