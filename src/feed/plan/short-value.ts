/** Values as findings tell them: lists of findings must not grow with what is said. */

const MAX_CHARACTERS = 1000;

/** The value itself, or where it is long the beginning of its text. */
export function shortValue(value: unknown): unknown {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…` : value;
}
