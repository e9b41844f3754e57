/** What makes the next run cheap, and a plan known again: hashes of what was said and of what would be stored. */
import { createHash, hash } from 'node:crypto';
import type { DocumentItem } from '../document/document-item.js';
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
export const digestOf = ({ content }: DocumentItem, context: string): string =>
  hash('sha256', context + content, 'base64');

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** Makes the identity of a plan: `pl_` and 26 characters, of a hash over its parts in their order. */
export class PlanSum {
  private readonly sum = createHash('sha256');

  add(part: unknown): void {
    this.sum.update(JSON.stringify(part) + '\n');
  }

  id(): string {
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
}
