/**
 * Every text of the pages in English. `{name}` is a place for a value; `one` and `other` are singular and plural of `{count}`.
 * Each page has a file of its own.
 */
import { admin } from './en/admin.js';
import { common } from './en/common.js';
import { explorer } from './en/explorer.js';
import { imports } from './en/import.js';
import { objects } from './en/objects.js';

export const en = { ...common, ...explorer, ...objects, ...admin, ...imports } as const;
