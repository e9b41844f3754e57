/** Versions of Maven ("Version Order Specification" of the POM reference). */
import { compareDigits, compareLists, compareText, isDigits, type VersionRule } from './rule.js';

/** A number behind a dot or a hyphen, or a qualifier, for which both are the same. */
interface Token {
  kind: 'qualifier' | 'hyphen' | 'dot';
  text: string;
}

/** Qualifiers that are known, in their order; the empty one is the release itself. */
const KNOWN = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const SAME: ReadonlyMap<string, string> = new Map([
  ['cr', 'rc'],
  ['ga', ''],
  ['final', ''],
  ['release', ''],
]);
/** Short for others where a number follows at once. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
]);

export const maven: VersionRule<readonly Token[]> = {
  parse: (text) =>
    /\d/.test(text) && !/[\s${}()[\],]/.test(text) ? withoutNulls(tokensOf(text.toLowerCase())) : undefined,
  compare: (a, b) => compareLists<Token | undefined>(a, b, compareTokens, undefined),
};

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let before = '.';
  for (const part of text.split(/([.-])/)) {
    if (part === '.' || part === '-') before = part;
    else tokens.push(...runsOf(part, before));
  }
  return tokens;
}

/** Where digits and letters meet, a hyphen is read between them; nothing stands for 0. */
function runsOf(part: string, before: string): Token[] {
  const runs = part.match(/\d+|\D+/g) ?? ['0'];
  return runs.map((run, i) => {
    if (isDigits(run)) return { kind: i > 0 || before === '-' ? 'hyphen' : 'dot', text: run.replace(/^0+(?=\d)/, '') };
    const word = (i + 1 < runs.length ? SHORT.get(run) : undefined) ?? run;
    return { kind: 'qualifier', text: SAME.get(word) ?? word };
  });
}

/** Without what means nothing at the end, and before each hyphen or qualifier. */
function withoutNulls(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const token of tokens) {
    if (token.kind !== 'dot') trim(kept);
    kept.push(token);
  }
  trim(kept);
  return kept;
}

function trim(tokens: Token[]): void {
  while (tokens.length && isNull(tokens.at(-1)!)) tokens.pop();
}

const isNull = ({ text }: Token): boolean => text === '0' || text === '';

const RANKS = { qualifier: 0, hyphen: 1, dot: 2 } as const;

/** What one of them lacks is 0 against a number behind a dot, and the release against all else. */
function compareTokens(a: Token | undefined, b: Token | undefined): number {
  const [first, second] = [a ?? nullFor(b!), b ?? nullFor(a!)];
  if (first.kind !== second.kind) return RANKS[first.kind] - RANKS[second.kind];
  if (first.kind !== 'qualifier') return compareDigits(first.text, second.text);
  return rankOf(first.text) - rankOf(second.text) || compareText(first.text, second.text);
}

const nullFor = ({ kind }: Token): Token => (kind === 'dot' ? { kind, text: '0' } : { kind: 'qualifier', text: '' });

function rankOf(qualifier: string): number {
  const rank = KNOWN.indexOf(qualifier);
  return rank < 0 ? KNOWN.length : rank;
}
