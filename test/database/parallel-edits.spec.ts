import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';

const times = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

const statusesOf = (answers: TestAnswer[]): number[] => answers.map(({ status }) => status).sort();

/** Text columns of applications, each written by a client of its own. */
const FIELDS = [
  'description',
  'vendor',
  'product',
  'responsible',
  'functional_referent',
  'type',
  'technology',
  'users',
  'editor',
  'documentation',
];

describe.each(ENGINES)('on %s', (engine) => {
  let server: TestServer;
  let path: string;
  let count = 0;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    const made = await server.post('/api/applications', { name: `application ${++count}` });
    path = `/api/applications/${made.body.id}`;
  });

  const tagOf = async (): Promise<string> => (await server.get(path)).headers.get('etag')!;
  const read = async (): Promise<Record<string, unknown>> => (await server.get(path)).body.data;

  it('contract 6: of 10 PUTs at once with the same tag exactly one is stored', async () => {
    const headers = { 'if-match': await tagOf() };
    const answers = await times(10, (i) => server.put(path, { vendor: `vendor ${i}` }, { headers }));
    expect(statusesOf(answers)).toEqual([200, ...Array<number>(9).fill(412)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await read())['vendor']).toBe(`vendor ${winner}`);
    expect(await tagOf()).toBe(answers[winner]!.headers.get('etag'));
  });

  it('contract 6: of a PUT and a DELETE with the same tag one wins', async () => {
    const headers = { 'if-match': await tagOf() };
    const answers = await Promise.all([
      server.put(path, { vendor: 'v' }, { headers }),
      server.delete(path, { headers }),
    ]);
    const [changed, deleted] = answers.map(({ status }) => status);
    expect([
      [200, 412],
      [404, 200],
    ]).toContainEqual([changed, deleted]);
  });

  it('contract 6: a link that changes makes the tag stale', async () => {
    const process = (await server.post('/api/processes', { name: `process ${count}` })).body.id as number;
    const headers = { 'if-match': await tagOf() };
    const answers = await times(5, () => server.put(path, { processes: [process] }, { headers }));
    expect(statusesOf(answers)).toEqual([200, 412, 412, 412, 412]);
  });

  it('contract 6: 50 PATCHes of different fields at once undo nothing of each other', async () => {
    const answers = await times(50, (i) => server.patch(path, { [FIELDS[i % 10]!]: `value ${i % 10}` }));
    expect(statusesOf(answers)).toEqual(Array(50).fill(200));
    const object = await read();
    for (const [i, field] of FIELDS.entries()) expect([field, object[field]]).toEqual([field, `value ${i}`]);
  });

  it('contract 6: mass-updates and single writes of different fields undo nothing of each other', async () => {
    const ids = (await times(5, (i) => server.post('/api/applications', { name: `many ${count} ${i}` }))).map(
      ({ body }) => body.id as number,
    );
    const mass = (field: string): Promise<TestAnswer> =>
      server.put('/api/applications/mass-update', { items: ids.map((id) => ({ id, [field]: `mass ${id}` })) });
    const single = (id: number): Promise<TestAnswer> =>
      server.patch(`/api/applications/${id}`, { editor: `single ${id}` });
    const answers = await Promise.all([mass('vendor'), ...ids.map(single), mass('product'), mass('users')]);
    expect(statusesOf(answers)).toEqual(Array(8).fill(200));
    for (const id of ids) {
      const { data } = (await server.get(`/api/applications/${id}`)).body;
      const value = `mass ${id}`;
      expect(data).toMatchObject({ vendor: value, product: value, users: value, editor: `single ${id}` });
    }
  });

  it('contract 6: two writers of different links of one object undo nothing of each other', async () => {
    const make = async (resource: string): Promise<number> =>
      (await server.post(`/api/${resource}`, { name: `${resource} ${count}` })).body.id as number;
    const links = {
      processes: await make('processes'),
      databases: await make('databases'),
      entities: await make('entities'),
    };
    const answers = await Promise.all(Object.entries(links).map(([name, id]) => server.patch(path, { [name]: [id] })));
    expect(statusesOf(answers)).toEqual([200, 200, 200]);
    const wanted = Object.fromEntries(Object.entries(links).map(([name, id]) => [name, [id]]));
    expect(await read()).toMatchObject(wanted);
  });

  it('contract 6: writers of one link set leave one of the sets, without repetition', async () => {
    const ids = (await times(6, (i) => server.post('/api/processes', { name: `set ${count} ${i}` }))).map(
      ({ body }) => body.id as number,
    );
    const sets = ids.map((_, i) => ids.slice(0, i + 1).sort((a, b) => a - b));
    const answers = await Promise.all(sets.map((processes) => server.patch(path, { processes })));
    expect(statusesOf(answers)).toEqual(Array(6).fill(200));
    expect(sets).toContainEqual((await read())['processes']);
  });
});
