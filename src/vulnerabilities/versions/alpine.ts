/** Versions of Alpine packages (apk-package(5)): `number{.number}{letter}{_suffix{number}}{~hash}{-r#}`. */
import { compareDigits, compareText, type VersionRule } from './rule.js';

/** The kinds of parts; at one place the version whose part is of an earlier kind is the newer one. */
const KINDS = ['first', 'number', 'letter', 'suffix', 'suffixNumber', 'hash', 'revision', 'end'] as const;

interface Part {
  kind: (typeof KINDS)[number];
  text: string;
}

const BEFORE = ['alpha', 'beta', 'pre', 'rc'];
const SUFFIXES = [...BEFORE, 'cvs', 'svn', 'git', 'hg', 'p'];
const FORM = /^(\d+)((?:\.\d+)*)([a-z]?)((?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)\d*)*)(~[0-9a-f]+)?(-r\d+)?$/;

export const alpine: VersionRule<readonly Part[]> = {
  parse(text) {
    const parts = FORM.exec(text);
    if (!parts) return undefined;
    const [, first, numbers, letter, suffixes, hash, revision] = parts as unknown as string[];
    return [
      { kind: 'first', text: first! },
      ...numbers!
        .split('.')
        .slice(1)
        .map((number): Part => ({ kind: 'number', text: number })),
      ...(letter ? [{ kind: 'letter', text: letter } as const] : []),
      ...suffixes!.split('_').slice(1).flatMap(suffixParts),
      ...(hash ? [{ kind: 'hash', text: hash.slice(1) } as const] : []),
      ...(revision ? [{ kind: 'revision', text: revision.slice(2) } as const] : []),
    ];
  },
  compare(a, b) {
    for (let i = 0; i <= Math.max(a.length, b.length); i++) {
      const order = compareParts(a[i] ?? END, b[i] ?? END);
      if (order) return order;
    }
    return 0;
  },
};

const END: Part = { kind: 'end', text: '' };

function suffixParts(text: string): Part[] {
  const [, word, number] = /^([a-z]+)(\d*)$/.exec(text) as unknown as [string, string, string];
  return [{ kind: 'suffix', text: word }, ...(number ? [{ kind: 'suffixNumber', text: number } as const] : [])];
}

function compareParts(a: Part, b: Part): number {
  if (a.kind === b.kind) return compareTexts(a, b.text);
  const [isA, isB] = [isBefore(a), isBefore(b)];
  if (isA !== isB) return isA ? -1 : 1;
  return KINDS.indexOf(b.kind) - KINDS.indexOf(a.kind);
}

/** What comes before a release, though it is written behind its number. */
const isBefore = ({ kind, text }: Part): boolean => kind === 'suffix' && BEFORE.includes(text);

function compareTexts({ kind, text }: Part, other: string): number {
  if (kind === 'suffix') return SUFFIXES.indexOf(text) - SUFFIXES.indexOf(other);
  // A number behind the first with a zero before it is read as the digits of a fraction.
  const isFraction = kind === 'number' && (text.startsWith('0') || other.startsWith('0'));
  return isFraction || kind === 'letter' || kind === 'hash' ? compareText(text, other) : compareDigits(text, other);
}
