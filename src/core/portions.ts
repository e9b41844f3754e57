/** A list of which portions can be had. They may be made when they are asked for, of what takes less memory. */
export interface Sliced<T> {
  readonly length: number;
  slice(from: number, to: number): T[];
}

/** A list, or a part of it, in portions of so many elements; the last one may have fewer. */
export function* portions<T>(all: Sliced<T>, size: number, from = 0, to = all.length): Generator<T[], void> {
  for (let at = from; at < to; at += size) yield all.slice(at, Math.min(at + size, to));
}
