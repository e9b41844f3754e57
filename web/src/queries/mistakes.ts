/** Where in the text of a query the mistakes stand that the server names: by line and column, or by a place in the JSON form. */
import { clausesOf, tokensOf, type Range, type Token } from './words.js';

/** A mistake: the sentence of the server, and the part of the text that it is about, where that is known. */
export interface Mistake {
  sentence: string;
  range?: Range;
}

/** The mistakes of an answer, in its order. Those of other fields, such as the name, have no range. */
export function mistakesOf(errors: Readonly<Record<string, readonly string[]>>, text: string): Mistake[] {
  return Object.entries(errors).flatMap(([place, sentences]) =>
    sentences.map((sentence): Mistake => {
      const range = rangeOf(place, sentence, text);
      return range ? { sentence, range } : { sentence };
    }),
  );
}

function rangeOf(place: string, sentence: string, text: string): Range | undefined {
  const [root, part, number] = place.split('.');
  if (root !== 'query') return undefined;
  if (part === undefined) return atPosition(sentence, text);
  const names =
    { from: ['FROM'], fields: ['FIELDS', 'SELECT'], filters: ['WHERE'], order: ['ORDER'], limit: ['LIMIT'] }[part] ??
    [];
  const wanted = part === 'traverse' || part === 'with' ? ['WITH', 'TRAVERSE'] : part === 'output' ? ['OUTPUT'] : names;
  const clause = clausesOf(text).find(({ name }) => wanted.includes(name));
  if (!clause?.tokens.length) return undefined;
  const items =
    number === undefined
      ? [clause.tokens]
      : part === 'filters'
        ? conditions(clause.tokens)
        : listed(clause.name === 'ORDER' ? clause.tokens.slice(1) : clause.tokens);
  const item = items[Number(number ?? 0)] ?? clause.tokens;
  // Of a condition: the name that the sentence speaks of, or the value.
  const named = namedIn(sentence, item);
  return around(named ? [named] : place.endsWith('.value') ? item.slice(-1) : item);
}

/** `Line 2, column 5: …` in either language: the word that stands there, else the end of the text. */
function atPosition(sentence: string, text: string): Range | undefined {
  const [, line, column] = /^\D+(\d+)\D+(\d+)/.exec(sentence) ?? [];
  if (!line || !column) return undefined;
  const lines = text.split(/(?<=\r\n|\r(?!\n)|\n)/);
  const from = lines.slice(0, Number(line) - 1).join('').length + Number(column) - 1;
  const token = tokensOf(text).find((one) => one.from <= from && from < one.to);
  if (token) return { from: token.from, to: token.to };
  const last = tokensOf(text).at(-1);
  return last && from >= last.to ? { from: last.from, to: last.to } : { from, to: from + 1 };
}

/** What commas separate. */
function listed(tokens: readonly Token[]): Token[][] {
  const items: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    depth += token.text === '(' ? 1 : token.text === ')' ? -1 : 0;
    if (token.text === ',' && depth === 0) items.push([]);
    else items.at(-1)!.push(token);
  }
  return items;
}

/** What AND and OR separate, outside of brackets; conditions of EXISTS take all that follow. */
function conditions(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  let [depth, isWithin] = [0, false];
  for (const token of tokens) {
    depth += token.text === '(' ? 1 : token.text === ')' ? -1 : 0;
    const word = token.kind === 'word' && depth === 0 ? token.text.toUpperCase() : '';
    if (word === 'WHERE') isWithin = true;
    if ((word === 'AND' || word === 'OR') && !isWithin) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

/** The word of which a sentence speaks: of several the one that it names last, since the kind comes first. */
function namedIn(sentence: string, tokens: readonly Token[]): Token | undefined {
  // What the server guesses is not what stands there.
  const [told = ''] = sentence.split('. ');
  const words: readonly string[] = told.match(/[\p{L}\p{N}_-]+/gu) ?? [];
  const places = tokens
    .filter(({ kind, text }) => kind === 'word' && !/^(and|or|not|in|is|where)$/i.test(text))
    .map((token) => {
      const names = token.text.split('.').map((name) => words.lastIndexOf(name.replaceAll('`', '')));
      return { token, place: Math.max(...names) };
    });
  const best = Math.max(...places.map(({ place }) => place));
  return best < 0 ? undefined : places.find(({ place }) => place === best)?.token;
}

const around = (tokens: readonly Token[]): Range => ({ from: tokens[0]!.from, to: tokens.at(-1)!.to });
