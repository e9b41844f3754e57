/** The texts that come with the parts that show them (`withTexts`). */
import { checksPages } from './checks-pages.js';
import { help } from './help.js';
import { hooks } from './hooks.js';
import { templates } from './templates.js';

export const later = { ...checksPages, ...help, ...hooks, ...templates } as const;
