/** What the older application's newest generation has added, on maps of our own: written, found, followed in the graph. @seconds 15 */
import { parseTables } from '../../src/database/table-shape.js';
import { LaterColumns1795650000000 } from '../../src/database/migrations/1795650000000-later-columns.js';
import { imported } from '../exchange/exchange-client.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

describe.each(ENGINES)('columns of the newest generation on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  const make = async (path: string, body: object): Promise<number> => {
    const answer = await server.post(`/api/${path}`, body);
    expect([path, answer.status, answer.headers.get('x-ignored-fields')]).toEqual([path, 201, null]);
    return answer.body.id as number;
  };
  const downOf = async (of: string): Promise<string[]> => {
    const { body } = await server.get(`/api/graph/impact?of=${of}`);
    return (body.nodes as Array<{ id: string; state: string }>)
      .flatMap(({ id, state }) => (state === 'down' && id !== of ? [id] : []))
      .sort();
  };

  it('an application says where it is in its life, since when, how it is hosted and where it is reached', async () => {
    const values = {
      ...{ status: 'In production', prod_date: '2026-03-01', hosting: 'SaaS', comments: '<p>Seen</p>' },
      urls: 'https://pay.example https://pay.example/admin',
    };
    const id = await make('applications', { name: 'Pay', ...values, urls: values.urls.split(' ') });
    expect((await server.get(`/api/applications/${id}`)).body.data).toMatchObject(values);
    const url = '/api/applications?filter[status]=In production&filter[prod_date_lt]=2026-03-02&sort=-prod_date';
    expect((await server.get(url)).body.map((one: { id: number }) => one.id)).toEqual([id]);
    const csv = String((await server.get('/api/applications?format=csv')).body);
    expect(csv.split('\n')[0]).toMatch(/status.*hosting.*urls.*prod_date/);
    const file = 'name,status,hosting,prod_date\nPay,Retired,On site,2026-04-01\nLeave,Planned,SaaS,\n';
    expect((await imported(server, 'applications', file, '?match=name')).status).toBe(200);
    const rows = (await server.get('/api/applications?fields=name,status,prod_date&sort=name')).body;
    expect(rows).toEqual([
      expect.objectContaining({ name: 'Leave', status: 'Planned', prod_date: null }),
      expect.objectContaining({ name: 'Pay', status: 'Retired', prod_date: '2026-04-01' }),
    ]);
    const history = JSON.stringify((await server.get(`/api/applications/${id}/history`)).body);
    expect(history).toContain('Retired');
    const refused = await server.post('/api/applications', { name: 'Wrong', urls: 'portal', prod_date: 'soon' });
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, ['prod_date', 'urls']]);
  });

  it('a bay fails with its site, and with the site of its room where that is another one', async () => {
    const [lyon, paris] = [await make('sites', { name: 'Lyon' }), await make('sites', { name: 'Paris' })];
    const room = await make('buildings', { name: 'Room', site_id: paris });
    const rack = await make('bays', { name: 'Rack', site_id: lyon, type: '42U', attributes: ['a', 'b'] });
    const doubt = await make('bays', { name: 'In doubt', site_id: lyon, room_id: room });
    const host = await make('physical-servers', { name: 'Host', bay_id: rack });
    expect(await downOf(`sites_${lyon}`)).toEqual([`bays_${rack}`, `bays_${doubt}`, `physical-servers_${host}`].sort());
    expect(await downOf(`sites_${paris}`)).toEqual([`bays_${doubt}`, `buildings_${room}`].sort());
    const { body } = await server.get('/api/report/physicalInventory?format=json');
    const row = body.sheets[0].rows.find((cells: unknown[]) => cells.includes('Host'));
    expect(row.slice(0, 3)).toEqual(['Lyon', null, 'Rack']);
    const picture = String(
      (await server.get(`/api/graph/pictures/physical-infrastructure?format=svg&site=${lyon}`)).body,
    );
    expect([picture.includes('Rack'), picture.includes('In doubt')]).toEqual([true, false]);
  });

  it('a directory fails with the application that it is, and stands in its zone', async () => {
    const application = await make('applications', { name: 'Active Directory' });
    const zone = await make('zone-admins', { name: 'Zone' });
    const directory = await make('annuaires', { name: 'Accounts', application_id: application, zone_admin_id: zone });
    expect(await downOf(`applications_${application}`)).toEqual([`annuaires_${directory}`]);
    const one = await server.get(`/api/annuaires/${directory}?include=application`);
    expect(one.body.data.application.name).toBe('Active Directory');
  });

  it('an earlier release beside it writes rows without them', async () => {
    for (const { columns } of parseTables(LaterColumns1795650000000.schema))
      for (const { nullable, additive } of columns) expect([nullable, additive]).toEqual([true, 'ours']);
    await server.database.run("INSERT INTO bays (name) VALUES ('Of an earlier release')");
    const [bay] = (await server.get('/api/bays?filter[name]=Of an earlier release')).body;
    expect(bay).toMatchObject({ type: null, attributes: null, site_id: null });
  });
});
