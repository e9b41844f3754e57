/** What a yes or no is written as, wherever one is taken: settings, parameters, bodies, files, queries (contract 4). */

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'on', 'yes'].map((word) => [word, true] as const),
  ...['false', '0', 'off', 'no'].map((word) => [word, false] as const),
]);

/** The value of a word in any case; undefined for a word that means neither. */
export const parseBoolean = (word: string): boolean | undefined => WORDS.get(word.toLowerCase());
