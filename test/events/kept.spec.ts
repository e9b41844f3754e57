/** Events 3, 4: what is kept of the feed, and what those are told who wait while it is not. @seconds 8 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { Publication } from '../../src/events/publication.js';
import { EventRetention } from '../../src/events/retention.js';
import { follow } from './copy.js';

const DAY = 24 * 3600 * 1000;

describe.each(ENGINES)('events: what is kept of the feed on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine, { AUDIT_RETENTION_DAYS: '10' });
  });
  afterAll(() => server.stop());

  const now = async (): Promise<string> => (await server.get('/api/changes?since=now')).body.cursor;
  const site = (name: string): Promise<unknown> => server.post('/api/sites', { name: `${name} ${engine}` });
  const newest = async (): Promise<number> =>
    Number((await server.database.all('SELECT `number` FROM `own_event_feed`'))[0]!['number']);
  const clean = (of = server): Promise<boolean> => of.server.app.get(EventRetention, { strict: false }).batch();

  it('a clock that was wrong for a while takes nothing away that is new, and holds up nothing that is old', async () => {
    const cursors = [await now()];
    for (const name of ['first', 'second', 'third', 'fourth']) {
      await site(name);
      cursors.push(await now());
    }
    const last = await newest();
    const recorded = (number: number, at: number) =>
      server.database.run('UPDATE `own_events` SET `recorded_at` = ? WHERE `number` = ?', [at, number]);
    await recorded(last, 1000);
    await clean();
    expect((await follow(server, cursors[0]!)).changes).toHaveLength(4);
    await recorded(last, Date.now());
    for (let number = 1; number < last; number++) await recorded(number, Date.now() - 11 * DAY);
    await recorded(last - 2, Date.now() + 100 * DAY);
    await clean();
    expect((await server.get(`/api/changes?since=${cursors[2]}`)).status).toBe(410);
    expect((await follow(server, cursors[3]!)).changes).toHaveLength(1);
  });

  it('what was removed before it could be told, with events off, is a place that is not kept', async () => {
    const cursor = await now();
    const off = await server.another({ EVENTS: 'off', AUDIT_RETENTION_DAYS: '10' });
    await off.post('/api/sites', { name: `never told ${engine}` });
    await clean(off);
    expect((await server.get('/api/changes/info')).body.newest).not.toBe(cursor);
    const young = await now();
    await off.post('/api/sites', { name: `never told either ${engine}` });
    const old = server.database.clock.toStored(Date.now() - 11 * DAY);
    await off.database.run('UPDATE `audit_logs` SET `created_at` = ? WHERE `own_pending` = 1', [old]);
    await clean(off);
    await off.database.run('DELETE FROM `audit_logs` WHERE `own_pending` = 1');
    await off.stop(true);
    expect((await server.get(`/api/changes?since=${young}`)).status).toBe(410);
  });

  it('whoever waits while a backup is put back is told to begin anew', async () => {
    const cursor = await now();
    const poll = server.get(`/api/changes?since=${cursor}&wait=20`);
    await new Promise((wake) => setTimeout(wake, 300));
    await server.database.transaction(async (tx) => {
      for (const table of ['own_events', 'own_event_reach', 'own_event_feed']) await tx.run(`DELETE FROM \`${table}\``);
    });
    const { status, body } = await poll;
    expect([status, body.reason]).toEqual([410, 'gone']);
  });

  it('others have their turn while what waited is published', async () => {
    const items = (n: number): object[] => Array.from({ length: 1000 }, (_, i) => ({ name: `waiting ${n} ${i}` }));
    for (let n = 0; n < 4; n++) await server.post('/api/networks/mass-store', { items: items(n) });
    const waits = 'SELECT COUNT(*) AS n FROM `audit_logs` WHERE `own_pending` IS NOT NULL';
    const waiting = Number((await server.database.all(waits))[0]!['n']);
    expect(waiting).toBeGreaterThanOrEqual(2000);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await server.server.app.get(Publication, { strict: false }).upToDate();
    clearInterval(timer);
    // Five hundred are published in a step.
    expect(turns).toBeGreaterThanOrEqual(Math.floor(waiting / 500) - 1);
  });

  it('one answer looks at so much and no more, and a long poll goes on by itself', async () => {
    await site('looked at');
    const cursor = await now();
    const last = await newest();
    const [row] = await server.database.all('SELECT * FROM `own_events` WHERE `number` = ?', [last]);
    const values = Array.from({ length: 10_500 }, (_, i) => [last + 1 + i, Number(row!['entry']), row!['object_id']]);
    const columns = '`number`, `entry`, `object_id`, `type`, `action`, `recorded_at`';
    for (let i = 0; i < values.length; i += 500) {
      const part = values.slice(i, i + 500);
      const rows = part.map(([n, entry, id]) => `(${n}, ${entry}, ${id}, 'sites', 'updated', ${Date.now()})`);
      await server.database.run(`INSERT INTO \`own_events\` (${columns}) VALUES ${rows.join(', ')}`);
    }
    await server.database.run('UPDATE `own_event_feed` SET `number` = ?', [last + values.length]);
    const { body } = await server.get(`/api/changes?since=${cursor}&field=description`);
    expect([body.changes, body.more]).toEqual([[], true]);
    await server.patch(`/api/sites/${row!['object_id']}`, { description: 'what is waited for' });
    const waited = await server.get(`/api/changes?since=${cursor}&field=description&wait=60`);
    expect(waited.body.changes).toHaveLength(1);
  });

  it('somebody who deletes what they saved is told so, and others are not', async () => {
    const abilities = ['graph_access', 'graph_show', 'graph_create', 'graph_delete'];
    const [owner, other] = [await server.userWith(abilities), await server.userWith(abilities)];
    const cursor = await now();
    for (const isPublic of [false, true]) {
      const body = { name: `a map ${isPublic}`, state: { roots: [] }, is_public: isPublic };
      const { body: made } = await server.post('/api/saved-maps', body, { token: owner.token });
      expect((await server.delete(`/api/saved-maps/${made.id}`, { token: owner.token })).status).toBe(200);
    }
    const told = async (token: string): Promise<string[]> =>
      (await follow(server, cursor, '&action=deleted', token)).changes.map(({ data }) => data.name as string);
    expect(await told(owner.token)).toEqual(['a map false', 'a map true']);
    expect(await told(other.token)).toEqual(['a map true']);
  });
});
