/** A list in portions of so many elements; the last one may have fewer. */
export function* portions<T>(all: readonly T[], size: number): Generator<T[], void> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
