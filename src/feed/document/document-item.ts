/** An item of a document that waits to be planned: its JSON as it was sent, parsed when it is looked at. */
import type { Item, Keys, SentItem } from './model.js';

export class DocumentItem {
  readonly type: string;
  readonly ref: string | undefined;
  /** The map's own id, where the item names it. */
  readonly id: number | undefined;
  /** Rules of identity in place of the type's. */
  readonly identify: readonly string[] | undefined;
  readonly isPartial: boolean;
  readonly isGone: boolean;
  readonly observedAt: string | undefined;
  readonly keys: Keys | undefined;
  readonly isWeak: boolean;
  readonly isGuess: boolean;
  readonly former: readonly string[] | undefined;
  readonly scope: string | undefined;
  private readonly text: string;
  private readonly hasInitial: boolean;

  constructor({ item, text }: SentItem) {
    this.type = item.type;
    this.ref = item.ref;
    this.id = item.id;
    this.identify = item.identify;
    this.isPartial = item.partial === true;
    this.isGone = item.gone === true;
    this.observedAt = item.observed_at;
    this.keys = item.keys;
    this.isWeak = item.weak === true;
    this.isGuess = item.guess === true && item.ref !== undefined;
    this.former = item.former;
    this.scope = item.scope;
    this.text = text;
    this.hasInitial = item.initial !== undefined;
  }

  /** Characters of its JSON. */
  get size(): number {
    return this.text.length;
  }

  /** The item as it was read: its shape is known to be right. */
  get item(): Item {
    const item = JSON.parse(this.text) as Item;
    item.set ??= {};
    return item;
  }

  /** The names of the fields that it says anything of. */
  get fields(): string[] {
    return Object.keys(this.item.set);
  }

  /** What the digest is made of: its JSON, without its time and what counts for new objects alone. */
  get content(): string {
    if (!this.hasInitial && this.observedAt === undefined) return this.text;
    return JSON.stringify({ ...this.item, initial: undefined, observed_at: undefined });
  }
}
