/** Links and numbers that Meridian adds to the kinds of the older application live wherever a field lives. @seconds 10 */
import { join } from 'node:path';
import { exported, imported } from '../exchange/exchange-client.js';
import { backup, restore } from '../backup/maps.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';

/** An object of each kind with such links, with what it is linked to. */
const LINKS: ReadonlyArray<readonly [kind: string, link: string, target: string, back: string]> = [
  ['relations', 'applications', 'applications', 'contracts'],
  ['relations', 'wans', 'wans', 'contracts'],
  ['wans', 'physical_routers', 'physical-routers', 'wans'],
  ['wans', 'sites', 'sites', 'wans'],
  ['mans', 'sites', 'sites', 'mans'],
  ['lans', 'sites', 'sites', 'lans'],
  ['storage-devices', 'physical_servers', 'physical-servers', 'storage_devices'],
  ['domains', 'controllers', 'logical-servers', 'controlled_domains'],
];

describe.each(ENGINES)('links of our own on %s', (engine) => {
  let place: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    place = await makeDatabase(engine);
    server = await TestServer.start(engine, {}, place);
  });
  afterAll(() => server.stop());

  const data = async (path: string, from = server): Promise<Record<string, unknown>> =>
    (await from.get(`/api/${path}`)).body.data as Record<string, unknown>;
  async function make(kind: string, body: object = {}): Promise<number> {
    const ends =
      kind === 'relations' ? { source_id: await make('entities'), destination_id: await make('entities') } : {};
    const answer = await server.post(`/api/${kind}`, { name: `${kind} ${Math.random()}`, ...ends, ...body });
    expect([kind, answer.status, answer.body.message]).toEqual([kind, 201, undefined]);
    return answer.body.id as number;
  }

  it.each(LINKS)(
    '%s.%s to %s: written at one end, read at both, exported and imported',
    async (kind, link, target, back) => {
      const [one, two] = [await make(target), await make(target)];
      const id = await make(kind, { [link]: [one] });
      expect([(await data(`${kind}/${id}`))[link], (await data(`${target}/${one}`))[back]]).toEqual([[one], [id]]);
      const file = (await exported(server, kind, `?format=csv&filter[id]=${id}`)).bytes.toString();
      // Named as `include` names it.
      const heading = link.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      expect(
        file
          .split('\r\n')[0]!
          .replace(/^\ufeff/, '')
          .split(','),
      ).toContain(heading);
      const changed = await imported(server, kind, `id,${heading}\r\n${id},"${one}, ${two}"\r\n`);
      expect(changed.body).toMatchObject({ updated: 1 });
      expect((await data(`${kind}/${id}`))[link]).toEqual([one, two]);
      const wrong = await imported(server, kind, `id,${heading}\r\n${id},999999\r\n`);
      expect([wrong.status, JSON.stringify(wrong.body.errors)]).toEqual([422, expect.stringContaining(heading)]);
      expect((await data(`${target}/${two}`))[back]).toEqual([id]);
    },
  );

  it('what applications require has an effect, in cells too, and is asked for by stored queries', async () => {
    const [one, two] = [
      await make('applications', { name: 'Sign-in' }),
      await make('applications', { name: 'Engine' }),
    ];
    const id = await make('applications', { name: 'Record', requires: [{ id: one, effect: 'down' }, two] });
    const wanted = [
      { id: one, effect: 'down' },
      { id: two, effect: 'degraded' },
    ];
    expect((await data(`applications/${id}`))['requires']).toEqual(wanted);
    const file = (await exported(server, 'applications', `?format=csv&filter[id]=${id}`)).bytes.toString();
    expect(file).toContain(`"${one}: down, ${two}"`);
    await imported(server, 'applications', `id,requires\r\n${id},"${one}, ${two}: down"\r\n`);
    expect((await data(`applications/${id}`))['requires']).toEqual([
      { id: one, effect: 'degraded' },
      { id: two, effect: 'down' },
    ]);
    const wrong = await imported(server, 'applications', `id,requires\r\n${id},"${one}: perhaps"\r\n`);
    expect([wrong.status, JSON.stringify(wrong.body.errors)]).toEqual([422, expect.stringContaining('requires')]);
    const query = `FROM applications FIELDS name, requires.name WHERE name = 'Record'`;
    const { body } = await server.post('/api/queries/run?format=json', { query });
    expect(JSON.stringify(body.rows)).toMatch(/Sign-in.*Engine|Engine.*Sign-in/);
  });

  it('needs are numbers by name, in cells too', async () => {
    const id = await make('applications', { needs: { logical_servers: 2, databases: 1 } });
    const file = (await exported(server, 'applications', `?format=csv&filter[id]=${id}`)).bytes.toString();
    expect(file).toContain('"databases: 1, logical_servers: 2"');
    await imported(server, 'applications', `id,needs\r\n${id},databases: 3\r\n`);
    expect((await data(`applications/${id}`))['needs']).toEqual({ databases: 3 });
    for (const cell of ['databases: 0', 'databases: many', 'colours: 2', '2']) {
      const wrong = await imported(server, 'applications', `id,needs\r\n${id},${cell}\r\n`);
      expect([cell, wrong.status, JSON.stringify(wrong.body.errors)]).toEqual([
        cell,
        422,
        expect.stringContaining('needs'),
      ]);
    }
  });

  it('a backup takes them along, to either engine', async () => {
    const file = join(place.folder, 'map.backup');
    await backup(place, file);
    for (const other of ENGINES) {
      const there = await makeDatabase(other);
      await restore(there, file);
      const copy = await TestServer.start(other, {}, there);
      for (const kind of ['applications', 'relations', 'wans', 'mans', 'lans', 'storage-devices', 'domains']) {
        const rows = (await server.get(`/api/${kind}`)).body as Array<{ id: number }>;
        expect(rows.length).toBeGreaterThan(0);
        for (const { id } of rows) expect(await data(`${kind}/${id}`, copy)).toEqual(await data(`${kind}/${id}`));
      }
      await copy.stop();
    }
  });
});
