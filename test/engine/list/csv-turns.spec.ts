/** Long files of CSV leave turns to everybody else, also where all of their rows are there already. */
import { csvAsked, linesOf } from '../../../src/engine/list/csv-list.js';
import { csvText, RFC_4180 } from '../../../src/files/csv.js';

const BATCHES = 60;
const ROWS = 1000;
const TEXT = 'a text, with "quotes" and a comma';

/** Reads all of a file; returns the number of its characters, and how often others had their turn. */
async function read(text: AsyncIterable<string | Buffer>): Promise<[length: number, turns: number]> {
  let [length, turns, over] = [0, 0, false];
  const look = (): void => {
    turns++;
    if (!over) setImmediate(look);
  };
  setImmediate(look);
  for await (const part of text) length += part.length;
  over = true;
  return [length, turns];
}

describe('a long file of CSV', () => {
  it('of a list', async () => {
    const rows = Array.from({ length: ROWS }, (_, id) => ({ id, name: TEXT, description: TEXT }));
    const piece = JSON.stringify(rows).slice(1, -1);
    async function* pieces(): AsyncIterable<Buffer> {
      for (let i = 0; i < BATCHES; i++) yield Buffer.from(i ? `,${piece}` : piece);
    }
    const file = csvAsked({ query: { format: 'csv' }, headers: {} })!;
    const [length, turns] = await read(
      linesOf({ pieces: pieces(), columns: ['id', 'name', 'description'], headers: {} }, file),
    );
    expect(length).toBeGreaterThan(BATCHES * ROWS * 2 * TEXT.length);
    expect(turns).toBeGreaterThan(3);
  });

  it('of a table', async () => {
    async function* rows(): AsyncIterable<Array<Array<string | number>>> {
      for (let i = 0; i < BATCHES; i++)
        yield Array.from({ length: ROWS }, (_, id) => [id, ...Array.from({ length: 8 }, () => TEXT)]);
    }
    const columns = Array.from({ length: 9 }, (_, i) => ({ heading: `column ${i}`, kind: 'text' as const }));
    const [length, turns] = await read(csvText({ name: 'table', columns, rows: rows() }, RFC_4180));
    expect(length).toBeGreaterThan(BATCHES * ROWS * 8 * TEXT.length);
    expect(turns).toBeGreaterThan(3);
  });
});
