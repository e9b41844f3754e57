/** Long work with turns for others. @seconds 1 */
import { Turns } from '../../src/core/turns.js';

describe('turns', () => {
  it.each([0, 1, 2, 2048, 2049, 20_000])(
    '%i elements are sorted as always, equal ones in their order',
    async (count) => {
      const all = Array.from({ length: count }, (_, i) => ({ key: (i * 7919) % 1000, i }));
      const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key;
      expect(await new Turns().sorted(all, compare)).toEqual(all.toSorted(compare));
    },
  );

  it('others are served while elements are visited, however many loops there are', async () => {
    const turns = new Turns();
    let served = 0;
    const timer = setInterval(() => served++, 1);
    const busy = (): void => {
      for (const until = performance.now() + 0.1; performance.now() < until;);
    };
    for (let loop = 0; loop < 10; loop++) await turns.each(Array(100).fill(0), busy);
    clearInterval(timer);
    expect(served).toBeGreaterThan(3);
  });

  it('a work in parts comes to its end', async () => {
    function* parts(): Generator<void, number> {
      for (let i = 0; i < 10; i++) yield;
      return 7;
    }
    expect(await new Turns().whole(parts())).toBe(7);
  });
});
