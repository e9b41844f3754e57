/**
 * Many texts without line breaks, such as JSON, as bytes beside the heap: its collector neither looks at them nor moves them, and
 * each takes half its memory there.
 */

/** Bytes that are asked for at once: few at the beginning, since most lists of texts are short. */
const [LEAST, MOST] = [16 << 10, 1 << 20];
/** Bytes of a UTF-16 unit in UTF-8, at most. */
const WIDEST = 3;
/** Stands behind each text. */
const END = 0x0a;

export class PackedTexts {
  private readonly slabs: Buffer[] = [];
  private readonly slabOf: number[] = [];
  private readonly ends: number[] = [];
  private slab: Buffer = Buffer.alloc(0);
  private used = 0;

  get length(): number {
    return this.ends.length;
  }

  /** Puts a text behind the others. Returns its number, from 0. */
  add(text: string): number {
    const most = text.length * WIDEST + 1;
    if (!this.slabs.length || this.slab.length - this.used < most) {
      this.slab = Buffer.allocUnsafeSlow(Math.max(most, Math.min(MOST, this.slab.length * 2 || LEAST)));
      this.slabs.push(this.slab);
      this.used = 0;
    }
    this.used += this.slab.write(text, this.used, 'utf8');
    this.slab[this.used++] = END;
    this.slabOf.push(this.slabs.length - 1);
    return this.ends.push(this.used) - 1;
  }

  /** Puts texts behind the others, as `bytes` gave them. */
  addBytes(bytes: Buffer): void {
    this.slab = bytes;
    this.used = bytes.length;
    this.slabs.push(bytes);
    for (let at = bytes.indexOf(END); at >= 0; at = bytes.indexOf(END, at + 1)) {
      this.slabOf.push(this.slabs.length - 1);
      this.ends.push(at + 1);
    }
  }

  /** Some of the texts as they stand here. */
  bytes(from: number, to: number): Buffer {
    const pieces: Buffer[] = [];
    for (let at = from; at < to;) {
      const slab = this.slabOf[at]!;
      const begin = this.beginning(at);
      while (at < to && this.slabOf[at] === slab) at++;
      pieces.push(this.slabs[slab]!.subarray(begin, this.ends[at - 1]));
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  /** The text with this number. */
  get(number: number): string {
    return this.slabs[this.slabOf[number]!]!.toString('utf8', this.beginning(number), this.ends[number]! - 1);
  }

  private beginning(number: number): number {
    return this.slabOf[number - 1] === this.slabOf[number] ? this.ends[number - 1]! : 0;
  }
}
