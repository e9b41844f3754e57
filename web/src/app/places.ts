/** The pages that stand at the top of the navigation, in its order, and whom they are offered to. */
import { mayReadChecks } from '../api/checks.js';
import { importable, type MapOfKinds } from '../api/map.js';
import { kindsWithProducts } from '../api/vulnerabilities.js';
import type { NavPlace } from '../components/navigation.js';
import { t, type PlainKey } from '../i18n/index.js';

interface Place {
  href: string;
  title: PlainKey;
  /** Everybody if left out. The server decides all the same. */
  isFor?: (map: MapOfKinds) => boolean;
}

/** Whether the reader may list one of these kinds. */
const mayListAny =
  (...paths: string[]) =>
  ({ kinds, rights }: MapOfKinds): boolean =>
    paths.some((path) => kinds.has(path) && rights.mayList(kinds.get(path)!.tag));
const administers = (map: MapOfKinds): boolean =>
  mayListAny('users', 'roles', 'perimeters', 'cartographers', 'audit-logs')(map) || map.rights.has('webhook_access');

const PLACES: readonly Place[] = [
  { href: '/home', title: 'home.place' },
  { href: '/checks', title: 'checks.title', isFor: mayReadChecks },
  { href: '/map', title: 'map.title', isFor: ({ rights }) => rights.has('explore_access') },
  { href: '/reports', title: 'reports.title', isFor: ({ rights }) => rights.has('reports_access') },
  { href: '/vulnerabilities', title: 'vulnerabilities.title', isFor: (map) => kindsWithProducts(map).length > 0 },
  { href: '/queries', title: 'queries.title', isFor: ({ rights }) => rights.has('query_access') },
  { href: '/templates', title: 'templates.title', isFor: ({ rights }) => rights.has('template_access') },
  { href: '/import', title: 'import.title', isFor: (map) => importable(map).length > 0 },
  // Who imports nothing reads what tools said; with the import it is a part of it.
  {
    href: '/import/runs',
    title: 'feed.title',
    isFor: (map) => importable(map).length === 0 && map.rights.has('feed_access'),
  },
  { href: '/admin', title: 'admin.title', isFor: administers },
  { href: '/account', title: 'account.title' },
];

/** Kinds whose objects are made on a page of their own, and that page: what they hold is nothing that anybody types. */
export const MAKERS: Readonly<Record<string, string>> = { 'saved-maps': '/map', queries: '/queries' };

/** Kinds that have a page among the places: their tables are offered there. */
export const PLACES_OF_KINDS: ReadonlySet<string> = new Set(['queries']);

/** Kinds with a page that says in words what their table has as it is stored. */
export const READ_ELSEWHERE: ReadonlyMap<string, string> = new Map([['audit-logs', '/admin/journal']]);

/** A page that explains something. */
interface HelpPage {
  href: string;
  title: string;
  /** Further words that it is found by, in both languages. */
  words: readonly string[];
}

/** Pages that explain: everybody may read them. */
export const helpPages = (): HelpPage[] => [
  { href: '/docs', title: t('objects.docs'), words: ['documentation', 'help', 'aide', 'REST', 'OpenAPI', 'Swagger'] },
  {
    href: '/docs#/search-and-summary',
    title: t('search.help'),
    words: ['search', 'recherche', 'documentation', 'help', 'aide'],
  },
];

/** What is offered to the reader; `path` is that of the page that they are at. */
export const placesOf = (map: MapOfKinds, path: string): NavPlace[] =>
  PLACES.filter(({ isFor }) => isFor?.(map) ?? true).map(({ href, title }) => ({
    href,
    title: t(title),
    isOpen: path === href || path.startsWith(`${href}/`),
  }));
