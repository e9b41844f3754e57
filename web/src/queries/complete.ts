/** What may stand where somebody types in a query: kinds, columns and links with their titles, and words of the language. */
import type { Kind } from '../api/kinds.js';
import { said, type Phrase } from '../i18n/titles.js';
import { clausesOf, isOfRelation, tokensOf, type Range } from './words.js';

/** A word that may be put in place of `range`. */
export interface Completion {
  text: string;
  /** What people call it. */
  about: string;
}

/** What there is to choose from. */
export interface Vocabulary {
  /** Kinds that the reader may list, by path. */
  kinds: ReadonlyMap<string, Kind>;
  /** Words of the language. */
  words: readonly string[];
}

/** So many are shown at a time while somebody types; who asks for them looks through all. */
const MOST = 12;

/**
 * The completions at a place of the text.
 * @param isAsked somebody asked for them: then those of no letters are shown, too
 */
export function completionsAt(
  text: string,
  caret: number,
  vocabulary: Vocabulary,
  isAsked = false,
): { range: Range; choices: Completion[] } {
  const before = text.slice(0, caret);
  const begun = /[\p{L}\p{N}_.-]*$/u.exec(before)![0];
  const none = { range: { from: caret, to: caret }, choices: [] };
  const tokens = tokensOf(before);
  const last = tokens.at(-1);
  // Within a text in quotes that has no end yet, or a number, nothing is offered.
  if (last?.kind === 'text' && last.to === caret && !/^(["']).*\1$/s.test(last.text)) return none;
  if (/^\d/.test(begun) || (!begun && !isAsked)) return none;
  const dot = begun.lastIndexOf('.');
  const [path, typed] = [begun.slice(0, Math.max(dot, 0)), begun.slice(dot + 1)];
  const found = candidates(text, before.slice(0, before.length - begun.length), path, vocabulary);
  const lower = typed.toLowerCase();
  const fits = (choice: Completion, isFirst: boolean): boolean =>
    choice.text.toLowerCase().startsWith(lower) === isFirst &&
    (isFirst || `${choice.text} ${choice.about}`.toLowerCase().includes(lower));
  const choices = [...found.filter((one) => fits(one, true)), ...found.filter((one) => fits(one, false))];
  // The only one that fits is there already.
  if (choices[0]?.text === typed) return none;
  return { range: { from: caret - typed.length, to: caret }, choices: isAsked ? choices : choices.slice(0, MOST) };
}

/** All that may follow `before`, behind the relations of `path`. */
function candidates(text: string, before: string, path: string, { kinds, words }: Vocabulary): Completion[] {
  const keywords = words.map((word) => ({ text: word, about: '' }));
  const clause = clausesOf(before).at(-1);
  const isEmptyClause = clause?.tokens.length === 0;
  if (!clause) return keywords.filter(({ text: word }) => word === 'FROM');
  if (clause.name === 'FROM')
    return isEmptyClause ? [...kinds.values()].map((kind) => ({ text: kind.path, about: titleOf(kind) })) : keywords;
  if (clause.name === 'OUTPUT' && isEmptyClause)
    return keywords.filter(({ text: word }) => /^(LIST|GRAPH)$/.test(word));
  if (clause.name === 'LIMIT' || clause.name === 'OUTPUT') return keywords;
  const from = clausesOf(text).find(({ name }) => name === 'FROM')?.tokens[0]?.text ?? '';
  let kind = kinds.get(from);
  const around = clause.name === 'WHERE' ? relationOfExists(before) : [];
  const typed = path.split('.').filter(Boolean);
  // `outer.` is a column of the object around.
  while (around.length && typed[0] === 'outer') (typed.shift(), around.pop());
  const steps = [...around, ...typed];
  for (const step of steps) kind = kind && kinds.get(linksOf(kind).find(({ name }) => name === step)?.target ?? '');
  if (!kind) return path ? [] : keywords;
  const links = linksOf(kind).map(({ name, said: { text: about } }) => ({ text: name, about }));
  const isWay = clause.name === 'WITH' || clause.name === 'TRAVERSE';
  const afterExists = /\bEXISTS\s+$|\bCOUNT\s*\(\s*$/i.test(before);
  const columns =
    isWay || afterExists ? [] : kind.columns.map(({ name, titles }) => ({ text: name, about: said(titles).text }));
  return [...columns, ...links, ...(path || afterExists ? [] : keywords)];
}

/** Within conditions of EXISTS or COUNT: the relations that lead to what they are about. */
export function relationOfExists(before: string): string[] {
  const tokens = clausesOf(before).at(-1)?.tokens ?? [];
  const wordAt = (i: number): string => tokens[i]?.text.toUpperCase() ?? '';
  // Without brackets conditions go on until something else than a condition follows.
  const around: Array<{ name: string; depth: number; isBare: boolean }> = [];
  let depth = 0;
  const leave = (isOver: (one: { depth: number; isBare: boolean }) => boolean): void => {
    while (around.length && isOver(around.at(-1)!)) around.pop();
  };
  tokens.forEach((_, i) => {
    const word = wordAt(i);
    depth += word === '(' ? 1 : word === ')' ? -1 : 0;
    leave((one) => one.depth > depth);
    if (word === 'WHERE' && isOfRelation(tokens, i)) {
      const isBare = wordAt(i - 2) === 'EXISTS' && wordAt(i + 1) !== '(';
      const isInBrackets = wordAt(i - 2) === 'EXISTS' && !isBare;
      around.push({ name: tokens[i - 1]!.text, depth: depth + Number(isInBrackets), isBare });
    }
    if (word === 'OR' || (word === 'AND' && /^(NOT|EXISTS|\()$/.test(wordAt(i + 1))))
      leave((one) => one.isBare && one.depth === depth);
  });
  return around.flatMap(({ name }) => name.split('.'));
}

/** Links, and references by the name of the object that they lead to. */
export const linksOf = (kind: Kind): Array<{ name: string; target: string; said: Phrase }> => [
  ...kind.columns.flatMap(({ include, target, titles }) =>
    include && target ? [{ name: include, target, said: said(titles) }] : [],
  ),
  ...kind.links.flatMap(({ name, target, titles }) => (target ? [{ name, target, said: said(titles) }] : [])),
];

const titleOf = (kind: Kind): string => said(kind.titles).text;
