/** The pages of feeding below /import: files of tools, plans and runs, and the tools themselves. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MapOfKinds } from '../api/map.js';
import { ImportParts } from '../app/import-parts.js';
import { MapFrame, Nothing } from '../app/map-frame.js';
import { place } from '../app/router.js';
import { t, type PlainKey } from '../i18n/index.js';
import { useStore } from '../store.js';
import { PlanPage } from './plan.js';
import { RunPage } from './run.js';
import { RunsPage } from './runs.js';
import { SourcePage } from './source.js';
import { SourcesPage } from './sources.js';
import { SubmitPage } from './submit.js';
import './feeding.css';

interface Part {
  title: PlainKey;
  /** The right that its list takes, and that of one of them. */
  list?: { ability: string; draw: (map: MapOfKinds) => VNode };
  one?: { ability: string; draw: (map: MapOfKinds, id: string) => VNode };
}

const PARTS: Readonly<Record<string, Part>> = {
  feed: { title: 'feed.part.feed', list: { ability: 'feed_show', draw: (map) => <SubmitPage map={map} /> } },
  plans: { title: 'feed.plan', one: { ability: 'feed_show', draw: (map, id) => <PlanPage map={map} id={id} /> } },
  runs: {
    title: 'feed.part.runs',
    list: { ability: 'feed_access', draw: (map) => <RunsPage map={map} /> },
    one: { ability: 'feed_show', draw: (map, id) => <RunPage map={map} id={id} /> },
  },
  sources: {
    title: 'feed.part.sources',
    list: { ability: 'feed_access', draw: (map) => <SourcesPage map={map} /> },
    one: { ability: 'feed_access', draw: (map, id) => <SourcePage map={map} name={id} /> },
  },
};

export default function Feeding(): VNode {
  const { path } = useStore(place);
  const [, , slug = '', id = ''] = path.split('/');
  return (
    <MapFrame>
      {(map) => (
        <>
          <ImportParts map={map} />
          <Shown key={`${slug}/${id}`} map={map} slug={slug} id={id} />
        </>
      )}
    </MapFrame>
  );
}

function Shown({ map, slug, id }: { map: MapOfKinds; slug: string; id: string }): VNode {
  const part = PARTS[slug];
  const drawn = id ? part?.one : part?.list;
  const title = part ? t(part.title) : t('import.title');
  useEffect(() => {
    document.title = `${id && part?.one ? `${id} · ` : ''}${title} · Meridian`;
  }, [id, title]);
  if (!part || !drawn) return <Nothing title={t('admin.nothing')} about={t('feed.nowhere')} />;
  if (!map.rights.has(drawn.ability)) return <Nothing title={title} about={t('feed.not-allowed')} />;
  return drawn.draw(map, id);
}
