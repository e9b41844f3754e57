/** Whether a vulnerability touches a version of a product, and by which of its ranges. */
import { describeRange, holds, type VersionRange } from './ranges.js';
import { parseVersion, type Version } from './version-order.js';

/** A version as people write it, taken apart; undefined where they name none. */
export function installedVersion(version: string | null): Version | undefined {
  const text = (version ?? '').trim();
  return ['', '*', '-'].includes(text) ? undefined : parseVersion(text);
}

/**
 * The ranges of one vulnerability and one product by which a version is affected; none: it is not. A version that is
 * not known is affected as soon as any version is; otherwise what is said to be unaffected wins over what is affected,
 * and a default counts only where nothing else speaks of the version.
 */
export function hits<Range extends VersionRange>(ranges: readonly Range[], version: Version | undefined): Range[] {
  if (!version) return ranges.filter(({ status }) => status !== 'unaffected');
  if (ranges.some((range) => range.status === 'unaffected' && holds(range, version))) return [];
  const affected = ranges.filter((range) => range.status === 'affected' && holds(range, version));
  return affected.length ? affected : ranges.filter(({ status }) => status === 'default');
}

/** Ranges in words, each once: `>= 2.0.0, < 2.2.0 || 3.0.0`. */
export const describeHits = (ranges: readonly VersionRange[]): string =>
  [...new Set(ranges.map(describeRange))].join(' || ');
