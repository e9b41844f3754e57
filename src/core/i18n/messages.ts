/** Every sentence that the API answers with, in English and French (contract 10). */
import { ANSWERS } from './messages/answers.js';
import { FIELDS } from './messages/fields.js';
import { FILES } from './messages/files.js';
import { LISTS } from './messages/lists.js';
import { REASONS } from './messages/reasons.js';

const MESSAGES = { ...FIELDS, ...LISTS, ...ANSWERS, ...FILES, ...REASONS };

export type Language = 'en' | 'fr';
export type MessageKey = keyof typeof MESSAGES;

/** What is put in the places of a sentence; a phrase is put there in the language of the sentence. */
export type Values = Readonly<Record<string, string | number | Phrase>>;

/** A sentence, or a part of one, that is not yet in any language. */
export class Phrase {
  constructor(
    readonly key: MessageKey,
    readonly values: Values = {},
  ) {}

  /** The sentence in a language. */
  in(language: Language): string {
    const text = MESSAGES[this.key][language === 'fr' ? 1 : 0];
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = this.values[name] ?? '';
      return value instanceof Phrase ? value.in(language) : String(value);
    });
  }
}

/** The language of an answer: what the request asks for first, then the user's own, then English. */
export function languageOf(acceptLanguage: string | undefined, own: string | null | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => /^\s*([a-z]{2})\b[^;]*(?:;\s*q=([\d.]+))?/i.exec(part))
    .filter((match) => match !== null)
    .map((match) => ({ language: match[1]!.toLowerCase(), weight: Number(match[2] ?? 1) }))
    .filter(({ language, weight }) => weight > 0 && (language === 'en' || language === 'fr'))
    .sort((a, b) => b.weight - a.weight)[0]?.language;
  return (wanted ?? own?.toLowerCase()) === 'fr' ? 'fr' : 'en';
}
