/** What makes the next run cheap, and a plan known again: hashes of what was said and of what would be stored. */
import { createHash, hash } from 'node:crypto';
import type { HeldItem } from '../document/held-item.js';
import type { FeedOptions } from '../document/model.js';

/** What the digests of all items of a document begin with: the options that bear on merging, and the state of settings. */
export function digestContext(options: FeedOptions, settingsVersion: string): string {
  const { pointers, names, existing, deleted, identify, ext_refs } = options;
  return JSON.stringify([pointers, names, existing, deleted, identify, ext_refs, settingsVersion]);
}

/**
 * The digest of an item: 44 characters, of what was sent as it was sent. Sorted keys would cost five times as much, and another
 * order merely takes the long way.
 */
export const digestOf = ({ said }: HeldItem, context: string): string => hash('sha256', context + said, 'base64');

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz234567';
/** Characters that are hashed at once. */
const PIECE = 64 << 10;

/** Makes the identity of a plan: `pl_` and 26 characters, of a hash over its parts in their order. */
export class PlanSum {
  private readonly sum = createHash('sha256');
  private waiting = '';

  add(text: string): void {
    this.waiting += text + '\n';
    if (this.waiting.length > PIECE) this.flush();
  }

  id(): string {
    this.flush();
    let [id, bits, held] = ['pl_', 0, 0];
    for (const byte of this.sum.digest()) {
      bits = (bits << 8) | byte;
      held += 8;
      while (held >= 5 && id.length < 29) {
        held -= 5;
        id += CHARACTERS[(bits >> held) & 31];
      }
      bits &= (1 << held) - 1;
    }
    return id;
  }

  private flush(): void {
    this.sum.update(this.waiting);
    this.waiting = '';
  }
}
