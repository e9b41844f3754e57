/** What is read of OSV, KEV, EPSS and the forms of VEX; their keys are those of real ones, what they say is invented. */
import { scoreOfVector } from '../../src/vulnerabilities/formats/cvss.js';
import { readDocument, readElement } from '../../src/vulnerabilities/formats/recognise.js';
import { knowledgeIn } from '../../src/vulnerabilities/feeds/knowledge.js';
import { describeRange } from '../../src/vulnerabilities/matching.js';
import type { Advisory, Knowledge, VexStatement } from '../../src/vulnerabilities/record.js';
import { cve5, nvd, nvdFeed } from './feeds.js';

type Json = Record<string, unknown>;

const osv = (id: string, affected: Json[], more: Json = {}): Json => ({
  schema_version: '1.6.0',
  id,
  modified: '2099-02-03T04:05:06.789012Z',
  published: '2099-01-02T03:04:05Z',
  summary: `Summary of ${id}`,
  details: `Details of ${id}`,
  affected,
  references: [{ type: 'ADVISORY', url: `https://example.org/${id}` }],
  ...more,
});

const affected = (ecosystem: string, name: string, events: Json[], more: Json = {}): Json => ({
  package: { ecosystem, name },
  ranges: [{ type: ecosystem === 'npm' ? 'SEMVER' : 'ECOSYSTEM', events }],
  ...more,
});

const advisory = (element: unknown): Advisory => readElement(element)!.value as Advisory;
/** Affected packages in one line each. */
const rowsOf = (...entries: Json[]): string[] =>
  advisory(osv('X-1', entries)).packages.map((row) => `${row.ecosystem} ${row.name} ${describeRange(row)}`);

