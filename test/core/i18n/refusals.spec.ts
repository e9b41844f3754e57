/** Refusals of every kind, asked for in French, hold no English sentence (contract 10). */
import { REPORTS } from '../../../src/reports/reports.js';
import { TestServer, type RequestOptions, type TestAnswer } from '../../support/server.js';
import { englishIn } from './english.js';

type Call = [method: string, path: string, options?: RequestOptions];

const json = (body: unknown): RequestOptions => ({ body });
const raw = (body: string, type: string): RequestOptions => ({ body, headers: { 'content-type': type } });
const file = (content: string | Buffer<ArrayBuffer>, name: string): RequestOptions => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return { body: form };
};
const query = (text: string): Call => ['POST', '/api/queries/run', json({ query: text })];
const list = (question: string): Call => ['GET', `/api/applications?${question}`];
const sheet = (text: string): Call => ['POST', '/api/sites/import', file(text, 'sites.csv')];
const feed = (text: string): Call => ['POST', '/api/cve/import', file(text, 'feed.json')];

const CALLS: Call[] = [
  // Bodies and routes.
  ['POST', '/api/sites', raw('{"name": ', 'application/json')],
  ['POST', '/api/sites', raw('{"name": x}', 'application/json')],
  ['POST', '/api/sites', raw('<a/>', 'text/xml')],
  [
    'POST',
    '/api/sites',
    raw('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf', 'multipart/form-data; boundary=x'),
  ],
  ['POST', '/api/sites', json([1])],
  ['POST', '/api/sites', json({ name: 'x'.repeat(21 << 20) })],
  ['GET', '/api/nothing'],
  ['PATCH', '/api/permissions/1', json({})],
  ['GET', '/api/sites/999999'],
  ['GET', '/api/report/nothing'],
  ['GET', '/api/report/directory?date=soon'],
  ['GET', '/api/report/cartography?granularity=9'],
  ['GET', '/api/report/cartography?vues=9'],
  ['GET', '/api/report/cve?objects=some'],
  ['GET', '/api/report/cve?lang=de'],
  ['GET', '/api/report/entities?format=csv&sheet=x'],
  ['GET', '/api/report/entities?format=csv&sep=x'],
  ['GET', '/api/sites/export?format=x'],
  ['POST', '/api/sites', { body: { name: 'Twice' }, headers: { 'idempotency-key': 'k'.repeat(300) } }],
  // Fields.
  ['POST', '/api/applications?strict=1', json({ nmae: 'x' })],
  [
    'POST',
    '/api/applications',
    json({ name: 'ab', rto: 'soon', security_need_c: 9, install_date: 'x', processes: [99] }),
  ],
  ['POST', '/api/applications', json({ name: 'x'.repeat(500), description: '\0', processes: 'x', rpo: -1 })],
  ['POST', '/api/applications', json({ name: { a: 1 }, 'processes[]': [1], processes: [2] })],
  ['POST', '/api/logical-servers', json({ name: 'SRV', active: 'perhaps', address_ip: 'x'.repeat(9000) })],
  ['POST', '/api/users', json({ login: 'admin', password: 'short', roles: [99], granularity: 7, language: 'french' })],
  ['DELETE', '/api/users/1'],
  ['DELETE', '/api/roles/1'],
  ['POST', '/api/cartographers', json({ cartographiable_type: 'x' })],
  ['POST', '/api/sites/mass-store', json({ items: [] })],
  ['PUT', '/api/sites/mass-update', json({ items: [{ id: 9999 }, { id: 9999 }, { name: 'x' }] })],
  ['DELETE', '/api/sites/mass-destroy', json({ ids: [] })],
  ['POST', '/api/documents', json({})],
  ['POST', '/api/tokens', json({ name: '', read_only: 'perhaps', expires_at: 'never' })],
  ['PUT', '/api/me/password', json({ old_password: 'wrong', new_password: 'short' })],
  ['PUT', '/api/me/password', json({ old_password: 'wrong', new_password: 'long enough' })],
  ['POST', '/api/login', { body: { login: 'admin' }, token: null }],
  ['POST', '/api/login', { body: { login: 'nobody', password: 'wrong' }, token: null }],
  ['GET', '/api/sites', { token: null }],
  ['PUT', '/api/sites/1', { body: { name: 'Changed' }, headers: { 'if-match': '"stale"' } }],
  // Lists.
  ...[
    'filter[nmae]=x',
    'filter[zzzzzz]=x',
    'filter=x',
    'filter[rto]=x',
    'filter[rto_between]=1',
    'filter[rto_null]=x',
  ].map(list),
  ...[
    'filter[trashed]=x',
    'filter[install_date]=x',
    'sort=nmae',
    'include=nothing',
    'fields=zzzzzz',
    'page[size]=0',
  ].map(list),
  ...[
    'page[number]=1&page[after]=x',
    'page[after]=x',
    'page[x]=1',
    'include=a.b.c.d',
    'filter[databases_exists]=x',
  ].map(list),
  ['GET', '/api/logical-servers?filter[ip_in]=x'],
  // Files.
  ['POST', '/api/sites/import', json({})],
  ['POST', '/api/sites/import', file('PK\x03\x04 broken', 'sites.xlsx')],
  ['POST', '/api/sites/import', file('%PDF-1.7\0', 'sites.pdf')],
  ['POST', '/api/sites/import', file(Buffer.from([0x69, 0x64, 0x0a, 0xff, 0xfe, 0xff]), 'sites.csv')],
  ...[
    'colour\nx',
    'name,Nom\na,b',
    'id,id\n1,1',
    'id,name\n,ab\n77,Other\nx,Other',
    'id,name\n,"open',
    'id,name\n,"a"b',
  ].map(sheet),
  ...['', 'x', '{"a": 1', '{"a": 1}', '{"vulnerabilities": [{]}'].map(feed),
  // Stored queries.
  ...['FROM', 'FROM applications WHERE', 'FROM applications FIELDS name LIMIT x', 'FROM sites WHERE name = "open'].map(
    query,
  ),
  ...[
    'FROM nothing',
    'FROM aplications',
    'FROM sites FIELDS nmae',
    'FROM sites FIELDS zzzzzz',
    'FROM sites WHERE a.b = 1',
  ].map(query),
  ...[
    'FROM sites FIELDS buildings',
    'FROM users WHERE password = x',
    'FROM sites WHERE id IN ()',
    'FROM sites WHERE id < NULL',
  ].map(query),
  ...['FROM sites WITH (buildings) OUTPUT graph', 'FROM sites LIMIT 5000', 'FROM sites WHERE EXISTS zzzzzz'].map(query),
  [
    'POST',
    '/api/queries/run',
    json({ query: { from: 'sites', depth: 2, filter: [], limit: 'x', output: 'x', fields: 1 } }),
  ],
  [
    'POST',
    '/api/queries',
    json({ name: '', query: { from: 'sites', filters: [{ field: 'id', operator: 'in', value: 1 }, 5] } }),
  ],
];

