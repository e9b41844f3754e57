/** Texts as bytes: what is added is what is read, also of bytes that were taken out and put elsewhere. @seconds 1 */
import { PackedTexts } from '../../src/core/packed-texts.js';

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