describe('records of OSV', () => {
  it('every key is read', () => {
    const log4j = affected('Maven', 'org.apache.logging.log4j:log4j-core', [
      { introduced: '2.0-beta9' },
      { fixed: '2.15.0' },
    ]);
    const record = osv('GHSA-JFH8-C2JP-5V3Q'.replace('JFH8-C2JP-5V3Q', 'jfh8-c2jp-5v3q'), [log4j], {
      aliases: ['CVE-2021-44228', 'cve-2021-44228', 'no id', 7],
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H' }],
      database_specific: { severity: 'CRITICAL', cwe_ids: ['CWE-20'] },
    });
    expect(advisory(record)).toEqual({
      cveId: 'GHSA-jfh8-c2jp-5v3q',
      aliases: ['CVE-2021-44228'],
      source: 'ghsa',
      rejected: false,
      state: 'PUBLISHED',
      published: Date.UTC(2099, 0, 2, 3, 4, 5),
      modified: Date.UTC(2099, 1, 3, 4, 5, 6),
      title: 'Summary of GHSA-jfh8-c2jp-5v3q',
      description: 'Details of GHSA-jfh8-c2jp-5v3q',
      score: 10,
      severity: 'CRITICAL',
      cvssVersion: '3.1',
      vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
      references: ['https://example.org/GHSA-jfh8-c2jp-5v3q'],
      affects: [],
      packages: [{ ecosystem: 'Maven', name: 'org.apache.logging.log4j:log4j-core', status: 'affected', exact: null, start_incl: '2.0-beta9', start_excl: null, end_incl: null, end_excl: '2.15.0' }], // prettier-ignore
    });
  });
  it.each<[string, Json[], string[]]>([
    ['all versions', [{ introduced: '0' }], ['*']],
    ['until fixed', [{ introduced: '0' }, { fixed: '2.0.0' }], ['< 2.0.0']],
    ['up to the last one', [{ introduced: '1.0.0' }, { last_affected: '1.9.0' }], ['>= 1.0.0, <= 1.9.0']],
    [
      ...(['several stretches', [{ introduced: '0' }, { fixed: '1.2.0' }, { introduced: '2.0.0' }, { fixed: '2.3.0' }]] as const), // prettier-ignore
      ['< 1.2.0', '>= 2.0.0, < 2.3.0'],
    ] as never,
    [
      'events in no order',
      [{ fixed: '10.0.0' }, { introduced: '9.0.0' }, { fixed: '2.0.0' }, { introduced: '0' }],
      ['< 2.0.0', '>= 9.0.0, < 10.0.0'],
    ],
    ['fixed and broken again', [{ introduced: '1.0.0' }, { introduced: '2.0.0' }, { fixed: '2.0.0' }], ['>= 1.0.0, < 2.0.0', '>= 2.0.0']], // prettier-ignore
    ['a limit', [{ introduced: '1.0.0' }, { limit: '3.0.0' }], ['>= 1.0.0, < 3.0.0']],
    ['a limit before a fix', [{ introduced: '0' }, { fixed: '4.0.0' }, { limit: '3.0.0' }], ['< 3.0.0']],
    ['a limit before all', [{ introduced: '5.0.0' }, { limit: '3.0.0' }], []],
    ['the last one of two limits', [{ introduced: '0' }, { limit: '2.0.0' }, { limit: '10.0.0' }], ['< 10.0.0']],
    ['no limit', [{ introduced: '0' }, { fixed: '4.0.0' }, { limit: '*' }], ['< 4.0.0']],
    ['nothing introduced', [{ fixed: '4.0.0' }], []],
    ['events of no kind', [{ introduced: 7 }, {}, { fixed: null }], []],
  ])('ranges: %s', (_, events, expected) => {
    expect(rowsOf(affected('npm', 'x', events))).toEqual(expected.map((range) => `npm x ${range}`));
  });
  it('of commits are left out, versions that lie in a range too', () => {
    const entry = {
      package: { ecosystem: 'PyPI', name: 'Some_Thing' },
      ranges: [
        { type: 'GIT', repo: 'https://example.org', events: [{ introduced: '0' }, { fixed: 'abc' }] },
        { type: 'ECOSYSTEM', events: [{ introduced: '1.0' }, { fixed: '2.0' }] },
      ],
      versions: ['1.0', '1.9.0', '2.0rc1', '2.1', 'odd version'],
    };
    expect(rowsOf(entry)).toEqual(['>= 1.0, < 2.0', '2.1', 'odd version'].map((range) => `PyPI some-thing ${range}`));
  });
  it('GitHub says up to which version it is known where none is fixed', () => {
    const more = { database_specific: { last_known_affected_version_range: '<= 1.5.2' } };
    const fixed = affected('npm', 'x', [{ introduced: '0' }, { fixed: '1.4.0' }], more);
    expect(rowsOf(affected('npm', 'x', [{ introduced: '0' }], more), fixed)).toEqual([
      'npm x <= 1.5.2',
      'npm x < 1.4.0',
    ]);
  });
  it('one package of several releases and repositories', () => {
    const entries = ['Red Hat:enterprise_linux:9::appstream', 'Red Hat:enterprise_linux:9::baseos', 'Debian:12'];
    expect(
      rowsOf(...entries.map((ecosystem) => affected(ecosystem, 'bash', [{ introduced: '0' }, { fixed: '0:5.2-1' }]))),
    ).toEqual(['Red Hat:9 bash < 0:5.2-1', 'Debian:12 bash < 0:5.2-1']);
  });
  it('a withdrawn one affects nothing', () => {
    const record = advisory(
      osv('PYSEC-2099-1', [affected('PyPI', 'x', [{ introduced: '0' }])], { withdrawn: '2099-03-01T00:00:00Z' }),
    );
    expect([record.rejected, record.packages]).toEqual([true, []]);
  });
  it('one of a distribution is the vulnerability that it is made from, one of several is none of them', () => {
    expect(advisory(osv('DEBIAN-CVE-2099-1234', [], { upstream: ['CVE-2099-1234'] })).aliases).toEqual([
      'CVE-2099-1234',
    ]);
    expect(advisory(osv('DSA-5000-1', [], { upstream: ['CVE-2099-1234', 'CVE-2099-1235'] })).aliases).toEqual([]);
  });
  it.each<[string, Json, (number | string | null)[]]>([
    ['GitHub’s word', { database_specific: { severity: 'MODERATE' } }, [null, 'MEDIUM', null]],
    ['Ubuntu’s word', { severity: [{ type: 'Ubuntu', score: 'medium' }] }, [null, 'MEDIUM', null]],
    [
      'version 4 alone',
      { severity: [{ type: 'CVSS_V4', score: 'CVSS:4.0/AV:N/AC:L' }], database_specific: { severity: 'HIGH' } },
      [null, 'HIGH', '4.0'],
    ],
    [
      '3 before 4',
      {
        severity: [
          { type: 'CVSS_V4', score: 'CVSS:4.0/AV:N' },
          { type: 'CVSS_V3', score: 'CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N' },
        ],
      },
      [5.3, 'MEDIUM', '3.0'],
    ],
    [
      'of a package',
      { affected: [{ severity: [{ type: 'CVSS_V2', score: 'AV:N/AC:L/Au:N/C:P/I:P/A:P' }] }] },
      [7.5, 'HIGH', '2.0'],
    ],
    ['no vector', { severity: [{ type: 'CVSS_V3', score: 'bad' }, 7] }, [null, null, null]],
  ])('score: %s', (_, more, expected) => {
    const { score, severity, cvssVersion } = advisory(osv('X-1', [], more));
    expect([score, severity, cvssVersion]).toEqual(expected);
  });
  it.each([
    osv('', []),
    osv('a b', []),
    osv('1-x', []),
    osv('x'.repeat(65), []),
    { id: 'X-1' },
    { ...osv('X-1', []), modified: 5 },
  ])('%j is none', (element) => expect(readElement(element)).toBeUndefined());
  it('keys of every wrong kind never throw', () => {
    for (const wrong of [null, 5, 'x', [], {}, [null], [[]], [{}], ['\0']]) {
      for (const key of [
        'aliases',
        'affected',
        'references',
        'severity',
        'summary',
        'published',
        'withdrawn',
        'upstream',
        'database_specific',
      ])
        readElement(osv('X-1', [], { [key]: wrong }));
      for (const key of ['package', 'ranges', 'versions', 'database_specific', 'severity'])
        readElement(osv('X-1', [{ ...affected('npm', 'x', [{ introduced: '0' }]), [key]: wrong }]));
      readElement(osv('X-1', [affected('npm', 'x', wrong as never)]));
    }
  });
});

