/** The texts that every page comes with: those of the first pages, and of whatever may stand on them. */
import { account } from './account.js';
import { admin } from './admin.js';
import { changes } from './changes.js';
import { checks } from './checks.js';
import { common } from './common.js';
import { explorer } from './explorer.js';
import { feeding } from './feeding.js';
import { form } from './form.js';
import { home } from './home.js';
import { imports } from './import.js';
import { map } from './map.js';
import { objects } from './objects.js';
import { perimeters } from './perimeters.js';
import { queries } from './queries.js';
import { reports } from './reports.js';
import { search } from './search.js';

export const first = {
  ...account,
  ...admin,
  ...changes,
  ...checks,
  ...common,
  ...explorer,
  ...feeding,
  ...form,
  ...home,
  ...imports,
  ...map,
  ...objects,
  ...perimeters,
  ...queries,
  ...reports,
  ...search,
} as const;
