/** Versions of RubyGems (Gem::Version): numbers and words; a word makes a pre-release. */
import { compareDigits, compareLists, compareText, isDigits, type VersionRule } from './rule.js';

const FORM = /^\d+(?:\.[0-9a-z]+)*(?:-[0-9a-z-]+(?:\.[0-9a-z-]+)*)?$/i;

export const rubygems: VersionRule<readonly string[]> = {
  parse(text) {
    if (!FORM.test(text)) return undefined;
    const segments = text.replaceAll('-', '.pre.').match(/\d+|[a-z]+/gi)!;
    const word = segments.findIndex((segment) => !isDigits(segment));
    const split = word < 0 ? segments.length : word;
    return [...withoutZeros(segments.slice(0, split)), ...withoutZeros(segments.slice(split))];
  },
  compare: (a, b) => compareLists(a, b, compareSegments, '0'),
};

/** Zeros at the end mean nothing. */
function withoutZeros(segments: readonly string[]): readonly string[] {
  const last = segments.findLastIndex((segment) => !/^0+$/.test(segment));
  return segments.slice(0, last + 1);
}

function compareSegments(a: string, b: string): number {
  const [isA, isB] = [isDigits(a), isDigits(b)];
  if (isA !== isB) return isA ? 1 : -1;
  return isA ? compareDigits(a, b) : compareText(a, b);
}
