/** Providers: what they are asked, how their answers are paged and kept, and what happens when they fail. */
import { readConfig } from '../../src/config.js';
import { NationalDatabase } from '../../src/vulnerabilities/providers/national-database.js';
import type { Provider } from '../../src/vulnerabilities/providers/provider.js';
import { refresh } from '../../src/vulnerabilities/providers/refresh.js';
import type { Product } from '../../src/vulnerabilities/record.js';
import { VulnerabilityLookup } from '../../src/vulnerabilities/providers/vulnerability-lookup.js';
import { openDatabase, type OpenDatabase } from '../database/opened.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { cpe, cve5, nvd, product } from './feeds.js';
import { json, ProviderStub } from './provider-stub.js';

const WIDGET: Product = { vendor: 'acme', product: 'widget' };
const KEY = 'a-secret-key';

let stub: ProviderStub;
beforeAll(async () => {
  stub = await ProviderStub.start();
});
afterAll(() => stub.stop());
beforeEach(() => stub.asked.splice(0));

const provider = (kind: 'nvd' | 'vulnerability-lookup', path = '', settings: Record<string, string> = {}): Provider => {
  const CVE_PROVIDER_URL = stub.url + path;
  const given = {
    CVE_PROVIDER_URL,
    CVE_PROVIDER_KIND: kind,
    CVE_HTTP_RETRIES: '0',
    ...settings,
  };
  const { cve } = readConfig(given);
  return new (kind === 'nvd' ? NationalDatabase : VulnerabilityLookup)(cve, CVE_PROVIDER_URL);
};

async function found(from: Provider, what = WIDGET): Promise<string[]> {
  const ids: string[] = [];
  for await (const records of from.pages(what, AbortSignal.timeout(5000)))
    ids.push(...records.map(({ cveId }) => cveId));
  return ids;
}

const id = (number: number): string => `CVE-2099-${String(number).padStart(4, '0')}`;
const records = (from: number, count: number): object[] =>
  Array.from({ length: count }, (_, i) => cve5(id(from + i), [product('Acme', 'Widget', [], 'affected')]));

describe('Vulnerability-Lookup', () => {
  it('is asked for a product as a CPE, page by page until one is not full', async () => {
    stub.answer = ({ query }, response) => {
      const page = Number(query.get('page'));
      json(response, { cvelistv5: records(page * 100, page < 3 ? 100 : 5) });
    };
    expect(await found(provider('vulnerability-lookup'), { vendor: 'sap', product: 's/4hana' })).toHaveLength(205);
    expect(stub.asked.map(({ path, query }) => `${path}?${query}`)).toEqual(
      [1, 2, 3].map((page) => `/api/vulnerability/cpesearch/cpe:2.3:a:sap:s\\/4hana?page=${page}&per_page=100`),
    );
  });
  it.each(['/', '/api', '/api/', '/api/vulnerability/'])('its address may end in %s', async (path) => {
    await found(provider('vulnerability-lookup', path));
    expect(stub.asked[0]!.path).toBe('/api/vulnerability/cpesearch/cpe:2.3:a:acme:widget');
  });
  it('may stand below a path', async () => {
    await found(provider('vulnerability-lookup', '/cve/api/'));
    expect(stub.asked[0]!.path).toBe('/cve/api/vulnerability/cpesearch/cpe:2.3:a:acme:widget');
  });
  it.each<[string, unknown]>([
    ['lists of records', { cvelistv5: records(1, 2) }],
    [
      'pairs of number and record',
      { cvelistv5: records(1, 2).map((record, i) => [id(i + 1), record]), total_count: 2 },
    ],
    [
      'lists within results',
      {
        results: {
          cvelistv5: [[id(1), records(1, 1)[0]]],
          nvd: [[id(2), nvd(id(2), [])]],
          github: [['GHSA', { id: 1 }]],
        },
        total_count: 3,
      },
    ],
  ])('answers %s', async (_, body) => {
    stub.answer = (__, response) => json(response, body);
    expect((await found(provider('vulnerability-lookup'))).sort()).toEqual([id(1), id(2)]);
  });
  it('a server that knows no pages is not asked for ever, nor one that has no end', async () => {
    stub.answer = (_, response) => json(response, { cvelistv5: records(1, 100) });
    expect(await found(provider('vulnerability-lookup'))).toHaveLength(100);
    expect(stub.asked).toHaveLength(2);
    stub.asked.splice(0);
    stub.answer = (_, response) => json(response, { cvelistv5: records(stub.asked.length * 100, 100) });
    expect(await found(provider('vulnerability-lookup'))).toHaveLength(5000);
    expect(stub.asked).toHaveLength(50);
  });
  it('404 is a product that it does not know', async () => {
    stub.answer = (_, response) => json(response, {}, 404);
    expect(await found(provider('vulnerability-lookup'))).toEqual([]);
  });
});

