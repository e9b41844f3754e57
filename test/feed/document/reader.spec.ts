/** Documents that feed the map: what is read, and what is refused, with which words. @seconds 4 */
import { gzipSync } from 'node:zlib';
import { ApiError, Problems, ValidationError } from '../../../src/core/http/errors.js';
import { unfolded } from '../../../src/feed/document/bytes.js';
import { readOptions } from '../../../src/feed/document/envelope.js';
import { readItem } from '../../../src/feed/document/item.js';
import { readPointer } from '../../../src/feed/document/pointer.js';
import type { Item } from '../../../src/feed/document/model.js';
import { readJson, readNdjson, type FeedDocument } from '../../../src/feed/document/reader.js';

const MIB = 1 << 20;
const LIMITS = { maxBytes: 8 * MIB, maxItems: 5000 };
const HEAD = { feed: 1, source: 'TOOL' };
const SITE = { type: 'sites', ref: 's-1', set: { name: 'North' } };

/** Bytes in pieces that fall anywhere. */
async function* inPieces(bytes: Buffer | string, size = 7): AsyncGenerator<Buffer> {
  const all = Buffer.from(bytes as string);
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}
const lines = (...values: unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');
const ndjson = (...values: unknown[]): Promise<FeedDocument> => readNdjson(inPieces(lines(...values), 1 << 16), LIMITS);
const json = (value: unknown): Promise<FeedDocument> =>
  readJson(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), LIMITS);
