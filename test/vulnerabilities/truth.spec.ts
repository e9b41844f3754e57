/** Products of every kind against sources of every kind: what is hit, what is not, and what cannot be told. @seconds 8 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileFeed } from '../../src/vulnerabilities/feeds/feed.js';
import { importFeed } from '../../src/vulnerabilities/feeds/import-feed.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { cpe, cve5, nvd, nvdFeed, product, zip } from './feeds.js';

type Json = Record<string, unknown>;

const at = '2099-01-06T10:00:00Z';
const events = (...of: Json[]): Json => ({ type: 'ECOSYSTEM', events: of });
const below = (fixed: string, introduced = '0'): Json => events({ introduced }, { fixed });
/** A record of OSV. */
const osv = (id: string, ecosystem: string, name: string, ranges: Json[], more: Json = {}): Json => ({
  ...{ schema_version: '1.6.0', id, modified: at, published: at, summary: `About ${id}` },
  affected: [{ package: { ecosystem, name }, ranges, ...(more['versions'] ? { versions: more['versions'] } : {}) }],
  ...(more['aliases'] ? { aliases: more['aliases'] } : {}),
  ...(more['withdrawn'] ? { withdrawn: more['withdrawn'] } : {}),
});
const archive = (...records: Json[]): Buffer =>
  zip(records.map((record) => ({ name: `${record['id'] as string}.json`, bytes: JSON.stringify(record) })));

const CVE5 = [
  cve5('CVE-2021-44228', [product('apache', 'log4j', [{ version: '2.0', status: 'affected', lessThan: '2.15.0' }])]),
  cve5('CVE-2099-1001', [product('acme', 'upto', [{ version: '1.0', status: 'affected', lessThanOrEqual: '1.4' }])]),
  cve5('CVE-2099-1002', [product('acme', 'star', [{ version: '*', status: 'affected' }])]),
  cve5('CVE-2099-1003', [
    product('acme', 'several', [
      { version: '1.0', status: 'affected', lessThan: '1.5' },
      { version: '2.0', status: 'affected', lessThan: '2.3' },
    ]),
  ]),
  cve5('CVE-2099-1004', [product('acme', 'open', [{ version: '3.0', status: 'affected', lessThanOrEqual: '*' }])]),
  cve5('CVE-2099-1005', [product('acme', 'gone', [{ version: '*', status: 'affected' }])], { metadata: { state: 'REJECTED' } }), // prettier-ignore
  cve5('CVE-2099-1006', [product('acme', 'default', [{ version: '2.0', status: 'unaffected' }], 'affected')]),
];
const NVD = [
  nvd('CVE-2099-2001', [cpe('acme:ranged', '*', { versionStartExcluding: '1.0', versionEndExcluding: '1.9' })]),
  nvd('CVE-2099-2002', [cpe('acme:exact', '4.2')]),
  nvd('CVE-2099-2003', [{ ...cpe('acme:kernel', '*', { versionEndExcluding: '5.0' }), criteria: 'cpe:2.3:o:acme:kernel:*:*:*:*:*:*:*:*' }]), // prettier-ignore
];
const NPM = [
  osv('GHSA-aaaa-bbbb-0001', 'npm', 'left', [below('1.2.3')], { aliases: ['CVE-2099-3001'] }),
  osv('GHSA-aaaa-bbbb-0002', 'npm', '@scope/pad', [below('2.0.0', '1.0.0')]),
  osv('GHSA-aaaa-bbbb-0003', 'npm', 'back', [below('1.0.0')], { withdrawn: at }),
  osv('GHSA-aaaa-bbbb-0004', 'npm', 'twice', [events({ introduced: '0' }, { fixed: '1.1.0' }, { introduced: '2.0.0' }, { fixed: '2.2.0' })]), // prettier-ignore
  osv('GHSA-aaaa-bbbb-0005', 'npm', 'last', [events({ introduced: '1.0.0' }, { last_affected: '1.3.0' })]),
  osv('GHSA-aaaa-bbbb-0006', 'npm', 'shared', [below('9.0.0')]),
];
const OSV: Json[] = [
  osv('GHSA-jfh8-c2jp-5v3q', 'Maven', 'org.apache.logging.log4j:log4j-core', [below('2.15.0', '2.0-beta9')], { aliases: ['CVE-2021-44228'] }), // prettier-ignore
  osv('PYSEC-2099-1', 'PyPI', 'Some.Thing', [below('1.0')], { aliases: ['GHSA-aaaa-cccc-0001', 'CVE-2099-4001'] }),
  osv('GHSA-aaaa-cccc-0001', 'PyPI', 'some-thing', [below('1.0')], { aliases: ['CVE-2099-4001'] }),
  osv('PYSEC-2099-2', 'PyPI', 'post', [below('1.0.post1')]),
  osv('RUSTSEC-2099-1', 'crates.io', 'shared', [below('2.0.0')]),
  osv('GO-2099-1', 'Go', 'example.org/mod/v2', [below('2.4.0', '2.0.0')]),
  osv('GHSA-aaaa-dddd-0001', 'NuGet', 'Acme.Json', [below('13.0.1')]),
  osv('GHSA-aaaa-dddd-0002', 'RubyGems', 'rackety', [below('2.2.3.1')]),
  osv('GHSA-aaaa-dddd-0003', 'Packagist', 'acme/site', [below('4.4.13', '4.0.0')]),
  osv('GHSA-aaaa-dddd-0004', 'PyPI', 'listed', [], { versions: ['0.1', '0.2'] }),
];
const DEBIAN = [
  osv('DSA-2099-1', 'Debian:12', 'openssl', [below('3.0.11-1~deb12u2')], { aliases: ['CVE-2099-5001'] }),
  osv('DSA-2099-2', 'Debian:12', 'vim', [below('2:9.0.1378-2')]),
  osv('DSA-2099-3', 'Debian:11', 'openssl', [below('1.1.1w-0+deb11u1')]),
  osv('DSA-2099-4', 'Debian:12', 'rctool', [below('1.0~rc2-1')]),
];
const ALPINE = [osv('ALPINE-CVE-2099-6001', 'Alpine:v3.18', 'busybox', [below('1.36.1-r2')])];
const VEX: Json = {
  ...{ '@context': 'https://openvex.dev/ns/v0.2.0', '@id': 'https://example.org/vex/1', author: 'Acme', version: 1 },
  timestamp: at,
  statements: [
    {
      vulnerability: { name: 'CVE-2099-3001' },
      products: [{ '@id': 'pkg:npm/left@1.0.0' }],
      status: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
      timestamp: at,
    },
    {
      vulnerability: { name: 'CVE-2099-2002' },
      products: [
        { '@id': 'https://example.org/exact', identifiers: { cpe23: 'cpe:2.3:a:acme:exact:4.2:*:*:*:*:*:*:*' } },
      ],
      status: 'under_investigation',
      timestamp: at,
    },
  ],
};

