/** Events 7 to 9: the inventory as of a moment, and every change since: of what, by whom and why. @seconds 8 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

describe.each(ENGINES)('the report of the inventory on %s', (engine) => {
  let server: TestServer;
  let since: string;
  let at: string;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    server = await TestServer.start(engine);
    for (const name of ['Stays', 'Renamed', 'Deleted', 'ZQX hidden'])
      ids[name] = (await server.post('/api/sites', { name })).body.id;
    ids['App'] = (await server.post('/api/applications', { name: 'App' })).body.id;
    since = (await server.get('/api/changes?since=now')).body.cursor;
    await new Promise((wake) => setTimeout(wake, 5));
    at = new Date().toISOString();
    await new Promise((wake) => setTimeout(wake, 5));
    const headers = { 'x-change-reason': 'New%20sign' };
    await server.patch(`/api/sites/${ids['Renamed']}`, { name: 'New name', description: 'x' }, { headers });
    await server.delete(`/api/sites/${ids['Deleted']}`);
    ids['Made'] = (await server.post('/api/sites', { name: 'Made since' })).body.id;
    await server.patch(`/api/sites/${ids['ZQX hidden']}`, { description: 'ZQX too' });
  });
  afterAll(() => server.stop());

  const sheets = async (date: string, token = server.token): Promise<Map<string, Json[]>> => {
    const path = `/api/report/inventory?format=json&date=${encodeURIComponent(date)}`;
    const { status, body } = await server.get(path, { token });
    expect([status, body.message]).toEqual([200, undefined]);
    return new Map(
      body.sheets.map(({ name, columns, rows }: Json) => [
        name,
        rows.map((row: Json[]) => Object.fromEntries(row.map((cell, i) => [columns[i].name ?? columns[i], cell]))),
      ]),
    );
  };

  it('lists what there was under the names of then, and each change since', async () => {
    for (const date of [`cursor:${since}`, at]) {
      const found = await sheets(date);
      const sites = found.get('Inventory')!.filter((row) => row['Object type'] === 'Sites');
      expect(sites.map(({ Name }) => Name)).toEqual(['Stays', 'Renamed', 'Deleted', 'ZQX hidden']);
      const changes = found.get('Changes since')!;
      expect(changes.map((row) => [row['Object id'], row['Change'], row['Reason']])).toEqual([
        [ids['Renamed'], 'updated', 'New sign'],
        [ids['Deleted'], 'deleted', null],
        [ids['Made'], 'created', null],
        [ids['ZQX hidden'], 'updated', null],
      ]);
      expect(changes[0]).toMatchObject({
        'Changed by': expect.any(String),
        'By way of': 'api',
        'Object type': 'Sites',
      });
      expect(changes[0]['What changed']).toContain('name: Renamed → New name');
      expect(Date.parse(changes[0]['Changed at'])).toBeGreaterThanOrEqual(Date.parse(at));
    }
  });

  it('shows nobody what they may not see, nor who it was', async () => {
    const user = await server.userWith(['reports_access', 'site_access', 'site_show']);
    const rules = [{ resource: 'sites', filter: { name_in: ['Stays', 'New name', 'Deleted', 'Made since'] } }];
    const made = await server.post('/api/perimeters', { name: 'some', rules: [rules[0]!] });
    const filter = { name_like: '%e%' };
    const perimeter =
      made.status === 201
        ? made.body.id
        : (await server.post('/api/perimeters', { name: 'with e', rules: [{ resource: 'sites', filter }] })).body.id;
    await server.patch(`/api/sites/${ids['ZQX hidden']}`, { name: 'ZQX' });
    await server.patch(`/api/roles/${user.roleId}`, { perimeters: [perimeter] });
    const token = await server.login(user.login, 'Correct-horse-9');
    const found = await sheets(`cursor:${since}`, token);
    const text = JSON.stringify([...found]);
    expect(text).toContain('New name');
    expect(text).not.toContain('ZQX');
    expect(text).not.toContain('App"');
    expect(found.get('Changes since')!.every((row) => row['Changed by'] === null && row['Reason'] === null)).toBe(true);
  });

  it('refuses moments of which nothing is known', async () => {
    for (const date of ['yesterday', '2001-01-01', '2999-01-01'])
      expect((await server.get(`/api/report/inventory?format=json&date=${date}`)).status).toBe(400);
    expect((await server.get('/api/report/inventory?format=json')).status).toBe(200);
  });
});
