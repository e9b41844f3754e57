/** Forms and query strings: what brackets mean, and that no form takes longer than its length. @seconds 6 */
import qs from 'qs';
import { parseForm, parsePairs, treeOf } from '../../src/core/http/form.js';
import { pick } from '../reliability/fuzz/chance.js';
import { processorMs } from '../support/least.js';
import { randomBelow } from './text/seeded.js';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/** The library whose rules were ours before: it reads the same, and takes the square of the time. */
const byLibrary = (text: string): unknown =>
  plain(
    qs.parse(text, { depth: 8, arrayLimit: 10_000, parameterLimit: 200_000, plainObjects: true, duplicates: 'last' }),
  );

describe('contract 4: forms', () => {
  it.each([
    ['roles[0]=1&roles[1]=2', { roles: ['1', '2'] }],
    ['roles[]=1&roles[]=2', { roles: ['1', '2'] }],
    ['roles%5B%5D=1&roles%5b0%5d=7', { roles: ['7'] }],
    ['a[b]=1&a[c][d]=2', { a: { b: '1', c: { d: '2' } } }],
    ['a=1&a=2', { a: '2' }],
    ['items[5][id]=6&items[0][id]=1', { items: [{ id: '1' }, { id: '6' }] }],
    ['items[0][id]=1&items[0][name]=x', { items: [{ id: '1', name: 'x' }] }],
    ['items[999999999]=1', { items: { 999999999: '1' } }],
    ['items[10000]=1', { items: { 10000: '1' } }],
    ['a[0]=1&a[b]=2', { a: { 0: '1', b: '2' } }],
    ['a=1&a[b]=2', { a: { b: '2' } }],
    ['a[b]=1&a=2', { a: '2' }],
    ['name', { name: '' }],
    ['=&&&=1', {}],
    ['name=a+b%20c;d=1', { name: 'a b c;d=1' }],
    ['name=%&x=%zz&y=100%25+%', { name: '%', x: '%zz', y: '100% %' }],
    ['a[b=1', { a: { '[b': '1' } }],
    ['[]=1&[x]=2', { 0: '1', x: '2' }],
    ['a[b[c]]=1', { a: { 'b[c]': '1' } }],
    ['constructor[prototype][x]=1', { constructor: { prototype: { x: '1' } } }],
  ])('%s', async (text, expected) => {
    expect(plain(await parseForm(text))).toEqual(expected);
    if (!text.includes('%zz')) expect(plain(parsePairs(text))).toEqual(expected);
  });
  it('names that mean something elsewhere are names', async () => {
    const form = await parseForm('__proto__[x]=1&a[__proto__][x]=2&a[toString]=3');
    expect(Object.keys(form)).toEqual(['__proto__', 'a']);
    expect(Object.keys(form['a'] as object)).toEqual(['__proto__', 'toString']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
  it('levels behind the eighth are part of a name', async () => {
    const text = `a${'[b]'.repeat(500)}=1`;
    expect(plain(await parseForm(text))).toEqual(byLibrary(text));
  });
  it('ordinary forms are read as before', async () => {
    const below = randomBelow(7);
    for (let round = 0; round < 500; round++) {
      // Each name is always of one kind, as in the forms of programs.
      const kinds = new Map<string, string>();
      const fields = Array.from({ length: 1 + below(12) }, (_, i) => {
        const name = pick(['a', 'b', 'c', 'déjà vu', 'x y'], below);
        const kind = kinds.get(name) ?? pick(['plain', 'list', 'index', 'object', 'items'], below);
        kinds.set(name, kind);
        const key = {
          plain: name,
          list: `${name}[]`,
          index: `${name}[${i}]`,
          object: `${name}[${pick(['p', 'q'], below)}]`,
        }[kind];
        return [
          key ?? `${name}[${pick([0, 1, 4], below)}][${pick(['id', 'name'], below)}]`,
          pick(['1', '', 'é&=+ %', '[x]'], below),
        ] as const;
      });
      const text = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();
      expect(plain(parsePairs(text))).toEqual(byLibrary(text));
      expect(plain(await parseForm(text))).toEqual(byLibrary(text));
      expect(plain(treeOf(fields))).toEqual(byLibrary(text));
    }
  });
  it('contract 14: bytes that are no UTF-8 are 400, in query strings they stay as written', async () => {
    for (const text of ['name=%ff%fe', 'name=%ed%a0%80', 'na%e9me=1', 'name=caf%e9']) {
      await expect(parseForm(text)).rejects.toMatchObject({ status: 400 });
      expect(JSON.stringify(parsePairs(text))).toContain('%');
    }
    expect(plain(await parseForm('name=caf%C3%A9+100%'))).toEqual({ name: 'café 100%' });
  });
  it('more fields than ten thousand objects have are 413', async () => {
    await expect(parseForm('a[]=1&'.repeat(200_001))).rejects.toMatchObject({ status: 413 });
  });
  it.each([
    ['indexes from behind', (count: number) => Array.from({ length: count }, (_, i) => `a[${count - i}]=1`).join('&')],
    ['indexes', (count: number) => Array.from({ length: count }, (_, i) => `a[${i}]=1`).join('&')],
    ['empty brackets', (count: number) => 'a[]=1&'.repeat(count)],
    ['names', (count: number) => Array.from({ length: count }, (_, i) => `a[n${i}]=1`).join('&')],
    [
      'far indexes, eight deep',
      (count: number) => Array.from({ length: count }, (_, i) => `a[${i % 999}]${'[9999]'.repeat(7)}=1`).join('&'),
    ],
    ['open brackets', (count: number) => '['.repeat(count * 10)],
  ])('%s take as long as their number', async (_, form) => {
    const time = (count: number): Promise<number> => {
      const text = form(count);
      return processorMs(() => parseForm(text));
    };
    await time(10_000);
    const few = await time(10_000);
    // Of the processor, since others may keep it busy; the best of three, since garbage is collected at any time.
    const many = Math.min(await time(160_000), await time(160_000), await time(160_000));
    // Sixteen times as many; with the square of the time it would be two hundred and fifty-six times as long.
    expect(many).toBeLessThan(Math.max(few, 20) * 100);
  });
});
