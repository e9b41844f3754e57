/** What is read from records of both formats; their keys are those of real ones, their numbers are invented. */
import { readElement } from '../../src/vulnerabilities/formats/recognise.js';
import { describeRange } from '../../src/vulnerabilities/matching.js';
import type { Advisory } from '../../src/vulnerabilities/record.js';
import { cpe, cve5, nvd, product } from './feeds.js';

const read = (element: unknown): Advisory => readElement(element)!.value as Advisory;
/** Affected rows in one line each: status, product, range. */
const rowsOf = (element: unknown): string[] =>
  read(element).affects.map((row) => `${row.status} ${row.vendor}/${row.product} ${describeRange(row)}`);

describe('records of the National Vulnerability Database', () => {
  it('every key is read', () => {
    expect(read(nvd('CVE-2099-0001', [cpe('acme:widget')]))).toEqual({
      cveId: 'CVE-2099-0001',
      aliases: [],
      source: 'nvd',
      rejected: false,
      state: 'Analyzed',
      published: Date.UTC(2099, 0, 2, 3, 4, 5),
      modified: Date.UTC(2099, 1, 3, 4, 5, 6),
      title: null,
      description: 'Description of CVE-2099-0001',
      score: 9.1,
      severity: 'CRITICAL',
      cvssVersion: '3.1',
      vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
      references: ['https://example.org/CVE-2099-0001'],
      affects: [
        { part: 'a', vendor: 'acme', product: 'widget', status: 'affected', exact: null, start_incl: null, start_excl: null, end_incl: null, end_excl: null }, // prettier-ignore
      ],
      packages: [],
    });
  });
  it.each([
    ['*', {}, 'affected acme/widget *'],
    ['-', {}, 'affected acme/widget *'],
    ['2.1.0', {}, 'affected acme/widget 2.1.0'],
    ['1.0\\+b', {}, 'affected acme/widget 1.0+b'],
    ['*', { versionStartIncluding: '2.0', versionEndExcluding: '2.2' }, 'affected acme/widget >= 2.0, < 2.2'],
    ['*', { versionStartExcluding: '2.0', versionEndIncluding: '2.2' }, 'affected acme/widget > 2.0, <= 2.2'],
  ])('version %s with %j', (version, keys, expected) => {
    expect(rowsOf(nvd('CVE-2099-0002', [cpe('acme:widget', version, keys)]))).toEqual([expected]);
  });
  it('names are normalised, colons within them kept, repeated rows dropped', () => {
    const matches = [cpe('sap:s\\/4hana'), cpe('SAP:S\\/4HANA'), cpe('a\\:b:c'), cpe('*:widget'), cpe('acme:-')];
    expect(rowsOf(nvd('CVE-2099-0003', matches))).toEqual(['affected sap/s/4hana *', 'affected a:b/c *']);
  });
  it('the platform that it must run on is not vulnerable by itself', () => {
    const platform = { ...cpe('acme:phone'), vulnerable: false };
    expect(rowsOf(nvd('CVE-2099-0004', [platform, cpe('acme:app')]))).toEqual(['affected acme/app *']);
  });
  it.each([
    ['3.1 before 3.0', { cvssMetricV30: [metric(1)], cvssMetricV31: [metric(2)] }, 2],
    ['3.0 before 4.0', { cvssMetricV40: [metric(1)], cvssMetricV30: [metric(2)] }, 2],
    ['4.0 before 2', { cvssMetricV2: [metric(1)], cvssMetricV40: [metric(2)] }, 2],
    ['the primary one before others', { cvssMetricV31: [metric(1, 'Secondary'), metric(2, 'Primary')] }, 2],
    ['an empty list is none', { cvssMetricV31: [], cvssMetricV2: [metric(3)] }, 3],
    ['no number is none', { cvssMetricV31: [metric('9' as never)], cvssMetricV2: [metric(11)] }, null],
  ])('score: %s', (_, metrics, expected) => {
    expect(read(nvd('CVE-2099-0005', [], { metrics })).score).toBe(expected);
  });
  it('version 2 keeps its severity beside the data; a missing one follows from the score', () => {
    const second = { type: 'Primary', baseSeverity: 'MEDIUM', cvssData: { version: '2.0', baseScore: 8 } };
    expect(read(nvd('CVE-2099-0006', [], { metrics: { cvssMetricV2: [second] } })).severity).toBe('MEDIUM');
    const severities = [0, 0.1, 3.9, 4, 6.9, 7, 8.9, 9, 10].map(
      (score) => read(nvd('CVE-2099-0006', [], { metrics: { cvssMetricV31: [metric(score)] } })).severity,
    );
    expect(severities.join(' ')).toBe('NONE LOW LOW MEDIUM MEDIUM HIGH HIGH CRITICAL CRITICAL');
  });
  it('a rejected one says so', () => {
    expect(read(nvd('CVE-2099-0007', [], { vulnStatus: 'Rejected' })).rejected).toBe(true);
  });
});

function metric(baseScore: number, type = 'Primary'): object {
  return { type, cvssData: { baseScore } };
}

