/** The words of letters, in both languages. */
import type { Language } from '../../core/i18n/messages.js';

export interface LetterWords {
  subject(parts: readonly string[]): string;
  newOnes(count: number): string;
  goneOnes(count: number): string;
  ending(count: number): string;
  watched(count: number): string;
  slow(count: number): string;
  /** Instead of what changed in a table whose filters take too long. */
  tooSlow: string;
  headings: Readonly<Record<'new' | 'gone' | 'ends' | 'watched', string>>;
  severities: readonly string[];
  /** Between what happened and to what. */
  colon: string;
  /** More than the letter lists. */
  others(count: number): string;
  actions: Readonly<Record<'created' | 'updated' | 'deleted' | 'restored', string>>;
  /** A way to all of them, with how many that are critical or high are open. */
  all(urgent: number): string;
  /** Why the letter came, and how it ends. */
  why(every: 'daily' | 'weekly'): string;
  settings: string;
}

export const LETTER_WORDS: Readonly<Record<Language, LetterWords>> = {
  en: {
    subject: (parts) => `Meridian: ${parts.join(', ')}`,
    newOnes: (count) => `${count} new`,
    goneOnes: (count) => `${count} gone`,
    ending: (count) => (count === 1 ? '1 ends soon' : `${count} end soon`),
    watched: (count) => (count === 1 ? '1 change to what you watch' : `${count} changes to what you watch`),
    slow: (count) => (count === 1 ? '1 watched table is too slow' : `${count} watched tables are too slow`),
    tooSlow: 'What changed here cannot be told: the filters of this table take too long. Watch it with fewer filters.',
    headings: {
      new: 'New findings',
      gone: 'Findings that are gone',
      ends: 'Has ended, or ends within 30 days',
      watched: 'What you watch',
    },
    colon: ': ',
    severities: ['Info', 'Low', 'Medium', 'High', 'Critical'],
    others: (count) => (count === 1 ? 'and 1 other' : `and ${count} others`),
    actions: { created: 'created', updated: 'changed', deleted: 'deleted', restored: 'restored' },
    all: (urgent) =>
      urgent ? `All findings (${urgent} critical or high ${urgent === 1 ? 'is' : 'are'} open)` : 'All findings',
    why: (every) =>
      `You get this letter ${every === 'daily' ? 'each day' : 'each week'} on which there is something to say, because you asked for it on your account’s page.`,
    settings: 'Change or end it',
  },
  fr: {
    subject: (parts) => `Meridian\u00a0: ${parts.join(', ')}`,
    newOnes: (count) => (count === 1 ? '1 nouveau constat' : `${count} nouveaux constats`),
    goneOnes: (count) => (count === 1 ? '1 constat résolu' : `${count} constats résolus`),
    ending: (count) => (count === 1 ? '1 échéance proche' : `${count} échéances proches`),
    watched: (count) => (count === 1 ? '1 changement suivi' : `${count} changements suivis`),
    slow: (count) => (count === 1 ? '1 tableau suivi trop lent' : `${count} tableaux suivis trop lents`),
    tooSlow:
      'Ce qui a changé ici ne peut être dit : les filtres de ce tableau prennent trop de temps. Suivez-le avec moins de filtres.',
    headings: {
      new: 'Nouveaux constats',
      gone: 'Constats résolus',
      ends: 'Échéances passées, et des 30 prochains jours',
      watched: 'Ce que vous suivez',
    },
    colon: '\u00a0: ',
    severities: ['Info', 'Faible', 'Moyenne', 'Élevée', 'Critique'],
    others: (count) => (count === 1 ? 'et 1 autre' : `et ${count} autres`),
    actions: { created: 'création', updated: 'modification', deleted: 'suppression', restored: 'restauration' },
    all: (urgent) =>
      urgent
        ? `Tous les constats (${urgent} de gravité critique ou élevée ${urgent === 1 ? 'est ouvert' : 'sont ouverts'})`
        : 'Tous les constats',
    why: (every) =>
      `Vous recevez cette lettre ${every === 'daily' ? 'chaque jour' : 'chaque semaine'} où il y a quelque chose à dire, parce que vous l’avez demandée sur la page de votre compte.`,
    settings: 'La modifier ou l’arrêter',
  },
};
