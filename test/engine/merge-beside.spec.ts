/** Merges, and writes that begin while one is under way: one of the two comes first. @seconds 10 */
import { createConnection, type Connection } from 'mysql2/promise';
import { ENGINES } from '../support/engines.js';
import { makeMap } from '../support/spare-maps.js';
import { TestServer, type TestAnswer } from '../support/server.js';

const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));
/** Milliseconds in which a request ends that nobody holds up. */
const QUICK = 700;

(ENGINES.includes('mariadb') ? describe : describe.skip)('merges beside other writes on MariaDB', () => {
  let server: TestServer;
  let other: Connection;
  beforeAll(async () => {
    const place = await makeMap('mariadb');
    server = await TestServer.start('mariadb', {}, place);
    other = await createConnection(place.url);
  });
  afterAll(async () => {
    await other.end();
    await server.stop();
  });

  let count = 0;
  const made = async (kind: string, body: object = {}): Promise<number> => {
    const answer = await server.post(`/api/${kind}`, { name: `${kind} ${++count}`, ...body });
    expect([kind, answer.status]).toEqual([kind, 201]);
    return answer.body.id as number;
  };
  const read = async (kind: string, id: number): Promise<Record<string, unknown>> =>
    (await server.get(`/api/${kind}/${id}`)).body.data as Record<string, unknown>;

  /** Two requests one after the other while somebody else holds what is locked by `sql`; both go on once that is let go. */
  const beside = async (
    sql: string,
    first: () => Promise<TestAnswer>,
    second: () => Promise<TestAnswer>,
  ): Promise<[TestAnswer, TestAnswer]> => {
    await other.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await other.query('START TRANSACTION');
    await other.query(sql);
    const one = first();
    await pause(QUICK / 2);
    const two = second();
    await Promise.race([two, pause(QUICK)]);
    await other.query('ROLLBACK');
    return Promise.all([one, two]);
  };
  /** Nobody adds a row to the table: of its end, too, somebody has the lock. */
  const full = (table: string): string => `SELECT id FROM ${table} FOR UPDATE`;

  it.each([
    ['a reference', 'sites', 'physical-servers', 'physical_servers', (id: number) => ({ site_id: id }), 'site_id'],
    [
      'a link',
      'logical-servers',
      'applications',
      'applications',
      (id: number) => ({ logical_servers: [id] }),
      'logical_servers',
    ],
  ] as const)('%s that is stored meanwhile leads to the survivor', async (_, kind, from, table, to, name) => {
    const [into, gone] = [await made(kind), await made(kind)];
    const stored = (path: string, body: object) => () => server.post(`/api/${from}${path}`, body);
    for (const [path, body] of [
      ['', { name: `one ${gone}`, ...to(gone) }],
      ['/mass-store', { items: [{ name: `mass ${gone}`, ...to(gone) }] }],
    ] as const) {
      const [store, merge] = await beside(full(table), stored(path, body), () =>
        server.post(`/api/${kind}/${into}/merge`, { from: [gone] }),
      );
      expect([store.status, merge.status]).toEqual([201, 200]);
      const id = (store.body.id ?? store.body.ids[0]) as number;
      expect((await read(from, id))[name]).toEqual(name === 'site_id' ? into : [into]);
      const back = await server.post(`/api/${kind}/${into}/unmerge`, { entry: merge.body.data.entry });
      expect([back.status, (await read(from, id))[name]]).toEqual([200, name === 'site_id' ? gone : [gone]]);
    }
  });

  it('a reference that somebody changes while a merge is taken back is not overwritten', async () => {
    const [into, gone, elsewhere] = [await made('sites'), await made('sites'), await made('sites')];
    const one = await made('physical-servers', { site_id: gone });
    const two = await made('physical-servers', { site_id: gone });
    const { body } = await server.post(`/api/sites/${into}/merge`, { from: [gone] });
    const [back, changed] = await beside(
      `SELECT id FROM physical_servers WHERE id = ${one} FOR UPDATE`,
      () => server.post(`/api/sites/${into}/unmerge`, { entry: body.data.entry }),
      () => server.patch(`/api/physical-servers/${two}`, { site_id: elsewhere }),
    );
    expect([back.status, back.body.changed, changed.status]).toEqual([409, ['physical-servers.site_id'], 200]);
    expect((await read('physical-servers', two))['site_id']).toBe(elsewhere);
  });

  it('of two that merge the same two into each other at once, one comes first', async () => {
    for (let round = 0; round < 12; round++) {
      const [one, two, link] = [await made('logical-servers'), await made('logical-servers'), await made('databases')];
      await server.patch(`/api/logical-servers/${one}`, { databases: [link] });
      const container = await made('containers', { logical_servers: [one, two] });
      const answers = await Promise.all([
        server.post(`/api/logical-servers/${one}/merge`, { from: [two] }),
        server.post(`/api/logical-servers/${two}/merge`, { from: [one] }),
      ]);
      const [won, lost] = answers[0].status === 200 ? answers : [answers[1], answers[0]];
      expect([won.status, [404, 422].includes(lost.status), lost.body]).toEqual([200, true, expect.anything()]);
      const into = won.body.data.into as number;
      expect((await read('containers', container))['logical_servers']).toEqual([into]);
      expect((await read('logical-servers', into))['databases']).toEqual([link]);
    }
  }, 60_000);

  it('a link that somebody takes away during a merge does not come to the survivor', async () => {
    const [into, gone] = [await made('logical-servers'), await made('logical-servers')];
    const container = await made('containers', { logical_servers: [gone] });
    // The change has gone to the database when the merge begins, and is not stored yet.
    await other.query('START TRANSACTION');
    await other.query(`DELETE FROM container_logical_server WHERE container_id = ${container}`);
    const merge = server.post(`/api/logical-servers/${into}/merge`, { from: [gone] });
    await Promise.race([merge, pause(QUICK)]);
    await other.query('COMMIT');
    expect((await merge).status).toBe(200);
    expect((await read('containers', container))['logical_servers']).toEqual([]);
  });

  it('a saved map that somebody changes during a merge keeps the change', async () => {
    const [into, gone] = [await made('sites'), await made('sites')];
    const map = await made('saved-maps', { state: { roots: [`sites_${gone}`] } });
    const state = JSON.stringify({ roots: [`sites_${gone}`], note: 'kept' });
    await other.query('START TRANSACTION');
    await other.query('UPDATE own_saved_maps SET state = ? WHERE id = ?', [state, map]);
    const merge = server.post(`/api/sites/${into}/merge`, { from: [gone] });
    await Promise.race([merge, pause(QUICK)]);
    await other.query('COMMIT');
    expect((await merge).status).toBe(200);
    expect((await read('saved-maps', map))['state']).toEqual({ roots: [`sites_${into}`], note: 'kept' });
  });
});
