/**
 * Every text of the pages in English. `{name}` is a place for a value; `one` and `other` are singular and plural of `{count}`.
 * Each page has a file of its own.
 */
import { account } from './en/account.js';
import { admin } from './en/admin.js';
import { checks } from './en/checks.js';
import { common } from './en/common.js';
import { explorer } from './en/explorer.js';
import { feeding } from './en/feeding.js';
import { form } from './en/form.js';
import { help } from './en/help.js';
import { home } from './en/home.js';
import { imports } from './en/import.js';
import { map } from './en/map.js';
import { objects } from './en/objects.js';
import { queries } from './en/queries.js';
import { reports } from './en/reports.js';
import { search } from './en/search.js';
import { vulnerabilities } from './en/vulnerabilities.js';

export const en = {
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
} as const;