async function allOf(document: Promise<FeedDocument>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const { item } of (await document).items) items.push(item);
  return items;
}
/** The refusal of a document, in words. */
async function refusal(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`Not refused: ${String(error)}`);
  if (!(error instanceof ValidationError)) return [error.status, error.phrase.key];
  return [
    error.status,
    Object.fromEntries([...error.errors].map(([key, list]) => [key, list.map((each) => each.key).join()])),
  ];
}
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a document', () => {
  it('is read alike as JSON and as lines, however these fall into pieces', async () => {
    const head = { ...HEAD, mode: 'full', scope: 'paris', observed_at: '2026-02-02T05:00:00Z' };
    const items: Item[] = [
      SITE,
      { type: 'sites', id: 7, set: {}, initial: { name: 'é "\\' }, partial: true, gone: false, identify: ['name'] },
    ];
    const whole = await json({ ...head, items });
    for (const size of [1, 3, 1000]) {
      const text = `\ufeff${lines(head, items[0], '  ', items[1], { end: 2 })}\r\n`;
      const streamed = await readNdjson(inPieces(text, size), LIMITS);
      expect(streamed.envelope).toEqual(whole.envelope);
      expect(await allOf(Promise.resolve(streamed))).toEqual(items);
    }
    expect(await allOf(Promise.resolve(whole))).toEqual(items);
    expect(whole.envelope).toMatchObject({ mode: 'full', scope: 'paris', observed_at: '2026-02-02T05:00:00Z' });
  });
  it('has defaults for all that it leaves out', async () => {
    const { envelope } = await ndjson(HEAD);
    expect(envelope).toEqual({ source: 'TOOL', mode: 'delta', scope: '', options: readOptions(undefined) });
    expect({ ...envelope.options }).toEqual({
      ...{ errors: 'stop', pointers: 'refuse', names: 'refuse', existing: 'keep', deleted: 'keep' },
      ...{ identify: {}, allow: {}, ext_refs: true, verify: false },
    });
  });
  it('takes any name, also those of JavaScript', async () => {
    const text = `{"type":"sites","ref":"__proto__","set":{"__proto__":{"polluted":1},"constructor":"x"}}`;
    const [item] = await allOf(ndjson(HEAD, text));
    expect(Object.keys(item!.set)).toEqual(['__proto__', 'constructor']);
    const { identify } = readOptions(JSON.parse('{"identify":{"__proto__":["name"]}}'));
    expect([Object.keys(identify), identify['constructor']]).toEqual([['__proto__'], undefined]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
  it.each<[string, () => Promise<unknown>, unknown]>([
    ['no JSON', () => json('{'), [400, 'brokenJson']],
    ['a list', () => json('[]'), [400, 'feedForm']],
    ['nothing', () => ndjson(), [400, 'feedForm']],
    ['bytes that are not UTF-8', () => readJson(Buffer.from([0x7b, 0xff, 0x7d]), LIMITS), [400, 'notUtf8Body']],
    ['too many bytes', () => readJson(Buffer.alloc(9 * MIB, ' '), LIMITS), [413, 'feedBodyUnfolds']],
    ['deep JSON', () => json(`{"feed":1,"items":${nested(16)}}`), [400, 'deepJson']],
    ['very deep JSON', () => json(`{"feed":1,"items":${nested(2 * MIB)}}`), [400, 'deepJson']],
    [
      'brackets in texts are no levels',
      () => json({ ...HEAD, x: nested(50), y: '\\"'.repeat(9), items: 1 }),
      [422, { items: 'array' }],
    ],
    ['no items', () => json(HEAD), [422, { items: 'required' }]],
    [
      'an envelope in which all is wrong',
      () =>
        json({
          ...{ feed: 2, source: 'lower', mode: 'half', scope: 'x'.repeat(191), observed_at: '2026-02-02 05:00:00' },
          options: {
            errors: 1,
            verify: 'yes',
            names: 'cut',
            more: 1,
            allow: { missing: -1 },
            identify: { sites: ['x'] },
          },
        }),
      [
        422,
        {
          ...{ feed: 'feedVersion', source: 'format', mode: 'oneOf', scope: 'maxText', observed_at: 'date' },
          ...{ 'options.errors': 'oneOf', 'options.verify': 'boolean', 'options.names': 'oneOf' },
          ...{ 'options.more': 'unknownField', 'options.allow.missing': 'min', 'options.identify.sites': 'oneOf' },
        },
      ],
    ],
    ['items in the first line', () => ndjson({ ...HEAD, items: [] }), [422, { items: 'feedItemsApart' }]],
    ['a broken line', () => allOf(ndjson(HEAD, '{"type":')), [400, 'feedLine']],
    ['a deep line', () => allOf(ndjson(HEAD, nested(17))), [400, 'deepJson']],
    ['a long line', () => allOf(ndjson(HEAD, { ...SITE, set: { name: 'x'.repeat(MIB) } })), [413, 'feedLineSize']],
    [
      'a long item',
      () => allOf(json({ ...HEAD, items: [{ ...SITE, set: { name: 'x'.repeat(MIB) } }] })),
      [413, 'feedItemSize'],
    ],
    ['too many items', () => allOf(ndjson(HEAD, ...Array<unknown>(5001).fill(SITE))), [413, 'feedMost']],
    ['a full feed without an end', () => allOf(ndjson({ ...HEAD, mode: 'full' }, SITE)), [422, 'feedUnfinished']],
    ['a wrong end', () => allOf(ndjson(HEAD, SITE, { end: 2 })), [422, 'feedUnfinished']],
    ['an end that is no number', () => allOf(ndjson(HEAD, SITE, { end: null })), [422, 'feedUnfinished']],
    ['lines behind the end', () => allOf(ndjson(HEAD, { end: 0 }, SITE)), [400, 'feedAfterEnd']],
    [
      'items of wrong shapes, all of them',
      () =>
        allOf(
          ndjson(HEAD, SITE, 3, { ref: '', set: [] }, { type: 'sites', ref: 'a\nb', id: 0, sett: {}, partial: 'no' }),
        ),
      [
        422,
        {
          'items.1': 'object',
          ...{ 'items.2.type': 'required', 'items.2.ref': 'minText', 'items.2.set': 'object' },
          ...{ 'items.3.ref': 'characters', 'items.3.id': 'min', 'items.3.sett': 'unknownFieldNear' },
          'items.3.partial': 'boolean',
        },
      ],
    ],
    [
      'a reference with half a character',
      () => allOf(ndjson(HEAD, '{"type":"sites","ref":"\\ud800"}')),
      [422, { 'items.0.ref': 'characters' }],
    ],
    [
      'many keys',
      () =>
        allOf(ndjson(HEAD, { type: 'sites', set: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [i, 1])) })),
      [413, 'feedKeys'],
    ],
    [
      'many elements',
      () => allOf(ndjson(HEAD, { type: 'sites', set: { buildings: Array<number>(10_001).fill(1) } })),
      [413, 'feedElements'],
    ],
  ])('refuses %s', async (_, work, expected) => {
    expect(await refusal(work())).toEqual(expected);
  });
});

