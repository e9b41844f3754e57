/** @seconds 38 */
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { isWhole } from '../support/extent.cjs';
import { TestServer, type TestAnswer } from '../support/server.js';

const times = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

/** How often each status was answered. */
function statuses(answers: TestAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The same name in the eyes of contract 4: case, accents and trailing blanks make no difference. */
const SPELLINGS = ['Réseau Été', 'RESEAU ETE', 'réseau été', 'Reseau ete', 'RÉSEAU ÉTÉ '];
const spelling = (i: number): string => SPELLINGS[i % SPELLINGS.length]!;

/** As many as one request may have; a quarter of them is looked for and stored in more than one portion already. */
const MANY = isWhole() ? 10_000 : 2500;

describe.each(ENGINES)('on %s', (engine) => {
  let place: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    place = await makeDatabase(engine);
    server = await TestServer.start(engine, {}, place);
  });
  afterAll(() => server.stop());

  const create = (path: string, name: string): Promise<TestAnswer> => server.post(`/api/${path}`, { name });
  const live = async (path: string): Promise<Array<{ id: number; name: string }>> =>
    (await server.get(`/api/${path}`)).body;

  it('contract 6: of 20 creates of one name at once, exactly one wins', async () => {
    const answers = await times(20, (i) => create('networks', spelling(i)));
    expect(statuses(answers)).toEqual({ 201: 1, 422: 19 });
    const lost = answers.find(({ status }) => status === 422)!;
    expect(lost.body.errors).toEqual({ name: ['The name has already been taken.'] });
    expect(await live('networks')).toHaveLength(1);
  });

  it('contract 6: of 10 objects that are renamed to one name at once, exactly one gets it', async () => {
    const made = await times(10, (i) => create('zone-admins', `before ${i}`));
    const answers = await times(10, (i) => server.put(`/api/zone-admins/${made[i]!.body.id}`, { name: spelling(i) }));
    expect(statuses(answers)).toEqual({ 200: 1, 422: 9 });
    const names = (await live('zone-admins')).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('before'))).toHaveLength(9);
    // The nine keep their names, and the winner's old one is free.
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await create('zone-admins', `before ${winner}`)).status).toBe(201);
    expect((await create('zone-admins', `before ${(winner + 1) % 10}`)).status).toBe(422);
  });

  it('contract 6: two objects that want to swap names in single writes cannot both win, in a mass-update they do', async () => {
    const [one, two] = [(await create('lans', 'first')).body.id, (await create('lans', 'second')).body.id];
    const answers = await Promise.all([
      server.put(`/api/lans/${one}`, { name: 'second' }),
      server.put(`/api/lans/${two}`, { name: 'first' }),
    ]);
    expect(statuses(answers)).toEqual({ 422: 2 });
    const items = [
      { id: one, name: 'second' },
      { id: two, name: 'first' },
    ];
    expect((await server.put('/api/lans/mass-update', { items })).status).toBe(200);
    expect(await live('lans')).toMatchObject(items);
  });

  it('contract 6: a name that a deletion frees can be taken, by one', async () => {
    const { id } = (await create('mans', 'Métropole')).body;
    await server.delete(`/api/mans/${id}`);
    expect(statuses(await times(10, () => create('mans', 'METROPOLE')))).toEqual({ 201: 1, 422: 9 });
    expect((await server.post(`/api/mans/${id}/restore`, {})).status).toBe(409);
  });

  it('contract 6: creates and deletions of one name at once leave at most one live object', async () => {
    await times(30, async () => {
      const made = await create('wans', 'Contested');
      if (made.status === 201) await server.delete(`/api/wans/${made.body.id}`);
      else expect(made.status).toBe(422);
    });
    expect(await live('wans')).toEqual([]);
    expect((await create('wans', 'Contested')).status).toBe(201);
  });

  it('contract 7: mass-stores that share a name at once: one of them is stored, whole', async () => {
    const answers = await times(8, (i) =>
      server.post('/api/vlans/mass-store', {
        items: [{ name: `own ${i} a` }, { name: spelling(i) }, { name: `own ${i} b` }],
      }),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 422: 7 });
    expect(await live('vlans')).toHaveLength(3);
  });

  it.each([
    ['applications', 'name', 'ﷺ'.repeat(29)],
    ['applications', 'name', 'ﷺ'.repeat(255)],
    ['sites', 'name', 'ﬃ'.repeat(255)],
    ['vlans', 'name', '½'.repeat(255)],
    ['roles', 'title', '㎓'.repeat(255)],
    ['users', 'login', 'ﷺ'.repeat(255)],
    ['users', 'login', '😀'.repeat(255)],
  ])(
    'contract 6: %s may be called by signs that compare as many letters, and are so but once',
    async (path, name, text) => {
      const more = path === 'users' ? { password: 'Correct-horse-9' } : {};
      const first = await server.post(`/api/${path}`, { [name]: text, ...more });
      expect([first.status, first.body[name]]).toEqual([201, text]);
      const again = await server.post(`/api/${path}`, { [name]: `${text} `, ...more });
      expect([again.status, Object.keys(again.body.errors)]).toEqual([422, expect.arrayContaining([name])]);
      // The end counts, too: a key that is merely cut off would be the same.
      const other = await server.post(`/api/${path}`, { [name]: `${text.slice(0, -2)}x`, ...more });
      expect(other.status).toBe(201);
      const renamed = await server.patch(`/api/${path}/${other.body.id}`, { [name]: text });
      expect(renamed.status).toBe(422);
      expect((await server.delete(`/api/${path}/${first.body.id}`)).status).toBe(200);
      expect((await server.patch(`/api/${path}/${other.body.id}`, { [name]: text })).status).toBe(200);
    },
  );

  it(`contract 7: ${MANY} of the longest names are stored, renamed and deleted at once`, async () => {
    const names = Array.from({ length: MANY }, (_, i) => '😀'.repeat(250) + String(i).padStart(5, '0'));
    const stored = await server.post('/api/workstations/mass-store', { items: names.map((name) => ({ name })) });
    expect(stored.status).toBe(201);
    const ids = stored.body.ids as number[];
    const items = ids.map((id, i) => ({ id, name: names[(i + 1) % names.length] }));
    expect((await server.put('/api/workstations/mass-update', { items })).status).toBe(200);
    expect((await server.post('/api/workstations', { name: names[0] })).status).toBe(422);
    expect((await server.delete('/api/workstations/mass-destroy', { body: { ids } })).status).toBe(204);
    expect((await server.post('/api/workstations', { name: names[0] })).status).toBe(201);
  });

  it('contract 6: a second server on the same database sees the same names', async () => {
    const other = await TestServer.start(engine, {}, place);
    const answers = await times(20, (i) => (i % 2 ? server : other).post('/api/clusters', { name: spelling(i) }));
    expect(statuses(answers)).toEqual({ 201: 1, 422: 19 });
    const made = await times(6, (i) => (i % 2 ? server : other).post('/api/clusters', { name: `cluster ${i}` }));
    const renamed = await times(6, (i) =>
      (i % 2 ? other : server).patch(`/api/clusters/${made[i]!.body.id}`, { name: 'One name' }),
    );
    expect(statuses(renamed)).toEqual({ 200: 1, 422: 5 });
    await other.stop(true);
  });
});
