/** What a pair of linked objects carries, said by sources: `effect` beside what is sought. @seconds 6 */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import type { Json } from './support/json.js';
import { putSource } from './support/source.js';

describe.each(ENGINES)('words of pairs on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    await putSource(server, 'CMDB');
  });
  afterAll(() => server.stop());

  const send = async (...items: Json[]): Promise<Json> => {
    const document = { feed: 1, source: 'CMDB', options: { pointers: 'create' }, items };
    return (await server.post('/api/feed/runs', document)).body;
  };
  const needing = (requires: unknown): Json => ({ type: 'applications', ref: 'a', set: { name: 'Portal', requires } });
  const run = async (requires: unknown): Promise<Json[]> => {
    const body = await send(needing(requires));
    expect(body['data']?.['state'] ?? body).toBe('applied');
    return body['data']['changes'] as Json[];
  };
  const stored = async (): Promise<Record<string, string>> => {
    const { body } = await server.get('/api/applications?filter[name]=Portal&include=requires');
    const { body: one } = await server.get(`/api/applications/${body.data?.[0].id ?? body[0].id}`);
    const { body: all } = await server.get('/api/applications');
    const names = new Map<number, string>((all.data ?? all).map((each: Json) => [each['id'], each['name']]));
    return Object.fromEntries(one.data.requires.map((each: Json) => [names.get(each['id'] as number), each['effect']]));
  };
  const linked = (changes: Json[]): unknown => changes.find(({ name }) => name === 'Portal')?.['links']?.['requires'];

  it('are stored with what is new, and shown in the plan', async () => {
    const changes = await run([{ name: 'Sign-in', effect: 'down' }, { name: 'Licences' }]);
    expect(await stored()).toEqual({ 'Sign-in': 'down', Licences: 'degraded' });
    expect(linked(changes)).toMatchObject({ add: [{ name: 'Sign-in', word: 'down' }, { name: 'Licences' }] });
  });

  it('change with what the source says, and are left alone where it says nothing', async () => {
    const changes = await run([{ name: 'Sign-in' }, { name: 'Licences', effect: 'down' }]);
    expect(linked(changes)).toEqual({
      add: [],
      remove: [],
      change: [{ id: expect.any(Number), name: 'Licences', word: 'down', before: 'degraded' }],
    });
    expect(await stored()).toEqual({ 'Sign-in': 'down', Licences: 'down' });
    expect(await run([{ name: 'Licences', effect: 'down' }, { name: 'Sign-in' }])).toEqual([]);
  });

  it('that a person changed stay, until the source says another one', async () => {
    const { body } = await server.get('/api/applications');
    const idOf = (name: string): number => (body.data ?? body).find((one: Json) => one['name'] === name).id;
    const ids = [
      { id: idOf('Licences'), effect: 'degraded' },
      { id: idOf('Sign-in'), effect: 'down' },
    ];
    await server.put(`/api/applications/${idOf('Portal')}`, { requires: ids });
    const kept = await send(needing([{ name: 'Sign-in' }, { name: 'Licences', effect: 'down' }]));
    expect(await stored()).toEqual({ 'Sign-in': 'down', Licences: 'degraded' });
    const findings = (kept['data']['findings'] as Json[]).filter(({ level }) => level === 'kept');
    expect(findings).toMatchObject([{ code: 'by-hand', field: 'requires' }]);
    await run([{ name: 'Sign-in', effect: 'degraded' }, { name: 'Licences' }]);
    expect(await stored()).toEqual({ 'Sign-in': 'degraded', Licences: 'degraded' });
  });

  it('of an application that the same document makes', async () => {
    const body = await send(
      { type: 'applications', ref: 'new', set: { name: 'Archive', requires: { ref: 'hub', effect: 'down' } } },
      { type: 'applications', ref: 'hub', set: { name: 'Hub' } },
    );
    expect(body['data']['state']).toBe('applied');
    const { body: all } = await server.get('/api/applications');
    const [archive, hub] = ['Archive', 'Hub'].map((name) =>
      (all.data ?? all).find((one: Json) => one['name'] === name),
    );
    const { body: one } = await server.get(`/api/applications/${archive.id}`);
    expect(one.data.requires).toEqual([{ id: hub.id, effect: 'down' }]);
    const [again] = await server.database.all("SELECT says FROM own_feed_records WHERE ref = 'new'");
    expect(JSON.parse(String(again!['says']))).toMatchObject({ requires: [hub.id], 'requires down': [hub.id] });
  });

  it.each([
    [{ name: 'Sign-in', effect: 'gone' }, 'degraded, down'],
    [{ name: 'Sign-in', effect: 1 }, 'degraded, down'],
  ])('%j is refused', async (pointer, allowed) => {
    const body = await send(needing([pointer]));
    expect(JSON.stringify(body)).toContain(`The requires.effect field must be one of: ${allowed}.`);
    expect(await stored()).toEqual({ 'Sign-in': 'degraded', Licences: 'degraded' });
  });

  it('belong to links whose pairs carry one alone', async () => {
    const body = await send({
      ...{ type: 'applications', ref: 'a' },
      set: { name: 'Portal', processes: [{ name: 'Care', effect: 'down' }] },
    });
    expect(JSON.stringify(body)).toContain('processes');
    expect(body['data']?.['state']).toBeUndefined();
  });
});
