/** Text under construction, as bytes: what a database sends as bytes needs no decoding and encoding on its way. */

const FIRST_SIZE = 1 << 18;
/** A larger one is not kept for the next text. */
const MAX_KEPT_BYTES = 16 << 20;
/** Shorter pieces are copied byte by byte: calling into the engine takes longer. */
const SHORT = 24;

export class ByteText {
  private bytes: Buffer = Buffer.allocUnsafe(FIRST_SIZE);
  private end = 0;

  get length(): number {
    return this.end;
  }

  /** Adds UTF-8 bytes, or some of them. */
  add(piece: Buffer, from = 0, to = piece.length): void {
    const size = to - from;
    this.reserve(size);
    if (size >= SHORT) piece.copy(this.bytes, this.end, from, to);
    else for (let i = 0; i < size; i++) this.bytes[this.end + i] = piece[from + i]!;
    this.end += size;
  }

  /** Adds one ASCII character. */
  addByte(code: number): void {
    this.reserve(1);
    this.bytes[this.end++] = code;
  }

  /** Adds a text. */
  text(text: string): void {
    this.reserve(text.length * 3);
    this.end += this.bytes.write(text, this.end);
  }

  /** Adds a part of another text. */
  part(other: ByteText, from: number, to: number): void {
    this.add(other.bytes, from, to);
  }

  /** A copy of what was added. */
  take(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.end));
  }

  /** Removes what was added. */
  takeBytes(): Buffer {
    const bytes = this.take();
    this.clear();
    return bytes;
  }

  clear(): void {
    this.end = 0;
  }

  /** Returns true if it is small enough to be used again. */
  get isReusable(): boolean {
    return this.bytes.length <= MAX_KEPT_BYTES;
  }

  private reserve(size: number): void {
    if (this.end + size <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.end + size));
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }
}

/** Texts that were returned: large buffers are expensive to allocate and to free. */
const spare: ByteText[] = [];
const MAX_SPARE = 8;

/** An empty text, to be given back when it is no longer needed. */
export const borrowText = (): ByteText => spare.pop() ?? new ByteText();

/** Gives a text back; whoever borrowed it must not use it afterwards. */
export function returnText(text: ByteText): void {
  text.clear();
  if (spare.length < MAX_SPARE && text.isReusable) spare.push(text);
}

/** The bytes that `write` adds. */
export function bytesOf(write: (text: ByteText) => void): Buffer {
  const text = borrowText();
  write(text);
  const bytes = text.take();
  returnText(text);
  return bytes;
}