describe('contract 10: refusals in French', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
    await server.post('/api/sites', { name: 'Town hall' });
  });
  afterAll(() => server.stop());

  const inFrench = ([method, path, options = {}]: Call): Promise<TestAnswer> =>
    server.request(method, path, {
      ...options,
      documented: false,
      headers: { ...options.headers, 'accept-language': 'fr-FR,fr;q=0.9,en;q=0.5' },
    });
  /** Every sentence of an answer. */
  const sentences = ({ body }: TestAnswer): string[] =>
    [body.message, body.title, body.detail, ...Object.values((body.errors as object | undefined) ?? {})]
      .flatMap((each) => (typeof each === 'object' && 'message' in each ? [each.message as string] : each))
      .flat()
      .map(String);

  it('none of them is told in English, and all of them are refusals', async () => {
    const found: unknown[] = [];
    for (const call of CALLS) {
      const answer = await inFrench(call);
      const english = answer.status < 400 ? ['NO REFUSAL'] : sentences(answer).filter((text) => englishIn(text).length);
      if (english.length || answer.status >= 500)
        found.push({
          call: `${call[0]} ${call[1]}`,
          body: JSON.stringify(call[2]?.body ?? '').slice(0, 100),
          status: answer.status,
          english,
        });
    }
    expect(found).toEqual([]);
  });

  it('those of reports, for everybody who may not read them, or asks for what there is not', async () => {
    const { token } = await server.userWith(['reports_access']);
    for (const { name, roots } of REPORTS) {
      const bad = await inFrench(['GET', `/api/report/${name}?format=x`]);
      expect({ name, status: bad.status, message: bad.body.message }).toEqual({
        name,
        status: 400,
        message: 'format non pris en charge',
      });
      if (!roots.length) continue;
      const refused = await inFrench(['GET', `/api/report/${name}`, { token }]);
      expect({ name, status: refused.status, message: refused.body.message }).toEqual({
        name,
        status: 403,
        message: expect.stringMatching(/^Il vous manque le droit \w+_access\.$/),
      });
    }
  });

  it("without Accept-Language the user's own language counts, and another language than these two is English", async () => {
    await server.put('/api/users/1', { language: 'fr' });
    const message = async (language?: string): Promise<string> => {
      const headers: Record<string, string> = language ? { 'accept-language': language } : {};
      return (await server.get('/api/sites/99', { headers })).body.message as string;
    };
    expect([await message(), await message('en'), await message('fr'), await message('de')]).toEqual([
      "Il n'y a pas d'objet « 99 » parmi « Sites ».",
      'There is no object “99” among Sites.',
      "Il n'y a pas d'objet « 99 » parmi « Sites ».",
      "Il n'y a pas d'objet « 99 » parmi « Sites ».",
    ]);
    await server.put('/api/users/1', { language: null });
    expect(await message('de')).toBe('There is no object “99” among Sites.');
  });
});
