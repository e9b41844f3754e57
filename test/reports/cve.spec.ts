/** The report of known vulnerabilities: rows, sheets, rights, sources, and that it costs the same for any map. @seconds 7 */
import { importFeed } from '../../src/vulnerabilities/feeds/import-feed.js';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { cpe, cve5, nvd, nvdFeed, product } from '../vulnerabilities/feeds.js';
import { json, ProviderStub } from '../vulnerabilities/provider-stub.js';

type Sheet = { name: string; columns: string[]; rows: unknown[][] };

const COLUMNS = ['Name', 'CPE Vendor', 'CPE Name', 'CPE Version', 'CVE', 'CVE Affected Version', 'CVE Summary', 'CVE References', 'CVE Impact', 'CVE Score', 'CVE Published']; // prettier-ignore
/** What stands behind the columns that older clients know. */
const FURTHER = ['Matched by', 'Told by', 'Known exploited since', 'Probability (EPSS)', 'State', 'Unknown because'];
const NO_SOURCE = 'no CVE source: set CVE_PROVIDER_URL or import a feed';
const EMPTY = [null, null, null, null, null];

const scored = (baseScore: number): object => ({ cvssMetricV31: [{ type: 'Primary', cvssData: { baseScore } }] });

/** An invented product with ranges of every kind. */
const FEED = [
  nvd('CVE-2099-0001', [
    cpe('acme:widget_server', '*', { versionStartIncluding: '2.0.0', versionEndExcluding: '2.2.0' }),
  ]),
  nvd('CVE-2099-0002', [cpe('acme:widget_server', '2.1.0'), cpe('acme:widget_server', '1.0')], {
    metrics: scored(9.9),
  }),
  nvd('CVE-2099-0003', [cpe('acme:widget_server', '*', { versionEndIncluding: '2.0.9' })], { metrics: scored(10) }),
  nvd('CVE-2099-0004', [cpe('acme:widget_server')], { metrics: {} }),
  cve5('CVE-2099-0005', [
    product('ACME', 'Widget Server', [{ version: '2.1', status: 'unaffected', lessThan: '2.2' }], 'affected'),
  ]),
  cve5('CVE-2099-0006', [
    product('ACME', 'Widget Server', [{ version: '3', status: 'unaffected', lessThan: '4' }], 'affected'),
  ]),
  nvd('CVE-2099-0007', [cpe('acme:widget_server')], { vulnStatus: 'Rejected' }),
  nvd('CVE-2099-0008', [{ ...cpe('acme:widget_server'), vulnerable: false }, cpe('acme:other', '1')]),
  nvd('CVE-2099-0009', [cpe('sap:s\\/4hana', '*', { versionEndExcluding: '1.0' })]),
];

