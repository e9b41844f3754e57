/**
 * Places in the feed, as callers are told them: the number of the place and a check in one block, enciphered under a key of the feed. It
 * is the same text for everybody, cannot be made up, and shows neither an order nor how much lies between two of them.
 */
import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto';
import { ApiError, DetailedError } from '../core/http/errors.js';

const FEED_LENGTH = 6;
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const FORM = new RegExp(`^([${LETTERS}]{${FEED_LENGTH}})\\.([\\w-]{22})$`);

/** What a feed is known by, and its key as hexadecimal text. */
export interface FeedIdentity {
  feed: string;
  secret: string;
}

/** A new feed. Its key is random, and made of nothing else. */
export const newFeed = (): FeedIdentity => ({
  feed: Array.from({ length: FEED_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  secret: randomBytes(16).toString('hex'),
});

export class Cursors {
  private readonly key: Buffer;

  constructor(readonly identity: FeedIdentity) {
    this.key = Buffer.from(identity.secret, 'hex');
  }

  /** The text for a place. The rest of the block is the check: nothing but zeros. */
  write(number: number): string {
    const block = Buffer.alloc(16);
    block.writeBigUInt64BE(BigInt(number));
    const cipher = createCipheriv('aes-128-ecb', this.key, null).setAutoPadding(false);
    return `${this.identity.feed}.${Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url')}`;
  }

  /**
   * The place that a text stands for.
   * @throws 400 for a text that is no cursor, 410 (with `oldest`) for one of another feed
   */
  read(text: string, name: string, oldest: () => string): number {
    const [, feed, sealed] = FORM.exec(text) ?? [];
    if (feed === undefined) throw badCursor(name);
    if (feed !== this.identity.feed) throw gone(oldest());
    const decipher = createDecipheriv('aes-128-ecb', this.key, null).setAutoPadding(false);
    const block = Buffer.concat([decipher.update(Buffer.from(sealed!, 'base64url')), decipher.final()]);
    const number = Number(block.readBigUInt64BE());
    if (block.readBigUInt64BE(8) || this.write(number) !== text) throw badCursor(name);
    return number;
  }
}

const badCursor = (name: string): ApiError => new ApiError(400, 'badCursor', { name });

/** 410: what follows the cursor is not kept, or was never here; clients begin anew. */
export const gone = (oldest: string): DetailedError =>
  new DetailedError(410, 'feedGone', {}, { reason: 'gone', oldest });
