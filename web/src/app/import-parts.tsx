/** The parts of /import: files of one kind, files of tools, what was planned and done with those, and the tools themselves. */
import type { VNode } from 'preact';
import { mayPlan } from '../api/feed.js';
import { importable, type MapOfKinds } from '../api/map.js';
import { Parts } from '../components/parts.js';
import { t, type PlainKey } from '../i18n/index.js';
import { useStore } from '../store.js';
import { place } from './router.js';

interface Part {
  href: string;
  title: PlainKey;
  isFor: (map: MapOfKinds) => boolean;
}

const PARTS: readonly Part[] = [
  { href: '/import', title: 'feed.part.import', isFor: (map) => importable(map).length > 0 },
  { href: '/import/feed', title: 'feed.part.feed', isFor: mayPlan },
  { href: '/import/runs', title: 'feed.part.runs', isFor: ({ rights }) => rights.has('feed_access') },
  { href: '/import/sources', title: 'feed.part.sources', isFor: ({ rights }) => rights.has('feed_access') },
];

export function ImportParts({ map }: { map: MapOfKinds }): VNode {
  const { path } = useStore(place);
  // Plans stand in the list of what is planned and done.
  const shown = path.replace(/^\/import\/plans\//, '/import/runs/');
  const parts = PARTS.filter(({ isFor }) => isFor(map)).map(({ href, title }) => {
    const isWithin = href !== '/import' && shown.startsWith(`${href}/`);
    const current = shown === href ? ('page' as const) : isWithin ? ('true' as const) : undefined;
    return { href, title: t(title), ...(current && { current }) };
  });
  return <Parts label={t('import.title')} parts={parts} />;
}
