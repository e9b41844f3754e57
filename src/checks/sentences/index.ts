/** The sentences of findings in both languages, with what stands in their places. */
import type { Language } from '../../core/i18n/messages.js';
import * as en from './en.js';
import * as fr from './fr.js';

export type SentenceKey = keyof typeof en.SENTENCES;
type WordKey = keyof typeof en.WORDS;

const LOCALES = { en, fr };

/** What is known of an object that is named in a sentence. */
export interface NamedObject {
  name: string;
  note?: string | number | undefined;
}

/** What stands in the places of a sentence. */
export interface Places {
  values: Readonly<Record<string, string | number>>;
  /** Titles of fields, and how many more there are. */
  fields: readonly string[];
  moreFields: number;
  objects: readonly NamedObject[];
  moreObjects: number;
}

/** Names that stand in a sentence; the others are counted. */
const MAX_NAMED = 3;
const [HOUR, DAY] = [60, 24 * 60];

/** A sentence in a language. */
export function sentenceIn(language: Language, key: SentenceKey, places: Places): string {
  const { values } = places;
  return LOCALES[language].SENTENCES[key].replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, format?: string) => {
    if (name === 'fields') return listIn(language, places.fields, places.moreFields);
    if (name === 'objects') {
      const named = places.objects.map(({ name: one, note }) =>
        note === undefined ? one : `${one} (${format ? formatted(language, note, format) : wordFor(language, note)})`,
      );
      return listIn(language, named, places.moreObjects);
    }
    const value = values[name] ?? '';
    return format ? formatted(language, value, format) : wordFor(language, value);
  });
}

/** `A, B and 2 others`. */
function listIn(language: Language, texts: readonly string[], more: number): string {
  const shown = texts.slice(0, MAX_NAMED);
  const count = texts.length - shown.length + more;
  if (count) return word(language, count === 1 ? 'other' : 'others', { named: shown.join(', '), count });
  if (shown.length < 2) return shown.join('');
  return word(language, 'last', { named: shown.slice(0, -1).join(', '), last: shown.at(-1)! });
}

/** A day as people write it; what is none stands for itself. */
export function dayInWords(day: string, language: Language): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return day;
  const style = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'fr-FR', style).format(at);
}

function formatted(language: Language, value: string | number, format: string): string {
  if (format === 'day') return dayInWords(String(value), language);
  if (format === 'minutes' && typeof value === 'number') {
    if (value && value % DAY === 0) return word(language, 'days', { count: value / DAY });
    if (value && value % HOUR === 0) return word(language, 'hours', { count: value / HOUR });
    return word(language, 'minutes', { count: value });
  }
  return wordFor(language, value);
}

/** `@name` is a word of the catalogue; anything else stands for itself. */
function wordFor(language: Language, value: string | number): string {
  const text = String(value);
  const key = text.startsWith('@') ? text.slice(1) : undefined;
  return key !== undefined && Object.hasOwn(en.WORDS, key) ? word(language, key as WordKey, {}) : text;
}

const word = (language: Language, key: WordKey, values: Readonly<Record<string, string | number>>): string =>
  LOCALES[language].WORDS[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