describe('gzip', () => {
  const unfold = async (bytes: Buffer, max = 8 * MIB): Promise<number> => {
    let size = 0;
    for await (const chunk of unfolded(inPieces(bytes, 1000), max)) size += chunk.length;
    return size;
  };
  it('is unfolded, and refused as soon as it holds more than is taken', async () => {
    expect(await unfold(gzipSync(Buffer.alloc(3 * MIB)))).toBe(3 * MIB);
    const bomb = gzipSync(Buffer.alloc(400 * MIB));
    const before = process.memoryUsage().rss;
    const began = performance.now();
    expect(await refusal(unfold(bomb))).toEqual([413, 'feedBodyUnfolds']);
    expect(performance.now() - began).toBeLessThan(2000);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * MIB);
  });
  it('is refused where it ends early, or is none', async () => {
    const whole = gzipSync(lines(HEAD, SITE));
    expect(await refusal(unfold(whole.subarray(0, -5)))).toEqual([400, 'feedGzip']);
    expect(await refusal(unfold(Buffer.from('{"feed":1}')))).toEqual([400, 'feedGzip']);
  });
  it('passes on what goes wrong before it', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield gzipSync('x').subarray(0, 4);
      throw new Error('The client went away.');
    }
    const read = async (): Promise<void> => {
      for await (const _ of unfolded(broken(), MIB)) void _;
    };
    await expect(read()).rejects.toThrow('The client went away.');
  });
});

it('many lines take little memory', async () => {
  async function* many(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${JSON.stringify(HEAD)}\n`);
    const lot = Buffer.from(`${JSON.stringify({ ...SITE, set: { name: 'x'.repeat(2000) } })}\n`.repeat(50));
    for (let i = 0; i < 1000; i++) yield lot;
  }
  const before = process.memoryUsage().heapUsed;
  const { items } = await readNdjson(many(), { maxBytes: 256 * MIB, maxItems: 100_000 });
  let [count, most] = [0, 0];
  for await (const _ of items) {
    void _;
    if (++count % 5000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  expect(count).toBe(50_000);
  expect(most).toBeLessThan(150 * MIB);
});

it.each<[unknown, string | undefined]>([
  ['ESX-07', undefined],
  ['17', undefined],
  [{ id: 17 }, undefined],
  [{ ref: 'host-7', else: 'create' }, undefined],
  [{ source: 'GLPI', ref: '412' }, undefined],
  [{ match: { vendor: 'Dell', version: '2' } }, undefined],
  [{ ip: '10.1.0.21', type: 'clusters' }, undefined],
  [17, 'pointerNumber'],
  ['', 'pointerShape'],
  [null, 'pointerShape'],
  [{}, 'pointerShape'],
  [{ id: '17' }, 'pointerShape'],
  [{ id: 1, name: 'two ways' }, 'pointerShape'],
  [{ source: 'GLPI', name: 'x' }, 'pointerShape'],
  [{ match: {} }, 'pointerShape'],
  [{ name: 'x', else: 'guess' }, 'pointerShape'],
  [{ name: 'x', colour: 1 }, 'pointerShape'],
  [JSON.parse('{"__proto__":{"id":1}}'), 'pointerShape'],
])('the pointer %j: %s', (value, problem) => {
  const read = readPointer(value);
  expect(typeof read === 'string' ? read : undefined).toBe(problem);
});

it('items of any kind of value are read or refused, and nothing else is thrown', () => {
  const values: unknown[] = [null, true, 0, -1, 1.5, '', 'x', [], {}, [{}], { a: 1 }];
  const members = ['type', 'ref', 'id', 'set', 'initial', 'partial', 'gone', 'observed_at', 'identify'];
  for (const member of members) {
    for (const value of values) {
      const problems = new Problems();
      const item = readItem({ type: 'sites', [member]: value }, 0, problems);
      expect([member, value, item === undefined]).toEqual([member, value, problems.any]);
    }
  }
});
