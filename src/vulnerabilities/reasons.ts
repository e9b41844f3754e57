/** The words of answers as the API writes them. */
import type { Answer, Reason } from './answers.js';

const WORDS = { hit: 'hit', notHit: 'not_hit', cannotBeTold: 'cannot_be_told' } as const;

/** Whether an object is hit, in a word of the API. */
export const wordOf = ({ state }: Pick<Answer, 'state'>): string => WORDS[state];

/** Why it cannot be told: `no_source`. */
export const reasonOf = (reason: Reason | undefined): string | null =>
  reason === undefined ? null : reason.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
