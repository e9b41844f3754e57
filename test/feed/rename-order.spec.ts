/** Names are given up before they are taken. */
import { renameOrder, type Renamed } from '../../src/feed/apply/rename-order.js';

const CASES: ReadonlyArray<[what: string, renamed: string[], size: number, portions: number[][]]> = [
  ['nothing', [], 2, []],
  ['names that nobody had', ['a>x', 'b>y', 'c>z'], 2, [[0, 1], [2]]],
  [
    'a chain, from its free end',
    ['a>b', 'b>c', 'c>d', 'd>e'],
    2,
    [
      [3, 2],
      [1, 0],
    ],
  ],
  ['a circle in one portion, be it large', ['a>b', 'b>c', 'c>a'], 2, [[0, 2, 1]]],
  ['another spelling', ['a>a', 'b>c'], 5, [[1, 0]]],
  ['a name that two had', ['a>x', 'b>c', 'c>d', 'c>e'], 1, [[0], [2], [3], [1]]],
  [
    'a chain beside a circle',
    ['a>b', 'b>a', 'c>d', 'd>e'],
    2,
    [
      [3, 2],
      [0, 1],
    ],
  ],
  ['no name before', ['>a', 'a>b'], 5, [[1, 0]]],
];

const renamedOf = (text: string, place: number): Renamed => {
  const [gives, takes] = text.split('>') as [string, string];
  return { place, takes: takes || undefined, gives: gives || undefined };
};

describe('the order of new names', () => {
  it.each(CASES)('%s', (_, renamed, size, portions) =>
    expect([...renameOrder(renamed.map(renamedOf), size)].map((one) => [...one])).toEqual(portions),
  );
});
