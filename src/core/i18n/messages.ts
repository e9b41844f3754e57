/** What the API says, in the language of whoever asked (contract 10); the sentences stand in `locales/`. */
import * as en from './locales/en.js';
import * as fr from './locales/fr.js';

const LOCALES = { en, fr };

export type Language = keyof typeof LOCALES;
export type MessageKey = keyof typeof en.MESSAGES;

/** What is put in the places of a sentence; a phrase is put there in the language of the sentence. */
export type Values = Readonly<Record<string, string | number | Message>>;

/** A sentence, or a part of one, that is not yet in any language. */
export class Message {
  constructor(
    readonly key: MessageKey,
    readonly values: Values = {},
  ) {}

  /** The sentence in a language. */
  in(language: Language): string {
    return LOCALES[language].MESSAGES[this.key].replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = this.values[name] ?? '';
      return value instanceof Message ? value.in(language) : String(value);
    });
  }
}

const MIB = 1 << 20;

/** A size as people say it: in MiB where it is some of these, otherwise in bytes. */
export const sizeOf = (bytes: number): Message =>
  bytes > 0 && bytes % MIB === 0
    ? new Message('mebibytes', { count: bytes / MIB })
    : new Message('bytes', { count: bytes });

/** What a status is called in a language (RFC 9457, `title`); undefined where it is what Node calls it. */
export const titleOf = (status: number, language: Language): string | undefined => LOCALES[language].TITLES[status];

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
