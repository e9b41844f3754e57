/**
 * Every text of the pages in English. `{name}` is a place for a value; `one` and `other` are singular and plural of `{count}`.
 * Each page has a file of its own.
 */
import { first } from './en/first.js';
import { later } from './en/later.js';
import { vulnerabilities } from './en/vulnerabilities.js';

export const en = { ...first, ...later, ...vulnerabilities } as const;
