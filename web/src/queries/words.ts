/** The text form of a query as the editor sees it: words with their places. What is right and wrong the server says. */

/** A word, a text in quotes or a sign, and where it stands. */
export interface Token {
  kind: 'word' | 'text' | 'sign';
  text: string;
  from: number;
  to: number;
}

/** A part of the text. */
export interface Range {
  from: number;
  to: number;
}

const TOKEN =
  /(--[^\r\n]*)|("(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?)|(`?[\p{L}_][\p{L}\p{N}_.-]*`?|\d(?:[\w.:]|-(?=\d))*)|([^\s])/gu;

/** The tokens of a text, without comments. Dotted names and paths of kinds are one word each. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].flatMap(({ 0: all, 1: comment, 2: quoted, 3: word, index }): Token[] => {
    if (comment !== undefined) return [];
    const kind = quoted !== undefined ? 'text' : word !== undefined ? 'word' : 'sign';
    return [{ kind, text: all, from: index, to: index + all.length }];
  });
}

/** Words with which a clause begins. */
const CLAUSES = new Set([
  'FROM',
  'FIELDS',
  'SELECT',
  'COLUMNS',
  'WHERE',
  'ORDER',
  'WITH',
  'TRAVERSE',
  'OUTPUT',
  'LIMIT',
]);

/** A clause: the word that it begins with, in capitals, and what follows. */
export interface Clause {
  name: string;
  tokens: Token[];
}

/** The clauses of a query in their order. WHERE of EXISTS and COUNT belongs to the conditions around it. */
export function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = [];
  const tokens = tokensOf(text);
  tokens.forEach((token, i) => {
    const name = token.text.toUpperCase();
    const isInner = name === 'WHERE' && isOfRelation(tokens, i);
    // A column may be called so, too.
    const isName = name === 'ORDER' && tokens[i + 1]?.text.toUpperCase() !== 'BY';
    if (token.kind === 'word' && CLAUSES.has(name) && !isInner && !isName) clauses.push({ name, tokens: [] });
    else clauses.at(-1)?.tokens.push(token);
  });
  return clauses;
}

const textAt = (tokens: readonly Token[], i: number): string => tokens[i]?.text.toUpperCase() ?? '';

/** The WHERE at a place is that of `EXISTS relation` or `COUNT(relation`. */
export const isOfRelation = (tokens: readonly Token[], i: number): boolean =>
  textAt(tokens, i - 2) === 'EXISTS' || (textAt(tokens, i - 2) === '(' && textAt(tokens, i - 3) === 'COUNT');
