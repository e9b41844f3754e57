/** Titles that come from the API's document, in the language of the page where there is one in it. */
import { language } from './index.js';

/** A text in each language of the document; French may lack. */
export interface Titles {
  en: string;
  fr?: string;
}

/** A text, and its language where that is another one than that of the page. */
export interface Phrase {
  text: string;
  lang?: 'en';
}

/** The title in the language of the page, else in English. */
export function said(titles: Titles): Phrase {
  const own = titles[language.get()];
  return own === undefined ? { text: titles.en, lang: 'en' } : { text: own };
}

/** Several things under one title: `Diagrams, Saved maps`. */
export function together(all: readonly Titles[]): Titles {
  const french = all.flatMap(({ fr }) => fr ?? []);
  return {
    en: all.map(({ en }) => en).join(', '),
    ...(french.length === all.length && { fr: french.join(', ') }),
  };
}

/** `Logical server`: logical server, as it stands within a sentence; words in capitals stay. */
export const withinSentence = ({ text }: Phrase): string =>
  /^(\p{Lu}{2}|Wi-Fi)/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
