/** Long work in parts of some thousand steps: between two of them others may have their turn. */
export type InParts<T> = Generator<void, T>;

/** All parts of a work, one after the other. */
export function whole<T>(parts: InParts<T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}
