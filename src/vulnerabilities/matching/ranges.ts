/** Ranges of versions: whether they hold a version, and how they are told to people. */
import { compareVersions, parseVersion, type Version } from './version-order.js';

/** `default`: what holds for versions that no other range of the same product speaks of. */
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

/** Whether a version lies in a range. */
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
  const given = bounds.filter(([, bound]) => bound !== null);
  return given.map(([sign, bound]) => `${sign} ${bound}`).join(', ') || '*';
}
