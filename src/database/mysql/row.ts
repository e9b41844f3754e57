/** A row as the server sends it: the bytes of its packet, of which only what is asked for is decoded. */
import type { FieldPacket, Query } from 'mysql2';
import type { RawRow } from '../row-writer.js';
import type { Scalar } from '../statement.js';
import { withRowParser, type Packet } from './driver-internals.js';

const NULL = 0xfb;
const TWO_BYTES = 0xfc;
const THREE_BYTES = 0xfd;
const ZERO = 48;
const MINUS = 45;

/** A row of the text protocol: each value stands behind its length. */
export class PacketRow implements RawRow {
  /** Where the value that `next` found begins and ends; both are -1 for NULL. */
  from = 0;
  to = 0;
  private at: number;

  constructor(
    public bytes: Buffer,
    private start: number,
  ) {
    this.at = start;
  }

  /** Becomes another row. */
  become({ buffer, offset }: Packet): this {
    this.bytes = buffer;
    this.start = offset;
    return this;
  }

  /** Goes to the value at a place; `next` then finds it. */
  seek(index: number): void {
    this.at = this.start;
    for (let i = 0; i < index; i++) this.next();
  }

  /** Finds the next value. */
  next(): void {
    const { bytes } = this;
    let length = bytes[this.at++]!;
    if (length === NULL) {
      this.from = this.to = -1;
      return;
    }
    if (length >= TWO_BYTES) length = this.longLength(length);
    this.from = this.at;
    this.to = this.at += length;
  }

  number(index: number): number | null {
    this.seek(index);
    this.next();
    return this.wholeNumber();
  }

  text(index: number): string | null {
    this.seek(index);
    this.next();
    return this.decoded();
  }

  /** The value that `next` found, of which the server sends the digits. */
  wholeNumber(): number | null {
    if (this.from < 0) return null;
    const negative = this.bytes[this.from] === MINUS;
    let number = 0;
    for (let i = this.from + Number(negative); i < this.to; i++) number = number * 10 + this.bytes[i]! - ZERO;
    return negative ? -number : number;
  }

  /** The text that `next` found. */
  decoded(): string | null {
    return this.from < 0 ? null : this.bytes.toString('utf8', this.from, this.to);
  }

  private longLength(mark: number): number {
    const size = mark === TWO_BYTES ? 2 : mark === THREE_BYTES ? 3 : 8;
    // Of eight bytes six say all that a packet can hold.
    const length = this.bytes.readUIntLE(this.at, Math.min(size, 6));
    this.at += size;
    return length;
  }
}

/** Stand in for mysql2's own parser, which makes a JavaScript value of each column. */
const SEPARATE = { next: ({ buffer, offset }: Packet): PacketRow => new PacketRow(buffer, offset) };
const passing = (): { next(packet: Packet): PacketRow } => {
  const row = new PacketRow(Buffer.alloc(0), 0);
  return { next: (packet) => row.become(packet) };
};

/** Makes a command of mysql2 hand out `PacketRow`s; `once`: always the same one, which is another row each time. */
export const withPacketRows = <T extends object>(command: T, once = false): T =>
  withRowParser(command, once ? passing() : SEPARATE);

/** Types of columns of whole numbers, and of other numbers, as the protocol counts them. */
const WHOLE: ReadonlySet<number | undefined> = new Set([1, 2, 3, 8, 9, 13]);
const BROKEN: ReadonlySet<number | undefined> = new Set([0, 4, 5, 246]);

/** How the value of a column that was found is read. */
function readerOf({ columnType }: FieldPacket): (row: PacketRow) => Scalar {
  if (WHOLE.has(columnType)) return (row) => row.wholeNumber();
  if (BROKEN.has(columnType)) return (row) => (row.from < 0 ? null : Number(row.decoded()));
  return (row) => row.decoded();
}

/**
 * Makes a command of mysql2 put its values into lists, one for each column, in place of rows. What the driver makes of rows is
 * not asked for, nor the program text that it compiles for each statement to do so.
 */
export function intoLists<T extends Query>(command: T, lists: readonly Scalar[][]): T {
  const row = new PacketRow(Buffer.alloc(0), 0);
  let readers: Array<ReturnType<typeof readerOf>> = [];
  command.on('fields', (fields: readonly FieldPacket[]) => (readers = fields.map(readerOf)));
  return withRowParser(command, {
    next(packet) {
      row.become(packet).seek(0);
      for (let i = 0; i < readers.length; i++) {
        row.next();
        lists[i]!.push(readers[i]!(row));
      }
      return undefined;
    },
  });
}
