/** Texts in the bodies of log-ins, tokens and passwords. */
import type { Problems } from '../core/http/errors.js';

/** A text under any of these names; a missing one is a problem under the name that was sent, or the first. */
export function textOf(
  body: Record<string, unknown>,
  names: readonly string[],
  problems: Problems,
): { name: string; text: string } {
  const name = names.find((candidate) => body[candidate] !== undefined) ?? names[0]!;
  const value = body[name];
  if (value === undefined || value === null || value === '') problems.add(name, 'required');
  else if (typeof value !== 'string') problems.add(name, 'string');
  return { name, text: typeof value === 'string' ? value : '' };
}
