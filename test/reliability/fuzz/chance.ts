/** Choices that a seed repeats. */

/** A whole number from 0 up to a bound. */
export type Below = (bound: number) => number;

export const pick = <T>(list: readonly T[], below: Below): T => list[below(list.length)]!;

/** Up to `most` elements of a list, each at most once. */
export function some<T>(list: readonly T[], most: number, below: Below): T[] {
  const rest = [...list];
  const taken: T[] = [];
  for (let count = below(Math.min(most, rest.length) + 1); count > 0; count--)
    taken.push(...rest.splice(below(rest.length), 1));
  return taken;
}

/** The elements in another order. */
export function shuffled<T>(list: readonly T[], below: Below): T[] {
  const mixed = [...list];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}
