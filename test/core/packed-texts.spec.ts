/** Texts as bytes: what is added is what is read, also of bytes that were taken out and put elsewhere. @seconds 1 */
import { PackedTexts } from '../../src/core/packed-texts.js';
import { SpillFile } from '../../src/files/temporary-file.js';

const texts = Array.from({ length: 3000 }, (_, i) =>
  JSON.stringify({ i, text: i % 100 === 0 ? 'é\n"'.repeat(i * 4) : `nœud ${i}`, none: '' }),
);
const packed = new PackedTexts();
for (const text of ['', ...texts]) packed.add(text);

it('are read by their numbers', () => {
  expect(packed.length).toBe(3001);
  expect(Array.from({ length: 3001 }, (_, i) => packed.get(i))).toEqual(['', ...texts]);
});

it.each([
  ['all', 0, 3001],
  ['none', 7, 7],
  ['some, over the ends of pieces of memory', 90, 2950],
  ['one', 100, 101],
])('%s of them are bytes, and texts again', (_, from, to) => {
  const other = new PackedTexts();
  other.add('first');
  other.addBytes(Buffer.from(packed.bytes(from, to)));
  other.add('last');
  expect(other.length).toBe(to - from + 2);
  const expected = ['first', ...['', ...texts].slice(from, to), 'last'];
  expect(expected.map((_one, i) => other.get(i))).toEqual(expected);
});

it('are read from a file as from memory, in their order or not', async () => {
  const spill = await SpillFile.open();
  const append = jest.spyOn(spill, 'append');
  try {
    const [one, other] = [new PackedTexts(spill), new PackedTexts(spill)];
    const long = Array.from({ length: 9000 }, (_, i) => `${i} ${'ü'.repeat(i % 700)}`);
    for (const [i, text] of long.entries()) {
      expect(one.add(text)).toBe(i);
      other.add(`other ${text}`);
    }
    expect(long.map((_, i) => one.get(i))).toEqual(long);
    expect(long.map((_, i) => other.get(8999 - i))).toEqual(long.map((text) => `other ${text}`).reverse());
    for (const i of [8999, 0, 5999, 6000, 17, 8000]) expect(one.get(i)).toBe(long[i]);
    expect(one.bytes(100, 6010).toString()).toBe(`${long.slice(100, 6010).join('\n')}\n`);
    // Of six megabytes each all but the last.
    expect(append.mock.calls.reduce((sum, [bytes]) => sum + bytes.length, 0)).toBeGreaterThan(10 << 20);
  } finally {
    await spill.close();
  }
});
