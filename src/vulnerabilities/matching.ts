/** Whether a vulnerability touches a version of a product: names, ranges and the order of versions (reports 7). */

/** `S/4HANA` and `s\/4hana` are one name, `Billing Suite` and `billing_suite` too. */
export const normalise = (name: string): string => name.replaceAll('\\', '').trim().toLowerCase().replace(/\s+/g, '_');

/** Words that stand where nothing is named. */
const NAMELESS = new Set(['', '*', '-', 'n/a']);

/** Returns true if a normalised name names anything. */
export const isNamed = (name: string): boolean => !NAMELESS.has(name);

/** A vendor and a product as the key of a map. */
export const pairKey = (vendor: string, product: string): string => `${vendor}\n${product}`;

/** A version as people write it, taken apart; undefined where they name none. */
export function installedVersion(version: string | null): Version | undefined {
  const text = (version ?? '').trim();
  return ['', '*', '-'].includes(text) ? undefined : parseVersion(text);
}

/**
 * The ranges of one vulnerability and one product by which a version is affected; none: it is not. A version that is
 * not known is affected as soon as any version is; otherwise what is said to be unaffected wins over what is affected,
 * and a default counts only where nothing else covers the version.
 */
export function matchingRanges<Range extends VersionRange>(
  ranges: readonly Range[],
  version: Version | undefined,
): Range[] {
  if (!version) return ranges.filter(({ status }) => status !== 'unaffected');
  if (ranges.some((range) => range.status === 'unaffected' && holds(range, version))) return [];
  const affected = ranges.filter((range) => range.status === 'affected' && holds(range, version));
  return affected.length ? affected : ranges.filter(({ status }) => status === 'default');
}

/** Ranges in words, each once: `>= 2.0.0, < 2.2.0 || 3.0.0`. */
export const describeRanges = (ranges: readonly VersionRange[]): string =>
  [...new Set(ranges.map(describeRange))].join(' || ');

/** `default`: what holds for versions that no other range of the same product covers. */
export type RangeStatus = 'affected' | 'unaffected' | 'default';

/** One exact version, or all between two bounds; without any of them, every version. */
export interface VersionRange {
  status: RangeStatus;
  exact: string | null;
  start_incl: string | null;
  start_excl: string | null;
  end_incl: string | null;
  end_excl: string | null;
}

/** A range without bounds. */
export const everyVersion = (status: RangeStatus): VersionRange => ({
  status,
  exact: null,
  start_incl: null,
  start_excl: null,
  end_incl: null,
  end_excl: null,
});

/** Returns true if a version lies in a range. */
export function holds(range: VersionRange, version: Version): boolean {
  const { exact, start_incl, start_excl, end_incl, end_excl } = range;
  const against = (bound: string): number => compareVersions(version, parseVersion(bound));
  if (exact !== null) return against(exact) === 0;
  return (
    (start_incl === null || against(start_incl) >= 0) &&
    (start_excl === null || against(start_excl) > 0) &&
    (end_incl === null || against(end_incl) <= 0) &&
    (end_excl === null || against(end_excl) < 0)
  );
}

/** A range in words: `>= 2.0.0, < 2.2.0`, `2.1.0`, or `*` for every version. */
export function describeRange({ exact, start_incl, start_excl, end_incl, end_excl }: VersionRange): string {
  if (exact !== null) return exact;
  const bounds: ReadonlyArray<readonly [string, string | null]> = [
    ['>=', start_incl],
    ['>', start_excl],
    ['<=', end_incl],
    ['<', end_excl],
  ];
  const bounded = bounds.filter(([, bound]) => bound !== null);
  return bounded.map(([sign, bound]) => `${sign} ${bound}`).join(', ') || '*';
}

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
