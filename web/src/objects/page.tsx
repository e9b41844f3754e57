/** The pages below /objects: the table of a kind, and one object. */
import type { VNode } from 'preact';
import type { MapOfKinds } from '../api/map.js';
import { MapFrame, Nothing } from '../app/map-frame.js';
import { place } from '../app/router.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import { ObjectPage } from './object.js';
import { TablePage } from './table.js';
import './objects.css';

export default function Objects(): VNode {
  const { path } = useStore(place);
  const [, , slug = '', id] = path.split('/').map(decoded);
  return (
    <MapFrame open={slug} docs={slug}>
      {(map) => <Shown key={`${slug}/${id ?? ''}`} map={map} slug={slug} id={id} />}
    </MapFrame>
  );
}

function Shown({ map, slug, id }: { map: MapOfKinds; slug: string; id: string | undefined }): VNode {
  const kind = map.kinds.get(slug);
  if (!kind) return <Nothing title={t('objects.no-kind')} about={t('objects.no-kind.about', { kind: slug })} />;
  if (id !== undefined) return <ObjectPage map={map} kind={kind} id={id} />;
  if (!map.rights.mayList(kind.tag)) return <Nothing title={said(kind.titles).text} about={t('objects.not-allowed')} />;
  return <TablePage map={map} kind={kind} />;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
