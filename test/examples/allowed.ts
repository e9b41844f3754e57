export const ALLOWED: Array<{ request: RegExp; place: RegExp }> = [];
import type { Difference } from './comparison.js';
export const ruleOf = (_: string, d: Difference) => ALLOWED.find((r) => r.place.test(d.place));
