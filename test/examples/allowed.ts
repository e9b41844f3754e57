/** Where we answer otherwise than was recorded, each with the words of the contract that say so. */
import { ALLOWED_ANSWERS } from './allowed-answers.js';
import { ALLOWED_REFUSALS } from './allowed-refusals.js';
import type { Difference } from './comparison.js';

export interface Allowed {
  /** `file/name` of the recorded request. */
  request: RegExp;
  place: RegExp;
  /** What the two values look like as JSON. */
  recorded?: RegExp;
  ours?: RegExp;
  /** A further condition. */
  when?: (difference: Difference) => boolean;
  /** Words of the contract, or of the page on reports, letter by letter. */
  contract: string;
}

export const ALLOWED: Allowed[] = [...ALLOWED_REFUSALS, ...ALLOWED_ANSWERS];

const json = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

/** The entry that allows a difference. */
export const ruleOf = (request: string, difference: Difference): Allowed | undefined =>
  ALLOWED.find(
    (rule) =>
      rule.request.test(request) &&
      rule.place.test(difference.place) &&
      (rule.recorded?.test(json(difference.recorded)) ?? true) &&
      (rule.ours?.test(json(difference.ours)) ?? true) &&
      (rule.when?.(difference) ?? true),
  );
