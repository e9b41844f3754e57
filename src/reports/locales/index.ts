/** The languages of reports: one catalogue each, by key. */
import type { Language } from '../../core/i18n/messages.js';
import { registry } from '../../engine/index.js';
import { EN, type LabelKey } from './en.js';
import { ABOUT_FR, FR } from './fr.js';

export type { LabelKey } from './en.js';

/** What is put in the places of a sentence; a label is put there in the language of the sentence. */
export type LabelValues = Readonly<Record<string, string | number | Label>>;

/** A text of the program that is not yet in any language. */
export class Label {
  constructor(
    readonly key: LabelKey,
    readonly values: LabelValues = {},
  ) {}

  /** The text in a language. */
  in(language: Language): string {
    return (language === 'fr' ? FR : EN)[this.key].replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = this.values[name] ?? '';
      return value instanceof Label ? value.in(language) : String(value);
    });
  }
}

/** A text of the program: a key, or the words themselves in each language. */
export type LocalizedText = LabelKey | Readonly<Record<Language, string>>;

/** Gives texts of the program in one language. */
export type Translate = (key: LabelKey, values?: LabelValues) => string;

/** The texts of a language. */
export function translatorTo(language: Language): Translate {
  const texts = language === 'fr' ? FR : EN;
  return (key, values) => (values ? new Label(key, values).in(language) : texts[key]);
}

/** A text in the language of a translator. */
export const said = (
  text: LocalizedText,
  { translate, language }: { translate: Translate; language: Language },
): string => (typeof text === 'string' ? translate(text) : text[language]);

/** The English text of a key, by which parameters and anchors name it in every language. */
export const english = (key: LabelKey): string => EN[key];

/** What a type of objects is called: `logical-servers` → `Logical servers`. */
export const typeName = (path: string, language: Language): string => registry.get(path).titles[language][1];

/** What a type of objects is, in one sentence. */
export const typeAbout = (path: string, language: Language): string =>
  (language === 'fr' ? ABOUT_FR[path] : undefined) ?? registry.get(path).about;
