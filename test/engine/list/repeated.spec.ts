/** Parameters that stand in a query string more than once (contract 14). */
import { registry } from '../../../src/engine/index.js';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';

const NAMES = ['alpha', 'beta', 'gamma', 'one, two', 'back\\', 'end'];

describe.each(ENGINES)('on %s', (engine) => {
  let server: TestServer;
  let ids: number[];
  beforeAll(async () => {
    server = await TestServer.start(engine);
    const sites = await server.post('/api/sites/mass-store', { items: NAMES.map((name) => ({ name })) });
    const buildings = await server.post('/api/buildings/mass-store', {
      items: (sites.body.ids as number[]).map((site_id, i) => ({ name: `building ${i}`, site_id })),
    });
    expect([sites.status, buildings.status]).toEqual([201, 201]);
    ids = sites.body.ids as number[];
  });
  afterAll(() => server.stop());

  const names = async (query: string): Promise<unknown> => {
    const { status, body } = await server.get(`/api/sites?${query}`);
    return status === 200 ? (body as Array<{ name: string }>).map(({ name }) => name) : [status, body.message];
  };
  const once = (parameter: string): unknown => [400, expect.stringContaining(`The parameter ${parameter} `) as string];

  it('contract 14: comma lists are joined in their order', async () => {
    expect(await names('filter[name]=alp&filter[name]=gam,bet')).toEqual(['alpha', 'beta', 'gamma']);
    expect(await names('filter%5Bname%5D=alp&fields=name&filter[name]=gam')).toEqual(['alpha', 'gamma']);
    expect(await names('filter[name_in]=alpha&filter[name_in]=beta')).toEqual(['alpha', 'beta']);
    expect(await names('filter[name_in]=one\\,+two&filter[name_in]=back\\&filter[name_in]=end')).toEqual([
      'one, two',
      'back\\',
      'end',
    ]);
    expect(await names('filter[name_not]=alpha&filter[name_not]=beta,gamma&filter[id_lte]=' + ids[3])).toEqual([
      'one, two',
    ]);
    expect(
      await names(`filter[id_not_in]=${ids[0]}&filter[id_not_in]=${ids[1]}&filter[name_not_in]=gamma,end`),
    ).toEqual(['one, two', 'back\\']);
    expect(await names(`filter[id_between]=${ids[1]}&filter[id_between]=${ids[2]}`)).toEqual(['beta', 'gamma']);
    expect(await names(`filter[id_between]=${ids[1]}&filter[id_between]=${ids[1]}`)).toEqual(['beta']);
    expect(await names('filter[buildings.name_in]=building 1&filter[buildings.name_in]=building 2')).toEqual([
      'beta',
      'gamma',
    ]);
    expect(await names('sort=updated_at&sort=-name&filter[id_lte]=' + ids[2])).toEqual(['gamma', 'beta', 'alpha']);
  });

  it('contract 14: so are include and fields, of single reads as well', async () => {
    const query = 'fields=name&include=buildings&fields=icon_id,name&include=buildingsCount,no_such&include=buildings';
    const one = await server.get(`/api/sites/${ids[0]}?${query}`);
    expect(one.status).toBe(200);
    expect(Object.keys(one.body.data).sort()).toEqual(['buildings', 'buildings_count', 'icon_id', 'id', 'name']);
    const list = await server.get(`/api/sites?${query.replace(',no_such', '')}`);
    expect(list.body[0]).toEqual({ ...one.body.data });
    expect(await names('include=buildings&include=nothing')).toEqual(once('include=nothing'));
  });

  it.each(['filter[id_lt]', 'filter[id_gte]', 'filter[created_at_after]', 'filter[name_null]', 'filter[name_starts]'])(
    'contract 14: %s takes one value, which may be said twice',
    async (name) => {
      const [a, b] = name.includes('null')
        ? ['true', 'false']
        : name.includes('at_')
          ? ['2020-01-01', '2021-01-01']
          : [4, 3];
      expect(await names(`${name}=${a}&${name}=${a}`)).toEqual(await names(`${name}=${a}`));
      expect(await names(`${name}=${a}&${name}=${b}`)).toEqual(once(name));
    },
  );

  it.each([
    ...['page[size]=1&page[size]=2', 'page[number]=1&page[number]=2', 'page[after]=&page[after]=x'],
    ...['filter[search]=a&filter[search]=b', 'filter[trashed]=with&filter[trashed]=only'],
    ...[
      'filter[buildings_exists]=true&filter[buildings_exists]=false',
      'filter[buildings.id_gt]=1&filter[buildings.id_gt]=2',
    ],
  ])('contract 14: what takes one value is 400 with two: %s', async (query) => {
    const [name] = query.split('=');
    expect(await names(query)).toEqual(once(name!));
    const [value] = query.split('&');
    expect(await names(`${value}&${value}`)).toEqual(await names(value!));
  });

  it('contract 14: unknown ones stay ignored, and so are known ones where they mean nothing', async () => {
    expect(await names('limit=1&limit=2&per_page=3&per_page=4&strict=1&strict=0&page=1&page=2')).toHaveLength(6);
    expect((await server.get(`/api/sites/${ids[0]}?sort=a&sort=b&fields=name&x=1&x=2`)).status).toBe(200);
  });

  it('contract 14: parameters of other routes take one value as well', async () => {
    const path = `/api/sites/${ids[0]}`;
    for (const query of ['strict=1&strict=0', 'dry_run=1&dry_run=0']) {
      expect((await server.patch(`${path}?${query}`, { name: 'changed' })).status).toBe(400);
    }
    expect((await server.patch(`${path}?strict=1&strict=1`, { nmae: 'changed' })).status).toBe(422);
    for (const query of ['format=csv&format=xlsx', 'format=csv&sep=%3B&sep=,', 'format=csv&bom=0&bom=1']) {
      expect((await server.get(`/api/sites/export?${query}`)).status).toBe(400);
      expect((await server.get(`/api/report/entities?${query}`)).status).toBe(400);
    }
    expect((await server.delete(`/api/sites/mass-destroy?ids=${ids[4]}&ids=${ids[5]}`)).status).toBe(400);
    expect(await names('fields=name')).toEqual(NAMES);
  });
});

it('no column ends as an operator does that takes one value', () => {
  const columns = registry.all().flatMap(({ fields }) => fields.map(({ name }) => name));
  expect(columns.filter((name) => /_(lte?|gte?|null|after|before|starts|ends|like|exists)$/.test(name))).toEqual([]);
});
