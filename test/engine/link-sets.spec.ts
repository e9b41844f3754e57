/** Links of objects that have thousands of them are read some objects at a time. */
import type { Row } from '../../src/database/database.js';
import { readSets, type Link } from '../../src/engine/index.js';

/** Reads links of so many objects with so many elements each. Gives the ids of each statement, and what was read. */
async function read(objects: number, elements: number): Promise<{ asked: number[][]; found: Map<number, unknown> }> {
  const asked: number[][] = [];
  const plan = {
    linkRows: (_: readonly Link[], own: number | readonly number[]) => ['', [own]],
    sets: (_: readonly Link[], rows: readonly Row[], ids: readonly number[]) =>
      new Map(ids.map((id) => [id, rows.filter(({ own }) => own === id).length])),
  };
  const session = {
    all: (_: string, [ids]: [number[]]): Promise<object[]> => {
      asked.push(ids);
      return Promise.resolve(ids.flatMap((own) => Array.from({ length: elements }, (_, id) => ({ own, id }))));
    },
  };
  const ids = Array.from({ length: objects }, (_, i) => i + 1);
  const found = await readSets(plan as never, session as never, [{} as Link], ids);
  expect(asked.flat()).toEqual(ids);
  return { asked, found };
}

describe('links of many objects', () => {
  it.each([
    [1, 3],
    [0, 3],
    [500, 21],
  ])('with %i elements each take %i statements for 800 objects', async (elements, statements) => {
    const { asked, found } = await read(800, elements);
    expect(asked.length).toBe(statements);
    expect([...found.values()].every((count) => count === elements)).toBe(true);
  });

  it('no statement gives more than 20,000 rows once it is known how many objects have', async () => {
    const { asked } = await read(30, 10_000);
    expect(asked.map(({ length }) => length)).toEqual([10, ...Array.from({ length: 10 }, () => 2)]);
  });
});
