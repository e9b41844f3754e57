/** The pages below /objects: the table of a kind, one object, and the forms that make and change them, fetched when first shown. */
import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { MapFrame, Nothing } from '../app/map-frame.js';
import { READ_ELSEWHERE } from '../app/places.js';
import { go, place } from '../app/router.js';
import { t, withTexts } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import { mayDo } from '../api/may.js';
import { TablePage } from './table.js';
import './objects.css';

export default function Objects(): VNode {
  const { path } = useStore(place);
  const [, , slug = '', id, action] = path.split('/').map(decoded);
  return (
    <MapFrame open={slug} docs={slug}>
      {(map) => <Shown key={`${slug}/${id ?? ''}/${action ?? ''}`} map={map} slug={slug} id={id} action={action} />}
    </MapFrame>
  );
}

interface ShownOptions {
  map: MapOfKinds;
  slug: string;
  id: string | undefined;
  action: string | undefined;
}

function Shown({ map, slug, id, action }: ShownOptions): VNode {
  const kind = map.kinds.get(slug);
  const elsewhere = READ_ELSEWHERE.get(slug);
  useEffect(() => {
    // Its table has what is stored; the page there has words for it.
    if (elsewhere !== undefined) go(elsewhere, { replace: true });
  }, [elsewhere]);
  if (elsewhere !== undefined) return <></>;
  if (!kind) return <Nothing title={t('objects.no-kind')} about={t('objects.no-kind.about', { kind: slug })} />;
  if (id === 'new') return <LazyForm map={map} kind={kind} right="create" />;
  if (id !== undefined && action === 'edit') return <LazyForm map={map} kind={kind} id={id} right="edit" />;
  if (id !== undefined) return <LazyObject map={map} kind={kind} id={id} />;
  if (!map.rights.mayList(kind.tag)) return <Nothing title={said(kind.titles).text} about={t('objects.not-allowed')} />;
  return <TablePage map={map} kind={kind} />;
}

interface ObjectOptions {
  map: MapOfKinds;
  kind: Kind;
  id: string;
}

interface LazyFormOptions {
  map: MapOfKinds;
  kind: Kind;
  id?: string;
  /** What the reader has to be allowed. */
  right: 'create' | 'edit';
}

/** The form, once it was fetched. */
function LazyForm({ right, ...options }: LazyFormOptions): VNode {
  const mayUse = mayDo(options.map, options.kind, right, options.id === undefined ? undefined : Number(options.id));
  const Form = useFetched(mayUse, () => import('./form.js'));
  if (!mayUse) return <Nothing title={said(options.kind.titles).text} about={t('form.not-allowed')} />;
  return Form ? <Form {...options} /> : <Reading />;
}

/** One object, once its page was fetched: whoever looks at tables alone has no need of it. */
function LazyObject(options: ObjectOptions): VNode {
  const ObjectPage = useFetched(true, () => withTexts(import('./object.js'), 'later', 'vulnerabilities'));
  return ObjectPage ? <ObjectPage {...options} /> : <Reading />;
}

/** A component that comes with a file of its own; null until it is there. */
function useFetched<P>(
  isWanted: boolean,
  fetch: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> | null {
  const [Fetched, setFetched] = useState<ComponentType<P> | null>(null);
  useEffect(() => {
    if (isWanted) void fetch().then((module) => setFetched(() => module.default));
  }, [isWanted]);
  return Fetched;
}

const Reading = (): VNode => (
  <p class="loading" role="status">
    {t('objects.reading')}
  </p>
);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
