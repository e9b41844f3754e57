/** Names that fit: what is too long or taken ends in digits that are the same each time. */
import { hash } from 'node:crypto';
import { charactersIn } from '../../core/text/name-key.js';

/** Characters of most columns of names. */
export const MAX_NAME = 255;

/** `~` and four hexadecimal digits. */
const TAIL = 5;

/** The beginning of a name with the first digits of the hash of `of`; the name itself where it is short enough. */
export const fitted = (name: string, max: number, of: string): string =>
  charactersIn(name) <= max ? name : tailed(name, max, of);

/** The name with digits, however short: what is taken. */
export function tailed(name: string, max: number, of: string): string {
  const kept = [...name]
    .slice(0, max - TAIL)
    .join('')
    .trimEnd();
  return `${kept}~${hash('sha256', of, 'hex').slice(0, TAIL - 1)}`;
}
