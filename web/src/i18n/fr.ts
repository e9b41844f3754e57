/** Every text of the pages in French: see en.ts. */
import type { Catalogue } from './catalogue.js';
import { common } from './fr/common.js';
import { explorer } from './fr/explorer.js';
import { map } from './fr/map.js';
import { objects } from './fr/objects.js';

export const fr: Catalogue = { ...common, ...explorer, ...map, ...objects };
