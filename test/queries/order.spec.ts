import { sortKey } from '../../src/core/text/order.js';
import { byName, compareTexts } from '../../src/queries/run/order.js';
import { Random } from './random.js';

const LETTERS = [...'aAbBzéÉß0 9_-.!~', 'œ', '\u00ad', '\u0301', '\t', 'й', '😀', ' '];

it('stored queries 8: texts compare as their keys do', () => {
  const random = Random.seeded('order');
  for (let i = 0; i < 20_000; i++) {
    const [a, b] = [0, 1].map(() => random.times(4, () => random.of(LETTERS)).join('')) as [string, string];
    const [x, y] = [sortKey(a), sortKey(b)];
    expect([a, b, Math.sign(compareTexts(a, b))]).toEqual([a, b, x < y ? -1 : x > y ? 1 : 0]);
  }
});

it('stored queries 8: rows come by name, then by id, each once, those without a name first', () => {
  const rows = [
    { id: 4, c1: 'b' },
    { id: 9, c1: 'É' },
    { id: 2, c1: 'B' },
    { id: 4, c1: 'b' },
    { id: 7, c1: null },
  ];
  expect(byName(rows, 'c1').map(({ id }) => id)).toEqual([7, 2, 4, 9]);
  expect(byName([{ id: 3 }, { id: 1 }], undefined)).toEqual([{ id: 1 }, { id: 3 }]);
});
