/** sortKey(): the order of texts, checked against the collation of a live MariaDB server where there is one. */
import { createConnection } from 'mysql2/promise';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { fold } from '../../../src/core/text/fold';
import { sortKey } from '../../../src/core/text/order';
import { newSeed, randomBelow, randomText } from './seeded';

const between = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
const PRINTABLE = [...between(0x20, 0x7e), ...between(0xa1, 0xac), ...between(0xae, 0x17f)];

const compare = (a: string, b: string): number => (sortKey(a) === sortKey(b) ? 0 : sortKey(a) < sortKey(b) ? -1 : 1);

async function connect(): Promise<Connection | undefined> {
  const uri = process.env['MERIDIAN_TEST_SERVER'];
  return uri === undefined ? undefined : createConnection({ uri, charset: 'utf8mb4_unicode_ci' });
}

/** How the server compares each pair: -1, 0 or 1. */
async function compared(server: Connection, pairs: Array<[string, string]>): Promise<number[]> {
  const found: number[] = [];
  for (let from = 0; from < pairs.length; from += 500) {
    const part = pairs.slice(from, from + 500);
    const text = part.map(() => 'SELECT ? AS i, STRCMP(? COLLATE utf8mb4_unicode_ci, ?) AS c').join(' UNION ALL ');
    const [rows] = await server.query<RowDataPacket[]>(
      text,
      part.flatMap(([a, b], i) => [i, a, b]),
    );
    const inOrder = rows.sort((a, b) => Number(a['i']) - Number(b['i']));
    found.push(...inOrder.map(({ c }) => Number(c)));
  }
  return found;
}

describe('sortKey', () => {
  it.each([
    [['-a', '1', '10', '2', 'A', 'a b', 'ab', 'É', 'ef', 'o', 'œ', 'of', 'ss', 'ß', 'st', 'zz']],
    [[' x', '_x', '-x', ',x', '.x', '(x', '/x', '%x', '+x', '0', 'x']],
    [['', 'a', 'a a', 'aa']],
  ])('contract 4: %j is in order', (texts) => {
    for (const [i, text] of texts.entries()) {
      for (const later of texts.slice(i + 1))
        expect([text, later, compare(text, later)]).toEqual([text, later, expect.any(Number)]);
      if (i) expect([texts[i - 1], text, compare(texts[i - 1]!, text) <= 0]).toEqual([texts[i - 1], text, true]);
    }
  });
  it('contract 4: what compares as equal is sorted as equal', () => {
    for (const [a, b] of [
      ['é', 'E'],
      ['ß', 'SS'],
      ['œ', 'Oe'],
      ['x  ', 'X'],
    ]) {
      expect([compare(a!, b!), fold(a!)]).toEqual([0, fold(b!)]);
    }
  });
  it('contract 4: texts come in the order of MariaDB', async () => {
    const server = await connect();
    if (!server) return console.warn('SKIPPED: no MariaDB server to compare with');
    try {
      const below = randomBelow(newSeed('order of texts'));
      const letters = Array.from({ length: 4000 }, () => [0, 0].map(() => PRINTABLE[below(PRINTABLE.length)]!));
      const texts = Array.from({ length: 4000 }, () => [0, 0].map(() => randomText(below, PRINTABLE, 4).trimEnd()));
      const pairs = [...letters, ...texts] as Array<[string, string]>;
      const found = await compared(server, pairs);
      const wrong = pairs.filter(([a, b], i) => Math.sign(found[i]!) !== compare(a, b));
      expect(wrong).toEqual([]);
    } finally {
      await server.end();
    }
  });
});
