/** Related objects that were read for a batch of rows, and the rows that each of them belongs to. */
import type { ByteText } from '../../core/text/byte-text.js';
import type { RawRow } from '../../database/row-writer.js';
import type { JoinKeys } from './join-keys.js';
import { CLOSE, COMMA, END_OF_LIST, LIST, type ObjectText } from '../read/object-text.js';

/** A text this long is sent before it goes on: what an answer holds at once does not grow with what it embeds. */
export const CHUNK_BYTES = 1 << 20;
/** Objects are held in texts of about this length, since a text that grows is copied. */
const HELD_TEXT_BYTES = 3 << 18;

/**
 * Adds members to the object of the row whose keys (see `JoinKeys`) are given. Gives the text back whenever it is long enough to
 * be sent, and goes on with what is left of it.
 */
export type AddMembers = (row: RawRow, text: ByteText) => Iterable<ByteText>;

/** An object without its closing brace: where its columns stand, and the keys of what is embedded in it. */
export interface Embedded {
  text: ByteText;
  from: number;
  to: number;
  keys?: RawRow;
}

/** Related objects that were found, by the key of their owner. */
export interface RelatedObjects {
  of: ReadonlyMap<number, readonly Embedded[]>;
  /** Adds what is embedded in them. */
  more?: AddMembers | undefined;
}

/** Collects related objects: one that several owners share is held once, and so is what is embedded in it. */
export class RelatedObjectsBuilder {
  private readonly places = new Map<number, Embedded>();
  private readonly owned = new Map<number, number[]>();
  private text: ByteText;

  /** `inner`: the keys of what is embedded in the objects. Their own columns follow. */
  constructor(
    private readonly object: ObjectText,
    private readonly inner: JoinKeys,
    private readonly borrow: () => ByteText,
  ) {
    this.text = borrow();
  }

  add(row: RawRow): void {
    const [key, id] = [row.number(0)!, row.number(1)!];
    push(this.owned, key, id);
    if (this.places.has(id)) return;
    if (this.text.length > HELD_TEXT_BYTES) this.text = this.borrow();
    const { text, inner } = this;
    const from = text.length;
    this.object.begin(row, inner.end, text);
    const place = { text, from, to: text.length };
    this.places.set(id, inner.names.length ? { ...place, keys: inner.kept(row) } : place);
  }

  /** The keys of each object. */
  rows(): RawRow[] {
    return [...this.places.values()].map(({ keys }) => keys!);
  }

  /** The objects of each owner in the order of their ids, each once. */
  done(more?: AddMembers): RelatedObjects {
    const of = new Map<number, Embedded[]>();
    for (const [key, ids] of this.owned) {
      const inOrder = ids.length > 1 ? [...new Set(ids)].sort((a, b) => a - b) : ids;
      of.set(
        key,
        inOrder.map((id) => this.places.get(id)!),
      );
    }
    return { of, more };
  }
}

/** Adds a value to the list of a key. */
export function push<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Adds the objects of a key: one or null where there is at most one, otherwise a list. See `AddMembers`. */
export function* addObjects(
  text: ByteText,
  objects: readonly Embedded[],
  single: boolean,
  more: AddMembers | undefined,
): Iterable<ByteText> {
  if (!single) text.addByte(LIST);
  else if (!objects.length) text.text('null');
  for (let i = 0; i < objects.length; i++) {
    if (i) text.addByte(COMMA);
    const { text: held, from, to, keys } = objects[i]!;
    text.part(held, from, to);
    if (more) yield* more(keys!, text);
    text.addByte(CLOSE);
    if (text.length >= CHUNK_BYTES) yield text;
  }
  if (!single) text.addByte(END_OF_LIST);
}
