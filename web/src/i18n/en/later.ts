/** The texts that come with the parts that show them (`withLaterTexts`). */
import { checksPages } from './checks-pages.js';
import { help } from './help.js';

export const later = { ...checksPages, ...help } as const;
