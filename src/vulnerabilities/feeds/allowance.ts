/** How much a feed may unfold to: a small archive may hold more bytes than there is room for. */
import { FeedError, FeedTooLarge } from './feed-error.js';

export class Allowance {
  private bytes = 0;
  private files = 0;

  /** `mostBytes`: of everything that is unpacked, at every stage; `mostFiles`: within archives. */
  constructor(
    private readonly mostBytes = Infinity,
    private readonly mostFiles = 1_000_000,
  ) {}

  /** Lets bytes pass until there are too many. What is wrong with the bytes themselves becomes a FeedError. */
  async *meter(bytes: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
    try {
      for await (const piece of bytes as AsyncIterable<Buffer>) {
        this.bytes += piece.length;
        if (this.bytes > this.mostBytes) throw new FeedTooLarge('feedUnfolds', { max: this.mostBytes });
        yield piece;
      }
    } catch (error) {
      throw unreadable(error);
    }
  }

  /** Counts a file of an archive. */
  enter(): void {
    if (++this.files > this.mostFiles) throw new FeedTooLarge('feedFiles', { max: this.mostFiles });
  }
}

/** The error as one of the feed, unless the machine failed: a folder that is gone, a disk that is full. */
export function unreadable(error: unknown): Error {
  const { message, errno, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof FeedError || syscall !== undefined) return error as Error;
  // Errors of unpacking carry a number as well, and no call of the system.
  return new FeedError('feedPacked', { text: message + (errno === undefined ? '' : ` (${errno})`) });
}
