/** How far files are on their way. */

/** Passes bytes on, and calls `told` with how many they were so far. */
export function counting(told: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(piece: Uint8Array, out) {
      out.enqueue(piece);
      told((bytes += piece.length));
    },
  });
}

/** The same file, counted while it goes out: the `fetch` of Node reads it by `stream`, that of browsers by itself. */
export function countedFile<B extends Blob>(file: B, told: (bytes: number) => void): B {
  const read = file.stream.bind(file);
  return Object.defineProperty(file, 'stream', { value: () => read().pipeThrough(counting(told)) });
}
