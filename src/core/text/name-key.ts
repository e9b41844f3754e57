/** The key under which a name is claimed: names that compare as equal have the same one, and it fits into its column. */
import { createHash } from 'node:crypto';
import { fold } from './fold.js';

/** The characters of a text: not UTF-16 units, of which rare characters take two. */
export function charactersIn(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) length--;
  }
  return length;
}

/** Characters of the column `own_names.name_key`. */
export const MAX_KEY_LENGTH = 512;

/** What is kept of a longer key, in UTF-16 units, so that people recognise it; the hash takes 71 characters. */
const KEPT_UNITS = 400;

/** The key of a name. */
export const nameKey = (name: string): string => shortened(fold(name));

/**
 * A folded name as it is stored: some signs fold to many letters, so that a name of 255 of them is longer than the column.
 * What is too long ends in its hash; no folded text has capitals, so no other name has such a key.
 */
export function shortened(folded: string): string {
  if (folded.length <= MAX_KEY_LENGTH || charactersIn(folded) <= MAX_KEY_LENGTH) return folded;
  return `${folded.slice(0, KEPT_UNITS).toWellFormed()}SHA256:${createHash('sha256').update(folded).digest('hex')}`;
}
