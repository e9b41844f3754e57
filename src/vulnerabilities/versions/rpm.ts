/** Versions of RPM packages (rpm-version(7)): `[epoch:]version[-release]`. */
import { compareDigits, compareText, isDigits, type VersionRule } from './rule.js';

interface Parsed {
  epoch: string;
  version: readonly string[];
  release: readonly string[];
}

export const rpm: VersionRule<Parsed> = {
  parse(text) {
    const parts = /^(?:(\d+):)?([A-Za-z0-9._+~^]+)(?:-([A-Za-z0-9._+~^]+))?$/.exec(text);
    if (!parts || !/\d/.test(text)) return undefined;
    return { epoch: parts[1] ?? '0', version: segmentsOf(parts[2]!), release: segmentsOf(parts[3] ?? '') };
  },
  compare: (a, b) =>
    compareDigits(a.epoch, b.epoch) || compareSegments(a.version, b.version) || compareSegments(a.release, b.release),
};

/** Digits, letters, and the two signs that mean something; all else separates. */
const segmentsOf = (text: string): string[] => text.match(/\d+|[A-Za-z]+|[~^]/g) ?? [];

/** The kinds of segments in their order: a tilde comes before the end, a caret behind it. */
const [TILDE, END, CARET, LETTERS, DIGITS] = [0, 1, 2, 3, 4];

function kindOf(segment: string | undefined): number {
  if (segment === undefined) return END;
  if (segment === '~') return TILDE;
  if (segment === '^') return CARET;
  return isDigits(segment) ? DIGITS : LETTERS;
}

function compareSegments(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [first, second] = [a[i], b[i]];
    const kind = kindOf(first);
    const order = kind - kindOf(second) || compareSame(kind, first ?? '', second ?? '');
    if (order) return order;
  }
  return 0;
}

const compareSame = (kind: number, a: string, b: string): number =>
  kind === DIGITS ? compareDigits(a, b) : compareText(a, b);
