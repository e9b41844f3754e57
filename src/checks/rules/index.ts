/** All rules by name. */
import type { Rule } from './rule.js';

const ALL: readonly Rule[] = [];

export const RULES: ReadonlyMap<string, Rule> = new Map(ALL.map((rule) => [rule.name, rule]));
