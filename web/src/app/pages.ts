/** The pages by their address. Each is fetched when it is first shown; what the server serves them under is in its own list. */
import type { ComponentType } from 'preact';
import { withTexts } from '../i18n/index.js';

type PageModule = { default: ComponentType };

const feeding = (): Promise<PageModule> => import('../feeding/page.js');

const PAGES: Readonly<Record<string, () => Promise<PageModule>>> = {
  '/account': () => withTexts(import('../account/page.js'), 'later'),
  '/checks': () => withTexts(import('../checks/page.js'), 'later'),
  '/home': () => import('../home/page.js'),
  '/search': () => import('../search/page.js'),
  '/help': () => withTexts(import('../help/page.js'), 'later'),
  '/reports': () => import('../reports/page.js'),
  '/queries': () => import('../queries/page.js'),
  '/admin': () => withTexts(import('../admin/page.js'), 'later'),
  '/changes': () => import('../changes/page.js'),
  '/docs': () => import('../explorer/page.js'),
  '/import': () => import('../import/page.js'),
  '/import/feed': feeding,
  '/import/plans': feeding,
  '/import/runs': feeding,
  '/import/sources': feeding,
  '/login': () => import('../login/page.js'),
  '/login/cli': () => import('../login/program.js'),
  '/login/device': () => import('../login/program.js'),
  '/map': () => import('../map/page.js'),
  '/objects': () => import('../objects/page.js'),
  '/templates': () => withTexts(import('../templates/page.js'), 'later'),
  '/vulnerabilities': () => withTexts(import('../vulnerabilities/page.js'), 'vulnerabilities'),
};

/** How the page at an address is fetched, or that at the nearest one above it. */
function loaderAt(path: string): (() => Promise<PageModule>) | undefined {
  for (let place = path.replace(/\/+$/, ''); place; place = place.slice(0, place.lastIndexOf('/'))) {
    if (PAGES[place]) return PAGES[place];
  }
  return undefined;
}

/** Returns true if there is a page at an address. */
export const isPage = (path: string): boolean => loaderAt(path) !== undefined;

const missing = (): Promise<PageModule> => import('../missing/page.js');

const loaderFor = (path: string): (() => Promise<PageModule>) => loaderAt(path) ?? missing;

const fetched = new Map<() => Promise<PageModule>, ComponentType>();

/** Fetches the page of an address; undefined where it is there already. */
export function fetchPage(path: string): Promise<void> | undefined {
  const load = loaderFor(path);
  return fetched.has(load) ? undefined : load().then((page) => void fetched.set(load, page.default));
}

/** The page of an address, once it has been fetched. */
export const pageOf = (path: string): ComponentType => fetched.get(loaderFor(path))!;