const NONE = 'none';
const UNKNOWN = 'unknown';
const LOG4SHELL = 'CVE-2021-44228';
const CPE_LOG4J = 'cpe:2.3:a:apache:log4j:2.14.1:*:*:*:*:*:*:*';
const purl = (text: string): Json => ({ products: [{ purl: text }] });
const byCpe = (text: string): Json => ({ products: [{ cpe: text }] });
const named = (vendor: string, name: string, version: string | null): Json => ({ vendor, product: name, version });
const apache = 'pkg:maven/org.apache.logging.log4j/log4j-core';
const deb = (name: string, version: string, distro = 'debian-12'): Json =>
  purl(`pkg:deb/debian/${name}@${version}?arch=amd64${distro && `&distro=${distro}`}`);

/** What an application says of itself, and what the report says of it; several are in the order of their scores. */
const CASES: ReadonlyArray<readonly [says: Json, answer: string, reason?: string]> = [
  // Log4Shell, by each identity and by several.
  [purl(`${apache}@2.14.1`), LOG4SHELL],
  [purl(`${apache}@2.15.0`), NONE],
  [purl(`${apache}@2.0-beta9`), LOG4SHELL],
  [purl(`${apache}@2.0-beta8`), NONE],
  [purl(`${apache}@2.15.0-SNAPSHOT`), LOG4SHELL],
  [purl(apache), UNKNOWN, 'no version is named'],
  [byCpe(CPE_LOG4J), LOG4SHELL],
  [byCpe('cpe:/a:apache:log4j:2.14.1'), LOG4SHELL],
  [byCpe('cpe:2.3:a:apache:log4j:2.15.0:*:*:*:*:*:*:*'), NONE],
  [byCpe('cpe:2.3:a:apache:log4j:*:*:*:*:*:*:*:*'), UNKNOWN, 'no version is named'],
  [byCpe('cpe:2.3:a:apache:log4j:2.15.0:rc1:*:*:*:*:*:*'), LOG4SHELL],
  [named('Apache', 'Log4j', '2.14.1'), LOG4SHELL],
  [named('Apache', 'Log4j', '2.15.0'), NONE],
  [named('Apache', 'Log4j', '2.15.0-rc1'), LOG4SHELL],
  [{ products: [{ purl: `${apache}@2.14.1`, cpe: CPE_LOG4J }] }, LOG4SHELL],
  [{ ...named('apache', 'log4j', '2.14.1'), ...purl(`${apache}@2.14.1`) }, LOG4SHELL],
  [{ ...named('nobody', 'nothing', '1'), ...purl(`${apache}@2.14.1`) }, LOG4SHELL],
  [{ ...named('nobody', 'nothing', '1'), ...purl(`${apache}@2.17.1`) }, NONE],
  [{ product: 'log4j-core', version: '2.14.1' }, UNKNOWN, 'no product is named'],
  [{ vendor: 'apache', version: '2.14.1' }, UNKNOWN, 'no product is named'],
  [named('apache', 'log4j-core', '2.14.1'), UNKNOWN, 'no source knows the product'],
  [{ products: [{ purl: apache, cpe: CPE_LOG4J }] }, LOG4SHELL],
  // Ranges of lists of products.
  [named('acme', 'upto', '1.4'), 'CVE-2099-1001'],
  [named('acme', 'upto', '1.4.1'), NONE],
  [named('acme', 'upto', '0.9'), NONE],
  [named('acme', 'star', '7'), 'CVE-2099-1002'],
  [named('acme', 'several', '1.4'), 'CVE-2099-1003'],
  [named('acme', 'several', '1.5'), NONE],
  [named('acme', 'several', '2.2.9'), 'CVE-2099-1003'],
  [named('acme', 'several', '2.3'), NONE],
  [named('acme', 'open', '99'), 'CVE-2099-1004'],
  [named('acme', 'open', '2.9'), NONE],
  [named('acme', 'gone', '1'), UNKNOWN, 'no source knows the product'],
  [named('acme', 'default', '2.0'), NONE],
  [named('acme', 'default', '2.1'), 'CVE-2099-1006'],
  [named('acme', 'ranged', '1.0'), NONE],
  [named('acme', 'ranged', '1.0.1'), 'CVE-2099-2001'],
  [named('acme', 'ranged', '1.9-rc1'), 'CVE-2099-2001'],
  [named('acme', 'exact', '4.2'), 'CVE-2099-2002'],
  [named('acme', 'exact', '4.3'), NONE],
  [named('nobody', 'nothing', '1'), UNKNOWN, 'no source knows the product'],
  [byCpe('cpe:2.3:o:acme:kernel:4.9:*:*:*:*:*:*:*'), 'CVE-2099-2003'],
  [byCpe('cpe:2.3:a:acme:kernel:4.9:*:*:*:*:*:*:*'), UNKNOWN, 'no source knows the product'],
  [byCpe('cpe:2.3:a:nobody:nothing:1:*:*:*:*:*:*:*'), UNKNOWN, 'no source knows the product'],
  [byCpe('cpe:2.3:a:*:*:1:*:*:*:*:*:*:*'), UNKNOWN, 'no product is named'],
  // A whole ecosystem was imported.
  [purl('pkg:npm/left@1.2.2'), 'CVE-2099-3001'],
  [purl('pkg:npm/left@1.0.0'), NONE],
  [purl('pkg:npm/left@1.2.3-beta.1'), 'CVE-2099-3001'],
  [purl('pkg:npm/left@1.2.3'), NONE],
  [purl('pkg:npm/%40scope/pad@1.5.0'), 'GHSA-aaaa-bbbb-0002'],
  [purl('pkg:npm/%40scope/pad@0.9.0'), NONE],
  [purl('pkg:npm/pad@1.5.0'), NONE],
  [purl('pkg:npm/nobody-knows@1.0.0'), NONE],
  [purl('pkg:npm/nobody-knows'), UNKNOWN, 'no version is named'],
  [purl('pkg:npm/back@0.5.0'), NONE],
  [purl('pkg:npm/twice@1.0.9'), 'GHSA-aaaa-bbbb-0004'],
  [purl('pkg:npm/twice@1.1.0'), NONE],
  [purl('pkg:npm/twice@2.1.0'), 'GHSA-aaaa-bbbb-0004'],
  [purl('pkg:npm/last@1.3.0'), 'GHSA-aaaa-bbbb-0005'],
  [purl('pkg:npm/last@1.3.1'), NONE],
  [purl('pkg:npm/left@latest'), UNKNOWN, 'its version cannot be compared'],
  // Single records alone: other packages of the ecosystem are unknown.
  [purl('pkg:npm/shared@2.0.0'), 'GHSA-aaaa-bbbb-0006'],
  [purl('pkg:cargo/shared@2.0.0'), NONE],
  [purl('pkg:cargo/shared@1.9.9'), 'RUSTSEC-2099-1'],
  [purl('pkg:cargo/nobody-knows@1.0.0'), UNKNOWN, 'no source knows the product'],
  [purl('pkg:gem/shared@1.0.0'), UNKNOWN, 'no source knows the product'],
  [purl('pkg:pypi/some_thing@0.9'), 'CVE-2099-4001'],
  [purl('pkg:pypi/Some-Thing@1.0rc1'), 'CVE-2099-4001'],
  [purl('pkg:pypi/some.thing@1.0'), NONE],
  [purl('pkg:pypi/post@1.0'), 'PYSEC-2099-2'],
  [purl('pkg:pypi/post@1.0.post1'), NONE],
  [purl('pkg:pypi/listed@0.2'), 'GHSA-aaaa-dddd-0004'],
  [purl('pkg:pypi/listed@0.3'), NONE],
  [purl('pkg:golang/example.org/mod/v2@v2.3.9'), 'GO-2099-1'],
  [purl('pkg:golang/example.org/mod/v2@v2.4.0'), NONE],
  [purl('pkg:nuget/acme.json@12.0.3'), 'GHSA-aaaa-dddd-0001'],
  [purl('pkg:nuget/Acme.Json@13.0.1'), NONE],
  [purl('pkg:gem/rackety@2.2.3'), 'GHSA-aaaa-dddd-0002'],
  [purl('pkg:gem/rackety@2.2.3.1'), NONE],
  [purl('pkg:composer/acme/site@4.4.12'), 'GHSA-aaaa-dddd-0003'],
  [purl('pkg:composer/acme/site@3.9.0'), NONE],
  // Distributions: epochs, tildes, releases, source packages.
  [deb('openssl', '3.0.11-1~deb12u1'), 'CVE-2099-5001'],
  [deb('openssl', '3.0.11-1~deb12u2'), NONE],
  [deb('libssl3', '3.0.9-1', 'debian-12&upstream=openssl'), 'CVE-2099-5001'],
  [deb('vim', '2:9.0.1378-1'), 'DSA-2099-2'],
  [deb('vim', '9.1-1'), 'DSA-2099-2'],
  [deb('vim', '2:9.0.1378-2'), NONE],
  [deb('rctool', '1.0~rc1-1'), 'DSA-2099-4'],
  [deb('rctool', '1.0-1'), NONE],
  [deb('nobody-knows', '1.0-1'), NONE],
  [deb('openssl', '1.1.1n-0', 'debian-11'), 'DSA-2099-3'],
  [deb('openssl', '3.0.9-1', 'debian-10'), UNKNOWN, 'no source knows the product'],
  [deb('openssl', '3.0.9-1', ''), UNKNOWN, 'the release of its distribution is not named'],
  [purl('pkg:apk/alpine/busybox@1.36.1-r0?distro=alpine-3.18'), 'ALPINE-CVE-2099-6001'],
  [purl('pkg:apk/alpine/busybox@1.36.1-r2?distro=alpine-3.18'), NONE],
  [purl('pkg:apk/alpine/musl@1.2.4-r0?distro=alpine-3.18'), UNKNOWN, 'no source knows the product'],
  [purl('pkg:rpm/redhat/openssl@3.0.7-6.el9?distro=rhel-9'), UNKNOWN, 'no source knows the product'],
  // What no source is known for.
  [purl('pkg:generic/acme@1.0'), UNKNOWN, 'no source is known for packages of its kind'],
  [purl('pkg:oci/acme@sha256:abc'), UNKNOWN, 'no source is known for packages of its kind'],
  [{}, UNKNOWN, 'no product is named'],
];

