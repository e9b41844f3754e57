/** Versions of Python packages (PEP 440). */
import { compare, valid } from '@renovatebot/pep440';
import type { VersionRule } from './rule.js';

export const pypi: VersionRule<string> = {
  parse: (text) => valid(text) ?? undefined,
  compare,
};
