/** Reads an open file piece by piece. The streams of a handle count as its users, and keep it open for ever if they stay open. */
import type { FileHandle } from 'node:fs/promises';

const PIECE = 64 << 10;

/** The bytes from `start` to `end`, both included, or to the end of the file. The file stays open. */
export async function* piecesOf(file: FileHandle, start = 0, end = Infinity, piece = PIECE): AsyncIterable<Buffer> {
  for (let at = start; at <= end;) {
    const length = Math.min(piece, end - at + 1);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
    if (!bytesRead) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
