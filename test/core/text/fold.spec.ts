/** fold(): the comparison key, checked against the collation of a live MariaDB server where there is one. */
import { createConnection } from 'mysql2/promise';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { fold } from '../../../src/core/text/fold';

const between = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));

const LETTERS = between(0x20, 0x24f).filter((character) => /\p{L}/u.test(character));
const ASCII_LETTERS = between(0x61, 0x7a);
const PAIRS = ASCII_LETTERS.flatMap((first) => ASCII_LETTERS.map((second) => first + second));

async function connect(): Promise<Connection | undefined> {
  const uri = process.env['MERIDIAN_TEST_SERVER'];
  return uri === undefined ? undefined : createConnection({ uri, charset: 'utf8mb4_unicode_ci' });
}

/** The pairs of different texts, as `a=b`, that the collation says are equal. */
async function equalPairs(server: Connection, left: string[], right: string[]): Promise<Set<string>> {
  // One width for all, since the server looks texts up in the narrower column otherwise and cuts them off for it.
  const table = (texts: string[]) => texts.map(() => 'select cast(? as char(8)) as t').join(' union all ');
  const [rows] = await server.query<RowDataPacket[]>(
    `select a.t as l, b.t as r from (${table(left)}) a join (${table(right)}) b
     on a.t = b.t collate utf8mb4_unicode_ci where a.t <> b.t collate utf8mb4_bin`,
    [...left, ...right],
  );
  return new Set(rows.map((row) => `${row.l}=${row.r}`));
}

function equalKeys(left: string[], right: string[]): Set<string> {
  const equal = (a: string) => right.filter((b) => a !== b && fold(a) === fold(b)).map((b) => `${a}=${b}`);
  return new Set(left.flatMap(equal));
}

describe('fold', () => {
  it.each([
    ['ÉLÉPHANT', 'elephant'],
    ['Straße', 'STRASSE'],
    ['Œuvre', 'oeuvre'],
    ['e\u0301', 'é'],
    ['name  ', 'NAME'],
    ['é  ', 'E'],
    ['İstanbul', 'istanbul'],
    ['a\u00a0b\u00a0', 'a b'],
    ['Ňǆ', 'ndz'],
    ['ﬁle', 'file'],
  ])('contract 4: %j equals %j', (left, right) => expect(fold(left)).toBe(fold(right)));

  it.each([
    ['æ', 'ae'],
    ['ø', 'o'],
    ['a b', 'ab'],
    [' a', 'a'],
    ['a\t', 'a'],
    ['й', 'и'],
    ['a´', 'a'],
    ['😀', '😁'],
    ['', '-'],
  ])('contract 4: %j differs from %j', (left, right) => expect(fold(left)).not.toBe(fold(right)));

  it('contract 4: folding a key changes nothing', () => {
    for (const letter of LETTERS) expect(fold(fold(letter))).toBe(fold(letter));
  });

  it('contract 4: all Latin letters compare as MariaDB compares them', async () => {
    const server = await connect();
    if (!server) return console.warn('SKIPPED: no MariaDB server to compare with');
    try {
      expect(LETTERS.length).toBeGreaterThan(450);
      expect(await equalPairs(server, LETTERS, LETTERS)).toEqual(equalKeys(LETTERS, LETTERS));
      expect(await equalPairs(server, LETTERS, PAIRS)).toEqual(equalKeys(LETTERS, PAIRS));
      const keys = LETTERS.map(fold);
      expect(await equalPairs(server, LETTERS, keys)).toEqual(equalKeys(LETTERS, keys));
    } finally {
      await server.end();
    }
  });

  it('contract 4: the printable characters of ASCII and Latin-1 compare as MariaDB compares them', async () => {
    const server = await connect();
    if (!server) return console.warn('SKIPPED: no MariaDB server to compare with');
    try {
      const printable = [...between(0x20, 0x7e), ...between(0xa0, 0xff)].map((character) => `x${character}x`);
      expect(await equalPairs(server, printable, printable)).toEqual(equalKeys(printable, printable));
    } finally {
      await server.end();
    }
  });
});
