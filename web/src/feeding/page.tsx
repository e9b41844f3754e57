/** The pages of feeding below /import: files of tools, plans and runs, and the tools themselves. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { mayPlan } from '../api/feed.js';
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
  list?: { isFor: (map: MapOfKinds) => boolean; draw: (map: MapOfKinds) => VNode };
  one?: { isFor: (map: MapOfKinds) => boolean; draw: (map: MapOfKinds, id: string) => VNode };
}

const shows = ({ rights }: MapOfKinds): boolean => rights.has('feed_show');
const lists = ({ rights }: MapOfKinds): boolean => rights.has('feed_access');

const PARTS: Readonly<Record<string, Part>> = {
  feed: { title: 'feed.part.feed', list: { isFor: mayPlan, draw: (map) => <SubmitPage map={map} /> } },
  plans: { title: 'feed.plan', one: { isFor: shows, draw: (map, id) => <PlanPage map={map} id={id} /> } },
  runs: {
    title: 'feed.part.runs',
    list: { isFor: lists, draw: (map) => <RunsPage map={map} /> },
    one: { isFor: shows, draw: (map, id) => <RunPage map={map} id={id} /> },
  },
  sources: {
    title: 'feed.part.sources',
    list: { isFor: lists, draw: (map) => <SourcesPage map={map} /> },
    one: { isFor: lists, draw: (map, id) => <SourcePage map={map} name={id} /> },
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
  if (!drawn.isFor(map)) return <Nothing title={title} about={t('feed.not-allowed')} />;
  return drawn.draw(map, id);
}