describe('scores of vectors', () => {
  // first.org/cvss/v3.1/examples, first.org/cvss/v2/guide
  it.each([
    ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
    ['CVSS:3.0/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', 3.1],
    ['CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H', 8.1],
    ['CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 7.8],
    ['CVSS:3.0/AV:P/AC:H/PR:L/UI:N/S:U/C:H/I:H/A:H/E:P/RL:O', 6.3],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0],
    ['AV:N/AC:L/Au:N/C:N/I:N/A:C', 7.8],
    ['AV:L/AC:H/Au:N/C:C/I:C/A:C', 6.2],
    ['AV:N/AC:L/Au:N/C:C/I:C/A:C', 10],
    ['AV:N/AC:L/Au:N/C:N/I:N/A:N', 0],
  ])('%s is %d', (vector, score) => expect(scoreOfVector(vector)?.score).toBe(score));
  it.each(['', 'x', 'CVSS:3.1/AV:N', 'CVSS:3.1/AV:N/AC:L/PR:constructor/UI:N/S:U/C:H/I:H/A:H', 'CVSS:9.9/AV:N'])(
    '%j has none',
    (vector) =>
      // prettier-ignore
      expect(scoreOfVector(vector)).toBeUndefined(),
  );
});

describe('the catalogue of what is exploited', () => {
  const entry = { cveID: 'CVE-2021-44228', vendorProject: 'Apache', product: 'Log4j2', dateAdded: '2021-12-10', requiredAction: 'Apply updates.', dueDate: '2021-12-24', knownRansomwareCampaignUse: 'Known' }; // prettier-ignore
  it('every key is read', () => {
    expect(readElement(entry)).toEqual({
      kind: 'kev',
      value: { cveId: 'CVE-2021-44228', added: Date.UTC(2021, 11, 10), due: Date.UTC(2021, 11, 24), ransomware: true, action: 'Apply updates.' }, // prettier-ignore
    });
  });
  it('without what is not said', () => {
    const { value } = readElement({ ...entry, dueDate: '', knownRansomwareCampaignUse: 'Unknown', requiredAction: 7 })!;
    expect(value).toMatchObject({ due: null, ransomware: false, action: null });
    expect(readElement({ ...entry, cveID: '' })).toBeUndefined();
  });
});

