/**
 * Many texts without line breaks, such as JSON, as bytes beside the heap: its collector neither looks at them nor moves them, and
 * each takes half its memory there. Very many of them may lie in a file.
 */

/** Bytes that are asked for at once: few at the beginning, since most lists of texts are short. */
const [LEAST, MOST] = [16 << 10, 1 << 20];
/** Bytes of a UTF-16 unit in UTF-8, at most. */
const WIDEST = 3;
/** Stands behind each text. */
const END = 0x0a;

/** Where bytes lie that are not in memory. */
export interface Spill {
  /** Puts bytes behind the others. Returns where they begin. */
  append(bytes: Buffer): number;
  /** Fills a buffer with the bytes from there on. */
  read(into: Buffer, at: number): void;
}

export class PackedTexts {
  /** Those in memory, and of the others where they begin in `spill`. */
  private readonly slabs: Array<Buffer | number> = [];
  /** The number of the first text of each. */
  private readonly firsts: number[] = [];
  /** Where each text ends in its own, behind what stands there. */
  private readonly ends: number[] = [];
  private slab: Buffer = Buffer.alloc(0);
  private used = 0;
  /** The slab that was read last, and the number of the text behind the one that was asked for last. */
  private loaded: { readonly slab: number; readonly bytes: Buffer } | undefined;
  private next = 0;

  /** `spill`: where all texts lie but the last megabyte, if they are many. */
  constructor(private readonly spill?: Spill) {}

  get length(): number {
    return this.ends.length;
  }

  /** Puts a text behind the others. Returns its number, from 0. */
  add(text: string): number {
    const most = text.length * WIDEST + 1;
    if (!this.slabs.length || this.slab.length - this.used < most) {
      this.slab = Buffer.allocUnsafeSlow(Math.max(most, Math.min(MOST, this.slab.length * 2 || LEAST)));
      this.open(this.slab);
    }
    this.used += this.slab.write(text, this.used, 'utf8');
    this.slab[this.used++] = END;
    return this.ends.push(this.used) - 1;
  }

  /** Puts texts behind the others, as `bytes` gave them. */
  addBytes(bytes: Buffer): void {
    if (!bytes.length) return;
    this.open((this.slab = bytes));
    this.used = bytes.length;
    for (let at = bytes.indexOf(END); at >= 0; at = bytes.indexOf(END, at + 1)) this.ends.push(at + 1);
  }

  /** Some of the texts as they stand here. */
  bytes(from: number, to: number): Buffer {
    const pieces: Buffer[] = [];
    for (let at = from; at < to;) {
      const slab = this.slabOf(at);
      const next = Math.min(to, this.firsts[slab + 1] ?? to);
      pieces.push(this.part(slab, at, next));
      at = next;
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  /** The text with this number. */
  get(number: number): string {
    const slab = this.slabOf(number);
    const place = this.slabs[slab]!;
    // Without a view of each text, which costs as much as the text.
    if (typeof place !== 'number') {
      const [start, end] = this.boundsOf(slab, number, number + 1);
      return place.toString('utf8', start, end - 1);
    }
    const bytes = this.part(slab, number, number + 1);
    return bytes.toString('utf8', 0, bytes.length - 1);
  }

  private open(slab: Buffer): void {
    const last = this.slabs.length - 1;
    if (this.spill && last >= 0)
      this.slabs[last] = this.spill.append((this.slabs[last] as Buffer).subarray(0, this.ends.at(-1)));
    this.slabs.push(slab);
    this.firsts.push(this.length);
    this.used = 0;
  }

  /** The bytes of some texts of one slab. */
  private part(slab: number, from: number, to: number): Buffer {
    const [start, end] = this.boundsOf(slab, from, to);
    const place = this.slabs[slab]!;
    if (typeof place !== 'number') return place.subarray(start, end);
    const isNext = from === this.next;
    this.next = to;
    if (this.loaded?.slab === slab) return this.loaded.bytes.subarray(start, end);
    // Texts that are read in their order come a slab at a time, all others by themselves.
    if (!isNext) return this.read(Buffer.allocUnsafe(end - start), place + start);
    const bytes = this.read(Buffer.allocUnsafeSlow(this.ends[this.firsts[slab + 1]! - 1]!), place);
    this.loaded = { slab, bytes };
    return bytes.subarray(start, end);
  }

  /** Where some texts of one slab begin and end in it. */
  private boundsOf(slab: number, from: number, to: number): readonly [start: number, end: number] {
    return [this.firsts[slab] === from ? 0 : this.ends[from - 1]!, this.ends[to - 1]!];
  }

  private read(into: Buffer, at: number): Buffer {
    this.spill!.read(into, at);
    return into;
  }

  private slabOf(number: number): number {
    let [low, high] = [0, this.firsts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.firsts[middle]! <= number) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
