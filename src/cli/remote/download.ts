/** Files that the server answers, printed as they come. */
import { print } from '../terminal.js';

/** Prints a file piece by piece, byte for byte. */
export async function printStream(stream: ReadableStream<Uint8Array>): Promise<void> {
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) await print(chunk);
}