describe.each(ENGINES)('reports 4.16: known vulnerabilities on %s', (engine) => {
  let server: TestServer;
  let stub: ProviderStub;
  const start = (settings: Record<string, string> = {}): Promise<TestServer> => TestServer.start(engine, settings);
  const load = (records: unknown[], name = 'feed.json', on = server): Promise<unknown> =>
    importFeed(on.database, {
      name,
      fingerprint: async () => name.padEnd(64, '0'),
      contents: async function* () {
        yield (async function* () {
          yield Buffer.from(JSON.stringify(nvdFeed(records)));
        })();
      },
    });
  const application = async (
    name: string,
    vendor: string | null,
    what: string | null,
    version: string | null,
    on = server,
  ): Promise<TestAnswer> => {
    const answer = await on.post('/api/applications', { name, vendor, product: what, version });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer;
  };
  const sheets = async (query = '', on = server, token?: string): Promise<Sheet[]> => {
    const { status, body } = await on.get(`/api/report/cve?format=json${query}`, { token });
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.sheets as Sheet[];
  };
  /** The columns that older clients know. */
  const rows = async (query = '', on = server, token?: string): Promise<unknown[][]> =>
    (await sheets(query, on, token))[0]!.rows.map((row) => row.slice(0, -FURTHER.length));

  beforeAll(async () => {
    stub = await ProviderStub.start();
  });
  afterAll(() => stub.stop());
  beforeEach(() => stub.asked.splice(0));

  describe('with imported feeds', () => {
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server.stop());

    it('an empty map: headings alone; without a source: a row that says so', async () => {
      expect((await sheets()).slice(0, 2)).toMatchObject([
        { name: 'CVE', columns: [...COLUMNS, ...FURTHER], rows: [] },
        {
          name: 'Sources',
          columns: ['Source', 'Records', 'Last modified', 'Last import or fetch', 'Note', 'Kind', 'Covers', 'Age'],
          rows: [],
        },
      ]);
      await application('Nothing', null, null, null);
      await application('Widget', 'Acme', 'Widget Server', '2.1.0');
      expect(await rows()).toEqual([
        ['Nothing', null, null, null, 'unknown', null, ...EMPTY],
        ['Widget', 'Acme', 'Widget Server', '2.1.0', 'error', NO_SOURCE, ...EMPTY],
      ]);
    });

    it('one row for each vulnerability that touches the version, the worst first', async () => {
      await load(FEED);
      const found = (await rows()).filter(([name]) => name === 'Widget').map((row) => row.slice(4));
      const description = (id: string): unknown[] => [`Description of ${id}`, `https://example.org/${id}`];
      expect(found).toEqual([
        ['CVE-2099-0002', '2.1.0', ...description('CVE-2099-0002'), 'CRITICAL', 9.9, '2099-01-02'],
        ['CVE-2099-0001', '>= 2.0.0, < 2.2.0', ...description('CVE-2099-0001'), 'CRITICAL', 9.1, '2099-01-02'],
        [
          'CVE-2099-0006',
          '*',
          'Record of CVE-2099-0006',
          'https://example.com/CVE-2099-0006',
          'MEDIUM',
          5.4,
          '2099-01-05',
        ],
        ['CVE-2099-0004', '*', ...description('CVE-2099-0004'), null, null, '2099-01-02'],
      ]);
    });

    it('versions, spellings, products without a name and deleted applications', async () => {
      await application('App a', 'ACME', ' widget_server', 'v1.0');
      await application('App b', 'acme', 'Widget  Server', null);
      await application('App c', 'SAP', 'S/4HANA', '1.0-rc1');
      await application('App d', 'SAP', 'S/4HANA', '1.0');
      await application('App e', 'acme', null, '1');
      await application('App f', '*', 'n/a', '1');
      await application('App g', 'nobody', 'nothing', '1');
      const { body } = await application('App h', 'acme', 'other', '1');
      await server.delete(`/api/applications/${body.id}`);
      const found = (await rows()).filter(([name]) => String(name).startsWith('App'));
      expect(found.map(([name, , , , id, ranges]) => [name, id, ranges])).toEqual([
        ['App a', 'CVE-2099-0003', '<= 2.0.9'],
        ['App a', 'CVE-2099-0002', '1.0'],
        ['App a', 'CVE-2099-0005', '*'],
        ['App a', 'CVE-2099-0006', '*'],
        ['App a', 'CVE-2099-0004', '*'],
        ['App b', 'CVE-2099-0003', '<= 2.0.9'],
        ['App b', 'CVE-2099-0002', '2.1.0 || 1.0'],
        ['App b', 'CVE-2099-0001', '>= 2.0.0, < 2.2.0'],
        ['App b', 'CVE-2099-0005', '*'],
        ['App b', 'CVE-2099-0006', '*'],
        ['App b', 'CVE-2099-0004', '*'],
        ['App c', 'CVE-2099-0009', '< 1.0'],
        ['App d', 'none', null],
        ['App e', 'unknown', null],
        ['App f', 'unknown', null],
        ['App g', 'unknown', null],
      ]);
    });

    it('workbook and csv hold the same; the second sheet tells the sources', async () => {
      const csv = await server.get('/api/report/cve?format=csv');
      expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="cve-\d{8}\.csv"$/);
      const lines = String(csv.body).split('\r\n');
      expect(lines[0]).toBe([...COLUMNS, ...FURTHER].join(','));
      expect(lines.filter((line) => line.startsWith('App d'))).toEqual(['App d,SAP,S/4HANA,1.0,none,,,,,,,,,,,,']);
      expect(String((await server.get('/api/report/cve')).body)).toMatch(/^PK/);
      const sources = String((await server.get('/api/report/cve?format=csv&sheet=Sources')).body).split('\r\n');
      expect(sources[1]).toMatch(/^feed\.json,9,2099-02-03,\d{4}-\d\d-\d\d,,"cve5, nvd",,$/);
      expect((await server.get('/api/report/cve?format=docx')).status).toBe(400);
    });

    it('objects=all: the other objects that name a product, with their type', async () => {
      await server.post('/api/application-modules', {
        name: 'Module',
        vendor: 'acme',
        product: 'other',
        version: '1.0.0',
      });
      const [sheet] = await sheets('&objects=all');
      expect(sheet!.columns).toEqual(['Object type', ...COLUMNS, ...FURTHER]);
      const found = sheet!.rows.filter(([, name]) => name === 'Module').map((row) => [row[0], row[5], row[6]]);
      expect(found).toEqual([['Application modules', 'CVE-2099-0008', '1']]);
      expect(sheet!.rows[0]![0]).toBe('Applications');
      expect((await rows('&objects=applications')).some(([name]) => name === 'Module')).toBe(false);
      expect((await server.get('/api/report/cve?objects=some')).status).toBe(400);
      const { token } = await server.userWith(['reports_access', 'application_access']);
      expect((await rows('&objects=all', server, token)).some(([, name]) => name === 'Module')).toBe(false);
    });

    it('contract 3: needs the rights on reports and applications; a delegation shows its application alone', async () => {
      const status = async (abilities: string[]): Promise<number> =>
        (await server.get('/api/report/cve', await server.userWith(abilities))).status;
      expect((await server.get('/api/report/cve', { token: null })).status).toBe(401);
      expect(await status(['application_access'])).toBe(403);
      expect(await status(['reports_access'])).toBe(403);
      expect(await status(['reports_access', 'application_access'])).toBe(200);
      const person = await server.userWith(['reports_access']);
      const { body } = await application('Delegated', 'SAP', 'S/4HANA', '0.9');
      await server.post('/api/cartographers', { cartographiable_type: 'applications', cartographiable_id: body.id, user_id: person.id }); // prettier-ignore
      expect((await rows('', server, person.token)).map(([name, , , , id]) => [name, id])).toEqual([
        ['Delegated', 'CVE-2099-0009'],
      ]);
    });

    it('as many statements for ten times as many applications and vulnerabilities', async () => {
      const once = async (): Promise<number> => (await server.statements(() => sheets())).length;
      // The token is remembered for a second: of two runs one asks for nothing but the report.
      const counted = async (): Promise<number> => Math.min(await once(), await once());
      const before = await counted();
      const many = Array.from({ length: 200 }, (_, i) => nvd(`CVE-2099-${30_000 + i}`, [cpe('many:faults')]));
      await load(many, 'many.json');
      const items = Array.from({ length: 100 }, (_, i) => ({
        name: `Many ${i}`,
        vendor: i ? `v${i}` : 'many',
        product: 'faults',
      }));
      expect((await server.post('/api/applications/mass-store', { items })).status).toBe(201);
      expect((await rows()).filter(([name]) => name === 'Many 0')).toHaveLength(200);
      expect(await counted()).toBe(before);
    });
  });

  describe('with a provider', () => {
    let on: TestServer;
    beforeAll(async () => {
      on = await start({ CVE_PROVIDER_URL: stub.url, CVE_HTTP_RETRIES: '0', CVE_REPORT_BUDGET_MS: '700' });
    });
    afterAll(() => on.stop());
    const widget = {
      cvelistv5: [
        cve5('CVE-2099-0010', [product('Acme', 'Widget', [{ version: '1', status: 'affected', lessThan: '2' }])]),
      ],
    };

    it('asks once, tells what it heard, and errors where nobody answers', async () => {
      stub.answer = ({ path }, response) => json(response, path.endsWith(':widget') ? widget : { cvelistv5: [] });
      await application('App A', 'Acme', 'Widget', '1.5', on);
      await application('App B', 'Acme', 'Widget', '2.0', on);
      expect((await rows('', on)).map((row) => row.slice(4, 6))).toEqual([['CVE-2099-0010', '>= 1, < 2'], ['none', null]]); // prettier-ignore
      await rows('', on);
      expect(stub.asked).toHaveLength(1);
      stub.answer = (_, response) => response.destroy();
      await application('App C', 'Acme', 'Gadget', '1', on);
      const reason = `vulnerability-lookup at 127.0.0.1:${stub.port} cannot be reached (ECONNRESET)`;
      const [sheet, sources] = await sheets('', on);
      expect(sheet!.rows.map((row) => row.slice(4, 6))).toEqual([['CVE-2099-0010', '>= 1, < 2'], ['none', null], ['error', reason]]); // prettier-ignore
      const name = `vulnerability-lookup at 127.0.0.1:${stub.port}`;
      const today = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
      expect(sources!.rows.map((row) => row.slice(0, 5))).toEqual([
        [name, 1, null, today, expect.stringMatching(/^1 product asked for, the first on \d{4}/)],
        [name, null, null, null, `${reason}: 1 product, 0 of them told from what was known before`],
      ]);
      // How many products there are is not for whoever sees a part of them.
      const { token } = await on.userWith(['reports_access', 'application_access']);
      const part = (await sheets('', on, token))[1]!.rows.map((row) => row.slice(0, 5));
      expect(part[0]).toEqual([name, null, null, null, null]);
      await on.database.run("UPDATE own_cve_cache SET fetched_at = '2020-01-01 00:00:00'");
      expect((await rows('', on)).map((row) => row[4])).toEqual(['CVE-2099-0010', 'none', 'error']);
    });

    it('what is not reached in time is an error, unless it was imported; the answer is 200 all the same', async () => {
      stub.answer = () => undefined;
      await load([nvd('CVE-2099-0011', [cpe('acme:gizmo')])], 'feed.json', on);
      await application('Late A', 'Acme', 'Gimmick', '1.5', on);
      await application('Late B', 'Acme', 'Gizmo', '1.5', on);
      const [sheet, sources] = await sheets('', on);
      const late = sheet!.rows.filter(([name]) => String(name).startsWith('Late'));
      expect(late.map((row) => row.slice(4, 6))).toEqual([
        ['error', 'time budget exceeded'],
        ['CVE-2099-0011', '*'],
      ]);
      expect(sources!.rows.at(-1)![4]).toBe(
        'time budget exceeded: 4 products, 2 of them told from what was known before',
      );
    });
  });
});
