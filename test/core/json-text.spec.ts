/** JSON of every length is what the parser of the language makes of it, and no text holds others up. @seconds 8 */
import { parseJson } from '../../src/core/http/json-text.js';
import { least } from '../support/least.js';

const parse = (text: string): Promise<unknown> => parseJson(Buffer.from(text));
const MEGABYTE = 1 << 20;
const long = (megabytes: number): string => `"${'é\\"'.repeat((megabytes * MEGABYTE) / 4)}"`;
const items = (count: number, fields: number): string =>
  JSON.stringify({ items: Array.from({ length: count }, (_, i) => row(i, fields)), last: [1] });
const row = (i: number, fields: number): Record<string, unknown> =>
  Object.fromEntries(
    Array.from({ length: fields }, (_, k) => [`field_name_${k}`, k ? `väl"ue \\ ${i} ${k}` : [i, null]]),
  );

/** The longest time for which nothing else was done, in milliseconds. */
async function stalled(work: () => Promise<unknown>): Promise<number> {
  let [longest, before, running] = [0, performance.now(), true];
  const look = (): void => {
    longest = Math.max(longest, performance.now() - before);
    before = performance.now();
    if (running) setImmediate(look);
  };
  setImmediate(look);
  await work().catch(() => undefined);
  running = false;
  look();
  return longest;
}

describe('contract 10: JSON', () => {
  it.each([
    ['short', items(3, 5)],
    ['of a mass creation', items(4000, 60)],
    ['wrapped', `{"data":${items(4000, 60)}}`],
    ['a list', JSON.stringify(Array.from({ length: 5000 }, (_, i) => row(i, 20)))],
    ['with blanks', JSON.stringify(JSON.parse(items(3000, 40)), null, 3)],
    ['of long texts', `{"a":[${long(2)},${long(3)}, ${long(1)} ],"b":{"c":[${long(2)},2]}}`],
    ['with two long lists', `{"a":${items(2000, 60)},"b":${items(2000, 60)}}`],
    ['with one name twice', `{"items":${items(2000, 60)},"items":3}`],
    ['with odd names', `{"__proto__":[${`{"__proto__":{"x":1}},`.repeat(40_000)}1],"constructor":2}`],
    ['behind a mark', `\ufeff${items(2000, 40)}`],
  ])('%s is what it says', async (_, text) => {
    const value = await parse(text);
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text.replace(/^\ufeff/, ''))));
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
  const much = `${'[1,"a"],'.repeat(100_000)}2`;
  it.each([
    ['a list closed as an object', `{"a":[${much}}}`],
    ['a list closed twice', `{"a":[${much}]]}`],
    ['a list that is not closed', `{"a":[${much}`],
    ['a list in the place of a name', `{[${much}]:1}`],
    ['a missing comma behind a list', `{"a":[${much}]"b":1}`],
    ['a comma too much at the end', `[${much},]`],
    ['a comma too much within', `[${much},,${much}]`],
    ['a comma too much at the begin', `[,${much}]`],
    ['something else within', `[${much},x,${much}]`],
    ['an element closed as another', `[${much},{"a":1],${much}]`],
    ['a text that is not closed', `[${much},"a,${much.replaceAll('"', '')}`],
    ['a backslash at the end', `["${'a'.repeat(MEGABYTE)}\\`],
    ['nothing but blanks', ' '.repeat(MEGABYTE)],
  ])('%s is 400', async (_, text) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    await expect(parse(text)).rejects.toMatchObject({ status: 400 });
  });
  it('a mistake is told with its place', async () => {
    const text = `{"items":[${much},{"a":01},${much}]}`;
    const place = text.indexOf('01') + 1;
    await expect(parse(text)).rejects.toThrow(`at position ${place}`);
  });
  it.each([
    ['levels', 400, () => `${'['.repeat(101)}${' '.repeat(MEGABYTE)}${']'.repeat(101)}`],
    ['levels, in a short text', 400, () => `${'['.repeat(101)}${']'.repeat(101)}`],
    ['values', 413, () => `[${'[],'.repeat(1_000_001)}1]`],
    ['names', 413, () => `{${Array.from({ length: 30_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['names in many objects', 413, () => `[${Array.from({ length: 30_000 }, (_, i) => `{"k${i}":1}`).join(',')}]`],
  ])('too many %s are %i', async (_, status, text) => {
    await expect(parse(text())).rejects.toMatchObject({ status });
  });
  it('ten thousand objects of sixty fields are not too many', async () => {
    expect(((await parse(items(10_000, 60))) as { items: unknown[] }).items).toHaveLength(10_000);
    const byIndex = `{"items":{${Array.from({ length: 10_000 }, (_, i) => `"${i}":${JSON.stringify(row(i, 30))}`).join(',')}}}`;
    expect(Object.keys(((await parse(byIndex)) as { items: object }).items)).toHaveLength(10_000);
  });
  it.each([
    ['ten thousand objects of sixty fields', () => items(10_000, 60)],
    ['1.2 million names', () => `{${Array.from({ length: 1_200_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
    [
      'small objects with names of their own',
      () => `[${Array.from({ length: 500_000 }, (_, i) => `{"k${i}":1}`).join(',')}]`,
    ],
    ['small lists', () => `[${'[],'.repeat(6_500_000)}1]`],
    ['97 levels and six million objects', () => `${'['.repeat(97)}${'{},'.repeat(6_000_000)}1${']'.repeat(97)}`],
  ])('%s hold nobody up', async (_, text) => {
    const bytes = Buffer.from(text());
    const yardstick = items(400, 60);
    const began = performance.now();
    JSON.parse(yardstick);
    const one = performance.now() - began;
    // Two hundred milliseconds on a machine that does nothing else: some fifteen times a text of 0.75 MB.
    const limit = Math.max(300, one * 25);
    expect(await least(limit, () => stalled(() => parseJson(bytes)))).toBeLessThan(limit);
  });
});
