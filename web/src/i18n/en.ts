/**
 * Every text of the pages in English. `{name}` is a place for a value; `one` and `other` are singular and plural of `{count}`.
 * Each page has a file of its own.
 */
import { common } from './en/common.js';
import { explorer } from './en/explorer.js';
import { form } from './en/form.js';
import { home } from './en/home.js';
import { objects } from './en/objects.js';
import { queries } from './en/queries.js';
import { reports } from './en/reports.js';
import { search } from './en/search.js';

export const en = { ...common, ...explorer, ...form, ...home, ...objects, ...queries, ...reports, ...search } as const;
