/** Related objects that were read for a batch of rows, and the rows that each of them belongs to. */
import type { ByteText } from '../../common/byte-text.js';
import type { RawRow } from '../../database/row-writer.js';
import { COMMA, END_OF_LIST, LIST, type ObjectText } from './object-text.js';

/** Adds a member to the object of the row whose keys (see `Keys`) are given. */
export type AddMembers = (row: RawRow, text: ByteText) => void;

/** Related objects that were found: a text, and where in it the objects of each key stand. */
export interface Found {
  text: ByteText;
  spans: Map<number, Span[]>;
}

export type Span = readonly [from: number, to: number];

/** Collects related objects: one that several owners share is written once. */
export class Objects {
  private readonly places = new Map<number, Span>();
  private readonly owned = new Map<number, number[]>();

  /** `first`: the place where the columns of the object begin. */
  constructor(
    private readonly object: ObjectText,
    private readonly first: number,
    private readonly text: ByteText,
  ) {}

  add(row: RawRow, more?: AddMembers): void {
    const [key, id] = [row.number(0)!, row.number(1)!];
    push(this.owned, key, id);
    if (this.places.has(id)) return;
    const begin = this.text.length;
    this.object.write(row, this.first, this.text, more && ((text) => more(row, text)));
    this.places.set(id, [begin, this.text.length]);
  }

  /** The objects of each owner in the order of their ids, each once. */
  done(): Found {
    const spans = new Map<number, Span[]>();
    for (const [key, ids] of this.owned) {
      const inOrder = ids.length > 1 ? [...new Set(ids)].sort((a, b) => a - b) : ids;
      spans.set(
        key,
        inOrder.map((id) => this.places.get(id)!),
      );
    }
    return { text: this.text, spans };
  }
}

/** Adds a value to the list of a key. */
export function push<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Writes the objects of a key: one or null where there is at most one, otherwise a list. */
export function addObjects(text: ByteText, found: Found | undefined, key: number | null, single: boolean): void {
  const spans = key === null ? undefined : found?.spans.get(key);
  if (single) {
    if (spans) text.part(found!.text, ...spans[0]!);
    else text.text('null');
    return;
  }
  text.sign(LIST);
  spans?.forEach((span, i) => {
    if (i) text.sign(COMMA);
    text.part(found!.text, ...span);
  });
  text.sign(END_OF_LIST);
}
