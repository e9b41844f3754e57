/** The pages below /objects: the table of a kind, and one object. Whoever is not signed in is led to /login. */
import { ApiError } from 'meridian-client';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Description } from '../api/description.js';
import { kindsOf } from '../api/kinds.js';
import { Rights } from '../api/rights.js';
import { ended, forget, session } from '../api/session.js';
import { Frame } from '../app/frame.js';
import { go, place } from '../app/router.js';
import { moveByArrows, Navigation, type NavGroup } from '../components/navigation.js';
import { openSignIn, sentenceOf } from '../components/sign-in.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import { kindOfFiles, type MapOfKinds } from './map.js';
import { ObjectPage } from './object.js';
import { TablePage } from './table.js';
import './objects.css';

export default function Objects(): VNode {
  const { path } = useStore(place);
  const map = useMap();
  const main = useRef<HTMLElement>(null);
  const shown = useRef<string | null>(null);
  const [, , slug = '', id] = path.split('/').map(decoded);
  useLayoutEffect(() => {
    const isFirst = shown.current === null;
    if (shown.current === path) return;
    shown.current = path;
    if (!isFirst) main.current!.focus({ preventScroll: true });
  }, [path]);
  const isThere = map !== null && 'kinds' in map;
  return (
    <Frame
      home="/"
      version={isThere ? map.description.openapi.info.version : ''}
      main={main}
      end={
        <a class="quiet-link" href={`/docs${slug && `#/${slug}`}`}>
          {t('objects.docs')}
        </a>
      }
      nav={{
        label: t('objects.nav'),
        content: isThere && <Navigation groups={groupsOf(map)} open={slug} find={t('objects.find')} />,
        onKeyDown: moveByArrows,
        page: path,
      }}
    >
      {!map && (
        <>
          <h1 class="visually-hidden">Meridian</h1>
          <p class="loading" role="status">
            {t('objects.reading')}
          </p>
        </>
      )}
      {map && !isThere && (
        <div class="problem" role="alert">
          <p class="problem-sentence">{sentenceOf(map.failed)}</p>
        </div>
      )}
      {isThere && <Shown key={`${slug}/${id ?? ''}`} map={map} slug={slug} id={id} />}
    </Frame>
  );
}

function Shown({ map, slug, id }: { map: MapOfKinds; slug: string; id: string | undefined }): VNode {
  const kind = map.kinds.get(slug);
  if (!kind) return <Nothing title={t('objects.no-kind')} about={t('objects.no-kind.about', { kind: slug })} />;
  if (id !== undefined) return <ObjectPage map={map} kind={kind} id={id} />;
  if (!map.rights.mayList(kind.tag)) return <Nothing title={said(kind.titles).text} about={t('objects.not-allowed')} />;
  return <TablePage map={map} kind={kind} />;
}

/** A page that has nothing to show, and says why. */
function Nothing({ title, about }: { title: string; about: string }): VNode {
  useEffect(() => {
    document.title = `${title} · Meridian`;
  }, [title]);
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{about}</p>
    </>
  );
}

/** The kinds and rights of whoever is signed in; what was there stays while they sign in again. */
function useMap(): MapOfKinds | { failed: unknown } | null {
  const [map, setMap] = useState<MapOfKinds | { failed: unknown } | null>(null);
  const current = useStore(session);
  const hasEnded = useStore(ended);
  const token = current?.token;
  useEffect(() => {
    if (token === undefined) {
      const { path, search } = place.get();
      if (hasEnded && map) openSignIn();
      else go(`/login?next=${encodeURIComponent(path + search)}`, { replace: true });
      return;
    }
    const read = async (): Promise<MapOfKinds> => {
      const [description, rights] = await Promise.all([Description.known(), Rights.fetch()]);
      const kinds = kindsOf(description);
      return { description, kinds, rights, documents: kindOfFiles(description, kinds) };
    };
    read().then(setMap, (failed: unknown) => {
      if (failed instanceof ApiError && failed.status === 401) forget();
      else setMap({ failed });
    });
  }, [token]);
  return map;
}

/** The kinds that the reader may list, by view. */
function groupsOf({ description, kinds, rights }: MapOfKinds): NavGroup[] {
  return description.groups
    .map(({ titles, tags }, hue) => ({
      hue,
      title: said(titles),
      items: tags.filter(rights.mayList).flatMap((tag) => {
        const kind = kinds.get(tag['x-resource'] ?? '');
        if (!kind) return [];
        const item = {
          slug: kind.path,
          href: `/objects/${kind.path}`,
          title: said(kind.titles),
          about: said(kind.abouts).text,
          deprecated: tag['x-deprecated'] === true,
          words: tag['x-aliases'] ?? [],
        };
        return [item];
      }),
    }))
    .filter(({ items }) => items.length > 0);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