const P = { purl: 'pkg:npm/x@1.0.0' };
const vex = (value: Json): Array<VexStatement | undefined> =>
  readDocument(value)!.map((known) => known?.value as VexStatement | undefined);

describe('OpenVEX', () => {
  const document = (statement: Json): Json => ({
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://openvex.dev/docs/1',
    author: 'Acme',
    timestamp: '2099-01-08T18:02:03Z',
    version: 1,
    statements: [statement],
  });
  it('every key is read', () => {
    const statement = {
      vulnerability: {
        '@id': 'https://nvd.nist.gov/vuln/detail/CVE-2099-0001',
        name: 'GHSA-aaaa-bbbb-cccc',
        aliases: ['PYSEC-2099-1'],
      },
      products: [
        { '@id': 'pkg:npm/x@1.0.0', subcomponents: [{ '@id': 'pkg:npm/inner@1' }] },
        { '@id': 'image', identifiers: { purl: 'pkg:oci/image@1', cpe23: 'cpe:2.3:a:acme:image:1' } },
      ],
      status: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
      impact_statement: 'Never called.',
      timestamp: '2099-01-09T00:00:00Z',
    };
    expect(vex(document(statement))).toEqual([
      {
        advisory: 'CVE-2099-0001',
        aliases: ['GHSA-aaaa-bbbb-cccc', 'PYSEC-2099-1'],
        products: [P, { purl: 'pkg:oci/image@1', cpe: 'cpe:2.3:a:acme:image:1', ref: 'image' }],
        status: 'not_affected',
        justification: 'vulnerable_code_not_in_execute_path',
        statement: 'Never called.',
        document: 'https://openvex.dev/docs/1',
        timestamp: Date.UTC(2099, 0, 9),
      },
    ]);
  });
  it('of the first version', () => {
    const [one] = vex(document({ vulnerability: 'CVE-2099-0001', products: ['pkg:npm/x@1.0.0'], status: 'fixed' }));
    expect(one).toMatchObject({ advisory: 'CVE-2099-0001', products: [P], status: 'fixed', justification: null });
  });
  it.each<[string, Json]>([
    ['status', { vulnerability: 'CVE-2099-0001', products: ['pkg:npm/x'], status: 'harmless' }],
    ['product', { vulnerability: 'CVE-2099-0001', status: 'fixed' }],
    ['vulnerability', { products: ['pkg:npm/x'], status: 'fixed' }],
  ])('a statement without a %s says nothing', (_, statement) => expect(vex(document(statement))).toEqual([undefined]));
});

describe('CSAF', () => {
  const helper = (id: string, names: Json): Json => ({
    category: 'product_version',
    product: { product_id: id, name: id, product_identification_helper: names },
  });
  const document = (vulnerability: Json): Json => ({
    document: {
      category: 'csaf_vex',
      csaf_version: '2.0',
      tracking: { id: 'ACME-1', current_release_date: '2099-01-08T00:00:00Z' },
    },
    product_tree: {
      branches: [
        {
          category: 'vendor',
          name: 'Acme',
          branches: [helper('X', { purl: P.purl }), helper('Y', { cpe: 'cpe:/a:acme:y' })],
        },
      ],
      full_product_names: [{ product_id: 'Z', name: 'Z 1.0' }],
      product_groups: [{ group_id: 'G', product_ids: ['Y', 'Z'] }],
      relationships: [
        {
          category: 'default_component_of',
          product_reference: 'X',
          relates_to_product_reference: 'Z',
          full_product_name: { product_id: 'Z:X', name: 'X in Z' },
        },
      ],
    },
    vulnerabilities: [vulnerability],
  });
  it('every state with its reasons', () => {
    const statements = vex(
      document({
        cve: 'CVE-2099-0001',
        ids: [
          { system_name: 'GitHub', text: 'GHSA-aaaa-bbbb-cccc' },
          { system_name: 'Bugs', text: '12345' },
        ],
        product_status: {
          known_not_affected: ['X', 'Y', 'Z'],
          fixed: ['Z:X'],
          known_affected: [],
          under_investigation: ['unknown'],
        },
        flags: [{ label: 'component_not_present', product_ids: ['X'] }, { label: 'inline_mitigations_already_exist', group_ids: ['G'] }], // prettier-ignore
        threats: [
          { category: 'impact', details: 'Not built in.', product_ids: ['X'] },
          { category: 'exploit_status', details: 'None' },
        ],
      }),
    );
    const shared = {
      advisory: 'CVE-2099-0001',
      aliases: ['GHSA-aaaa-bbbb-cccc'],
      document: 'ACME-1',
      timestamp: Date.UTC(2099, 0, 8),
    };
    expect(statements).toEqual([
      {
        ...shared,
        status: 'not_affected',
        products: [{ ...P, ref: 'X' }],
        justification: 'component_not_present',
        statement: 'Not built in.',
      },
      {
        ...shared,
        status: 'not_affected',
        products: [{ cpe: 'cpe:/a:acme:y', ref: 'Y' }, { ref: 'Z 1.0' }],
        justification: 'inline_mitigations_already_exist',
        statement: null,
      },
      { ...shared, status: 'fixed', products: [{ ref: 'X in Z' }], justification: null, statement: null },
      undefined,
    ]);
  });
  it('branches within branches without end are left out', () => {
    let branch: Json = helper('X', P);
    for (let i = 0; i < 60; i++) branch = { branches: [branch] };
    const value = document({ cve: 'CVE-2099-0001', product_status: { fixed: ['X'] } });
    expect(vex({ ...value, product_tree: { branches: [{ branches: [branch] }] } })).toEqual([undefined]);
  });
});

