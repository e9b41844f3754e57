/** Records are found in JSON texts, however they are cut into pieces. */
import { FeedError } from '../../src/vulnerabilities/feeds/feed-error.js';
import { recordsIn } from '../../src/vulnerabilities/feeds/record-splitter.js';
import { newSeed, randomBelow } from '../core/text/seeded.js';

async function* pieces(text: string | Buffer, size: () => number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    const next = at + size();
    yield bytes.subarray(at, next);
    at = next;
  }
}

async function split(text: string | Buffer, size = () => 1 << 16): Promise<{ records: unknown[]; rest: unknown }> {
  const records: unknown[] = [];
  let rest: unknown;
  for await (const record of recordsIn(pieces(text, size), (told) => (rest = told))) records.push(record);
  return { records, rest };
}

const TRICKY = {
  a: '"]},\\',
  'k"ey\\': [1, [2, { b: '\u2028é😀' }], '[{'],
  n: -1.5e3,
  t: true,
  f: false,
  z: null,
  e: {},
};

describe('the records of a JSON text', () => {
  it.each([
    ['a list', [TRICKY, {}, [1], 'x', 7, null], [TRICKY, {}, [1], 'x', 7, null], {}],
    ['an empty list', [], [], {}],
    ['a single record', TRICKY_OBJECT(), [TRICKY_OBJECT()], TRICKY_OBJECT()],
    ['an empty object', {}, [], {}],
    [
      'a member that is a list',
      { format: 'F', vulnerabilities: [TRICKY, 2], total: 2 },
      [TRICKY, 2],
      { format: 'F', total: 2 },
    ],
    ['an empty member', { vulnerabilities: [] }, [], {}],
    ['several members', { a: [1], b: [[2, TRICKY]], n: 0 }, [1, [2, TRICKY]], { n: 0 }],
    ['lists within results', { results: { a: [1], total: 9, b: [TRICKY] }, n: 0 }, [1, TRICKY], { n: 0 }],
    ['results of results are no lists', { results: { results: { a: [1] } } }, [], {}],
    [
      'a list within a record is a part of it',
      { one: { results: [1], more: [2] } },
      [{ one: { results: [1], more: [2] } }],
      { one: { results: [1], more: [2] } },
    ],
  ])('%s', async (_, value, records, rest) => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2), `\uFEFF ${JSON.stringify(value)} \n`]) {
      expect(await split(text)).toEqual({ records, rest });
      expect(await split(text, () => 1)).toEqual({ records, rest });
    }
  });

  it('random texts in random pieces', async () => {
    const below = randomBelow(newSeed('the records of a JSON text'));
    const value = (depth: number): unknown => {
      const kind = below(depth > 4 ? 4 : 6);
      if (kind === 0) return ['', '"', '\\', '\\"', ']}', 'é😀', 'x'.repeat(below(50))][below(7)];
      if (kind === 1) return below(2) ? below(1e9) : -below(1e9) / 7;
      if (kind < 4) return [true, false, null][below(3)];
      const parts = Array.from({ length: below(5) }, () => value(depth + 1));
      return kind === 4 ? parts : Object.fromEntries(parts.map((part, i) => [`k${i}"`, part]));
    };
    for (let i = 0; i < 300; i++) {
      const records = Array.from({ length: below(8) }, () => value(0));
      const text = JSON.stringify({ before: 1, records, after: 'x' }, null, below(3));
      expect((await split(text, () => 1 + below(20))).records).toEqual(records);
    }
  });

  it.each([
    ['', 'it is empty'],
    [' \n', 'it ends in the middle'],
    ['hello', 'it is no JSON'],
    ['"text"', 'it is no JSON'],
    ['7', 'it is no JSON'],
    ['[1,2', 'it ends in the middle'],
    ['{"a":[1,2]', 'it ends in the middle'],
    ['{"a":"b', 'it ends in the middle'],
    ['[1,]', 'stray'],
    ['[,1]', 'stray'],
    ['[1 2]', 'stray'],
    ['[1}', 'stray'],
    ['{"a" 1}', 'stray'],
    ['{"a":1,}', 'stray'],
    ['{a:1}', 'stray'],
    ['{"a":1} {"b":2}', 'stray'],
    ['[1]]', 'stray'],
    ['[tru]', 'it is no JSON'],
    ['[{"a":}]', 'it is no JSON'],
    ['[{"a":1]]', 'it is no JSON'],
    ['["\n"]', 'it is no JSON'],
    ['{"\\x":1}', 'it is no JSON'],
    [`[${'['.repeat(100)}`, 'nested deeper'],
    [`[${'{"a":'.repeat(100)}`, 'nested deeper'],
  ])('%j: %s', async (text, sentence) => {
    for (const size of [1, 1 << 16]) {
      const failed = split(text, () => size);
      await expect(failed).rejects.toThrow(FeedError);
      await expect(failed).rejects.toThrow(sentence);
    }
  });

  it('a record that never ends is refused, wherever it stands', async () => {
    for (const start of ['["', '{"', '{"a":"', '[[', '[1']) {
      const endless = Buffer.alloc(9 << 20, start === '[[' ? '1,' : '11');
      endless.write(start);
      await expect(split(endless)).rejects.toThrow('larger than');
    }
  });

  it('numbers of any length are numbers', async () => {
    expect((await split(`[1${'0'.repeat(100_000)}, 1e999999, -0]`)).records).toEqual([Infinity, Infinity, -0]);
  });
});

function TRICKY_OBJECT(): object {
  return { dataType: 'X', inner: TRICKY, text: 'y' };
}
