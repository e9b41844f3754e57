/** The comparison key of texts: two texts are equal for the service when their folded forms are. */

const PLAIN_ASCII = /^[\x20-\x7e]*$/;

/** Letters that compare as two although Unicode does not decompose them. */
const EXPANSIONS: Record<string, string | undefined> = { ß: 'ss', œ: 'oe', Œ: 'oe', ƍ: 'zw', ƾ: 'ts' };

/** Accents, and characters that are never seen: both compare as if absent. */
const IGNORED =
  /[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u0300-\u036f\u200b-\u200f\u202a-\u202e\u2060-\u2063\u20d0-\u20ea\ufeff]/g;

/**
 * Letters younger than the collation's table (Unicode 4.0), which therefore knows no lower case, base letter or
 * expansion for them: each equals itself only.
 */
const UNKNOWN_TO_COLLATION = /[\u0237-\u024f\u1e9e\u1efa-\u1eff]/;

/** Accented letters outside Latin and Greek are letters of their own (й is not и): only their case is folded. */
const OWN_LETTERS = /[\u0400-\u052f]/;

const SPACE = 0x20;

/** Folded form of every UTF-16 unit met so far; at most 65 536 entries. */
const cache = new Array<string | undefined>(0x10000);

/**
 * The comparison key of a text (contract 4, text comparison): case, accents and trailing blanks are lost, ß is ss and
 * œ is oe. For Latin letters two keys are equal exactly when MariaDB's utf8mb4_unicode_ci says that the texts are; so
 * æ, ø, đ, ł and þ stay letters of their own.
 * @param text any text
 * @returns its key, to be compared with other keys only
 */
export function fold(text: string): string {
  return PLAIN_ASCII.test(text) ? withoutTrailingBlanks(text.toLowerCase()) : foldWide(text);
}

function foldWide(text: string): string {
  let key = '';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    key += cache[unit] ??= foldUnit(text.charAt(i));
  }
  return withoutTrailingBlanks(key);
}

function foldUnit(unit: string): string {
  const expanded = EXPANSIONS[unit];
  if (expanded !== undefined) return expanded;
  // Halves of a surrogate pair have no case by themselves: rare scripts and pictures compare exactly.
  if (UNKNOWN_TO_COLLATION.test(unit) || /[\ud800-\udfff]/.test(unit)) return unit;
  if (OWN_LETTERS.test(unit)) return unit.toLowerCase();
  const taken = unit.normalize('NFKD');
  // A lone accent such as ´ decomposes into a blank and a mark, yet is no blank.
  if (taken.startsWith(' ') && taken.length > 1) return unit;
  return taken.replace(IGNORED, '').toLowerCase();
}

function withoutTrailingBlanks(key: string): string {
  let end = key.length;
  while (end > 0 && key.charCodeAt(end - 1) === SPACE) end--;
  return end === key.length ? key : key.slice(0, end);
}
