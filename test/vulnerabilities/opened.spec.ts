/** New vulnerabilities of objects are told by feed and hooks, once, under the rights of the object. @seconds 12 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileFeed } from '../../src/vulnerabilities/feeds/feed.js';
import { importFeed } from '../../src/vulnerabilities/feeds/import-feed.js';
import { FoundVulnerabilities } from '../../src/vulnerabilities/found.js';
import { Receiver, until, type Json } from '../events/webhooks/receiver.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { cpe, nvd, nvdFeed } from './feeds.js';

const scored = (baseScore: number): Json => ({
  metrics: { cvssMetricV31: [{ type: 'Primary', cvssData: { baseScore } }] },
});
const known = (number: number, score: number): Json =>
  nvd(`CVE-2099-00${number}`, [cpe('acme:shop', '*', { versionEndExcluding: '2' })], scored(score));

describe.each(ENGINES)('new vulnerabilities on %s', (engine) => {
  let server: TestServer;
  let receiver: Receiver;
  const folder = mkdtempSync(join(tmpdir(), 'meridian-opened-'));
  /** Imports records, and looks as the server does by itself. */
  async function learn(...records: Json[]): Promise<void> {
    const path = join(folder, `${Date.now()}.json`);
    writeFileSync(path, JSON.stringify(nvdFeed(records)));
    await importFeed(server.database, fileFeed(path));
    await look();
  }
  const look = (): Promise<void> => server.server.app.get(FoundVulnerabilities).refresh();
  const shopOf = async (name: string, version = '1.0'): Promise<number> =>
    (await server.post('/api/applications', { name, vendor: 'Acme', product: 'Shop', version })).body.id as number;
  const notices = async (query = '', token = server.token): Promise<Json[]> => {
    const { status, body } = await server.get(`/api/changes?resource=vulnerabilities${query}`, { token });
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.changes;
  };

  beforeAll(async () => {
    server = await TestServer.start(engine, { WEBHOOK_TARGETS: '127.0.0.1' });
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await server.stop();
    await receiver.stop();
    rmSync(folder, { recursive: true });
  });

  it('one event for an object tells all that are new, the worst first, and none where nothing is', async () => {
    const hook = { name: 'New ones', url: receiver.url, events: ['vulnerabilities.opened'] };
    expect((await server.post('/api/webhooks', hook)).status).toBe(201);
    const shop = await shopOf('Shop');
    await learn(known(10, 5), known(11, 9.8));
    await look();
    const [event, ...others] = await notices();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      ...{ specversion: '1.0', type: 'meridian.vulnerabilities.opened', subject: `applications/${shop}` },
      authtype: 'system',
      data: {
        ...{ resource: 'applications', id: shop, action: 'opened', name: 'Shop', updated_at: null, origin: null },
        about: {
          vulnerabilities: [
            { cve: 'CVE-2099-0011', score: 9.8 },
            { cve: 'CVE-2099-0010', score: 5 },
          ],
          total: 2,
        },
        by: { user_id: null, via: 'system' },
      },
    });
    await learn(known(12, 7));
    await server.patch(`/api/applications/${shop}`, { version: '2.0' });
    await look();
    await server.patch(`/api/applications/${shop}`, { version: '1.0' });
    await look();
    // What was there before, and is there again, is nothing new.
    expect((await notices()).map(({ data }) => data.about.total)).toEqual([2, 1]);
    await until(() => receiver.taken.length === 2);
    expect(receiver.taken).toEqual(await notices());
  });

  it('is asked for by its topic and its action, and is no change of its kind', async () => {
    const all = (await server.get('/api/changes?limit=1000')).body.changes as Json[];
    const types = (list: Json[]): Set<string> => new Set(list.map(({ type }) => type));
    expect(types(all)).toContain('meridian.vulnerabilities.opened');
    const changes = (await server.get('/api/changes?resource=applications')).body.changes;
    expect(types(changes)).toEqual(new Set(['meridian.applications.created', 'meridian.applications.updated']));
    expect(types((await server.get('/api/changes?action=opened')).body.changes)).toEqual(
      new Set(['meridian.vulnerabilities.opened']),
    );
    expect((await server.get('/api/changes?resource=vulnerabilities&id=1')).status).toBe(400);
    for (const events of [['vulnerabilities.created'], ['applications.opened'], ['vulnerability.*']])
      expect((await server.post('/api/webhooks', { name: 'Wrong', url: receiver.url, events })).status).toBe(422);
    // No history knows of it: the object is as it was.
    const [{ data }] = await notices();
    const history = (await server.get(`/api/applications/${data.id}/history`)).body as Json[];
    expect(history.map((one) => one.type).filter((type) => /vulnerab/.test(type))).toEqual([]);
  });

  it('is no work on an object: a run that made it can be taken back', async () => {
    await server.put('/api/feed/sources/FED', {});
    const set = { name: 'Fed shop', vendor: 'Acme', product: 'Shop', version: '1.0' };
    const items = [{ type: 'applications', ref: '1', set }];
    const run = (await server.post('/api/feed/runs', { feed: 1, source: 'FED', items })).body.data;
    await look();
    const { id } = (await server.get('/api/applications?filter[name]=Fed shop')).body[0];
    expect((await notices()).at(-1).data.id).toBe(id);
    const undone = await server.post(`/api/feed/runs/${run.id}/undo`, {});
    expect([undone.status, (await server.get(`/api/applications/${id}`)).status]).toEqual([200, 404]);
  });

  it('is told to whoever may list the object, and to nobody else', async () => {
    const nobody = await server.userWith(['site_access']);
    const reader = await server.userWith(['application_access']);
    expect(await notices('', nobody.token)).toEqual([]);
    const names = (await notices('', reader.token)).map(({ data }) => data.name);
    expect(names).toEqual(['Shop', 'Shop', 'Fed shop']);
  });

  it('tells many objects with as many statements as few', async () => {
    const before = (await notices()).length;
    for (let i = 0; i < 30; i++) await shopOf(`Branch ${i}`);
    await look();
    const after = await notices('&limit=1000');
    expect(after.length - before).toBe(30);
    expect(after.at(-1).data.about.total).toBe(3);
  });
});
