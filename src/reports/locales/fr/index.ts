/** The words of reports in French: from the English text to the French one. What is not here is the same in both languages. */
import type { Language } from '../../../core/i18n/messages.js';
import { CELLS, UNITS } from './cells.js';
import { DOCUMENTS } from './documents.js';
import { HEADINGS } from './headings.js';
import { OBJECTS } from './objects.js';
import { PATTERNS } from './patterns.js';
import { REGISTER } from './register.js';

/** Tells a text of the program in a language. */
export type Said = (english: string) => string;

const WORDS: ReadonlyMap<string, string> = new Map(
  [OBJECTS, HEADINGS, REGISTER, CELLS, DOCUMENTS].flatMap((part) => Object.entries(part)),
);

const PLACES: Readonly<Record<string, string>> = { n: '\\d+', day: '\\d{4}-\\d{2}-\\d{2}', text: '.+', words: '.+' };
const PLACE = /\{(\w+)\}/g;

/** Patterns as expressions, with the kinds of their places in order. */
const EXPRESSIONS = Object.entries(PATTERNS).map(([english, french]) => {
  const source = english.replace(/[()%.]/g, '\\$&').replace(PLACE, (_, kind: string) => `(${PLACES[kind]!})`);
  const kinds = [...english.matchAll(PLACE)].map(([, kind]) => kind!);
  return { expression: new RegExp(`^${source}$`), kinds, french };
});

const DURATION = /^\d+ (?:day|hour|minute)s?(?: \d+ (?:hour|minute)s?)*$/;

function french(text: string): string {
  const known = WORDS.get(text);
  if (known !== undefined) return known;
  if (DURATION.test(text)) return text.replace(/day|hour|minute/g, (unit) => UNITS[unit]!);
  for (const { expression, kinds, french: pattern } of EXPRESSIONS) {
    const parts = expression.exec(text)?.slice(1);
    if (!parts) continue;
    let at = 0;
    return pattern.replace(PLACE, () => {
      const part = parts[at]!;
      return kinds[at++] === 'words' ? french(part) : part;
    });
  }
  return text;
}

/** How texts of the program are told in a language; each text is looked up once. */
export function saidIn(language: Language): Said {
  if (language === 'en') return (text) => text;
  const told = new Map<string, string>();
  return (text) => {
    const known = told.get(text) ?? french(text);
    told.set(text, known);
    return known;
  };
}
