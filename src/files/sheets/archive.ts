/** The parts of a packed file. Sizes are counted while they unfold: what a file says of itself is not believed. */
import type { Readable } from 'node:stream';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { ApiError, byLibrary } from '../../core/http/errors.js';
import { broken, MOST_UNFOLDED, tooLarge } from './sheet.js';

/** A workbook has a few dozens. */
export const MOST_PARTS = 10_000;

export class Archive {
  private unfolded = 0;

  private constructor(
    private readonly file: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** Reads the list of parts. Throws 400 for what is no archive. The descriptor stays open. */
  static async open(descriptor: number): Promise<Archive> {
    try {
      const file = await fromFdPromise(descriptor, { autoClose: false, lazyEntries: true });
      const entries = new Map<string, Entry>();
      if (file.entryCount > MOST_PARTS) throw broken('manyParts');
      for await (const entry of file.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
      return new Archive(file, entries);
    } catch (error) {
      throw damaged(error);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** The text of a part, piece by piece; nothing if there is no such part. */
  async *text(name: string): AsyncIterable<string> {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry) return;
    if (entry.isEncrypted()) throw broken('encrypted');
    // One that admits its size need not be unfolded to be told.
    if (entry.uncompressedSize > MOST_UNFOLDED) throw tooLarge(MOST_UNFOLDED);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const bytes = await this.open(entry);
    try {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        if ((this.unfolded += chunk.length) > MOST_UNFOLDED) throw tooLarge(MOST_UNFOLDED);
        yield decoder.decode(chunk, { stream: true });
      }
      yield decoder.decode();
    } catch (error) {
      throw damaged(error);
    } finally {
      bytes.destroy();
    }
  }

  private async open(entry: Entry): Promise<Readable> {
    try {
      return await this.file.openReadStreamPromise(entry);
    } catch (error) {
      throw damaged(error);
    }
  }
}

/** What is wrong with the bytes is the file's fault; what was thrown on purpose stays. */
const damaged = (error: unknown): ApiError => (error instanceof ApiError ? error : broken(byLibrary(error as Error)));
