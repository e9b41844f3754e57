/** Texts that come with the parts that show them: see en/later.ts. */
import { checksPages } from './checks-pages.js';
import { help } from './help.js';

export const later = { ...checksPages, ...help } as const;
