/** What counts beside the vulnerability: a way from outside, what fails, what applications carry; and who is told. @seconds 12 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Rematch } from '../../src/vulnerabilities/rematch.js';
import { fileFeed } from '../../src/vulnerabilities/feeds/feed.js';
import { importFeed } from '../../src/vulnerabilities/feeds/import-feed.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { cpe, nvd, nvdFeed } from './feeds.js';

type Json = Record<string, unknown>;

const bad = (baseScore: number, baseSeverity: string): Json => ({
  metrics: { cvssMetricV31: [{ type: 'Primary', cvssData: { baseScore, baseSeverity } }] },
});
const product = { vendor: 'acme', product: 'os', version: '1' };

describe.each(ENGINES)('what makes a vulnerability urgent, on %s', (engine) => {
  let server: TestServer;
  const ids: Record<string, number> = {};
  const folder = mkdtempSync(join(tmpdir(), 'meridian-urgency-'));
  const make = async (path: string, body: Json): Promise<number> => {
    const answer = await server.post(`/api/${path}`, body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.id as number;
  };
  const list = async (query = '', token?: string): Promise<Json[]> =>
    (await server.get(`/api/vulnerabilities${query}`, token === undefined ? {} : { token })).body.data as Json[];
  const names = async (query = '', token?: string): Promise<unknown[]> =>
    (await list(query, token)).map(({ object }) => (object as Json)['name']);

  beforeAll(async () => {
    server = await TestServer.start(engine);
    const path = join(folder, 'nvd.json');
    writeFileSync(
      path,
      JSON.stringify(
        nvdFeed([
          nvd('CVE-2099-1001', [cpe('acme:os', '*', { versionEndExcluding: '2' })], bad(7.5, 'HIGH')),
          nvd('CVE-2099-1002', [cpe('acme:lib', '*', { versionEndExcluding: '2' })], bad(5, 'MEDIUM')),
        ]),
      ),
    );
    await importFeed(server.database, fileFeed(path));
    // Three servers with one product: one alone, one that carries an application, one that is reachable from outside.
    ids['alone'] = await make('logical-servers', { name: 'Alone', products: [{ cpe: 'cpe:2.3:a:acme:os:1:*:*:*:*:*:*:*' }] }); // prettier-ignore
    ids['carries'] = await make('logical-servers', { name: 'Carries', products: [{ cpe: 'cpe:2.3:a:acme:os:1:*:*:*:*:*:*:*' }] }); // prettier-ignore
    ids['reached'] = await make('logical-servers', { name: 'Reached', products: [{ cpe: 'cpe:2.3:a:acme:os:1:*:*:*:*:*:*:*' }], address_ip: '10.9.0.4' }); // prettier-ignore
    const network = await make('networks', { name: 'Edge' });
    await make('subnetworks', { name: 'Edge one', address: '10.9.0.0/24', network_id: network });
    ids['partner'] = await make('external-connected-entities', { name: 'Partner', network_id: network });
    ids['app'] = await make('applications', { name: 'Shop', ...product, vendor: 'other', logical_servers: [ids['carries']] }); // prettier-ignore
    const service = await make('application-services', { name: 'Orders', applications: [ids['app']] });
    ids['module'] = await make('application-modules', { name: 'lib', ...product, product: 'lib', application_services: [service] }); // prettier-ignore
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('what is found is there without a reader, since it was looked for', async () => {
    await server.server.app.get(Rematch).tick();
    const rows = await server.database.all('SELECT advisory FROM own_vulnerabilities WHERE gone_at IS NULL');
    expect(rows).toHaveLength(4);
  });

  it('among equals what is reachable from outside comes first, then what takes others along, each with its reason', async () => {
    expect(await names()).toEqual(['Reached', 'Carries', 'Alone', 'lib']);
    const [reached, carries, alone] = await list();
    expect(reached!['urgency']).toContainEqual({ reason: 'reachable', from: 'Partner', steps: expect.any(Number) as number }); // prettier-ignore
    expect(carries!['urgency']).toContainEqual({ reason: 'fails', value: expect.any(Number) as number });
    expect(alone!['urgency']).toEqual([{ reason: 'score', value: 7.5 }]);
    // What an application needs, what it carries needs too.
    await server.patch(`/api/applications/${ids['app']}`, { security_need_a: 4 });
    expect(await names()).toEqual(['Carries', 'Reached', 'Alone', 'lib']);
    for (const at of [0, 3]) expect((await list())[at]!['urgency']).toContainEqual({ reason: 'needs', value: 4, of: 'Shop' }); // prettier-ignore
  });

  it('reasons name, and the order knows, only what the caller may list', async () => {
    const { token } = await server.userWith(['logical_server_access']);
    expect(await names('', token)).toEqual(['Alone', 'Carries', 'Reached']);
    for (const one of await list('', token)) expect(one['urgency']).toEqual([{ reason: 'score', value: 7.5 }]);
  });

  it('an application holds what it carries, with the way to it, as far as the caller may list that', async () => {
    const of = async (token?: string): Promise<Json> => (await server.get(`/api/applications/${ids['app']}/vulnerabilities`, token === undefined ? {} : { token })).body as Json; // prettier-ignore
    const whole = await of();
    expect(whole['data']).toMatchObject([
      { cve: 'CVE-2099-1001', object: { type: 'logical-servers', name: 'Carries' }, way: [] },
      { cve: 'CVE-2099-1002', object: { name: 'lib' }, way: [{ type: 'application-services', name: 'Orders' }] },
    ]);
    expect(whole['meta']).toMatchObject({
      answer: { state: 'cannot_be_told', reason: 'no_source' },
      carried: { objects: 3, hit: 2, not_hit: 0, cannot_be_told: 0, unclear: [] },
    });
    // The way to the module leads over a service that is hidden.
    const { token } = await server.userWith(['application_access', 'application_show', 'application_module_access']);
    expect(await of(token)).toMatchObject({ data: [], meta: { total: 0, carried: { objects: 0 } } });
  });

  it('objects with open ones are counted for a map, for who may list them', async () => {
    const { body } = await server.get('/api/vulnerabilities/objects');
    expect(body.data).toHaveLength(4);
    expect(body.data).toContainEqual({ type: 'logical-servers', id: ids['alone'], open: 1, exploited: 0 });
    const { token } = await server.userWith(['application_module_access']);
    expect((await server.get('/api/vulnerabilities/objects', { token })).body.data).toEqual([
      { type: 'application-modules', id: ids['module'], open: 1, exploited: 0 },
    ]);
    const [{ id }] = (await list('?filter[object]=logical-servers')) as [Json];
    await server.patch(`/api/vulnerabilities/${String(id)}`, { state: 'not_affected' });
    expect((await server.get('/api/vulnerabilities/objects')).body.data).toHaveLength(3);
    await server.patch(`/api/vulnerabilities/${String(id)}`, { state: 'open' });
  });

  it('sources tell their dates and their age; severity sorts by rank; CSV holds all pages', async () => {
    const { body } = await server.get('/api/vulnerabilities/sources');
    expect(body).toMatchObject({ data: [{ name: 'nvd.json', kinds: ['nvd'], records: 2 }], meta: { stale_after_days: 7 } }); // prettier-ignore
    const nobody = await server.userWith(['site_access']);
    for (const path of ['sources', 'objects'])
      expect((await server.get(`/api/vulnerabilities/${path}`, { token: nobody.token })).status).toBe(403);
    expect((await list('?sort=severity')).map(({ severity }) => severity)).toEqual(['MEDIUM', 'HIGH', 'HIGH', 'HIGH']);
    const csv = ((await server.get('/api/vulnerabilities?format=csv&page[size]=1')).body as unknown as string)
      .trim()
      .split('\r\n');
    expect(csv).toHaveLength(5);
    expect(csv[2]).toMatch(/^\d+,logical-servers,\d+,Reached,CVE-2099-1001,.*reachable from Partner/);
    expect((await server.get('/api/vulnerabilities?format=pdf')).status).toBe(400);
  });
});
