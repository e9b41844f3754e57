/** Which of two versions is the older one, whatever scheme they follow. */

const BEFORE_RELEASE = new Set(['alpha', 'beta', 'rc', 'dev', 'pre', 'preview', 'snapshot', 'milestone', 'm']);

/** Ranks of the parts of a version, the older ones first. */
const PRE_RELEASE = 0;
const NOTHING = 1;
const LETTERS = 2;
const NUMBER = 3;

/** A run of digits or of letters. Numbers are text without leading zeros: they may be longer than a number can be. */
interface Run {
  rank: number;
  text: string;
}

/** A version taken apart, for comparing it many times. */
export type Version = readonly Run[];

const END: Run = { rank: NOTHING, text: '' };

/** Takes a version apart: digits and letters count, everything else separates. Never throws. */
export function parseVersion(version: string): Version {
  const text = version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, '');
  return (text.match(/\d+|\p{L}+/gu) ?? []).map(runOf);
}

function runOf(text: string): Run {
  if (!/^\d/.test(text)) return { rank: BEFORE_RELEASE.has(text) ? PRE_RELEASE : LETTERS, text };
  const digits = text.replace(/^0+/, '');
  return digits ? { rank: NUMBER, text: digits } : END;
}

/**
 * Negative where `a` is older than `b`, 0 where they are the same version, positive otherwise:
 * `1.0-rc1` < `1.0` = `1.0.0` < `1.0a` < `1.0.1`, `1.9` < `1.10`, `v2.1` = `2.1`.
 */
export function compareVersions(a: Version, b: Version): number {
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compareRuns(a[i] ?? END, b[i] ?? END);
    if (order) return order;
  }
  return 0;
}

function compareRuns(a: Run, b: Run): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.rank === NUMBER && a.text.length !== b.text.length) return a.text.length - b.text.length;
  if (a.text === b.text) return 0;
  return a.text < b.text ? -1 : 1;
}