describe('the National Vulnerability Database', () => {
  it('is asked page by page, with the key in a header alone', async () => {
    stub.answer = ({ query }, response) => {
      const start = Number(query.get('startIndex'));
      const vulnerabilities = Array.from({ length: start < 4 ? 2 : 1 }, (_, i) =>
        nvd(id(start + i), [cpe('acme:widget')]),
      );
      json(response, { resultsPerPage: 2000, startIndex: start, totalResults: 5, format: 'NVD_CVE', vulnerabilities });
    };
    expect(await found(provider('nvd', '', { NVD_API_KEY: KEY }))).toEqual([0, 1, 2, 3, 4].map(id));
    expect(stub.asked.map(({ path, query }) => `${path}?${query}`)).toEqual(
      [0, 2, 4].map(
        (start) =>
          `/rest/json/cves/2.0?virtualMatchString=cpe%3A2.3%3A*%3Aacme%3Awidget&resultsPerPage=2000&startIndex=${start}`,
      ),
    );
    expect(stub.asked[0]!.headers['apikey']).toBe(KEY);
  });
  it.each(['/rest/json/cves/2.0', '/mirror/rest/json/cves/2.0/'])('its address may be %s', async (path) => {
    stub.answer = (_, response) => json(response, { vulnerabilities: [], totalResults: 0 });
    expect(await found(provider('nvd', path))).toEqual([]);
    expect(stub.asked.map((asked) => asked.path)).toEqual([path.replace(/\/$/, '')]);
  });
});

