/** The words of the text form that are never names by themselves. */

export const KEYWORDS = [
  ...['FROM', 'WHERE', 'AND', 'OR', 'NOT', 'WITH', 'TRAVERSE', 'OUTPUT', 'LIMIT', 'LIKE', 'IN', 'IS', 'EXISTS'],
  ...['FIELDS', 'SELECT', 'NULL', 'TRUE', 'FALSE'],
];

const keywords = new Set(KEYWORDS);

/** Whether a word can stand for a name as it is. */
export const isName = (word: string): boolean => /^[A-Za-z_]\w*$/.test(word) && !keywords.has(word.toUpperCase());

/** A name as it stands in the text form: in backquotes where it would be something else otherwise. */
export const quoted = (name: string): string => (isName(name) ? name : `\`${name}\``);
