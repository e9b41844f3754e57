/** What people call codes, by their label in `codes.ts`: pages show these words, and imported files may hold them. */

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
};

/** Level 0 is a level that somebody chose: `none` would read as if nobody had, and reports say "Insignificant". */
const EN: Readonly<Record<string, string>> = { none: 'insignificant' };

/** The word of a code in both languages; French may lack where a list is new. */
export const codeWord = (label: string): { en: string; fr?: string } => {
  const fr = FR[label];
  return { en: EN[label] ?? label, ...(fr !== undefined && { fr }) };
};
