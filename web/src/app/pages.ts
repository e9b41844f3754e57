/** The pages by their address. Each is fetched when it is first shown; what the server serves them under is in its own list. */
import type { ComponentType } from 'preact';

type PageModule = { default: ComponentType };

const feeding = (): Promise<PageModule> => import('../feeding/page.js');

const PAGES: Readonly<Record<string, () => Promise<PageModule>>> = {
  '/home': () => import('../home/page.js'),
  '/search': () => import('../search/page.js'),
  '/reports': () => import('../reports/page.js'),
  '/queries': () => import('../queries/page.js'),
  '/admin': () => import('../admin/page.js'),
  '/docs': () => import('../explorer/page.js'),
  '/import': () => import('../import/page.js'),
  '/import/feed': feeding,
  '/import/plans': feeding,
  '/import/runs': feeding,
  '/import/sources': feeding,
  '/login': () => import('../login/page.js'),
  '/map': () => import('../map/page.js'),
  '/objects': () => import('../objects/page.js'),
};

/** The page at an address, or at the nearest one above it. */
export function pageAt(path: string): (() => Promise<PageModule>) | undefined {
  for (let place = path.replace(/\/+$/, ''); place; place = place.slice(0, place.lastIndexOf('/'))) {
    if (PAGES[place]) return PAGES[place];
  }
  return undefined;
}
