/** @seconds 10 */
import { attacks, isQuick, patterns } from './patterns.js';

/** Milliseconds that a text of 20,000 signs may take; a machine may be busy, so it is asked again. */
const ENOUGH = 500;
const ATTEMPTS = 3;
/** Milliseconds that the bad ones take on the fastest machine and engine; the mildest of them is quadratic. */
const BAD = 50;
/** Patterns that never meet such texts. */
const SHORT_TEXTS = new Set([
  'core/text/addresses.ts /[^:]+\\.[^:]+$/', // is asked of what is an address already
  'queries/language/tokens.ts /\\d+\\.\\d+/', // is tried at one place only
  'vulnerabilities/providers/national-database.ts /\\/+$/', // is asked of a setting
  'vulnerabilities/providers/vulnerability-lookup.ts /(\\/api(\\/vulnerability)?)?\\/*$/', // is asked of a setting
  'queries/language/tokens.ts /"(?:[^"\\\\]|\\\\[^])*"|\'(?:[^\'\\\\]|\\\\[^])*\'/', // is tried at one place only
  'queries/language/tokens.ts /\\d{4}-\\d{2}-\\d{2}(?:[Tt]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:[Zz]|[+-]\\d{2}:?\\d{2})?)?(?![A-Za-z0-9_])|\\d+[HhDdWwMmYy](?![A-Za-z0-9_])/', // is tried at one place only
  'vulnerabilities/identity/distributions.ts /^(.*?)-?(v?\\d[\\w.]*)?$/', // is asked of 100 signs
  'templates/workbook/references.ts /\\s*\\(/y', // is tried at one place only, behind a word
  'exchange/durations.ts /(\\d+(?:[.,]\\d+)?)\\s*([a-z]+)\\.?/g', // is asked of what is a list of such parts already
]);

it('no pattern of the program takes long over a text that is made to do so', () => {
  const all = patterns();
  expect(all.length).toBeGreaterThan(200);
  const slow = all
    .filter(({ place }) => !SHORT_TEXTS.has(place.replace(/:\d+ /, ' ')))
    .flatMap(({ place, pattern }) => {
      for (const text of attacks(pattern)) {
        if (!Array.from({ length: ATTEMPTS }).some(() => isQuick(pattern, text, ENOUGH)))
          return [`${place}: ${text.slice(0, 40)}`];
      }
      return [];
    });
  expect(slow).toEqual([]);
});
it('a bad pattern is noticed', () => {
  for (const pattern of [/^(a+)+$/, /^(<!--[\s\S]*?-->\s*)*<svg/, /\s+$/]) {
    const slow = [...attacks(pattern)].some((text) => !isQuick(pattern, text, BAD));
    expect([pattern.source, slow]).toEqual([pattern.source, true]);
  }
});
