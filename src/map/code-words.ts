/** What people call codes, by their label in `codes.ts`: pages show these words, imported files and queries may hold them. */
import { Message } from '../core/i18n/messages.js';
import { fold } from '../core/text/fold.js';
import type { Enumeration } from '../engine/index.js';

const FR: Readonly<Record<string, string>> = {
  'not set': 'non renseigné',
  none: 'insignifiant',
  low: 'faible',
  medium: 'moyen',
  high: 'fort',
  'very high': 'très fort',
  critical: 'critique',
  hourly: 'toutes les heures',
  daily: 'quotidienne',
  weekly: 'hebdomadaire',
  monthly: 'mensuelle',
  full: 'complète',
  incremental: 'incrémentielle',
  differential: 'différentielle',
  'full + incremental': 'complète + incrémentielle',
  'full + differential': 'complète + différentielle',
  mirror: 'miroir',
  good: 'valable',
  revoked: 'révoqué',
  unknown: 'inconnu',
  'level 1': 'niveau 1',
  'level 2': 'niveau 2',
  'level 3': 'niveau 3',
  map: 'carte',
  BPMN: 'BPMN',
};

/** Level 0 is a level that somebody chose: `none` would read as if nobody had, and reports say "Insignificant". */
const EN: Readonly<Record<string, string>> = { none: 'insignificant' };

/** The word of a code in both languages; French may lack where a list is new. */
export const codeWord = (label: string): { en: string; fr?: string } => {
  const fr = FR[label];
  return { en: EN[label] ?? label, ...(fr !== undefined && { fr }) };
};

/** The codes of each list by their folded words: the label of the API, and what pages say in either language. */
const known = new Map<Enumeration, ReadonlyMap<string, number>>();

function codesOf(list: Enumeration): ReadonlyMap<string, number> {
  const found = known.get(list);
  if (found) return found;
  const words = new Map(
    [...list.labels].flatMap(([code, label]) => {
      const { en, fr = en } = codeWord(label);
      return [label, en, fr].map((word) => [fold(word), code] as const);
    }),
  );
  known.set(list, words);
  return words;
}

/** The code that a word means in a list, in either language, without case and accents; undefined if it means none. */
export const codeOf = (list: Enumeration, word: string): number | undefined => codesOf(list).get(fold(word.trim()));

/** The codes of a list, each with its word. */
export function codesInWords({ labels }: Enumeration): Message {
  const words = [...labels].map(([code, label]) => ({ code, ...codeWord(label) }));
  const listed = (language: 'en' | 'fr'): string =>
    words.map((word) => `${word.code} = ${word[language] ?? word.en}`).join(', ');
  return new Message('eitherWord', { en: listed('en'), fr: listed('fr') });
}