describe('CycloneDX VEX', () => {
  const document = (analysis: Json, ref = 'x'): Json => ({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: 'urn:uuid:1',
    metadata: { timestamp: '2099-01-08T00:00:00Z', component: { name: 'app', 'bom-ref': 'app' } },
    components: [{ name: 'outer', components: [{ name: 'x', 'bom-ref': 'x', purl: P.purl }] }],
    vulnerabilities: [
      { id: 'GHSA-aaaa-bbbb-cccc', references: [{ id: 'CVE-2099-0001' }], analysis, affects: [{ ref }] },
    ],
  });
  it.each([
    ['not_affected', 'not_affected'],
    ['false_positive', 'not_affected'],
    ['resolved', 'fixed'],
    ['resolved_with_pedigree', 'fixed'],
    ['exploitable', 'affected'],
    ['in_triage', 'under_investigation'],
  ])('%s is %s', (state, status) => {
    expect(vex(document({ state, justification: 'code_not_reachable', detail: 'Never called.' }))).toEqual([
      {
        ...{ advisory: 'CVE-2099-0001', aliases: ['GHSA-aaaa-bbbb-cccc'], products: [{ ...P, ref: 'x' }], status },
        ...{ justification: 'code_not_reachable', statement: 'Never called.', document: 'urn:uuid:1' },
        timestamp: Date.UTC(2099, 0, 8),
      },
    ]);
  });
  it('of another document, or of a package by its address', () => {
    expect(vex(document({ state: 'resolved' }, 'urn:cdx:1/1#pkg%3Anpm%2Fx%401.0.0'))[0]!.products).toEqual([P]);
    expect(vex(document({ state: 'resolved' }, 'pkg:npm/x@1.0.0'))[0]!.products).toEqual([P]);
  });
  it('without a judgement says nothing; a list of parts is none', () => {
    expect(vex(document({}))).toEqual([undefined]);
    expect(readDocument({ ...document({}), vulnerabilities: undefined })).toBeUndefined();
  });
});

