/**
 * Codes as reports put them in words. Which code means what stands in `map/codes.ts` alone; here stands what reports call it,
 * in every language: the compiler asks for the word of a label that is new there.
 */
import type { Scalar } from '../../database/database.js';
import { BACKUP_CYCLE, BACKUP_FREQUENCY, IMPORTANCE, SECURITY_NEED, SEVERITY, type CodeList } from '../../map/codes.js';
import type { LabelKey, Translate } from '../locales/index.js';

/** The word of a code in the language of a report; null for a code that is not set, or means nothing. */
type CodeWord = (code: Scalar | undefined, translate: Translate) => string | null;

/** Puts the codes of a list in words; a label without a word leaves its cell empty. */
const wordsOf =
  <Label extends string>({ labels }: CodeList<Label>, words: Readonly<Record<Label, LabelKey | null>>): CodeWord =>
  (code, translate) => {
    const label = code === null ? undefined : labels.get(Number(code));
    const word = label && words[label];
    return word ? translate(word) : null;
  };

/** Level 0 is a level that somebody chose: reports say "Insignificant", where the API's `none` would read as not set (reports 2). */
const LEVELS = {
  'not set': null,
  none: 'insignificant',
  low: 'low',
  medium: 'medium',
  high: 'high',
  'very high': 'veryHigh',
} as const;

/** The word of a security need. */
export const securityNeedWord = wordsOf(SECURITY_NEED, LEVELS);

/** The word of the severity of an impact. */
export const severityWord = wordsOf(SEVERITY, LEVELS);

/** How important a relation is. */
export const importanceWord = wordsOf(IMPORTANCE, {
  'not set': null,
  low: 'low',
  medium: 'medium',
  high: 'high',
  critical: 'critical',
});

/** How often a backup is made. */
export const backupFrequencyWord = wordsOf(BACKUP_FREQUENCY, {
  hourly: 'hourly',
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
});

/** What a backup consists of, from one time to the next. */
export const backupCycleWord = wordsOf(BACKUP_CYCLE, {
  full: 'full',
  incremental: 'incremental',
  differential: 'differential',
  'full + incremental': 'fullIncremental',
  'full + differential': 'fullDifferential',
  mirror: 'mirror',
});