describe.each(ENGINES)('what is hit, what is not, and what cannot be told on %s', (engine) => {
  let server: TestServer;
  const folder = mkdtempSync(join(tmpdir(), 'meridian-truth-'));
  const load = (name: string, content: unknown): Promise<unknown> => {
    const path = join(folder, name);
    writeFileSync(path, Buffer.isBuffer(content) ? content : JSON.stringify(content));
    return importFeed(server.database, fileFeed(path));
  };

  beforeAll(async () => {
    server = await TestServer.start(engine);
    await load('cve5.json', CVE5);
    await load('nvd.json', nvdFeed(NVD));
    await load('npm-all.zip', archive(...NPM));
    await load('osv.json', OSV);
    await load('Debian-all.zip', archive(...DEBIAN));
    await load('alpine.json', ALPINE[0]);
    await load('vex.json', VEX);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it(`in ${CASES.length} cases`, async () => {
    const nameOf = (i: number): string => `Case ${String(i).padStart(3, '0')}`;
    const items = CASES.map(([says], i) => ({ name: nameOf(i), ...says }));
    const made = await server.post('/api/applications/mass-store', { items });
    expect([made.status, made.body]).toEqual([201, expect.objectContaining({ count: CASES.length })]);
    const { body } = await server.get('/api/report/cve?format=json');
    const [{ columns, rows }] = body.sheets as [{ columns: string[]; rows: unknown[][] }];
    const [cve, reason] = [columns.indexOf('CVE'), columns.indexOf('Unknown because')];
    const told = CASES.map(([says], i) => {
      const own = rows.filter(([name]) => name === nameOf(i));
      return [says, own.map((row) => row[cve]).join(', '), own[0]?.[reason] ?? undefined];
    });
    expect(told).toEqual(CASES.map(([says, answer, why]) => [says, answer, why]));
  });

  it('what a supplier excuses stands on a sheet of its own, with the reason', async () => {
    const { body } = await server.get('/api/report/cve?format=json');
    const settled = body.sheets.find(({ name }: { name: string }) => name === 'Settled');
    expect(settled.rows).toEqual([
      ['Applications', expect.stringMatching(/^Case/), 'CVE-2099-3001', 'not affected', 'vulnerable_code_not_in_execute_path', 'https://example.org/vex/1'], // prettier-ignore
    ]);
  });

  it('an application carries what its services, modules, servers and databases are, and the way is told', async () => {
    const id = async (path: string, body: Json): Promise<number> => (await server.post(`/api/${path}`, body)).body.id as number; // prettier-ignore
    const application = await id('applications', { name: 'Carrier' });
    const service = await id('application-services', { name: 'Carried service', applications: [application] });
    await id('application-modules', { name: 'Carried module', application_services: [service], ...purl(`${apache}@2.14.1`) }); // prettier-ignore
    await id('logical-servers', { name: 'carried-host', applications: [application], ...deb('vim', '9.1-1') });
    const database = await id('databases', { name: 'Carried database', ...byCpe('cpe:2.3:a:nobody:nothing:1:*:*:*:*:*:*:*') }); // prettier-ignore
    await server.patch(`/api/applications/${application}`, { databases: [database] });
    const { body } = await server.get('/api/report/cve?format=json');
    const carried = body.sheets.find(({ name }: { name: string }) => name === 'Carried');
    const found = carried.rows.map((row: unknown[]) => [row[0], row[1], row[5], row[11]]);
    expect(found).toEqual([
      ['Carrier', 'Application services: Carried service → Application modules: Carried module', LOG4SHELL, null],
      ['Carrier', 'Databases: Carried database', UNKNOWN, 'no source knows the product'],
      ['Carrier', 'Logical servers: carried-host', 'DSA-2099-2', null],
    ]);
  });
});
