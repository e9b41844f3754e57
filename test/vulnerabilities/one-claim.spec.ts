/** What inventories of parts say of one package, in every order: nothing is looked up that no single file says. @seconds 8 */
import { fileFeed } from '../../src/vulnerabilities/feeds/feed.js';
import { importFeed } from '../../src/vulnerabilities/feeds/import-feed.js';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putSource } from '../feed/support/source.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { cve5, product } from './feeds.js';

const RECORD = cve5('CVE-2021-44228', [
  product('apache', 'log4j', [{ version: '2.0', status: 'affected', lessThan: '2.15.0' }]),
]);

/** An inventory of one application, whose package has a CPE or has none. */
const parts = (application: string, version: string, cpe: boolean): string =>
  JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    metadata: { component: { type: 'application', name: application, version: '1' } },
    components: [
      {
        ...{ type: 'library', group: 'org.apache.logging.log4j', name: 'log4j-core', version },
        purl: `pkg:maven/org.apache.logging.log4j/log4j-core@${version}?type=jar`,
        ...(cpe && { cpe: `cpe:2.3:a:apache:log4j:${version}:*:*:*:*:*:*:*` }),
      },
    ],
  });

describe.each(ENGINES)('one package in several inventories on %s', (engine) => {
  let server: TestServer;
  const folder = mkdtempSync(join(tmpdir(), 'meridian-claim-'));
  beforeAll(async () => {
    server = await TestServer.start(engine);
    for (const name of ['SBOM', 'OTHER']) await putSource(server, name);
    const path = join(folder, 'cve.json');
    writeFileSync(path, JSON.stringify(RECORD));
    await importFeed(server.database, fileFeed(path));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const feed = async (source: string, file: string): Promise<void> => {
    const headers = { 'content-type': 'application/octet-stream' };
    const { status, body } = await server.post(`/api/feed/runs?as=cyclonedx&source=${source}`, Buffer.from(file), { headers }); // prettier-ignore
    if (status !== 200 || body.data.counts.errors) throw new Error(`${status} ${JSON.stringify(body)}`);
  };
  /** The module and what is told of it. */
  const told = async (version: string): Promise<unknown[][]> => {
    const { body } = await server.get('/api/report/cve?format=json&objects=all');
    const rows = body.sheets[0].rows as unknown[][];
    return rows.filter(([type, , , , own]) => type === 'Application modules' && own === version).map((row) => row.slice(2, 6)); // prettier-ignore
  };
  const carried = async (application: string): Promise<unknown[]> => {
    const { body } = await server.get('/api/report/cve?format=json');
    const rows = body.sheets.find(({ name }: { name: string }) => name === 'Carried').rows as unknown[][];
    return rows.filter(([name]) => name === application).map((row) => row[5]);
  };

  const HIT = ['apache', 'log4j', 'CVE-2021-44228'];
  it.each([
    ['2.1.0', ['SBOM'], [true, false]],
    ['2.2.0', ['SBOM'], [false, true]],
    ['2.3.0', ['SBOM'], [true, false, true]],
    ['2.4.0', ['SBOM'], [false, true, false, false]],
    ['2.5.0', ['SBOM', 'OTHER'], [true, false]],
    ['2.6.0', ['SBOM', 'OTHER'], [true, false, true, false]],
  ] as const)('%s, from %j, with a CPE: %j', async (version, sources, files) => {
    for (const [i, cpe] of files.entries())
      await feed(sources[i % sources.length]!, parts(`App ${version} ${i}`, version, cpe));
    const [vendor, name, cve] = HIT;
    expect(await told(version)).toEqual([[vendor, name, version, cve]]);
    for (const i of files.keys()) expect(await carried(`App ${version} ${i}`)).toEqual(['CVE-2021-44228']);
  });

  it('a vendor typed by hand keeps the whole statement; without a CPE nobody can tell', async () => {
    await feed('SBOM', parts('App typed', '2.7.0', false));
    expect((await told('2.7.0')).map((row) => row[3])).toEqual(['unknown']);
    const { body } = await server.get('/api/application-modules?filter[version]=2.7.0');
    const { id } = body[0] as { id: number };
    await server.patch(`/api/application-modules/${id}`, { vendor: 'typed' });
    await feed('SBOM', parts('App typed', '2.7.0', true));
    const { data } = (await server.get(`/api/application-modules/${id}`)).body;
    expect([data.vendor, data.product, data.products]).toEqual([
      'typed',
      'log4j-core',
      [{ purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.7.0?type=jar', cpe: null }],
    ]);
  });
});
