/** In which order objects take new names: a name is given up before, or together with, its being taken. */

/** An object that is renamed. */
export interface Renamed {
  /** Which one it is. */
  readonly place: number;
  /** The name that it takes, and the one that it had, as names are compared; undefined for none. */
  readonly takes: string | undefined;
  readonly gives: string | undefined;
}

/**
 * The places of renamed objects in portions that are written one after the other: each object stands behind those whose name it
 * takes, or in their portion. Objects that take each other's names in a circle are in one portion, be it larger than `size`.
 */
export function* renameOrder(renamed: readonly Renamed[], size: number): Iterable<readonly number[]> {
  const takers = new Map<string, Renamed>();
  /** How many still have a name that they will give up: maps of old have names twice. */
  const held = new Map<string, number>();
  for (const one of renamed) {
    if (one.takes !== undefined) takers.set(one.takes, one);
    if (one.gives !== undefined) held.set(one.gives, (held.get(one.gives) ?? 0) + 1);
  }
  const done = new Set<Renamed>();
  let portion: number[] = [];
  const ready = renamed.filter(({ takes }) => takes === undefined || !held.has(takes));
  for (const one of ready) {
    done.add(one);
    if (portion.push(one.place) === size) {
      yield portion;
      portion = [];
    }
    if (one.gives === undefined) continue;
    const left = held.get(one.gives)! - 1;
    held.set(one.gives, left);
    const taker = left ? undefined : takers.get(one.gives);
    if (taker) ready.push(taker);
  }
  // What is left stands on circles.
  for (const first of renamed) {
    for (let one: Renamed | undefined = first; one && !done.has(one); one = takers.get(one.gives!)) {
      done.add(one);
      portion.push(one.place);
    }
    if (portion.length < size) continue;
    yield portion;
    portion = [];
  }
  if (portion.length) yield portion;
}
