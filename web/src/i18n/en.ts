/**
 * Every text of the pages in English. `{name}` is a place for a value; `one` and `other` are singular and plural of `{count}`.
 * Each page has a file of its own.
 */
import { common } from './en/common.js';
import { explorer } from './en/explorer.js';
import { map } from './en/map.js';
import { objects } from './en/objects.js';

export const en = { ...common, ...explorer, ...map, ...objects } as const;
