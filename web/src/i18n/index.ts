/** The texts of the page in the language of its reader: `t('builder.add')`. */
import { Store } from '../store.js';
import type { Catalogue, PlainKey, TextKey, Values } from './catalogue.js';

export const LANGUAGES = ['en', 'fr'] as const;
export type { PlainKey, TextKey };
export type Language = (typeof LANGUAGES)[number];

const KEY = 'meridian-language';
/** A catalogue comes in parts: what every page needs, and what comes with the pages that show it. */
type Part = 'first' | 'later' | 'vulnerabilities';
const LOADERS: Record<Language, Record<Part, () => Promise<Partial<Catalogue>>>> = {
  en: {
    first: async () => (await import('./en/first.js')).first,
    later: async () => (await import('./en/later.js')).later,
    vulnerabilities: async () => (await import('./en/vulnerabilities.js')).vulnerabilities,
  },
  fr: {
    first: async () => (await import('./fr/first.js')).first,
    later: async () => (await import('./fr/later.js')).later,
    vulnerabilities: async () => (await import('./fr/vulnerabilities.js')).vulnerabilities,
  },
};

/** The language that is shown. */
export const language = new Store<Language>('en');
let catalogue: Catalogue | undefined;
/** The parts that it has. */
let had: readonly Part[] = [];
/** The parts that something needs which is shown. */
const needed = new Set<Part>(['first']);
let plural: Intl.PluralRules;
let number: Intl.NumberFormat;

/** The language that was chosen here before, else the first of the browser's that there is, else English. */
export function wantedLanguage(): Language {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages].map((one) => one?.slice(0, 2).toLowerCase());
  return wanted.find((one): one is Language => LANGUAGES.some((known) => known === one)) ?? 'en';
}

/** Fetches the texts of a language, as many as are needed by the time that they are there. */
async function fetchTexts(next: Language): Promise<void> {
  let parts: Part[];
  let texts: ReadonlyArray<Partial<Catalogue>>;
  do {
    parts = [...needed];
    texts = await Promise.all(parts.map((part) => LOADERS[next][part]()));
  } while (parts.length < needed.size);
  // Whatever is in no part is a type error in en.ts and fr.ts.
  catalogue = Object.assign({}, ...texts) as Catalogue;
  had = parts;
}

/** What is fetched, once the parts of the texts are there that come with it. */
export async function withTexts<T>(module: Promise<T>, ...parts: Part[]): Promise<T> {
  for (const part of parts) needed.add(part);
  const fetched = await module;
  // Before a language is there, `speak` brings all parts.
  if (!catalogue || parts.every((part) => had.includes(part))) return fetched;
  let spoken: Language;
  do {
    spoken = language.get();
    await fetchTexts(spoken);
    // Another language may have been chosen meanwhile.
  } while (spoken !== language.get());
  return fetched;
}

/** Fetches the texts of a language, and shows the page in it. */
export async function speak(next: Language): Promise<void> {
  await fetchTexts(next);
  plural = new Intl.PluralRules(next);
  number = new Intl.NumberFormat(next);
  document.documentElement.lang = next;
  language.set(next);
}

/** As `speak`, and keeps the choice. */
export function chooseLanguage(next: Language): Promise<void> {
  localStorage.setItem(KEY, next);
  return speak(next);
}

/**
 * The text under a key in the language that is shown, with `values` in the places that it names; numbers are written as
 * that language does, and `count` decides between singular and plural.
 */
export function t<K extends TextKey>(key: K, ...[values]: Values<K>): string {
  const text: string | { readonly one: string; readonly other: string } = catalogue![key];
  const given: Readonly<Record<string, string | number>> = values ?? {};
  const chosen =
    typeof text === 'string' ? text : text[plural.select(Number(given['count'])) === 'one' ? 'one' : 'other'];
  return chosen.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name]!;
    return typeof value === 'number' ? number.format(value) : value;
  });
}

/** The language that is shown, as the browser's own country writes dates and numbers in it. */
export const locale = (): string => navigator.languages.find((one) => one.startsWith(language.get())) ?? language.get();

/** Whether a text stands under a key that has no place for a value. */
export const isKey = (key: string): key is PlainKey => key in catalogue!;
