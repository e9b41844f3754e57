/** Reads the dotted names of the JSON form. */
import type { Problems } from '../../core/http/errors.js';
import { LONGEST_NAME, MOST_STEPS } from './limits.js';
import type { Path } from './tree.js';

const PATH = /^[a-zA-Z0-9_]+(\.[a-zA-Z0-9_]+)*$/;

/** A dotted name; undefined, and a problem, for anything else. */
export function readPath(raw: unknown, key: string, problems: Problems): Path | undefined {
  if (typeof raw !== 'string') problems.add(key, 'string');
  else if (!PATH.test(raw) || raw.length > LONGEST_NAME) problems.add(key, 'queryPath');
  else {
    const names = raw.split('.');
    if (names.length <= MOST_STEPS + 1) return { key, names };
    problems.add(key, 'querySteps', { max: MOST_STEPS });
  }
  return undefined;
}
