/** The pages at /templates: which there are, one of them, and a new one. */
import type { VNode } from 'preact';
import { MapFrame, Nothing } from '../app/map-frame.js';
import { Notice } from '../app/notice.js';
import { place } from '../app/router.js';
import { Fetched } from '../components/fetched.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import './templates.css';

const loadAll = () => import('./list.js');
const loadNew = () => import('./new.js');
const loadOne = () => import('./one.js');

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
            {id === '' && <Fetched load={loadAll} with={{ map }} />}
            {id === 'new' && <Fetched load={loadNew} with={{ map }} />}
            {id !== '' && id !== 'new' && <Fetched key={id} load={loadOne} with={{ map, id }} />}
          </>
        );
      }}
    </MapFrame>
  );
}
