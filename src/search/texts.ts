/** By what objects are found: texts as they are compared, and how a text that is looked for meets them. */
import { addressesIn, isIp } from '../core/text/addresses.js';
import { fold } from '../core/text/fold.js';
import { BETWEEN_TEXTS, MATCHES, matchIn, NO_MATCH, type Match } from '../core/text/match.js';

/** What a column holds: the name of an object, its addresses, or references that other programs or papers know it by. */
export type Role = 'name' | 'address' | 'reference';

/** A column by which objects are found. */
export interface SearchColumn {
  name: string;
  role: Role;
}

/** What is looked for: the text in every form that it is compared in; and its words, where there are several. */
export interface Wanted {
  forms: readonly string[];
  words: readonly string[];
}

/** How an object was found: `words` where all words of the text occur in it, but not the text itself. */
export type Found = Match | 'words';
export const FOUND: readonly Found[] = [...MATCHES, 'words'];
export const WORDS: number = MATCHES.length;
export const NOT_FOUND: number = FOUND.length;

/** What a row tells of how it was found. */
export interface FoundIn {
  how: Found;
  column: string;
  value: string;
}

/** What stands between addresses of a list, and between references to other programs. */
const SEPARATORS: Readonly<Record<Exclude<Role, 'name'>, RegExp>> = { address: /[,;\s]+/, reference: /\|/ };

/** Reads what is looked for. Undefined where nothing is left of it once it is folded. */
export function wantedOf(text: string): Wanted | undefined {
  const folded = fold(text).trim();
  if (!folded) return undefined;
  const words = [...new Set(folded.split(/\s+/))];
  const forms = [folded, ...(isIp(folded) && folded.includes(':') ? addressesIn(folded) : [])];
  return { forms, words: words.length > 1 ? words : [] };
}

/** The texts of an object as one: the name first, by which objects are ordered, then all that stands in its other columns. */
export function textOf(columns: readonly SearchColumn[], values: ReadonlyArray<string | null>): string {
  let text = fold(values[0] ?? '');
  for (let i = 1; i < columns.length; i++) {
    const value = values[i];
    if (value) text += BETWEEN_TEXTS + partsOf(columns[i]!.role, value);
  }
  return text;
}

/** How well the texts of an object hold what is looked for: a place among `FOUND`, `NOT_FOUND` where they do not. */
export function foundIn(text: string, { forms, words }: Wanted): number {
  // Where one of the words is not, the text that they are of is not either.
  if (words.length && !words.every((word) => text.includes(word))) return NOT_FOUND;
  let best: number = NO_MATCH;
  for (const form of forms) best = Math.min(best, matchIn(text, form));
  if (best < NO_MATCH) return best;
  return words.length ? WORDS : NOT_FOUND;
}

/** In which column of a row what is looked for was found best. Undefined where it holds it no more. */
export function foundBy(
  columns: readonly SearchColumn[],
  values: ReadonlyArray<string | null>,
  wanted: Wanted,
): FoundIn | undefined {
  const how = foundIn(textOf(columns, values), wanted);
  if (how === NOT_FOUND) return undefined;
  const isBest = (i: number): boolean => {
    const text = partsOf(columns[i]!.role, values[i] ?? '');
    return how === WORDS ? wanted.words.some((word) => text.includes(word)) : foundIn(text, wanted) === how;
  };
  const at = columns.findIndex((_, i) => isBest(i));
  return { how: FOUND[how]!, column: columns[at]!.name, value: values[at]! };
}

/** The texts of a column: each address and each reference is one. */
function partsOf(role: Role, value: string): string {
  const folded = fold(value);
  if (role === 'name') return folded;
  const parts = folded.split(SEPARATORS[role]).filter((part) => part !== '');
  // Version 6 has many spellings of one address; an address that is written with a prefix is found as it is written, too.
  const same = role === 'address' && folded.includes(':') ? addressesIn(folded).filter((hex) => hex.length > 8) : [];
  return [...parts, ...same].join(BETWEEN_TEXTS);
}
