/** Objects are compared in parts that have room for their long texts. */
import { bySize } from '../../src/feed/plan/by-size.js';
import type { Draft } from '../../src/feed/plan/draft.js';

const MIB = 1 << 20;
const parts = async (sizes: ReadonlyArray<number | undefined>): Promise<number[][]> => {
  const drafts = sizes.map((size, i) => ({ id: size === undefined ? undefined : i }) as Draft);
  const view = {
    sizes: () => Promise.resolve(new Map(sizes.flatMap((size, i) => (size ? [[i, size] as const] : [])))),
  };
  const divided = await bySize(view, 'applications', drafts);
  return divided.map((part) => part.map((draft) => drafts.indexOf(draft)));
};

test.each([
  ['small ones stay together', [10, 10, 10], [[0, 1, 2]]],
  ['none', [], []],
  [
    'as many as have room',
    [5 * MIB, 3 * MIB, 1, 7 * MIB],
    [
      [0, 1],
      [2, 3],
    ],
  ],
  ['one larger than all room stands alone', [1, 20 * MIB, 1], [[0], [1], [2]]],
  ['without long texts they need no room', [8 * MIB, 0, undefined, 1], [[0, 1, 2], [3]]],
])('%s', async (_, sizes, expected) => {
  expect(await parts(sizes)).toEqual(expected);
});
