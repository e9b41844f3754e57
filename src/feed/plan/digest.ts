/** What makes the next run cheap, and a plan known again: hashes of what was said and of what would be stored. */
import { createHash, hash } from 'node:crypto';
import type { Item } from '../document/model.js';
import type { Situation } from './planning.js';

/** What the digests of all items of a document begin with: the options that bear on merging, and the state of settings. */
export function digestContext({ envelope: { options }, settingsVersion }: Situation): string {
  const { pointers, names, existing, deleted, identify, ext_refs } = options;
  return JSON.stringify([pointers, names, existing, deleted, identify, ext_refs, settingsVersion]);
}

/**
 * An item as the text that its digest is made of: its JSON in the order sent, without what counts for new objects alone. Sorted
 * keys would cost five times as much, and another order merely takes the long way.
 */
export const textOf = (item: Item): string =>
  JSON.stringify(item.initial === undefined ? item : { ...item, initial: undefined });

/** The digest of an item: 44 characters. */
export const digestOf = (text: string, context: string): string => hash('sha256', context + text, 'base64');

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz234567';
/** Characters that are hashed at once. */
const PIECE = 64 << 10;

/** Makes the identity of a plan: `pl_` and 26 characters, of a hash over its parts in their order. */
export class PlanSum {
  private readonly sum = createHash('sha256');
  private waiting = '';

  add(part: unknown): void {
    this.waiting += JSON.stringify(part) + '\n';
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
