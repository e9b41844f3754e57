/** All rules by name. */
import { address } from './address.js';
import { cycle } from './cycle.js';
import { duplicate } from './duplicate.js';
import { endOfSupport } from './end-of-support.js';
import { ends } from './ends.js';
import { flow } from './flow.js';
import { inactive } from './inactive.js';
import { incomplete } from './incomplete.js';
import { missing } from './missing.js';
import { need } from './need.js';
import { orphan } from './orphan.js';
import { recovery } from './recovery.js';
import { register } from './register.js';
import type { Rule } from './rule.js';
import { singlePoint } from './single-point.js';
import { stale } from './stale.js';
import { unowned } from './unowned.js';
import { vulnerable } from './vulnerable.js';

const ALL: readonly Rule[] = [
  ...[incomplete, unowned, ends, stale, missing, duplicate, address, orphan, singlePoint],
  ...[recovery, need, flow, cycle, register, vulnerable, endOfSupport, inactive],
];

export const RULES: ReadonlyMap<string, Rule> = new Map(ALL.map((rule) => [rule.name, rule]));
