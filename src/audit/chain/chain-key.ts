/** The key of the chain, which the database does not hold, and what is made under it. */
import { createHash, createHmac, hkdfSync } from 'node:crypto';

/** What is made under the key of the chain. */
export class ChainKey {
  /** Tells links of another key apart; nothing of the key can be read from it. */
  readonly id: string;
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'meridian audit chain', 32));
    this.id = this.proof('key').slice(0, 8);
  }

  /** The hash of a link behind the one before it. */
  link(before: string, number: number, entry: number, at: number, digest: string): string {
    return this.proof('link', before, number, entry, at, digest);
  }

  /** What only the holder of the key can say. */
  proof(...said: ReadonlyArray<string | number>): string {
    return createHmac('sha256', this.key).update(JSON.stringify(said)).digest('base64url');
  }
}

/** Of the content with a salt, so that nobody can guess what an entry said once the salt is gone. */
export const digestOf = (salt: string, content: string): string =>
  createHash('sha256').update(salt).update('\n').update(content).digest('base64url');
