/** New vulnerabilities of objects are told by feed and hooks, once each, under the rights of the object. @seconds 12 */
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
  const learn = (...records: Json[]): Promise<void> => learnFrom(`${Date.now()}.json`, records);
  async function learnFrom(file: string, records: Json[]): Promise<void> {
    const path = join(folder, file);
    writeFileSync(path, JSON.stringify(nvdFeed(records)));
    await importFeed(server.database, fileFeed(path));
    await look();
  }
  const look = (): Promise<void> => server.server.app.get(FoundVulnerabilities).refresh();
  const shopOf = async (name: string, version = '1.0'): Promise<number> =>
    (await server.post('/api/applications', { name, vendor: 'Acme', product: 'Shop', version })).body.id as number;
  const opened = async (query = '', token = server.token): Promise<Json[]> => {
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

  it('one event for each that is new, and none where nothing is', async () => {
    const hook = { name: 'New ones', url: receiver.url, events: ['vulnerabilities.opened'] };
    expect((await server.post('/api/webhooks', hook)).status).toBe(201);
    const shop = await shopOf('Shop');
    await learn(known(10, 5), known(11, 9.8));
    await look();
    const first = await opened();
    const listed = (await server.get('/api/vulnerabilities?sort=cve')).body.data as Json[];
    expect(first.map(({ subject }) => subject).sort()).toEqual(listed.map(({ id }) => `vulnerabilities/${id}`).sort());
    expect(first.map(({ data }) => data.object).sort((a, b) => a.score - b.score)).toEqual([
      { cve: 'CVE-2099-0010', score: 5, type: 'applications', object_id: shop },
      { cve: 'CVE-2099-0011', score: 9.8, type: 'applications', object_id: shop },
    ]);
    expect(first[0]).toMatchObject({
      ...{ specversion: '1.0', type: 'meridian.vulnerabilities.opened', authtype: 'system' },
      data: {
        ...{ resource: 'vulnerabilities', action: 'opened', name: 'Shop', updated_at: null },
        origin: { resource: 'applications', id: shop },
        by: { user_id: null, via: 'system' },
      },
    });
    await learn(known(12, 7));
    await server.patch(`/api/applications/${shop}`, { version: '2.0' });
    await look();
    await server.patch(`/api/applications/${shop}`, { version: '1.0' });
    await look();
    // What was there before, and is there again, is nothing new.
    const all = await opened();
    expect(all.map(({ data }) => data.object.cve).sort()).toEqual([10, 11, 12].map((one) => `CVE-2099-00${one}`));
    await until(() => receiver.taken.length === 3);
    expect(receiver.taken).toEqual(all);
  });

  it('is asked for by its kind and its action, and is no change of the object', async () => {
    const all = (await server.get('/api/changes?limit=1000')).body.changes as Json[];
    const types = (list: Json[]): Set<string> => new Set(list.map(({ type }) => type));
    expect(types(all)).toContain('meridian.vulnerabilities.opened');
    const changes = (await server.get('/api/changes?resource=applications')).body.changes;
    expect(types(changes)).toEqual(new Set(['meridian.applications.created', 'meridian.applications.updated']));
    expect(types((await server.get('/api/changes?action=opened')).body.changes)).toEqual(
      new Set(['meridian.vulnerabilities.opened']),
    );
    const [{ data }] = await opened();
    expect((await opened(`&id=${data.id}`)).map((one) => one.data.id)).toEqual([data.id]);
    for (const events of [
      ['vulnerabilities.created'],
      ['vulnerabilities.gone'],
      ['applications.opened'],
      ['vulnerability.*'],
    ])
      expect((await server.post('/api/webhooks', { name: 'Wrong', url: receiver.url, events })).status).toBe(422);
    // No history knows of it: the object is as it was.
    const history = (await server.get(`/api/applications/${data.origin.id}/history`)).body as Json[];
    expect(history.map((one) => one.type).filter((type) => /vulnerab/.test(type))).toEqual([]);
  });

  it('is no work on an object: a run that made it can be taken back', async () => {
    await server.put('/api/feed/sources/FED', {});
    const set = { name: 'Fed shop', vendor: 'Acme', product: 'Shop', version: '1.0' };
    const items = [{ type: 'applications', ref: '1', set }];
    const run = (await server.post('/api/feed/runs', { feed: 1, source: 'FED', items })).body.data;
    await look();
    const { id } = (await server.get('/api/applications?filter[name]=Fed shop')).body[0];
    expect((await opened()).at(-1).data.origin.id).toBe(id);
    const undone = await server.post(`/api/feed/runs/${run.id}/undo`, {});
    expect([undone.status, (await server.get(`/api/applications/${id}`)).status]).toEqual([200, 404]);
  });

  it('is told to whoever may list the object, and to nobody else', async () => {
    const nobody = await server.userWith(['site_access']);
    const reader = await server.userWith(['application_access']);
    expect(await opened('', nobody.token)).toEqual([]);
    const names = (await opened('', reader.token)).map(({ data }) => data.name);
    // The fed one was taken back.
    expect(names).toEqual(['Shop', 'Shop', 'Shop']);
  });

  it('tells many objects with as many statements as few', async () => {
    // Deliveries would be among what is counted.
    for (const { id } of (await server.get('/api/webhooks')).body) await server.delete(`/api/webhooks/${id}`);
    const counted = async (objects: number): Promise<number> => {
      const before = (await opened('&limit=1000')).length;
      for (let i = 0; i < objects; i++) await shopOf(`Branch ${objects} ${i} ${before}`);
      let count = 0;
      server.database.observer = () => void count++;
      await look();
      server.database.observer = undefined;
      expect((await opened('&limit=1000')).length - before).toBe(3 * objects);
      return count;
    };
    // Other parts of the server ask beside it: the least of three counts.
    const least = async (objects: number): Promise<number> =>
      Math.min(await counted(objects), await counted(objects), await counted(objects));
    expect(await least(30)).toBe(await least(2));
  });

  it('is found from the second of two files under one name, also within a second', async () => {
    const before = (await opened('&limit=1000')).length;
    const shops = (await server.get('/api/applications')).body.length as number;
    // At least two of these come within one second.
    for (const number of [20, 21, 22]) await learnFrom('daily.json', [known(number, 5)]);
    expect((await opened('&limit=1000')).length - before).toBe(3 * shops);
  });
});
