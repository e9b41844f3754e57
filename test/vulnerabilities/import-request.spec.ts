/** `POST /api/cve/import`: who may, what is answered, and that no archive can do harm. */
import { gzipSync } from 'node:zlib';
import { ENGINES } from '../support/engines.js';
import { TestServer, type RequestOptions, type TestAnswer } from '../support/server.js';
import { cpe, nvd, nvdFeed, zip } from './feeds.js';

const LIMIT = 200_000;
const FEED = JSON.stringify(nvdFeed([nvd('CVE-2099-1001', [cpe('acme:one')])]));

describe.each(ENGINES)('contract 12: the import of vulnerabilities on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { MAX_FILE_SIZE: String(LIMIT) });
  });
  afterAll(() => server.stop());

  const send = (bytes: Buffer | string, name = 'feed.json', options: RequestOptions = {}): Promise<TestAnswer> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
    return server.post('/api/cve/import', form, options);
  };
  const count = async (): Promise<unknown> =>
    (await server.database.all('SELECT COUNT(*) AS n FROM own_cve_records'))[0]!['n'];

  it('answers counts, and the same feed again is skipped', async () => {
    const first = await send(FEED, '../../etc/nvd<1>.json');
    const facts = { source: 'nvd<1>.json', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string };
    const counts = { records: 1, inserted: 1, updated: 0, deleted: 0, unchanged: 0, ignored: 0, skipped: false };
    expect([first.status, first.body]).toEqual([200, { ...facts, ...counts }]);
    expect((await send(gzipSync(FEED))).body).toMatchObject({ records: 1, inserted: 0, unchanged: 1, skipped: false });
    expect((await send(FEED)).body).toMatchObject({ records: 0, inserted: 0, skipped: true });
  });

  it('is noted in the journal', async () => {
    await send(FEED, 'noted.json');
    const [row] = await server.database.all("SELECT * FROM audit_logs WHERE description = 'imported' ORDER BY id DESC");
    expect(JSON.parse(row!['properties'] as string)).toMatchObject({ report: 'cve', name: 'noted.json' });
  });

  it('needs a token and the right to configure; one that may only read is refused', async () => {
    expect((await send(FEED, 'f', { token: null })).status).toBe(401);
    const without = await server.userWith(['reports_access', 'application_access']);
    expect((await send(FEED, 'f', { token: without.token })).status).toBe(403);
    const { token } = await server.userWith(['configure']);
    expect((await send(FEED, 'f', { token })).status).toBe(200);
    const readOnly = await server.post('/api/tokens', { name: 'reader', read_only: true, expires_at: '2098-01-01' });
    expect((await send(FEED, 'f', { token: readOnly.body.token as string })).status).toBe(403);
    expect((await server.get('/api/cve/import')).status).toBe(405);
  });

  it('needs a file in a multipart body', async () => {
    const json = await server.post('/api/cve/import', JSON.parse(FEED));
    expect([json.status, json.body.message]).toEqual([415, expect.stringContaining('multipart/form-data')]);
    expect(json.body.message).not.toContain('Send JSON');
    const form = new FormData();
    form.append('other', 'x');
    const answer = await server.post('/api/cve/import', form);
    expect([answer.status, answer.body.errors]).toEqual([422, { file: ['The file field is required.'] }]);
    const broken = await server.post('/api/cve/import', '--x\r\nbroken', {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(broken.status).toBe(400);
  });

  const stone = Buffer.alloc(30 << 20, ' ');
  const nested = (depth: number): Buffer =>
    depth ? zip([{ name: 'inner.zip', bytes: nested(depth - 1) }]) : zip([{ name: 'a.json', bytes: FEED }]);

  it.each<[string, () => Buffer | string, number, string]>([
    ['nothing', () => '', 422, 'it is empty'],
    ['no JSON', () => 'hello', 422, 'it is no JSON'],
    ['JSON of something else', () => '{"a":[1,2,3]}', 422, 'it holds no vulnerability'],
    ['half a feed', () => FEED.slice(0, -5), 422, 'it ends in the middle'],
    ['a broken gzip', () => gzipSync(FEED).fill(7, 40, 60), 422, 'it cannot be unpacked'],
    ['half a gzip', () => gzipSync(FEED).subarray(0, 200), 422, 'it cannot be unpacked'],
    ['a broken zip', () => zip([{ name: 'a.json', bytes: FEED }]).subarray(0, 300), 422, 'it cannot be unpacked'],
    ['an archive of other things', () => zip([{ name: 'a.txt', bytes: FEED }]), 422, 'it holds no vulnerability'],
    ['a name that leads out', () => zip([{ name: '../../a.json', bytes: FEED }]), 422, 'invalid relative path'],
    ['a name from the root', () => zip([{ name: '/etc/a.json', bytes: FEED }]), 422, 'absolute path'],
    ['a size that is a lie', () => zip([{ name: 'a.json', bytes: FEED, size: 10 }]), 422, 'it cannot be unpacked'],
    ['archives in archives in archives', () => nested(2), 422, 'nested deeper than 2'],
    ['a tower of brackets', () => '['.repeat(100_000), 422, 'nested deeper than 64'],
    ['a record without end', () => gzipSync(`[{"cve":"${'x'.repeat(9 << 20)}`), 413, 'holds more'],
    ['a bomb of one layer', () => gzipSync(stone), 413, 'holds more than 4000000 bytes'],
    ['a bomb of two layers', () => zip([{ name: 'a.json.gz', bytes: gzipSync(stone) }]), 413, 'holds more'],
    [
      'a bomb in an inner archive',
      () => zip([{ name: 'i.zip', bytes: zip([{ name: 'a.json', bytes: stone }]) }]),
      413,
      'holds more',
    ],
    ['too many bytes', () => Buffer.alloc(LIMIT + 1, ' '), 413, `larger than ${LIMIT} bytes`],
  ])('%s: a clear refusal', async (_, bytes, status, sentence) => {
    const before = await count();
    const answer = await send(bytes());
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(sentence)]);
    expect(await count()).toEqual(before);
  });

  it('huge numbers, odd texts and repeated keys are stored as what they can be', async () => {
    const odd = FEED.replace('"baseScore":9.1', `"baseScore":1${'0'.repeat(1000)}`)
      .replace('CVE-2099-1001', 'CVE-2099-1002')
      .replace('"Description of', '"\\u0000\\ud800 __proto__ ')
      .replace('"vulnerabilities"', '"__proto__":{"x":1},"totalResults":1e99999,"vulnerabilities"');
    expect((await send(odd)).body).toMatchObject({ inserted: 1 });
    const [row] = await server.database.all(
      "SELECT score, description FROM own_cve_records WHERE cve_id = 'CVE-2099-1002'",
    );
    expect(row).toEqual({ score: null, description: expect.stringContaining('__proto__') as string });
  });

  it('one at a time: whoever comes meanwhile is told to come again', async () => {
    const id = 'CVE-2099-7777';
    let held: Promise<unknown> = Promise.resolve();
    // The other one may come before it.
    const imported = async (): Promise<TestAnswer> => {
      const answer = await send(JSON.stringify([nvd(id, [])]));
      return answer.status === 503 ? imported() : answer;
    };
    const first = new Promise<TestAnswer>((resolve, reject) => {
      held = server.database
        .transaction(async (tx) => {
          const columns = '(cve_id, source, state, imported_at)';
          await tx.run(`INSERT INTO own_cve_records ${columns} VALUES (?, 'nvd', 'x', '2099-01-01')`, [id]);
          imported().then(resolve, reject);
          for (let status = 200; status !== 503;) ({ status } = await send(FEED));
          throw new Error('taken back');
        })
        .catch(() => undefined);
    });
    await held;
    expect((await first).body).toMatchObject({ inserted: 1 });
    expect((await send(FEED)).status).toBe(200);
  });
});
