/** Tar archives (POSIX 1003.1, ustar): the heads of their entries. */

export const BLOCK = 512;
/** Two empty blocks end an archive. */
export const END = Buffer.alloc(2 * BLOCK);

/** Up to which size the octal field of a head reaches. */
const MAX_SIZE = 8 ** 11 - 1;
const NAME_BYTES = 100;

/** An entry, as its header describes it. */
export interface TarEntry {
  name: string;
  /** In bytes. */
  size: number;
}

/** Zeros that fill the last block of an entry. */
export const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** The head of an entry that is a file of its owner's alone. Throws if name or size do not fit. */
export function headOf({ name, size }: TarEntry, seconds: number): Buffer {
  const head = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > NAME_BYTES || size > MAX_SIZE)
    throw new Error(`${name} does not fit into a tar archive.`);
  head.write(name, 0);
  const octal = (value: number, at: number, length: number): void =>
    void head.write(value.toString(8).padStart(length - 1, '0'), at);
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(seconds, 136, 12);
  head.write('0', 156);
  head.write('ustar\x0000', 257, 'latin1');
  head.write(`${checksum(head).toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

/** What a head says; undefined for the empty block at the end. Throws for what is no head. */
export function entryIn(head: Buffer): TarEntry | undefined {
  if (head.every((byte) => byte === 0)) return undefined;
  const text = (from: number, to: number): string => head.toString('latin1', from, to).replace(/[\0 ].*$/s, '');
  const number = (from: number, to: number): number => parseInt(text(from, to), 8);
  if (number(148, 156) !== checksum(head)) throw new Error('no head of an entry');
  return { name: text(0, NAME_BYTES), size: number(124, 136) };
}

/** The sum of the bytes of a head, in which the place of the sum itself counts as blanks. */
function checksum(head: Buffer): number {
  let sum = 8 * 0x20;
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += head[i]!;
  return sum;
}