describe.each(ENGINES)('products brought up to date on %s', (engine) => {
  let place: TestDatabase;
  let opened: OpenDatabase;
  beforeAll(async () => {
    place = await makeDatabase(engine);
    opened = await openDatabase(engine, place);
  });
  afterAll(async () => {
    await opened.close();
    await place.drop();
  });
  beforeEach(async () => {
    for (const table of ['records', 'affects', 'cache']) await opened.database.run(`DELETE FROM own_cve_${table}`);
  });
  const DAY = 86_400_000;
  /** Why products are not up to date, in English. */
  const run = async (
    products: Product[],
    settings = {},
    from = provider('vulnerability-lookup'),
  ): Promise<Map<string, string>> => {
    const given = { concurrency: 2, cacheTtl: DAY, budget: 5000, ...settings };
    const failures = await refresh(opened.database, from, products, given);
    return new Map([...failures].map(([key, label]) => [key, label.in('en')]));
  };
  const others = (count: number): Product[] =>
    Array.from({ length: count }, (_, i) => ({ vendor: 'acme', product: `p${i}` }));

  it('stores what it is told, and does not ask again while that is fresh', async () => {
    stub.answer = (_, response) => json(response, { cvelistv5: records(1, 3) });
    expect([...(await run([WIDGET]))]).toEqual([]);
    expect(await opened.database.all('SELECT cve_id FROM own_cve_records ORDER BY cve_id')).toHaveLength(3);
    expect(await opened.database.all('SELECT vendor, product, source, records FROM own_cve_cache')).toEqual([
      { vendor: 'acme', product: 'widget', source: `vulnerability-lookup at 127.0.0.1:${stub.port}`, records: 3 },
    ]);
    await run([WIDGET]);
    expect(stub.asked).toHaveLength(1);
    await opened.database.run("UPDATE own_cve_cache SET fetched_at = '2020-01-01 00:00:00'");
    await run([WIDGET]);
    expect(stub.asked).toHaveLength(2);
    await run([WIDGET], { cacheTtl: -DAY });
    expect(stub.asked).toHaveLength(3);
  });

  it('asks for so many products at a time, and no more', async () => {
    let [now, most] = [0, 0];
    stub.answer = (_, response) => {
      most = Math.max(most, ++now);
      setTimeout(() => (now--, json(response, { cvelistv5: [] })), 30);
    };
    await run(others(8), { concurrency: 3 });
    expect([most, stub.asked.length]).toEqual([3, 8]);
  });

  it('what is not reached in time is told', async () => {
    stub.answer = () => undefined;
    const failures = await run(others(5), { budget: 150 });
    expect([...failures.values()]).toEqual(Array(5).fill('time budget exceeded'));
    expect(stub.asked).toHaveLength(2);
  });

  it('a failure is told with the name of the provider, and without the key', async () => {
    stub.answer = (_, response) => json(response, { apiKey: KEY }, 403);
    const from = provider('nvd', '', { NVD_API_KEY: KEY });
    expect([...(await run([WIDGET], {}, from))]).toEqual([
      ['acme\nwidget', `nvd at 127.0.0.1:${stub.port} answered HTTP 403`],
    ]);
    expect(await opened.database.all('SELECT * FROM own_cve_cache')).toEqual([]);
    stub.answer = (_, response) => void response.end('<html>');
    expect([...(await run([WIDGET], {}, from)).values()][0]).toContain(
      'gave an answer that cannot be read: it is no JSON',
    );
  });

  it('a provider that fails again and again is left alone', async () => {
    stub.answer = (_, response) => json(response, {}, 500);
    const failures = await run(others(30));
    expect(failures.size).toBe(30);
    expect(stub.asked.length).toBeLessThan(8);
    expect([...failures.values()].join()).toContain('failed 5 times and is not asked further');
  });

  it('an address under which clouds keep secrets is not asked without permission', async () => {
    const given = { CVE_PROVIDER_URL: 'http://169.254.169.254', CVE_PROVIDER_KIND: 'nvd', NVD_API_KEY: KEY };
    const from = new NationalDatabase(readConfig(given).cve, given.CVE_PROVIDER_URL);
    const [reason] = [...(await run([WIDGET], {}, from)).values()];
    expect(reason).toBe('nvd at 169.254.169.254 has a private address, see CVE_PROVIDER_ALLOW_PRIVATE');
  });

  it('names that no product has are not asked for', async () => {
    await run([{ vendor: 'x'.repeat(300), product: 'y' }]);
    expect(stub.asked).toEqual([]);
  });
});

describe('contract 13: settings of vulnerabilities', () => {
  it.each([
    [{ CVE_PROVIDER_URL: 'ftp://x' }, 'CVE_PROVIDER_URL must be an http or https address'],
    [{ CVE_PROVIDER_URL: 'https://user:secret@x' }, 'CVE_PROVIDER_URL must be an http or https address'],
    [{ CVE_PROVIDER_URL: 'nonsense' }, 'CVE_PROVIDER_URL must be an http or https address'],
    [{ CVE_PROVIDER_KIND: 'other' }, 'CVE_PROVIDER_KIND must be one of'],
    [{ CVE_HTTP_TIMEOUT_MS: '0' }, 'CVE_HTTP_TIMEOUT_MS must be a whole number'],
    [{ CVE_CONCURRENCY: '0' }, 'CVE_CONCURRENCY must be a whole number'],
    [{ CVE_PROVIDER_ALLOW_PRIVATE: 'maybe' }, 'CVE_PROVIDER_ALLOW_PRIVATE must be true or false'],
  ])('a wrong one stops the start: %j', (environment, sentence) => {
    expect(() => readConfig(environment as Record<string, string>)).toThrow(sentence);
    expect(() => readConfig(environment as Record<string, string>)).not.toThrow('secret');
  });
});
