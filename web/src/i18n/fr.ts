/** Every text of the pages in French: see en.ts. */
import type { Catalogue } from './catalogue.js';
import { first } from './fr/first.js';
import { later } from './fr/later.js';
import { vulnerabilities } from './fr/vulnerabilities.js';

export const fr: Catalogue = { ...first, ...later, ...vulnerabilities };
