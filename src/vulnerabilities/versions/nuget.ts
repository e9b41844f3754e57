/** Versions of NuGet: semantic ones with up to four numbers, where upper and lower case are the same. */
import { compareDigits, compareLists, comparePreRelease, type VersionRule } from './rule.js';

interface Parsed {
  numbers: readonly string[];
  pre: readonly string[] | undefined;
}

const FORM = /^v?(\d+(?:\.\d+){0,3})(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*))?(?:\+[0-9a-z.-]*)?$/;

export const nuget: VersionRule<Parsed> = {
  parse(text) {
    const parts = FORM.exec(text.toLowerCase());
    return parts ? { numbers: parts[1]!.split('.'), pre: parts[2]?.split('.') } : undefined;
  },
  compare: (a, b) => compareLists(a.numbers, b.numbers, compareDigits, '0') || comparePre(a.pre, b.pre),
};

/** A version without a pre-release comes behind all that have one. */
function comparePre(a: readonly string[] | undefined, b: readonly string[] | undefined): number {
  return a && b ? comparePreRelease(a, b) : Number(!a) - Number(!b);
}
