/** Every text of the pages in French: see en.ts. */
import type { Catalogue } from './catalogue.js';
import { account } from './fr/account.js';
import { admin } from './fr/admin.js';
import { checks } from './fr/checks.js';
import { common } from './fr/common.js';
import { explorer } from './fr/explorer.js';
import { feeding } from './fr/feeding.js';
import { form } from './fr/form.js';
import { help } from './fr/help.js';
import { home } from './fr/home.js';
import { imports } from './fr/import.js';
import { map } from './fr/map.js';
import { objects } from './fr/objects.js';
import { queries } from './fr/queries.js';
import { reports } from './fr/reports.js';
import { search } from './fr/search.js';
import { vulnerabilities } from './fr/vulnerabilities.js';

export const fr: Catalogue = {
  ...account,
  ...admin,
  ...checks,
  ...common,
  ...explorer,
  ...feeding,
  ...form,
  ...help,
  ...home,
  ...imports,
  ...map,
  ...objects,
  ...queries,
  ...reports,
  ...search,
  ...vulnerabilities,
};