describe('texts of feeds', () => {
  /** What a text says: kinds and ids, in pieces of some bytes; and whether its format is known. */
  async function said(text: string, piece = 7): Promise<{ kinds: string[]; isKnown: boolean }> {
    const bytes = Buffer.from(text);
    async function* pieces(): AsyncGenerator<Buffer> {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    }
    let isKnown = false;
    const kinds: string[] = [];
    for await (const known of knowledgeIn(pieces(), () => (isKnown = true))) kinds.push(idOf(known));
    return { kinds, isKnown };
  }
  const idOf = (known: Knowledge | undefined): string =>
    known ? `${known.kind} ${known.kind === 'vex' ? known.value.advisory : known.value.cveId}` : '-';
  const one = osv('GHSA-aaaa-bbbb-cccc', [affected('npm', 'x', [{ introduced: '0' }])]);
  const openVex = { '@context': 'https://openvex.dev/ns', statements: [{ vulnerability: 'CVE-2099-0001', products: ['pkg:npm/x'], status: 'fixed' }, {}] }; // prettier-ignore

  it.each<[string, string, string[]]>([
    ['one record of OSV', JSON.stringify(one), ['advisory GHSA-aaaa-bbbb-cccc']],
    ['a list of them', JSON.stringify([one, { ...one, id: 'PYSEC-2099-1' }, 5]), ['advisory GHSA-aaaa-bbbb-cccc', 'advisory PYSEC-2099-1', '-']], // prettier-ignore
    ['one with a mark, and spaces', `\uFEFF \n${JSON.stringify(one, null, 2)}\n`, ['advisory GHSA-aaaa-bbbb-cccc']],
    ['a CVE record', JSON.stringify(cve5('CVE-2099-0001', [])), ['advisory CVE-2099-0001']],
    ['the National Vulnerability Database', JSON.stringify(nvdFeed([nvd('CVE-2099-0001', []), 1])), ['advisory CVE-2099-0001', '-']], // prettier-ignore
    ['KEV', JSON.stringify({ title: 'KEV', catalogVersion: '1', vulnerabilities: [{ cveID: 'CVE-2099-0001', dateAdded: '2099-01-01' }] }), ['kev CVE-2099-0001']], // prettier-ignore
    ['an empty KEV', JSON.stringify({ catalogVersion: '1', vulnerabilities: [] }), []],
    ['OpenVEX', JSON.stringify(openVex), ['vex CVE-2099-0001', '-']],
    [
      'EPSS',
      '#model_version:v2025.03.14,score_date:2099-01-01T12:55:00Z\ncve,epss,percentile\r\nCVE-2099-0001,0.97559,0.99998\nCVE-2099-0002,1e-5,0\nCVE-2099-0003,2,1\nx,0,0\n',
      ['epss CVE-2099-0001', 'epss CVE-2099-0002', '-', '-'],
    ],
  ])('%s', async (_, text, kinds) => {
    expect(await said(text)).toEqual({ kinds, isKnown: true });
    expect(await said(text, 1 << 20)).toEqual({ kinds, isKnown: true });
  });
  it.each([
    ['a list of parts', JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ name: 'x' }] })],
    ['another object', '{"modified":1}'],
    ['another list', '[1,2]'],
  ])('%s is not known', async (_, text) => expect((await said(text)).isKnown).toBe(false));
  it.each([
    ['nothing', '', 'empty'],
    ['no JSON', 'hello', 'no JSON'],
    ['half a document', JSON.stringify(openVex).slice(0, -9), 'middle'],
    ['a tower', `{"modified":${'['.repeat(1000)}`, 'nested'],
  ])('%s is refused', async (_, text, reason) => expect(said(text)).rejects.toThrow(reason));
  it('a document that is too large is refused, a list of that size is read', async () => {
    const many = Array.from({ length: 250_000 }, () => ({ vulnerability: 'CVE-2099-0001', products: ['pkg:npm/x'], status: 'fixed' })); // prettier-ignore
    await expect(said(JSON.stringify({ ...openVex, statements: many }), 1 << 18)).rejects.toThrow('16777216 bytes');
    const { kinds } = await said(JSON.stringify(Array.from({ length: 30_000 }, () => one)), 1 << 18);
    expect(kinds.length).toBe(30_000);
  }, 60_000);
  it('a score has the date of its file', async () => {
    async function* bytes(): AsyncGenerator<Buffer> {
      yield Buffer.from(
        '#model_version:v1,score_date:2099-01-02T00:00:00+0000\ncve,epss,percentile\nCVE-2099-0001,0.5,0.9',
      );
    }
    for await (const known of knowledgeIn(bytes(), () => undefined))
      expect(known!.value).toEqual({ cveId: 'CVE-2099-0001', epss: 0.5, percentile: 0.9, date: Date.UTC(2099, 0, 2) });
    expect.assertions(1);
  });
});
