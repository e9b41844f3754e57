/** Every text of the pages in French: see en.ts. */
import type { Catalogue } from './catalogue.js';
import { admin } from './fr/admin.js';
import { common } from './fr/common.js';
import { explorer } from './fr/explorer.js';
import { imports } from './fr/import.js';
import { objects } from './fr/objects.js';

export const fr: Catalogue = { ...common, ...explorer, ...objects, ...admin, ...imports };
