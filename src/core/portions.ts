/** A list, or a part of it, in portions of so many elements; the last one may have fewer. */
export function* portions<T>(all: readonly T[], size: number, from = 0, to = all.length): Generator<T[], void> {
  for (let at = from; at < to; at += size) yield all.slice(at, Math.min(at + size, to));
}
