/** Related objects in answers: as many as they may be, and in memory that does not grow with them (contract 14). @seconds 21 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Plans } from '../../../src/engine/index.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';

/** All of one site. */
const WORKSTATIONS = 10_000;
const PART = 2000;
const MEGABYTE = 1 << 20;

interface Read {
  status: number;
  bytes: number;
  /** Objects in the answer, by the beginning that each of them has. */
  objects: number;
  /** Most memory of the process meanwhile. */
  most: number;
  body: string;
}

/** Reads an answer of any size without keeping it; what is small is given as text. */
async function read(server: TestServer, path: string): Promise<Read> {
  const asked = get(server.url + path, { headers: { authorization: `Bearer ${server.token}` } });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  let [bytes, objects, most, body, rest] = [0, 0, 0, '', ''];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    const text = rest + chunk.toString('latin1');
    objects += text.split('{"id":').length - 1;
    rest = text.slice(-5);
    if (bytes < MEGABYTE) body += chunk.toString('latin1');
    most = Math.max(most, process.memoryUsage.rss());
  }
  return { status: response.statusCode!, bytes, objects, most, body };
}

describe.each(ENGINES)('on %s', (engine) => {
  let place: TestDatabase;
  let server: TestServer;

  beforeAll(async () => {
    place = await makeDatabase(engine);
    server = await TestServer.start(engine, {}, place);
    const { database } = server;
    const rows = Array.from({ length: WORKSTATIONS }, (_, i) => [i + 1, `workstation ${i}`, 1]);
    await database.transaction(async (tx) => {
      await database.insert(tx, 'sites', ['name'], [['site']]);
      await database.insert(tx, 'applications', ['name'], [['one'], ['two'], ['three']]);
      for (let from = 0; from < WORKSTATIONS; from += PART) {
        const insert = database.dialect.insertRows('workstations', ['id', 'name', 'site_id']);
        await database.write(tx, insert, rows.slice(from, from + PART));
      }
      const linked = [1, 2, 2, 3].map((application) => [1, application]);
      const link = database.dialect.insertRows('application_workstation', ['workstation_id', 'application_id']);
      await database.write(tx, link, linked);
    });
  });
  afterAll(() => server.stop());
  afterEach(() => limit(1_000_000));

  /** Has the server embed no more than this. */
  const limit = (most: number): unknown =>
    Object.assign(server.server.app.get(Plans), { limits: { listTimeLimit: 30, includeMax: most } });
  const refused = (path: string, most: number): unknown => ({
    status: 400,
    message: expect.stringContaining(`include=${path} `) as string,
    most: expect.stringContaining(` ${most} `) as string,
  });
  const said = ({ status, body }: Read): unknown => {
    const { message } = JSON.parse(body) as { message: string };
    return { status, message, most: message };
  };

  it('contract 14: memory does not grow with what is embedded', async () => {
    await read(server, '/api/workstations?filter[id_lte]=2&include=site.workstations');
    const before = process.memoryUsage.rss();
    const many = await read(server, '/api/workstations?filter[id_lte]=50&include=site.workstations');
    expect([many.status, many.objects]).toEqual([200, 50 * (2 + WORKSTATIONS)]);
    expect(many.bytes).toBeGreaterThan(300 * MEGABYTE);
    expect((many.most - before) / MEGABYTE).toBeLessThan(150);
  });

  it('contract 14: one object may have all others of a type in it, on its own and in a list', async () => {
    for (const path of ['/api/sites/1?include=workstations', '/api/sites?include=workstations']) {
      const { status, objects } = await read(server, path);
      expect([path, status, objects]).toEqual([path, 200, 1 + WORKSTATIONS]);
    }
  });

  it.each([
    ['/api/workstations?include=site.workstations', 'site.workstations'],
    ['/api/workstations?include=domain,site.workstations.site', 'site.workstations'],
    ['/api/workstations?page[size]=200&include=site.workstations', 'site.workstations'],
    ['/api/workstations?sort=-name&page[after]=&page[size]=200&include=site.workstations', 'site.workstations'],
    ['/api/sites?include=workstations.site.workstations', 'workstations.site.workstations'],
    ['/api/sites/1?include=workstations.site.workstations', 'workstations.site.workstations'],
  ])('contract 14: more than a million embedded objects are refused before the first byte: %s', async (path, named) => {
    const before = process.memoryUsage.rss();
    const answer = await read(server, path);
    expect(said(answer)).toEqual(refused(named, 1_000_000));
    expect((answer.most - before) / MEGABYTE).toBeLessThan(150);
  });

  it('contract 14: every embedded object counts, as often as it is written, whatever the length of the answer', async () => {
    // Long ones are counted by their keys before they are sent, short ones while they are written; two links to one count once.
    const all: Array<[path: string, embedded: number, named: string]> = [
      ['/api/workstations?include=site', WORKSTATIONS, 'site'],
      ['/api/workstations?include=site,applications', WORKSTATIONS + 3, 'site'],
      ['/api/workstations?include=applications,site.workstationsCount', WORKSTATIONS + 3, 'site'],
      ['/api/workstations?sort=-name&filter[id_gt]=1&include=site', WORKSTATIONS - 1, 'site'],
      ['/api/sites/1?include=workstations.applications', WORKSTATIONS + 3, 'workstations'],
      ['/api/workstations/1?include=site,applications', 4, 'applications'],
      ['/api/workstations?filter[id_lte]=7&include=site', 7, 'site'],
      ['/api/workstations?filter[id_lte]=2&include=applications.workstations', 6, 'applications'],
    ];
    for (const [path, embedded, named] of all) {
      limit(embedded);
      expect([path, (await read(server, path)).status]).toEqual([path, 200]);
      limit(embedded - 1);
      expect([path, said(await read(server, path))]).toEqual([path, refused(named, embedded - 1)]);
    }
  });

  it('contract 14: numbers of related objects embed none', async () => {
    const path = '/api/workstations?filter[id_lte]=9&include=';
    const other = await TestServer.start(engine, { INCLUDE_MAX: '1' }, place);
    try {
      expect((await read(other, `${path}siteExists,applicationsCount`)).status).toBe(200);
      expect(said(await read(other, `${path}site`))).toEqual(refused('site', 1));
    } finally {
      await other.stop(true);
    }
  });
});
