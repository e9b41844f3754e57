/** Columns whose text is a set: addresses, and tags. */
import type { Scalar } from '../../database/database.js';
import type { Field } from '../schema/model.js';

/** Returns true for addresses, and the tags that stand in a column of this name everywhere. */
export const holdsSet = ({ name, rules }: Pick<Field, 'name' | 'rules'>): boolean =>
  rules.format === 'ip-list' || name === 'attributes';

/** The elements of a text that holds a set. */
export function elementsOf(field: Pick<Field, 'rules'>, text: Scalar): string[] {
  if (text === null) return [];
  const elements = String(text).split(field.rules.format ? /[,;\s]+/ : /\s+/);
  return elements.includes('') ? elements.filter(Boolean) : elements;
}

/** A set as the text that its column holds; null for none. */
export const listText = (field: Pick<Field, 'rules'>, elements: readonly string[]): string | null =>
  elements.length ? elements.join(field.rules.format ? ', ' : ' ') : null;
