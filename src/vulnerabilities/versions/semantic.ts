/** Semantic versions (semver.org): npm, Go, crates.io, Hex, Pub, Swift. */
import { compare, parse, type SemVer } from 'semver';
import type { VersionRule } from './rule.js';

/** A number or two where three should stand, as people write them; `v` and `go` may stand before. */
const SHORT = /^(?:v|go)?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?=$|[-+])/i;

export const semantic: VersionRule<SemVer> = {
  parse(text) {
    const whole = text.replace(SHORT, (_, major: string, minor = '0', patch = '0') => `${major}.${minor}.${patch}`);
    return parse(whole, { loose: true }) ?? undefined;
  },
  compare: (a, b) => compare(a, b),
};
