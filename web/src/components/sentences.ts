/** Sentences of the server in the words of the pages: it names columns and rights as programs know them. */
import { ApiError } from 'meridian-client';
import { knownMap } from '../api/map.js';
import { ChangedFile } from '../api/upload.js';
import { isKey, language, t } from '../i18n/index.js';
import { said, together } from '../i18n/titles.js';

/** A sentence of the server as French is written in print: it answers with the apostrophes and blanks of a keyboard. */
export const typeset = (sentence: string): string =>
  language.get() === 'fr'
    ? sentence.replace(/(?<=\p{L})'(?=\p{L})/gu, '’').replace(/(?<=\S) (?=[:;?!](?:\s|$))/g, '\u00a0')
    : sentence;

/** A sentence about a field, with the title that the page has for it in place of its name: `The “Name” field is required.` */
export function withTitle(sentence: string, name: string, title: string): string {
  const word = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const named = new RegExp(`(?<![\\p{L}\\d_])${word}(?![\\p{L}\\d_])`, 'u');
  return typeset(sentence).replace(named, () => t('quoted', { text: title }));
}

/** What a form calls its fields, by their names. */
export type FieldTitles = Readonly<Record<string, string>>;

/** What a field is called, or that which it is part of: `roles.2` is one of the roles; undefined if nobody said. */
export function titleIn(titles: FieldTitles, field: string): string | undefined {
  const parts = field.split('.');
  for (let count = parts.length; count > 0; count--) {
    const title = titles[parts.slice(0, count).join('.')];
    if (title !== undefined) return title;
  }
  return undefined;
}

/** A sentence with the titles of all fields of which it may speak. */
export function withTitles(sentence: string, fields: readonly string[], titles: FieldTitles): string {
  const names = new Set(fields.flatMap((field) => field.split('.')));
  return [...names].reduce(
    (text, name) => (titles[name] === undefined ? text : withTitle(text, name, titles[name])),
    typeset(sentence),
  );
}

const ABILITY = /(?<!\w)([a-z_]+)_(access|show|create|edit|delete)(?!\w)/g;

/** A sentence about a right that is missing, with what it allows in place of its name, as the page of a role calls it. */
export function withRights(sentence: string): string {
  const kinds = [...(knownMap()?.kinds.values() ?? [])];
  return typeset(sentence).replace(ABILITY, (ability, key: string, verb: string) => {
    const titles = kinds.flatMap((kind) => (kind.tag['x-abilities'] === key ? kind.titles : []));
    const word = `verb.${verb}`;
    return titles.length && isKey(word)
      ? t('quoted', { text: `${said(together(titles)).text}${t('colon')}${t(word)}` })
      : ability;
  });
}

/** What is wrong, for the reader: the sentence of the server, or that there is none. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ChangedFile) return t('file.changed');
  if (!(error instanceof ApiError)) return t('server.away');
  const { status, problem } = error;
  const sentence = problem.message ?? t('server.answered', { status: String(status) });
  return status === 403 ? withRights(sentence) : typeset(sentence);
}
