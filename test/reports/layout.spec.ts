/** Where boxes of pictures stand, and the lists of numbers that reports keep names in. */
import { arranged } from '../../src/reports/cartography/graph/layout.js';
import { NumbersById, RelatedNames } from '../../src/reports/related-names.js';

const SEEDS = [1, 2, 3, Math.floor(Math.random() * 2 ** 31)];

/** Numbers between 0 and 1, the same for the same seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

describe('pictures', () => {
  it.each(SEEDS)('boxes of a column stand apart, within the height of the picture (seed %i)', (seed) => {
    const random = chance(seed);
    const upTo = (most: number): number => Math.floor(random() * most);
    const columns = Array.from({ length: 1 + upTo(5) }, (_, k) =>
      Array.from({ length: upTo(30) + (k === 0 ? 1 : 0) }, (_, i) => `${k} ${i}`),
    );
    const all = columns.flat();
    const edges = Array.from({ length: upTo(120) }, () => [all[upTo(all.length)]!, all[upTo(all.length)]!] as const);
    const heights = arranged(columns, edges);
    const rows = Math.max(...columns.map(({ length }) => length));
    expect([...heights.keys()].sort()).toEqual([...all].sort());
    for (const column of columns) {
      const sorted = column.map((box) => heights.get(box)!).sort((a, b) => a - b);
      sorted.forEach((height, i) => {
        expect(height).toBeGreaterThanOrEqual(0);
        expect(height).toBeLessThanOrEqual(rows - 1 + 1e-9);
        if (i) expect(height - sorted[i - 1]!).toBeGreaterThanOrEqual(1 - 1e-9);
      });
    }
    expect(arranged(columns, edges)).toEqual(heights);
  });
  it('branches keep together, so that their lines do not cross', () => {
    const heights = arranged([['a', 'b', 'c'], ['z', 'y', 'x', 'w']], [['a', 'w'], ['a', 'x'], ['b', 'y'], ['c', 'z']]); // prettier-ignore
    const order = (boxes: string[]): string[] => boxes.sort((a, b) => heights.get(a)! - heights.get(b)!);
    expect(order(['w', 'x', 'y', 'z']).indexOf('y')).toBe(2);
    expect(order(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(heights.get('b')).toBeCloseTo(heights.get('y')!, 5);
  });
});

describe('names in lists of numbers', () => {
  it.each(SEEDS)('numbers by id are those of a map, dense or not (seed %i)', (seed) => {
    const random = chance(seed);
    const [ours, theirs] = [new NumbersById(), new Map<number, number>()];
    for (let i = 0; i < 20_000; i++) {
      const far = random() < 0.05 ? 4e9 : 30_000;
      const [id, value] = [Math.floor(random() * far), Math.floor(random() * 2 ** 30)];
      ours.set(id, value);
      theirs.set(id, value);
    }
    for (let id = 0; id < 30_000; id++) if (ours.get(id) !== theirs.get(id)) throw new Error(`${id} differs`);
    for (const [id, value] of theirs) if (ours.get(id) !== value) throw new Error(`${id} differs`);
    expect(ours.get(4e9 + 1)).toBeUndefined();
  });
  it('names come in the order in which they were added, pairs in succession once', () => {
    const names = new RelatedNames();
    for (const [own, id, name] of [[7, 1, 'a'], [7, 1, 'a'], [8, 1, 'a'], [7, 2, 'a'], [7, 3, 'c'], [8, 3, 'c']] as const) names.add(own, id, name); // prettier-ignore
    expect([names.get(7), names.get(8), names.get(9)]).toEqual([['a', 'a', 'c'], ['a', 'c'], undefined]);
  });
});
