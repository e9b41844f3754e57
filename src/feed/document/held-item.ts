/** An item that waits to be looked at: most of it as the bytes that were sent, which take a fourth of the memory. */
import type { PackedTexts } from '../../core/packed-texts.js';
import type { Item, SentItem } from './model.js';

/** What most items do not say. */
type Rare = Omit<Item, 'type' | 'ref' | 'set' | 'initial'>;

export class HeldItem {
  readonly type: string;
  readonly ref: string | undefined;
  /** Characters of what was sent. */
  readonly size: number;
  private readonly number: number;
  private readonly hasInitial: boolean;
  private readonly rare: Rare | undefined;

  /** `texts`: where what was sent is kept. */
  constructor(
    { item, text }: SentItem,
    readonly texts: PackedTexts,
  ) {
    const { type, ref, set: _, initial, ...rare } = item;
    this.type = type;
    this.ref = ref;
    this.size = text.length;
    this.number = texts.add(text);
    this.hasInitial = initial !== undefined;
    this.rare = Object.keys(rare).length ? rare : undefined;
  }

  get id(): number | undefined {
    return this.rare?.id;
  }

  get identify(): readonly string[] | undefined {
    return this.rare?.identify;
  }

  get isPartial(): boolean {
    return this.rare?.partial === true;
  }

  get isGone(): boolean {
    return this.rare?.gone === true;
  }

  get observedAt(): string | undefined {
    return this.rare?.observed_at;
  }

  /** The item as it was read: its shape is known to be right. */
  get item(): Item {
    const item = JSON.parse(this.texts.get(this.number)) as Item;
    item.set ??= {};
    return item;
  }

  /** What tells it from what the same tool said last time: its JSON, without its time and what counts for new objects alone. */
  get said(): string {
    if (!this.hasInitial && this.observedAt === undefined) return this.texts.get(this.number);
    return JSON.stringify({ ...this.item, initial: undefined, observed_at: undefined });
  }
}
