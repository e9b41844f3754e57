/** Patterns of LIKE: found on folded text and under MariaDB's collation alike. */
import { createConnection } from 'mysql2/promise';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { fold } from '../../../src/core/text/fold';
import { ESCAPE, foldedPattern, spelledPatterns, type MatchPosition } from '../../../src/core/text/like';
import { newSeed, randomBelow, randomText } from './seeded';

const PLACES: MatchPosition[] = ['anywhere', 'start', 'end', 'like'];
const VALUE_PIECES = ['s', 'ß', 'ss', 'o', 'œ', 'e', 'é', 'oe', 'Œ', 'a', '%', '_', '|', '\\', ' ', 'Ø'];
const ASKED_PIECES = ['s', 'ß', 'o', 'œ', 'e', 'oe', 'a', '|', '\\', '%'];

/** A pattern as a regular expression over folded text. */
function matcher(pattern: string): RegExp {
  const parts = [...pattern.matchAll(/\|(.)|([\s\S])/gu)].map(([, literal, sign]) => {
    if (literal === undefined && sign === '%') return '[^]*';
    if (literal === undefined && sign === '_') return '[^]';
    return (literal ?? sign!).replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}

const finds = (text: string, asked: string, place: MatchPosition): boolean =>
  matcher(foldedPattern(asked, place)).test(fold(text));

describe('patterns', () => {
  it.each<[string, MatchPosition, string, boolean]>([
    ['50%', 'anywhere', '%', true],
    ['50', 'anywhere', '%', false],
    ['a_b', 'start', 'a_', true],
    ['axb', 'start', 'a_', false],
    ['a|b', 'anywhere', '|', true],
    ['a|%', 'end', '|%', true],
    ['a|b', 'like', 'a|_', true],
    ['ab', 'like', 'a|_', false],
    ['Élan vital', 'start', 'ELAN', true],
    ['Straße', 'anywhere', 'ss', true],
    ['Straße', 'end', 'SSE', true],
    ['Straße', 'end', 'se', true],
    ['strasse', 'start', 'Straß', true],
    ['bœuf', 'like', 'b%euf', true],
    ['bœuf', 'anywhere', 'eu', true],
    ['x', 'like', '_', true],
    ['xy', 'like', '_', false],
    ['x  ', 'end', 'x', true],
    ['', 'like', '%', true],
  ])('contract 5: %j, %s %j: %s', (text, place, asked, found) => {
    expect(finds(text, asked, place)).toBe(found);
  });

  it('contract 5: the number of patterns is bounded, and one pattern is among them always', () => {
    for (const asked of ['', 's', 'soe'.repeat(500), 'ß'.repeat(500), 'sose'.repeat(20)]) {
      for (const place of PLACES) {
        const patterns = spelledPatterns(asked, place);
        expect(patterns.length).toBeLessThanOrEqual(32);
        expect(patterns).toContain(foldedPattern(asked, place));
      }
    }
  });

  it('contract 5: MariaDB finds by the spelled patterns what is found in folded text', async () => {
    const server = await connect();
    if (!server) return console.warn('SKIPPED: no MariaDB server to compare with');
    const below = randomBelow(newSeed('patterns'));
    const rows: unknown[][] = [];
    for (let i = 0; i < 3000; i++) {
      const text = fold(randomText(below, VALUE_PIECES, 5)) && randomText(below, VALUE_PIECES, 5).trimEnd();
      const asked = randomText(below, ASKED_PIECES, 3);
      const place = PLACES[below(4)]!;
      // Three in a row around a letter that counts as two of them are more than patterns can spell (docs/decisions/texts.md).
      if (/sss|o[oe]e/.test(fold(text)) || /sss|o[oe]e/.test(fold(asked))) continue;
      for (const pattern of spelledPatterns(asked, place))
        rows.push([i, text, pattern, finds(text, asked, place), asked]);
    }
    try {
      const likes = rows.map(() => `SELECT ? AS i, ? COLLATE utf8mb4_unicode_ci LIKE ? ESCAPE '${ESCAPE}' AS f`);
      const found = new Map<number, boolean>();
      for (let from = 0; from < rows.length; from += 500) {
        const part = rows.slice(from, from + 500);
        const [answers] = await server.query<RowDataPacket[]>(
          likes.slice(from, from + 500).join(' UNION ALL '),
          part.flatMap(([i, text, pattern]) => [i, text, pattern]),
        );
        for (const { i, f } of answers) found.set(Number(i), (found.get(Number(i)) ?? false) || Boolean(f));
      }
      const wrong = rows.filter(([i, , , expected]) => found.get(i as number) !== expected);
      expect(wrong).toEqual([]);
      expect(rows.filter(([, , , expected]) => expected).length).toBeGreaterThan(200);
    } finally {
      await server.end();
    }
  });
});

async function connect(): Promise<Connection | undefined> {
  const uri = process.env['MERIDIAN_TEST_SERVER'];
  return uri === undefined ? undefined : createConnection({ uri, charset: 'utf8mb4_unicode_ci' });
}
