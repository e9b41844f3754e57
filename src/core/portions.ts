/** A list in portions of so many elements; the last one may have fewer. */
export function* portions<T>(all: readonly T[], size: number): Generator<T[], void> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

/** A list in portions of which none is larger than `most`, but where one element is. */
export function* portionsOfSize<T>(all: readonly T[], most: number, sizeOf: (one: T) => number): Generator<T[], void> {
  let portion: T[] = [];
  let size = 0;
  for (const one of all) {
    const more = sizeOf(one);
    if (portion.length && size + more > most) {
      yield portion;
      [portion, size] = [[], 0];
    }
    portion.push(one);
    size += more;
  }
  if (portion.length) yield portion;
}
