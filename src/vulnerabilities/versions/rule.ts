/** What rules of versions have in common. */

/** How an ecosystem orders its versions. */
export interface VersionRule<Parsed> {
  /** Takes a version apart; undefined for what is none. Never throws. */
  parse(text: string): Parsed | undefined;
  /** Negative where `a` is older, 0 where both are the same, positive otherwise. A total order. */
  compare(a: Parsed, b: Parsed): number;
}

/** Compares texts by their characters, as C does. */
export const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Compares whole numbers that are written in digits, and may be longer than a number can be. */
export function compareDigits(a: string, b: string): number {
  const [first, second] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  return first.length - second.length || compareText(first, second);
}

export const isDigits = (text: string): boolean => /^\d+$/.test(text);

/** Compares lists element by element; what the shorter one lacks is `missing`. */
export function compareLists<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number, missing: T): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const order = compare(a[i] ?? missing, b[i] ?? missing);
    if (order) return order;
  }
  return 0;
}

/** Compares identifiers of a pre-release (semver.org, 11.4): numbers before words, more of them after fewer. */
export function comparePreRelease(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [first, second] = [a[i]!, b[i]!];
    const [isFirst, isSecond] = [isDigits(first), isDigits(second)];
    const order =
      isFirst && isSecond
        ? compareDigits(first, second)
        : isFirst !== isSecond
          ? Number(isSecond) - Number(isFirst)
          : compareText(first, second);
    if (order) return order;
  }
  return a.length - b.length;
}
