/** Documents of some kilobytes that mean thousands of objects: what is answered stays small, and so does what it costs. @seconds 20 */
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { putSource } from './support/source.js';

const NDJSON = { 'content-type': 'application/x-ndjson' };
const SHARED = 'what all of them share';
const ADDRESS = '10.99.99.99';
const ALIKE = 300;
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

interface Finding {
  level: string;
  code: string;
  message: string;
  candidates?: number[];
  with?: number[];
  fits?: number;
  more?: number;
}

describe.each(ENGINES)('what documents cost on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { FEED_MAX_POINTERS: '12000', FEED_PLAN_MEMORY: String(12 << 20) });
    await putSource(server, 'COSTS');
    const workstations = times(ALIKE, (i) => ({
      ...{ type: 'workstations', ref: `w${i}` },
      set: { name: `workstation ${i}`, description: SHARED, address_ip: ADDRESS },
    }));
    expect((await send('runs', workstations)).status).toBe(200);
  }, 300_000);
  afterAll(() => server.stop());

  const send = (path: string, items: object[], options: object = {}, headers = {}): Promise<TestAnswer> =>
    server.post(
      `/api/feed/${path}`,
      [{ feed: 1, source: 'COSTS', options }, ...items].map((line) => `${JSON.stringify(line)}\n`).join(''),
      { headers: { ...NDJSON, ...headers } },
    );
  const application = (workstations: unknown[], i = 0): object => ({
    ...{ type: 'applications', ref: `a${i}`, set: { name: `application ${i}`, workstations } },
  });
  const allFindings = async (id: string): Promise<Finding[]> => {
    const all: Finding[] = [];
    for (let after = 0; ; after += 1000) {
      const { body } = await server.get(`/api/feed/plans/${id}/findings?page[size]=1000&page[after]=${after}`);
      all.push(...(body as Finding[]));
      if (body.length < 1000) return all;
    }
  };

  it.each([
    ['match', { match: { description: SHARED } }],
    ['ip', { ip: ADDRESS }],
  ])('pointers by %s that fit hundreds name ten of them, and how many there are', async (way, pointer) => {
    const { status, body } = await send('plans', [application(times(200, () => pointer))]);
    expect([status, body.data.counts.errors]).toEqual([201, 200]);
    const [finding] = body.data.findings as Finding[];
    expect(finding).toMatchObject({ code: 'ambiguous', fits: ALIKE });
    expect(finding!.candidates).toHaveLength(10);
    const named = finding!.candidates!.map(async (id) => {
      const { name } = (await server.get(`/api/workstations/${id}`)).body.data;
      return `#${id} ${name}`;
    });
    const first = (await Promise.all(named)).join(', ');
    expect(finding!.message).toBe(`More than one object fits by ${way}: ${first} and ${ALIKE - 10} more.`);
  });

  it('pointers by several addresses say that there are more', async () => {
    const { body } = await send('plans', [application([{ ip: `${ADDRESS}, 10.99.99.98` }, { ip: ADDRESS }])]);
    expect((body.data.findings as Finding[]).map(({ fits, message }) => [fits, /\d+ more/.test(message)])).toEqual([
      [ALIKE, true],
      [ALIKE, true],
    ]);
    const both = times(20, (i) => ({
      type: 'workstations',
      ref: `b${i}`,
      set: { name: `b ${i}`, address_ip: '10.1.1.1' },
    }));
    const other = { type: 'workstations', ref: 'c', set: { name: 'c', address_ip: '10.1.1.2' } };
    const told = await send('plans', [...both, other, application([{ ip: '10.1.1.1, 10.1.1.2' }, { ip: '10.1.1.1' }])]);
    expect((told.body.data.findings as Finding[]).map(({ message, with: items }) => [message, items?.length])).toEqual([
      ['More than one object fits by ip: items 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and more.', 10],
      ['More than one object fits by ip: items 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 10 more.', 10],
    ]);
  });

  it('items that fit hundreds name ten of them', async () => {
    const items = times(50, (i) => ({
      ...{ type: 'workstations', ref: `n${i}`, set: { name: `new ${i}`, address_ip: ADDRESS } },
    }));
    const { body } = await send('plans', items, { identify: { workstations: ['ip'] } });
    // Their names say of each that it is another one.
    expect([body.data.counts.errors, body.data.counts.create]).toEqual([0, 50]);
    expect(body.data.findings).toHaveLength(50);
    for (const finding of body.data.findings as Finding[])
      expect([finding.candidates?.length, finding.fits]).toEqual([10, ALIKE]);
  });

  it('of alike findings 10,000 are kept, and the others are counted', async () => {
    const items = [0, 1].map((i) =>
      application(
        times(5500, (k) => `nothing ${i} ${k}`),
        i,
      ),
    );
    const { status, body } = await send('plans', items, { pointers: 'drop' });
    expect([status, body.data.state, body.data.counts]).toEqual([
      201,
      'ready',
      expect.objectContaining({ create: 2, warnings: 11_000, errors: 0 }),
    ]);
    const all = await allFindings(body.data.id as string);
    expect(all.length).toBeLessThanOrEqual(10_001);
    const kept = all.filter(({ more }) => more === undefined).length;
    expect(all.at(-1)).toMatchObject({
      ...{ level: 'warning', code: 'unresolved', type: 'applications', more: 11_000 - kept },
      message: `and ${11_000 - kept} more like this (unresolved)`,
    });
    // One pointer of each is enough to look at the item again.
    const applied = await server.post(`/api/feed/plans/${body.data.id}/apply`, undefined);
    expect([applied.status, applied.body.data.counts.create]).toEqual([200, 2]);
  });

  it('a pointer too many is refused', async () => {
    const items = [0, 1].map((i) =>
      application(
        times(6001, (k) => `nothing ${k}`),
        i,
      ),
    );
    const { status, body } = await send('plans', items, { pointers: 'drop' });
    expect([status, body.message]).toEqual([
      413,
      'The feed has more than 12000 pointers to other objects: send it in several parts.',
    ]);
  });

  it('what planning takes too much memory for is refused, and named', async () => {
    const long = times(4, (i) =>
      application(
        times(2750, (k) => `${i} ${k} ${'x'.repeat(240)}`),
        i,
      ),
    );
    const sentence =
      'Planning this feed takes more than 12 MiB of memory, most of it for its pointers to other objects: ' +
      'send it in several parts.';
    for (const path of ['plans', 'runs', 'runs?dry_run=1']) {
      const { status, body } = await send(path, long);
      expect([status, body.message]).toEqual([413, sentence]);
    }
    const french = await send('plans', long, {}, { 'accept-language': 'fr' });
    expect(french.body.message).toContain('plus de 12 Mio de mémoire, surtout pour ses pointeurs');
  });

  it('what objects hold, and would be changed, counts too; texts that stay are not held', async () => {
    const long = 'x'.repeat(1 << 20);
    const names = times(10, (i) => `long ${i}`);
    const refs: number[] = [];
    for (const name of names) {
      const { body } = await server.post('/api/applications', { name, description: long });
      refs.push(body.id as number);
    }
    const items = (set: (name: string) => object): object[] =>
      names.map((name, i) => ({ type: 'applications', ref: `l${i}`, id: refs[i], set: { name, ...set(name) } }));
    const refused = await send(
      'plans',
      items(() => ({ description: 'new' })),
      { existing: 'take' },
    );
    expect([refused.status, refused.body.message]).toEqual([
      413,
      'Planning this feed takes more than 12 MiB of memory, most of it for what its objects hold now, and what it would ' +
        'change: send it in several parts.',
    ]);
    const others = await send(
      'plans',
      items(() => ({ responsible: 'somebody' })),
      { existing: 'take' },
    );
    expect([others.status, others.body.data.counts.update]).toEqual([201, 10]);
  });

  it('what pointers seek by long texts reads none that are longer, and of others few at a time', async () => {
    const { database } = server;
    const sizes = [3, 3, 3, 3].map((mib) => mib << 20);
    for (const [i, size] of sizes.entries())
      await server.post('/api/databases', { name: `long ${i}`, description: `${'y'.repeat(size)}${i}` });
    const { body: found } = await server.post('/api/databases', { name: 'short', description: 'Réserve' });
    const all = database.all.bind(database);
    let most = 0;
    database.all = async (...asked: Parameters<typeof all>) => {
      const rows = await all(...asked);
      most = Math.max(most, ...rows.map((row) => String(row['description'] ?? '').length));
      return rows;
    };
    const pointing = (databases: object[]): object => ({
      type: 'applications',
      ref: 'p',
      set: { name: 'p', databases },
    });
    try {
      const { body } = await send('plans', [
        pointing([{ match: { description: 'RESERVE' } }, { match: { name: 'long 2' } }]),
      ]);
      expect([body.data.counts.errors, most < 1 << 20]).toEqual([0, true]);
      expect(JSON.stringify(body.data.changes)).toContain(`"id":${found.id}`);
      const absent = await send('plans', [pointing([{ match: { description: 'y'.repeat(500_000) } }])]);
      expect([absent.body.data.counts.errors, most]).toEqual([1, (3 << 20) + 1]);
    } finally {
      database.all = all;
    }
  });

  it('pointers seek by 50 sets of columns', async () => {
    const columns = ['name', 'description', 'type', 'vendor', 'model', 'manufacturer', 'operating_system', 'status'];
    const matches = times(120, (i) => ({
      match: Object.fromEntries(columns.filter((_, bit) => (i + 1) & (1 << bit)).map((name) => [name, 'x'])),
    })).filter(({ match }) => Object.keys(match).length);
    const { body } = await send('plans', [application(matches)], { pointers: 'drop' });
    const wrong = (body.data.findings as Finding[]).filter(({ message }) => message.includes('combination'));
    expect(wrong.length).toBe(matches.length - 50);
  });

  it('small rows that are wrong tell of each row, and not of all rows each time', async () => {
    const rows = times(3000, (i) => `row ${i}`);
    const began = process.cpuUsage();
    const { body } = await send('plans', [{ type: 'activities', ref: 'x', set: { name: 'x', impacts: rows } }]);
    const { user } = process.cpuUsage(began);
    expect([body.data !== undefined, user / 1e6 < 20]).toEqual([true, true]);
  });
});
