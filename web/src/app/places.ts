/** The pages that stand at the top of the navigation, in its order, and whom they are offered to. */
import type { MapOfKinds } from '../api/map.js';
import type { NavPlace } from '../components/navigation.js';
import { t, type PlainKey } from '../i18n/index.js';

interface Place {
  href: string;
  title: PlainKey;
  /** Everybody if left out. The server decides all the same. */
  isFor?: (map: MapOfKinds) => boolean;
}

const PLACES: readonly Place[] = [
  { href: '/map', title: 'map.title', isFor: ({ rights }) => rights.has('explore_access') },
];

/** What is offered to the reader; `path` is that of the page that they are at. */
export const placesOf = (map: MapOfKinds, path: string): NavPlace[] =>
  PLACES.filter(({ isFor }) => isFor?.(map) ?? true).map(({ href, title }) => ({
    href,
    title: t(title),
    isOpen: path === href || path.startsWith(`${href}/`),
  }));
