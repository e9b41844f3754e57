/** Sets and small rows as the texts that stand for them. */
import type { Scalar } from '../../database/database.js';
import { answerOfSet, type Field, type Link } from '../../engine/index.js';

/** The elements of a text that holds a set. */
export function elementsOf(field: Field, text: Scalar): string[] {
  if (text === null) return [];
  const elements = String(text).split(field.rules.format ? /[,;\s]+/ : /\s+/);
  return elements.includes('') ? elements.filter(Boolean) : elements;
}

/** A set as the text that its column holds. */
export const listText = (field: Field, elements: readonly string[]): string | null =>
  elements.length ? elements.join(field.rules.format ? ', ' : ' ') : null;

/** Small rows as one text, whatever their order. */
export const rowsText = (rows: ReadonlyArray<readonly Scalar[]>): string =>
  `[${rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join(',')}]`;

/** The same rows as they are answered. */
export const rowsOf = (link: Link, value: Scalar): unknown =>
  answerOfSet(link, value === null ? [] : (JSON.parse(String(value)) as Scalar[][]));
