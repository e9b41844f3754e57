/** How well a text answers what somebody looks for: one order for every search. */

/** From the best to the least: it is the text, begins it, begins a word of it, stands somewhere in it. */
export const MATCHES = ['equal', 'begins', 'word', 'contains'] as const;
export type Match = (typeof MATCHES)[number];

/** The place of a match among `MATCHES`; `NO_MATCH` where there is none. */
export const EQUAL = 0;
const [BEGINS, WORD, CONTAINS] = [1, 2, 3];
export const NO_MATCH: number = MATCHES.length;

/**
 * Stand between texts that are searched as one: texts of one object, and objects. Folded texts never hold them. All signs up to
 * the second are bounds.
 */
export const [BETWEEN_TEXTS, BETWEEN_OBJECTS] = ['\0', '\x01'];
const LAST_BOUND = 1;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** 1 for letters and digits among the first signs, by which nearly all words are bounded: the expression takes several times as long. */
const FIRST_SIGNS = Uint8Array.from({ length: 0x80 }, (_, code) =>
  Number(LETTER_OR_DIGIT.test(String.fromCharCode(code))),
);

/**
 * How a text holds what is looked for: the place of the best match among `MATCHES`.
 * @param text folded; or several of them with `BETWEEN_TEXTS` between, of which the best counts
 * @param wanted folded
 */
export function matchIn(text: string, wanted: string): number {
  // Every text begins with nothing; looking for more of it would never end.
  if (wanted === '') return BEGINS;
  let best: number = NO_MATCH;
  for (let at = text.indexOf(wanted); at >= 0 && best !== EQUAL; at = text.indexOf(wanted, at + 1)) {
    best = Math.min(best, matchAt(text, wanted, at));
  }
  return best;
}

/** How a text holds what is looked for at the place where it stands. */
export function matchAt(text: string, wanted: string, at: number): number {
  if (at === 0 || text.charCodeAt(at - 1) <= LAST_BOUND) {
    const end = at + wanted.length;
    return end === text.length || text.charCodeAt(end) <= LAST_BOUND ? EQUAL : BEGINS;
  }
  const before = text.charCodeAt(at - 1);
  const inWord = before < FIRST_SIGNS.length ? FIRST_SIGNS[before]! : LETTER_OR_DIGIT.test(text.charAt(at - 1));
  return inWord ? CONTAINS : WORD;
}
