/** Vulnerabilities that were found: the list, what people decide, who may see it, and the documents for others. @seconds 8 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileFeed } from '../../src/vulnerabilities/feeds/feed.js';
import { importFeed } from '../../src/vulnerabilities/feeds/import-feed.js';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { cpe, nvd, nvdFeed } from './feeds.js';

type Json = Record<string, unknown>;

const scored = (baseScore: number): Json => ({
  metrics: { cvssMetricV31: [{ type: 'Primary', cvssData: { baseScore } }] },
});
const FEED = nvdFeed([
  nvd('CVE-2099-0001', [cpe('acme:shop', '*', { versionEndExcluding: '2' })], scored(5)),
  nvd('CVE-2099-0002', [cpe('acme:shop', '*', { versionEndExcluding: '3' })], scored(9.8)),
  nvd('CVE-2099-0003', [cpe('acme:shop', '*', { versionEndExcluding: '3' })], scored(7)),
]);
const KEV: Json = {
  ...{ title: 'Catalog', catalogVersion: '2099.01.01', dateReleased: '2099-01-01T00:00:00Z', count: 1 },
  vulnerabilities: [
    {
      ...{
        cveID: 'CVE-2099-0001',
        vendorProject: 'Acme',
        product: 'Shop',
        vulnerabilityName: 'x',
        dateAdded: '2099-01-01',
      },
      ...{
        shortDescription: 'x',
        requiredAction: 'Update.',
        dueDate: '2099-02-01',
        knownRansomwareCampaignUse: 'Known',
      },
    },
  ],
};
const EPSS = '#model_version:v2099,score_date:2099-01-01T00:00:00+0000\ncve,epss,percentile\nCVE-2099-0003,0.5,0.9\n';

describe.each(ENGINES)('vulnerabilities that were found on %s', (engine) => {
  let server: TestServer;
  let shop: number;
  const folder = mkdtempSync(join(tmpdir(), 'meridian-found-'));
  const load = (name: string, content: unknown): Promise<unknown> => {
    const path = join(folder, name);
    writeFileSync(path, Buffer.isBuffer(content) ? content : JSON.stringify(content));
    return importFeed(server.database, fileFeed(path));
  };
  const list = async (query = '', token?: string): Promise<Json[]> => {
    const { status, body } = await server.get(`/api/vulnerabilities${query}`, token === undefined ? {} : { token });
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.data as Json[];
  };
  const numbers = async (query = '', token?: string): Promise<unknown[]> => (await list(query, token)).map(({ cve }) => cve); // prettier-ignore
  const decide = (id: unknown, body: Json, token?: string): Promise<TestAnswer> =>
    server.patch(`/api/vulnerabilities/${String(id)}`, body, token === undefined ? {} : { token });

  beforeAll(async () => {
    server = await TestServer.start(engine);
    await load('nvd.json', FEED);
    await load('kev.json', KEV);
    await load('epss.csv.gz', gzipSync(EPSS));
    const body = { name: 'Shop', vendor: 'Acme', product: 'Shop', version: '1.0', security_need_c: 4 };
    shop = (await server.post('/api/applications', body)).body.id as number;
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('the most urgent first, with the reasons: known to be exploited, then probable, then bad', async () => {
    const [first, second, third] = await list();
    expect(first).toMatchObject({
      ...{ cve: 'CVE-2099-0001', object: { type: 'applications', id: shop, name: 'Shop' }, score: 5, state: 'open' },
      ...{ identity: 'Acme Shop 1.0', affected: '< 2', kev: { added: '2099-01-01', ransomware: true } },
      urgency: [
        { reason: 'known_exploited', since: '2099-01-01' },
        { reason: 'needs', value: 4, of: null },
      ],
    });
    expect(second).toMatchObject({ cve: 'CVE-2099-0003', epss: 0.5, percentile: 0.9 });
    expect(third).toMatchObject({ cve: 'CVE-2099-0002', epss: null, kev: null });
  });

  it.each([
    ['?known_exploited=1', ['CVE-2099-0001']],
    ['?min=7', ['CVE-2099-0003', 'CVE-2099-0002']],
    ['?new_since=2020-01-01&filter[score_lt]=6', ['CVE-2099-0001']],
    ['?new_since=2999-01-01', []],
    ['?filter[cve]=CVE-2099-0002,CVE-2099-0003&sort=cve', ['CVE-2099-0002', 'CVE-2099-0003']],
    ['?filter[kev]=0&sort=-score', ['CVE-2099-0002', 'CVE-2099-0003']],
    ['?filter[epss_gte]=0.4', ['CVE-2099-0003']],
    ['?filter[object]=applications:999', []],
    ['?filter[object]=applications&page[size]=1&page[number]=2', ['CVE-2099-0003']],
    ['?filter[state]=accepted', []],
  ])('%s', async (query, expected) => expect(await numbers(query)).toEqual(expected));

  it.each([
    '?filter[nothing]=1',
    '?filter[score]=much',
    '?filter[object]=sites',
    '?sort=name',
    '?min=x',
    '?known_exploited=2',
    '?new_since=soon',
    '?page[size]=0',
  ])('%s is 400', async (query) =>
    // prettier-ignore
    expect((await server.get(`/api/vulnerabilities${query}`)).status).toBe(400),
  );

  it('a decision holds until its day, is written in the journal, and can be taken back', async () => {
    const { id } = (await list('?filter[cve]=CVE-2099-0002'))[0]!;
    const decided = await decide(id, { state: 'accepted', reason: 'Nobody reaches it.', until: '2999-01-01' });
    expect([decided.status, decided.body.data]).toMatchObject([
      200,
      { state: 'accepted', reason: 'Nobody reaches it.' },
    ]);
    expect(await numbers('?filter[state]=accepted')).toEqual(['CVE-2099-0002']);
    expect(await numbers('?filter[state]=open')).toEqual(['CVE-2099-0001', 'CVE-2099-0003']);
    await decide(id, { state: 'accepted', until: '2020-01-01' });
    expect(await numbers('?filter[state]=accepted')).toEqual([]);
    for (const body of [{}, { state: 'gone' }, { state: 'fixed', until: 'soon' }, { state: 'fixed', reason: 7 }])
      expect((await decide(id, body)).status).toBe(422);
    expect((await decide(4_000_000, { state: 'fixed' })).status).toBe(404);
    await decide(id, { state: 'not_affected', reason: 'Not used.' });
    const report = (await server.get('/api/report/cve?format=json')).body.sheets as Array<{ rows: unknown[][] }>;
    expect(report[0]!.rows.map((row) => row[4])).toEqual(['CVE-2099-0003', 'CVE-2099-0001']);
    const vex = (await server.get('/api/vulnerabilities/vex')).body;
    expect(vex.vulnerabilities).toContainEqual(expect.objectContaining({ id: 'CVE-2099-0002', analysis: { state: 'not_affected', detail: 'Not used.' } })); // prettier-ignore
    const csaf = (await server.get('/api/vulnerabilities/vex?format=csaf')).body;
    expect(csaf.vulnerabilities).toContainEqual(expect.objectContaining({ cve: 'CVE-2099-0002', product_status: { known_not_affected: [`applications:${shop}`] } })); // prettier-ignore
    expect((await server.get('/api/vulnerabilities/vex?format=pdf')).status).toBe(400);
    await decide(id, { state: 'open' });
  });

  it('a decision holds until its moment, which is one that there is', async () => {
    const [found] = await list('?page[size]=1');
    const until = async (day: string): Promise<unknown> => {
      const { status, body } = await decide(found!['id'], { state: 'accepted', until: day });
      return status === 200 ? (body.data as Json)['until'] : status;
    };
    expect(await until('2099-01-01T10:00:00Z')).toBe('2099-01-01T10:00:00.000000Z');
    expect(await until('2099-01-01T10:00:00+02:00')).toBe('2099-01-01T08:00:00.000000Z');
    expect(await until('9999-12-31T23:59:59-10:00')).toBe(422);
    expect((await decide(found!['id'], { state: 'open' })).status).toBe(200);
  });

  it('takes as many objects as a filter takes values', async () => {
    const other = Array.from({ length: 998 }, (_, i) => `databases:${100 + i}`);
    const all = `filter[object]=applications:${shop},databases,${other.join(',')}`;
    expect((await list(`?${all}`)).length).toBe((await list()).length);
    expect(await list(`?filter[object]=${other.join(',')}`)).toEqual([]);
  });

  it('rights are those of the object', async () => {
    const { id } = (await list())[0]!;
    const nobody = await server.userWith(['site_access']);
    expect((await server.get('/api/vulnerabilities', { token: nobody.token })).status).toBe(403);
    expect((await decide(id, { state: 'fixed' }, nobody.token)).status).toBe(403);
    const reader = await server.userWith(['application_access', 'application_show']);
    expect(await numbers('', reader.token)).toHaveLength(3);
    expect((await decide(id, { state: 'fixed' }, reader.token)).status).toBe(403);
    expect((await server.get(`/api/applications/${shop}/vulnerabilities`, { token: reader.token })).status).toBe(200);
    expect((await server.get(`/api/applications/${shop}/vulnerabilities`, { token: nobody.token })).status).toBe(403);
    expect((await server.get('/api/vulnerabilities', { token: null })).status).toBe(401);
  });

  it('looks nothing up anew unless an object or a source changed, and knows what was stored while it looked', async () => {
    await list();
    const { database } = server;
    const stream = database.stream.bind(database);
    let reads = 0;
    database.stream = (...args: Parameters<typeof stream>) => (reads++, stream(...args));
    try {
      await server.post('/api/sites', { name: 'No product' });
      await server.login('admin', 'Correct-horse-9');
      await list();
      expect(reads).toBe(0);
      const other = { name: 'Second shop', vendor: 'acme', product: 'shop', version: '1.0' };
      const [, { body }] = await Promise.all([list(), server.post('/api/applications', other), list()]);
      expect(await numbers(`?filter[object]=applications:${(body as { id: number }).id}`)).toHaveLength(3);
      expect(reads).toBeGreaterThan(0);
      await server.delete(`/api/applications/${(body as { id: number }).id}`);
      expect(await list()).toHaveLength(3);
    } finally {
      database.stream = stream;
    }
  });
  it('takes moments as all filters do, and says which one there is not', async () => {
    expect([await numbers('?new_since=-1d'), await numbers('?new_since=1d')]).toEqual([expect.anything(), []]);
    expect(await numbers('?new_since=-1d')).toHaveLength(3);
    const { status, body } = await decide(999_999, { state: 'fixed' });
    expect([status, (body as Json)['message']]).toEqual([404, 'There is no object “999999” among Vulnerabilities.']);
  });

  it('of one object: what was found, and whether anything can be told', async () => {
    const of = async (id: number): Promise<Json> => (await server.get(`/api/applications/${id}/vulnerabilities`)).body as Json; // prettier-ignore
    expect(await of(shop)).toMatchObject({ meta: { total: 3, answer: { state: 'hit', reason: null } } });
    const { id } = (await server.post('/api/applications', { name: 'Nameless' })).body as { id: number };
    const carried = { objects: 0, left_out: 0, hit: 0, not_hit: 0, cannot_be_told: 0, unclear: [] };
    const answer = { state: 'cannot_be_told', reason: 'no_identity' };
    expect(await of(id)).toEqual({ data: [], meta: { total: 0, page: 1, size: 50, answer, carried } });
    expect((await server.get('/api/applications/4000000/vulnerabilities')).status).toBe(404);
  });

  it('one that is updated is hit no more, and what was there before comes back as it was', async () => {
    const before = await list();
    await server.patch(`/api/applications/${shop}`, { version: '2.5' });
    expect(await numbers()).toEqual(['CVE-2099-0003', 'CVE-2099-0002']);
    await server.patch(`/api/applications/${shop}`, { version: '1.0' });
    expect(await list()).toEqual(before);
  });
});
