/** Feeds are imported by command and by request: what is stored, what wins, and what happens to broken ones. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { feedsIn, fileFeed } from '../../src/vulnerabilities/feeds/feed.js';
import { importFeed, type ImportOptions, type ImportResult } from '../../src/vulnerabilities/feeds/import-feed.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { openDatabase, type OpenDatabase } from '../database/opened.js';
import { cpe, cve5, nvd, nvdFeed, product, zip } from './feeds.js';

type Row = Record<string, unknown>;

describe.each(ENGINES)('the import of feeds on %s', (engine) => {
  let place: TestDatabase;
  let opened: OpenDatabase;
  let count = 0;
  beforeAll(async () => {
    place = await makeDatabase(engine);
    opened = await openDatabase(engine, place);
  });
  afterAll(async () => {
    await opened.close();
    await place.drop();
  });
  beforeEach(async () => {
    for (const table of ['records', 'affects', 'sources']) await opened.database.run(`DELETE FROM own_cve_${table}`);
  });

  const file = (bytes: unknown, name = `feed-${++count}.json`): string => {
    const path = join(place.folder, name);
    writeFileSync(path, Buffer.isBuffer(bytes) ? bytes : JSON.stringify(bytes));
    return path;
  };
  const load = (bytes: unknown, options?: ImportOptions): Promise<ImportResult> =>
    importFeed(opened.database, fileFeed(file(bytes)), options);
  const stored = (): Promise<Row[]> =>
    opened.database.all('SELECT cve_id, source, state, description FROM own_cve_records ORDER BY cve_id');
  const affected = async (): Promise<string[]> =>
    (await opened.database.all('SELECT * FROM own_cve_affects ORDER BY cve_id, product, status')).map(
      (row) =>
        `${row['cve_id']} ${row['status']} ${row['vendor']}/${row['product']} ${row['exact'] ?? row['end_excl'] ?? '*'}`,
    );

  const older = { lastModified: '2099-01-01T00:00:00.000' };
  const newer = { lastModified: '2099-12-01T00:00:00.000' };
  const updated = (dateUpdated: string, state = 'PUBLISHED'): { metadata: Row } => ({
    metadata: { dateUpdated, state },
  });

  it('every kind of feed, recognised by what is in it whatever its name', async () => {
    const first = nvdFeed([nvd('CVE-2099-1001', [cpe('acme:one')])]);
    const second = cve5('CVE-2099-1002', [product('Acme', 'Two', [{ version: '1', status: 'affected' }], 'affected')]);
    const inner = zip([
      { name: 'cves/2099/1xxx/CVE-2099-1004.json', bytes: JSON.stringify(cve5('CVE-2099-1004', [])) },
    ]);
    const kinds: Array<[unknown, string]> = [
      [first, 'a'],
      [gzipSync(JSON.stringify(second)), 'b.json'],
      [Buffer.from(JSON.stringify([cve5('CVE-2099-1003', [])])), 'c.zip'],
      [
        zip([
          { name: 'cves.zip', bytes: inner },
          { name: 'README.md', bytes: 'x' },
          { name: '__MACOSX/._a.json', bytes: 'x' },
        ]),
        'd',
      ],
      [zip([{ name: 'e.json.gz', bytes: gzipSync(JSON.stringify(nvdFeed([nvd('CVE-2099-1005', [])]))) }]), 'e.json.gz'],
    ];
    for (const [bytes, name] of kinds) {
      const result = await importFeed(opened.database, fileFeed(file(bytes, name)));
      expect(result).toEqual({
        records: 1,
        inserted: 1,
        updated: 0,
        deleted: 0,
        unchanged: 0,
        ignored: 0,
        skipped: false,
      });
    }
    expect((await stored()).map((row) => row['cve_id'])).toEqual([1, 2, 3, 4, 5].map((n) => `CVE-2099-100${n}`));
    expect(await affected()).toEqual([
      'CVE-2099-1001 affected acme/one *',
      'CVE-2099-1002 affected acme/two 1',
      'CVE-2099-1002 default acme/two *',
    ]);
  });

  it('all columns of a record', async () => {
    await load(
      nvdFeed([nvd('CVE-2099-1001', [cpe('acme:one', '*', { versionStartExcluding: '1', versionEndIncluding: '2' })])]),
    );
    const [record] = await opened.database.all('SELECT * FROM own_cve_records');
    expect({
      ...record,
      score: Number(record!['score']),
      refs: JSON.parse(record!['refs'] as string) as unknown,
    }).toEqual({
      cve_id: 'CVE-2099-1001',
      source: 'nvd',
      state: 'Analyzed',
      published: '2099-01-02 03:04:05',
      modified: '2099-02-03 04:05:06',
      title: null,
      description: 'Description of CVE-2099-1001',
      score: 9.1,
      severity: 'CRITICAL',
      cvss_version: '3.1',
      vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
      refs: ['https://example.org/CVE-2099-1001'],
      imported_at: expect.stringMatching(/^\d{4}-/) as string,
    });
    const [row] = await opened.database.all('SELECT * FROM own_cve_affects');
    expect(row).toMatchObject({
      part: 'a',
      exact: null,
      start_excl: '1',
      end_incl: '2',
      start_incl: null,
      end_excl: null,
    });
  });

  it.each<[string, unknown[], Row[]]>([
    ['NVD over an earlier CVE record', [cve5('CVE-2099-1', []), nvd('CVE-2099-1', [], older)], [{ source: 'nvd' }]],
    [
      'NVD over a later CVE record',
      [nvd('CVE-2099-1', [], older), cve5('CVE-2099-1', [], updated('2099-12-31T00:00:00Z'))],
      [{ source: 'nvd' }],
    ],
    [
      'the newer one of NVD, coming later',
      [nvd('CVE-2099-1', [], older), nvd('CVE-2099-1', [], { ...newer, vulnStatus: 'Modified' })],
      [{ state: 'Modified' }],
    ],
    [
      'the newer one of NVD, coming first',
      [nvd('CVE-2099-1', [], { ...newer, vulnStatus: 'Modified' }), nvd('CVE-2099-1', [], older)],
      [{ state: 'Modified' }],
    ],
    [
      'a withdrawn one goes',
      [
        nvd('CVE-2099-1', [cpe('acme:one')], older),
        nvd('CVE-2099-1', [cpe('acme:one')], { ...newer, vulnStatus: 'Rejected' }),
      ],
      [{ state: 'REJECTED', description: null }],
    ],
    [
      'a withdrawn one does not come back with an older feed',
      [cve5('CVE-2099-1', [], updated('2099-12-31T00:00:00Z', 'REJECTED')), cve5('CVE-2099-1', [])],
      [{ state: 'REJECTED' }],
    ],
    [
      'a withdrawn one comes back when it is newer',
      [cve5('CVE-2099-1', [], updated('2099-01-01T00:00:00Z', 'REJECTED')), cve5('CVE-2099-1', [])],
      [{ state: 'PUBLISHED' }],
    ],
    [
      'withdrawn at the same time',
      [cve5('CVE-2099-1', []), cve5('CVE-2099-1', [], { metadata: { state: 'REJECTED' } })],
      [{ state: 'REJECTED' }],
    ],
  ])('%s: within one feed and in two', async (_, elements, expected) => {
    const ids = JSON.parse(JSON.stringify(elements).replaceAll('CVE-2099-1"', 'CVE-2099-1000"')) as unknown[];
    await load(ids);
    expect(await stored()).toMatchObject(expected);
    for (const table of ['records', 'affects']) await opened.database.run(`DELETE FROM own_cve_${table}`);
    for (const element of ids) await load([element]);
    expect(await stored()).toMatchObject(expected);
    expect(await affected()).toEqual([]);
  });

  it('counts what became of the records', async () => {
    const first = [1, 2, 3, 4].map((n) => nvd(`CVE-2099-100${n}`, [cpe('acme:one')], older));
    expect(await load(nvdFeed([...first, { what: 'ever' }, 7]))).toMatchObject({ records: 4, inserted: 4, ignored: 2 });
    const second = [
      nvd('CVE-2099-1001', [cpe('acme:two')], newer),
      nvd('CVE-2099-1002', [], { ...newer, vulnStatus: 'Rejected' }),
      nvd('CVE-2099-1003', [], older),
      cve5('CVE-2099-1004', []),
      nvd('CVE-2099-1005', [], { vulnStatus: 'Rejected' }),
    ];
    expect(await load(second)).toEqual({
      records: 5,
      inserted: 0,
      updated: 1,
      deleted: 1,
      unchanged: 3,
      ignored: 0,
      skipped: false,
    });
    expect(await affected()).toEqual([
      'CVE-2099-1001 affected acme/two *',
      'CVE-2099-1003 affected acme/one *',
      'CVE-2099-1004 affected acme/one *',
    ]);
  });

  it('the same feed is imported once, unless it is asked for again', async () => {
    const path = file(nvdFeed([nvd('CVE-2099-1001', [])]));
    const run = (again?: boolean): Promise<ImportResult> =>
      importFeed(opened.database, fileFeed(path), { force: again });
    expect([(await run()).skipped, (await run()).skipped]).toEqual([false, true]);
    await opened.database.run("UPDATE own_cve_records SET description = 'lost'");
    expect(await run(true)).toMatchObject({ skipped: false, updated: 1 });
    expect((await stored())[0]!['description']).toBe('Description of CVE-2099-1001');
    const [source] = await opened.database.all('SELECT source, records, last_modified, sha256 FROM own_cve_sources');
    expect(source).toMatchObject({ source: path.split('/').at(-1), records: 1, last_modified: '2099-02-03 04:05:06' });
    expect(source!['sha256']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('a feed that breaks off leaves complete batches, is not remembered, and goes on without harm', async () => {
    const records = Array.from({ length: 1200 }, (_, i) => nvd(`CVE-2099-${10_000 + i}`, [cpe('acme:one')]));
    const whole = JSON.stringify(nvdFeed(records));
    await expect(load(Buffer.from(whole.slice(0, -200)))).rejects.toThrow('it ends in the middle');
    expect([(await stored()).length, (await affected()).length]).toEqual([1000, 1000]);
    expect(await opened.database.all('SELECT * FROM own_cve_sources')).toEqual([]);
    const steps: number[] = [];
    const result = await load(Buffer.from(whole), { progress: (done) => steps.push(done) });
    expect(result).toMatchObject({ records: 1200, inserted: 200, unchanged: 1000 });
    expect(steps).toEqual([500, 1000, 1200]);
    expect([(await stored()).length, (await affected()).length]).toEqual([1200, 1200]);
  });

  it('as many statements for one vulnerable product as for many', async () => {
    const seen: string[] = [];
    const statements = async (size: number): Promise<number> => {
      seen.length = 0;
      opened.database.observer = (sql) => seen.push(sql);
      await load(
        [...Array(5).keys()].map((i) =>
          nvd(
            `CVE-2099-${size}${1000 + i}`,
            [...Array(size).keys()].map((n) => cpe(`acme:p${n}`)),
          ),
        ),
      );
      opened.database.observer = undefined;
      return seen.length;
    };
    expect(await statements(400)).toBe(await statements(1));
  });

  it('folders: every feed by itself, and files of one vulnerability each together', async () => {
    const folder = join(place.folder, 'feeds');
    for (const path of ['cves/2099/1xxx', '.git']) mkdirSync(join(folder, path), { recursive: true });
    const write = (path: string, value: unknown): void => writeFileSync(join(folder, path), JSON.stringify(value));
    write('a.json', nvdFeed([nvd('CVE-2099-1001', [])]));
    write('cves/2099/1xxx/CVE-2099-1002.json', cve5('CVE-2099-1002', []));
    write('cves/2099/1xxx/CVE-2099-1003.json', cve5('CVE-2099-1003', []));
    write('.git/CVE-2099-1004.json', cve5('CVE-2099-1004', []));
    writeFileSync(join(folder, 'a.meta'), 'lastModifiedDate:2099');
    const run = async (): Promise<unknown[]> => {
      const results: unknown[] = [];
      for await (const feed of feedsIn([folder])) {
        const { records, skipped } = await importFeed(opened.database, feed);
        results.push([feed.name, records, skipped]);
      }
      return results;
    };
    expect(await run()).toEqual([
      ['a.json', 1, false],
      ['feeds/', 2, false],
    ]);
    expect(await run()).toEqual([
      ['a.json', 0, true],
      ['feeds/', 0, true],
    ]);
    write('cves/2099/1xxx/CVE-2099-1003.json', cve5('CVE-2099-1003', [], updated('2099-10-01T00:00:00Z')));
    expect(await run()).toEqual([
      ['a.json', 0, true],
      ['feeds/', 2, false],
    ]);
  });

  it('an empty feed of the National Vulnerability Database is a feed', async () => {
    expect(await load(nvdFeed([]))).toMatchObject({ records: 0, skipped: false });
  });

  it('records come in at once from two sides, and each is there once', async () => {
    const records = (state: string): unknown[] =>
      Array.from({ length: 300 }, (_, i) => nvd(`CVE-2099-${20_000 + i}`, [cpe('acme:one')], { vulnStatus: state }));
    await Promise.all([load(records('Analyzed')), load(records('Modified'))]);
    expect([(await stored()).length, (await affected()).length]).toEqual([300, 300]);
  });
});
