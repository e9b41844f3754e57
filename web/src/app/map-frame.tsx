/** The frame of every page of the map: its navigation, and the kinds and rights of whoever is signed in. Others are led to /login. */
import { ApiError } from 'meridian-client';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { knownMap, readMap, type MapOfKinds } from '../api/map.js';
import { ended, session } from '../api/session.js';
import { colourOfKind } from '../api/kinds.js';
import { moveByArrows, Navigation, type NavGroup } from '../components/navigation.js';
import { Unanswered } from '../components/answered.js';
import { openSignIn } from '../components/sign-in.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { useStore } from '../store.js';
import { Frame } from './frame.js';
import { HelpButton } from './help-button.js';
import { BarSearch } from './map-search.js';
import { PLACES_OF_KINDS, placesOf, READ_ELSEWHERE } from './places.js';
import { PrintedBy } from './printed-by.js';
import { sharedAbout } from './shared-about.js';
import { useRecent } from './recent-objects.js';
import { go, place } from './router.js';

interface MapFrameOptions {
  /** The path of the kind that is shown, if it is one. */
  open?: string;
  /** The kind at which the API's own page is opened. */
  docs?: string;
  /** The page has a search over the map itself, to which `/` goes: the bar then has none. */
  hasSearch?: boolean;
  /** The page, once the map was read. */
  children: (map: MapOfKinds) => VNode;
}

export function MapFrame({ open = '', docs = '', hasSearch = false, children }: MapFrameOptions): VNode {
  const { path } = useStore(place);
  const { map, again } = useMap();
  const main = useRef<HTMLElement>(null);
  // Also where this frame is the first: what had the focus went with the page before, and nothing would have it.
  useLayoutEffect(() => main.current!.focus({ preventScroll: true }), [path]);
  const isThere = map !== null && 'kinds' in map;
  return (
    <Frame
      home="/home"
      version={isThere ? map.description.openapi.info.version : ''}
      main={main}
      search={isThere && !hasSearch && <BarSearch map={map} />}
      end={
        <>
          <a class="quiet-link" href={`/docs${docs && `#/${docs}`}`}>
            {t('objects.docs')}
          </a>
          <HelpButton />
        </>
      }
      nav={{
        label: t('objects.nav'),
        content: isThere && <Menu map={map} path={path} open={open} />,
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
        <>
          <h1 class="visually-hidden">Meridian</h1>
          <Unanswered error={map.failed} again={again} />
        </>
      )}
      {isThere && map.rights.limits.length > 0 && <p class="limited">{partOf(map)}</p>}
      {isThere && children(map)}
      <PrintedBy />
    </Frame>
  );
}

/** Which part of the map the reader sees. */
function partOf({ rights: { limits, homes } }: MapOfKinds): string {
  const names = limits.join(', ');
  return homes.length
    ? t('perimeters.limited.at-home', { names, homes: homes.join(', ') })
    : t('perimeters.limited', { names });
}

/** The navigation, with what the reader keeps in it. */
function Menu({ map, path, open }: { map: MapOfKinds; path: string; open: string }): VNode {
  useStore(map.preferences.changes);
  useStore(map.sharedTables.changes);
  const { kept } = map.preferences;
  const shared = map.sharedTables.all.map((one) => ({ ...one, about: sharedAbout(map, one) }));
  const recent = useRecent(map).filter(({ href }) => !kept.some((one) => one.href === href));
  return (
    <Navigation
      groups={groupsOf(map)}
      kept={kept}
      shared={shared}
      recent={recent}
      onForget={(one) => map.preferences.forget(one)}
      places={placesOf(map, path)}
      open={open}
      find={t('objects.find')}
    />
  );
}

/** A page that has nothing to show, and says why. */
export function Nothing({ title, about }: { title: string; about: string }): VNode {
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

/** The map of whoever is signed in; what was there stays while they sign in again. */
function useMap(): { map: MapOfKinds | { failed: unknown } | null; again: () => void } {
  const [map, setMap] = useState<MapOfKinds | { failed: unknown } | null>(knownMap);
  const [turn, setTurn] = useState(0);
  const current = useStore(session);
  const hasEnded = useStore(ended);
  const sessionId = current?.id;
  useEffect(() => {
    if (sessionId === undefined) {
      const { path, search } = place.get();
      if (hasEnded && map) openSignIn();
      else go(`/login?next=${encodeURIComponent(path + search + location.hash)}`, { replace: true });
      return;
    }
    if (current?.mustEnrol) {
      const { path, search } = place.get();
      go(`/login?next=${encodeURIComponent(path + search)}`, { replace: true });
      return;
    }
    readMap().then(setMap, (failed: unknown) => {
      // Without a session nothing is to be seen, and that is shown.
      if (!(failed instanceof ApiError && failed.status === 401)) setMap({ failed });
    });
  }, [sessionId, turn]);
  return { map, again: () => setTurn(turn + 1) };
}

/** The kinds that the reader may list, by view. */
function groupsOf({ description, kinds, rights }: MapOfKinds): NavGroup[] {
  return description.groups
    .map(({ titles, tags }, hue) => ({
      hue,
      title: said(titles),
      items: tags.filter(rights.mayList).flatMap((tag) => {
        const kind = kinds.get(tag['x-resource'] ?? '');
        // A page of this menu is the list of them.
        if (!kind || PLACES_OF_KINDS.has(kind.path)) return [];
        const item = {
          slug: kind.path,
          href: READ_ELSEWHERE.get(kind.path) ?? `/objects/${kind.path}`,
          title: said(kind.titles),
          about: said(kind.abouts).text,
          deprecated: tag['x-deprecated'] === true,
          colour: colourOfKind(kind),
          words: [...(tag['x-aliases'] ?? []), ...(tag['x-synonyms'] ?? [])],
        };
        return [item];
      }),
    }))
    .filter(({ items }) => items.length > 0);
}
