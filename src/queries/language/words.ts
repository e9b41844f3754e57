/** The words of the text form. They stand apart from the lexer, which takes a while to load. */

/** Words that are never names unless they stand in backquotes, and then those that mean something in one place alone. */
export const WORDS = [
  ...(['FROM', 'FIELDS', 'SELECT', 'WHERE', 'AND', 'OR', 'NOT', 'EXISTS', 'LIKE', 'IN', 'IS', 'NULL'] as const),
  ...(['TRUE', 'FALSE', 'WITH', 'TRAVERSE', 'OUTPUT', 'LIMIT'] as const),
  ...(['ORDER', 'BY', 'ASC', 'DESC', 'COUNT', 'COLUMN', 'OUTER', 'LIST', 'GRAPH', 'COLUMNS'] as const),
] as const;

export type Word = (typeof WORDS)[number];
