/** A document of ten megabytes is planned, kept, applied, run and refused as a small one is; what is answered of it is bounded. @seconds 15 */
import { setTimeout as pause } from 'node:timers/promises';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { putSource } from './support/source.js';

const ITEMS = 1200;
const TYPE = 'logical-servers';
const HEADERS = { 'content-type': 'application/x-ndjson' };

const text = (i: number, word: string): string => `${word} ${i} `.repeat(900).trim();

describe.each(ENGINES)('a document of 10 MB on %s', (engine) => {
  const source = 'LONG';
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    await putSource(server, source);
  });
  afterAll(() => server.stop());

  const name = (i: number): string => `${engine} ${String((i * 7919) % ITEMS).padStart(4, '0')}`;
  /** Names are in another order than items; the first is said twice, a half at a time. */
  function send(path: string, word: string, more: object[] = [], headers = {}): Promise<TestAnswer> {
    const items: object[] = Array.from({ length: ITEMS }, (_, i) => ({
      ...{ type: TYPE, ref: `vm-${i}`, set: { name: name(i), description: text(i, word), operating_system: 'Debian' } },
    }));
    items.push({ type: TYPE, ref: 'vm-0', set: { memory: '8' } }, ...more);
    const lines = [{ feed: 1, source, mode: 'full' }, ...items, { end: items.length }];
    return server.post(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`, {
      headers: { ...HEADERS, ...headers },
    });
  }
  const stored = async (i: number): Promise<Record<string, unknown>> =>
    (await server.get(`/api/${TYPE}?filter[name]=${name(i)}`)).body[0];

  it('is planned without a trace', async () => {
    const { status, body } = await send('/api/feed/runs?dry_run=1', 'one');
    expect([status, body.data.state, body.data.counts.create]).toEqual([200, 'ready', ITEMS]);
    expect(body.data.changes[0]).toMatchObject({ action: 'create', name: `${engine} 0000` });
    expect(await stored(0)).toBeUndefined();
  });

  it('is kept as a plan, and applied', async () => {
    const { body } = await send('/api/feed/plans', 'one');
    expect([body.data.state, body.data.counts.create]).toEqual(['ready', ITEMS]);
    const applied = await server.post(`/api/feed/plans/${body.data.id}/apply`, undefined);
    expect([applied.status, applied.body.data.counts.create]).toEqual([200, ITEMS]);
    for (const i of [0, 1, 600, ITEMS - 1])
      expect(await stored(i)).toMatchObject({ description: text(i, 'one'), memory: i ? null : '8' });
  });

  it('is refused as a whole where one of its items is wrong', async () => {
    const { status, body } = await send('/api/feed/runs', 'two', [{ type: TYPE, ref: 'bad', set: { name: '' } }]);
    expect([status, body.counts.errors, body.findings.length]).toEqual([422, 1, 1]);
    expect((await stored(5))['description']).toBe(text(5, 'one'));
  });

  it('is run, and run again', async () => {
    const first = await send('/api/feed/runs', 'two');
    expect([first.status, first.body.data.counts.update]).toEqual([200, ITEMS]);
    for (const i of [0, 17, ITEMS - 1]) expect((await stored(i))['description']).toBe(text(i, 'two'));
    const again = await send('/api/feed/runs', 'two');
    expect([again.status, again.body.data.counts]).toEqual([
      200,
      expect.objectContaining({ update: 0, unchanged: ITEMS }),
    ]);
  });

  it('is run in the background', async () => {
    const begun = await send('/api/feed/runs', 'three', [], { prefer: 'respond-async' });
    expect(begun.status).toBe(202);
    let state = 'working';
    for (const until = Date.now() + 60_000; state === 'working' && Date.now() < until; await pause(50))
      state = (await server.get(begun.headers.get('location')!)).body.data.state as string;
    expect([state, (await stored(9))['description']]).toEqual(['applied', text(9, 'three')]);
  });

  it('is answered in pages of a megabyte', async () => {
    const long = (i: number): object => ({
      ...{ type: TYPE, ref: `long-${i}`, set: { name: `${engine} long ${i}`, description: `${i} `.repeat(40_000) } },
    });
    const items = Array.from({ length: 100 }, (_, i) => long(i));
    const lines = [{ feed: 1, source }, ...items].map((line) => `${JSON.stringify(line)}\n`).join('');
    const { status, body } = await server.post('/api/feed/plans', lines, { headers: HEADERS });
    expect([status, body.data.counts.create]).toEqual([201, 100]);
    const most = 1.3 * 2 ** 20;
    expect(body.data.changes.length).toBeGreaterThan(5);
    expect(JSON.stringify(body.data.changes).length).toBeLessThan(most);
    const found: unknown[] = [];
    for (let next: string | undefined = `/api/feed/plans/${body.data.id}/changes`; next;) {
      const page = await server.get(next);
      expect(JSON.stringify(page.body).length).toBeLessThan(most);
      found.push(...page.body.map(({ n }: { n: number }) => n));
      next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(found).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    const dry = await server.post('/api/feed/runs?dry_run=1', lines, { headers: HEADERS });
    expect(dry.body.data.changes).toEqual(body.data.changes);
  });
});