describe('CVE records', () => {
  it('every key is read', () => {
    const record = read(cve5('CVE-2099-0001', [product('Acme', 'Big Widget', [], 'affected')]));
    expect(record).toMatchObject({
      cveId: 'CVE-2099-0001',
      source: 'cve5',
      rejected: false,
      published: Date.UTC(2099, 0, 5, 10),
      modified: Date.UTC(2099, 0, 6, 10),
      title: 'Title of CVE-2099-0001',
      description: 'Record of CVE-2099-0001',
      score: 5.4,
      severity: 'MEDIUM',
      vector: 'V',
      references: ['https://example.com/CVE-2099-0001'],
    });
    expect(record.affects).toMatchObject([{ status: 'default', vendor: 'acme', product: 'big_widget', part: null }]);
  });
  it.each<[Record<string, unknown>, string[]]>([
    [{ version: '1.2', status: 'affected' }, ['affected 1.2']],
    [{ version: '1.2', status: 'unaffected' }, ['unaffected 1.2']],
    [{ version: '1.2', status: 'unknown' }, []],
    [{ version: '1.2' }, []],
    [{ version: '1.2', status: 'affected', lessThan: '2' }, ['affected >= 1.2, < 2']],
    [{ version: '1.2', status: 'affected', lessThanOrEqual: '2' }, ['affected >= 1.2, <= 2']],
    [{ version: '1.2', status: 'affected', lessThan: '*' }, ['affected >= 1.2']],
    [{ version: '1.2', status: 'affected', lessThanOrEqual: '*' }, ['affected >= 1.2']],
    ...['0', '*', '-', 'n/a', 'N/A', 'unspecified', 'Unknown', ''].map(
      (version): [Record<string, unknown>, string[]] => [
        { version, status: 'affected', lessThan: '2' },
        ['affected < 2'],
      ],
    ),
    [{ version: '*', status: 'affected' }, ['affected *']],
    [{ version: 'unspecified', status: 'affected' }, ['affected *']],
    [{ version: '0', status: 'affected' }, ['affected 0']],
  ])('versions: %j', (version, expected) => {
    const rows = rowsOf(cve5('CVE-2099-0002', [product('acme', 'widget', [version])]));
    expect(rows).toEqual(expected.map((row) => row.replace(' ', ' acme/widget ')));
  });
  it('products without a name are left out', () => {
    expect(rowsOf(cve5('CVE-2099-0003', [product('n/a', 'n/a', [{ version: '1', status: 'affected' }])]))).toEqual([]);
  });
  it.each([
    ['of the one who assigned', [{ cvssV3_1: { baseScore: 3 } }], [{ cvssV3_1: { baseScore: 4 } }], 3],
    ['of others where they gave none', [{ other: {} }], [{ cvssV3_1: { baseScore: 4 } }], 4],
    ['3.1 before 3.0', [{ cvssV3_0: { baseScore: 1 } }, { cvssV3_1: { baseScore: 2 } }], [], 2],
    ['3.0 before 4.0', [{ cvssV4_0: { baseScore: 1 }, cvssV3_0: { baseScore: 2 } }], [], 2],
    ['4.0 before 2.0', [{ cvssV2_0: { baseScore: 1 } }, { cvssV4_0: { baseScore: 2 } }], [], 2],
    ['none', [], [], null],
  ])('score: %s', (_, metrics, added, expected) => {
    expect(read(cve5('CVE-2099-0004', [], { cna: { metrics }, adp: [{ metrics: added }] })).score).toBe(expected);
  });
  it('the first description where none is English; ten references at most, each once', () => {
    const references = Array.from({ length: 30 }, (_, i) => ({ url: `https://example.com/${Math.floor(i / 2)}` }));
    const descriptions = [{ lang: 'fr', value: 'Un' }, { lang: 'de', value: 'Zwei' }]; // prettier-ignore
    const record = read(cve5('CVE-2099-0005', [], { cna: { references, descriptions } }));
    expect([record.description, record.references.length, record.references[9]]).toEqual([
      'Un',
      10,
      'https://example.com/9',
    ]);
  });
  it('a rejected one says so', () => {
    expect(read(cve5('CVE-2099-0006', [], { metadata: { state: 'REJECTED' } })).rejected).toBe(true);
  });
});

describe('records in other clothes', () => {
  it('a pair of number and record is that record', () => {
    expect(read(['cve-2099-0001', cve5('CVE-2099-0001', [])]).cveId).toBe('CVE-2099-0001');
    expect(read(['cve-2099-0001', nvd('CVE-2099-0001', [])]).source).toBe('nvd');
  });
  it.each([
    null, 7, 'CVE-2099-0001', [], [1, 2], {}, { cve: null }, { cve: { id: 'CVE-1' } }, { cve: { id: 5 } }, { dataType: 'CVE_RECORD' },
    { dataType: 'ADVISORY', cveMetadata: { cveId: 'CVE-2099-0001' } },
  ])('%j is no record', (element) => expect(readElement(element)).toBeUndefined()); // prettier-ignore
  it('keys of every wrong kind never throw, and are as if they were not there', () => {
    for (const wrong of [null, 7, 'x', [], {}, [null], [7], [[]], [{}], { a: 1 }, true]) {
      const keys = [
        'descriptions',
        'metrics',
        'configurations',
        'references',
        'published',
        'lastModified',
        'vulnStatus',
      ];
      for (const key of keys) expect(readElement(nvd('CVE-2099-0001', [], { [key]: wrong }))).toBeDefined();
      for (const key of ['title', 'descriptions', 'affected', 'references', 'metrics'])
        expect(readElement(cve5('CVE-2099-0001', [], { cna: { [key]: wrong } }))).toBeDefined();
      expect(readElement({ ...cve5('CVE-2099-0001', []), containers: wrong })).toBeDefined();
    }
  });
  it('no text is too long, or of characters that cannot be stored', () => {
    const value = `a\0b\ud800c${'d'.repeat(100_000)}`;
    const record = read(
      nvd('CVE-2099-0001', [cpe(`acme:${'w'.repeat(300)}`)], { descriptions: [{ lang: 'en', value }] }),
    );
    expect(record.description).toMatch(/^ab\ufffdcd+…$/);
    expect([record.description!.length, record.affects]).toEqual([8000, []]);
  });
});
