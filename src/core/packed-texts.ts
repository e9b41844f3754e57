/** Many texts as bytes beside the heap: its collector neither looks at them nor moves them, and each takes half its memory there. */

/** Bytes that are asked for at once: few at the beginning, since most lists of texts are short. */
const [LEAST, MOST] = [16 << 10, 1 << 20];
/** Bytes of a UTF-16 unit in UTF-8, at most. */
const WIDEST = 3;

export class PackedTexts {
  private readonly slabs: Buffer[] = [];
  private readonly slabOf: number[] = [];
  private readonly ends: number[] = [];
  private slab = Buffer.alloc(0);
  private used = 0;

  get length(): number {
    return this.ends.length;
  }

  /** Puts a text behind the others. Returns its number, from 0. */
  add(text: string): number {
    const most = text.length * WIDEST;
    if (!this.slabs.length || this.slab.length - this.used < most) {
      this.slab = Buffer.allocUnsafeSlow(Math.max(most, Math.min(MOST, this.slab.length * 2 || LEAST)));
      this.slabs.push(this.slab);
      this.used = 0;
    }
    this.used += this.slab.write(text, this.used, 'utf8');
    this.slabOf.push(this.slabs.length - 1);
    return this.ends.push(this.used) - 1;
  }

  /** The text with this number. */
  get(number: number): string {
    const slab = this.slabOf[number]!;
    const from = this.slabOf[number - 1] === slab ? this.ends[number - 1]! : 0;
    return this.slabs[slab]!.toString('utf8', from, this.ends[number]);
  }
}
