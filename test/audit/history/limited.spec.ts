/** Events 9, identity 9: undo and setting back for people who see a part of the map, and of what keeps them to it. @seconds 15 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ENGINES } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

const RIGHTS = [
  ...['application_access', 'application_show', 'application_edit', 'application_create', 'application_delete'],
  ...['entity_access', 'entity_show', 'application_block_access', 'application_block_show', 'logical_server_access'],
];

describe.each(ENGINES)('the way back for limited people on %s', (engine) => {
  let server: TestServer;
  let token: string;
  let role: number;
  let perimeter: number;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    const user = await server.userWith(RIGHTS);
    role = user.roleId;
    const rules = ['applications', 'entities', 'application-blocks'].map((resource) => ({
      ...{ resource, filter: { name_like: 'IN-%' } },
    }));
    perimeter = (await server.post('/api/perimeters', { name: 'in', rules })).body.id;
    expect((await server.patch(`/api/roles/${role}`, { perimeters: [perimeter] })).status).toBe(200);
    token = await server.login(user.login, 'Correct-horse-9');
  });
  afterAll(() => server.stop());

  const make = async (path: string, body: object): Promise<number> => {
    const answer = await server.post(`/api/${path}`, body);
    expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
    return answer.body.id;
  };
  const patch = async (path: string, body: object, id: string, as = token): Promise<void> => {
    const answer = await server.patch(`/api/${path}`, body, { token: as, headers: { 'x-request-id': id } });
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  };
  const undo = (id: string, query = '', more: object = {}) =>
    server.post(`/api/changes/undo${query}`, { request_id: id, ...more }, { token });

  it('undo tells nothing of an object that is outside by now', async () => {
    const id = await make('applications', { name: 'IN-app', description: 'before' });
    await patch(`applications/${id}`, { description: 'theirs' }, 'mine');
    await patch(`applications/${id}`, { name: 'ZQX-moved', description: 'out' }, 'admin-1', server.token);
    for (const answer of [
      await undo('mine', '?dry_run=1'),
      await undo('mine'),
      await undo('mine', '', { conflicts: 'skip' }),
    ]) {
      expect(answer.status).toBe(404);
      expect(JSON.stringify(answer.body)).not.toContain('ZQX');
    }
    // What is inside goes back all the same.
    const [one, other] = [
      await make('applications', { name: 'IN-one' }),
      await make('applications', { name: 'IN-other' }),
    ];
    const items = [one, other].map((each) => ({ id: each, description: 'both' }));
    const headers = { 'x-request-id': 'both' };
    expect((await server.put('/api/applications/mass-update', { items }, { token, headers })).status).toBe(200);
    await patch(`applications/${other}`, { name: 'ZQX-other' }, 'admin-2', server.token);
    const answer = await undo('both');
    expect([answer.status, answer.body.data.objects.map((object: Json) => object.id)]).toEqual([200, [one]]);
    expect(JSON.stringify(answer.body)).not.toContain('ZQX');
    expect((await server.get(`/api/applications/${other}`)).body.data.description).toBe('both');
  });

  it('setting back leaves a reference as it is whose former value is hidden, and says so', async () => {
    const [seen, hidden] = [
      await make('entities', { name: 'IN-keeper' }),
      await make('entities', { name: 'ZQX-keeper' }),
    ];
    const id = await make('applications', { name: 'IN-kept', entity_resp_id: hidden, description: 'before' });
    await sleep(2100);
    const then = new Date(Date.now() - 1000).toISOString();
    await patch(`applications/${id}`, { entity_resp_id: seen, description: 'after' }, 'kept-1');
    const restore = (query: string) =>
      server.post(`/api/applications/${id}/restore${query}`, { as_of: then }, { token });
    const { changes, left_out: leftOut } = (await restore('?dry_run=1')).body;
    const told = [{ field: 'entity_resp_id', ids: [], reason: 'not_live' }];
    expect([changes, leftOut]).toEqual([{ description: ['after', 'before'] }, told]);
    const done = await restore('');
    expect([done.status, done.headers.get('x-left-out')]).toEqual([200, 'entity_resp_id=']);
    const { data } = (await server.get(`/api/applications/${id}`)).body;
    expect([data.entity_resp_id, data.description]).toEqual([seen, 'before']);
  });

  it('undo leaves hidden links as they are, and tells none of them', async () => {
    const [seen, more, hidden] = [
      await make('entities', { name: 'IN-seen' }),
      await make('entities', { name: 'IN-more' }),
      await make('entities', { name: 'ZQX-hidden' }),
    ];
    const [block, hiddenBlock] = [
      await make('application-blocks', { name: 'IN-block' }),
      await make('application-blocks', { name: 'ZQX-block' }),
    ];
    const id = await make('applications', {
      ...{ name: 'IN-linked', entities: [seen, hidden], application_block_id: hiddenBlock },
    });
    await patch(`applications/${id}`, { entities: [seen, more], application_block_id: block }, 'links');
    const stored = async (): Promise<Json> => (await server.get(`/api/applications/${id}`)).body.data;
    expect((await stored()).entities).toEqual([seen, more, hidden].sort((a, b) => a - b));
    const plan = await undo('links', '?dry_run=1');
    expect(plan.status).toBe(200);
    expect(plan.body.data.errors).toEqual({});
    expect(plan.body.data.left_out).toEqual([
      { resource: 'applications', id, field: 'application_block_id', ids: [], reason: 'not_live' },
    ]);
    expect(plan.body.data.objects[0].fields).toEqual(['entities']);
    const done = await undo('links');
    expect([done.status, done.body]).toEqual([200, plan.body]);
    const now = await stored();
    expect([now.entities, now.application_block_id]).toEqual([[seen, hidden], block]);
  });

  it('what others did with hidden objects is no conflict', async () => {
    const [seen, hidden] = [await make('entities', { name: 'IN-end' }), await make('entities', { name: 'ZQX-end' })];
    const hiddenBlock = await make('application-blocks', { name: 'ZQX-end' });
    const block = await make('application-blocks', { name: 'IN-end' });
    // What they made, and where a hidden object came in since, goes again.
    const answer = await server.post(
      '/api/applications',
      { name: 'IN-made' },
      { token, headers: { 'x-request-id': 'made' } },
    );
    const made = answer.body.id;
    await patch(`entities/${hidden}`, { applications: [made] }, 'admin-4', server.token);
    await patch(`applications/${made}`, { entity_resp_id: hidden }, 'admin-5', server.token);
    // What they took away goes back, whatever hidden stands there by now, and what they took out of a set.
    const id = await make('applications', {
      ...{ name: 'IN-there', entities: [seen], application_block_id: block, description: 'before' },
    });
    await patch(`applications/${id}`, { application_block_id: null, entities: [], description: 'x' }, 'taken');
    const by = { application_block_id: hiddenBlock, entities: [hidden] };
    await patch(`applications/${id}`, by, 'admin-6', server.token);
    for (const [name, action] of [
      ['made', 'deleted'],
      ['taken', 'updated'],
    ] as const) {
      const plan = await undo(name, '?dry_run=1');
      expect([plan.status, plan.body.data.conflicts, plan.body.data.left_out]).toEqual([200, [], []]);
      expect(plan.body.data.objects[0].action).toBe(action);
      const done = await undo(name);
      expect([done.status, done.body]).toEqual([200, plan.body]);
    }
    expect((await server.get(`/api/applications/${made}`)).status).toBe(404);
    const { data } = (await server.get(`/api/applications/${id}`)).body;
    expect([data.application_block_id, data.description]).toEqual([block, 'before']);
    expect([...data.entities].sort((a: number, b: number) => a - b)).toEqual([seen, hidden]);
    // What they see of others' changes is in the way as ever.
    await patch(`applications/${id}`, { description: 'mine' }, 'mine-2');
    await patch(`applications/${id}`, { description: 'other' }, 'admin-7', server.token);
    expect((await undo('mine-2')).body.conflicts[0].fields).toEqual(['description']);
  });

  it('what was given to somebody, and deleted since, is not named', async () => {
    const person = await server.userWith(RIGHTS.filter((right) => !right.startsWith('application_delete')));
    expect((await server.patch(`/api/roles/${person.roleId}`, { perimeters: [perimeter] })).status).toBe(200);
    const id = await make('applications', { name: 'ZQX-given' });
    await make('cartographers', {
      ...{ user_id: person.id, cartographiable_type: 'applications', cartographiable_id: id },
    });
    await patch(`applications/${id}`, { description: 'theirs' }, 'given-1', person.token);
    const ask = () => server.post('/api/changes/undo?dry_run=1', { request_id: 'given-1' }, { token: person.token });
    expect((await ask()).body.data.objects.map(({ name }: Json) => name)).toEqual(['ZQX-given']);
    expect((await server.delete(`/api/applications/${id}`)).status).toBe(200);
    const answer = await ask();
    expect([answer.status, JSON.stringify(answer.body).includes('ZQX')]).toEqual([404, false]);
  });

  it('who has lost the right is told that, and nothing else', async () => {
    const person = await server.userWith(RIGHTS);
    const id = await make('applications', { name: 'of the day' });
    await patch(`applications/${id}`, { description: 'theirs' }, 'before', person.token);
    await server.database.run('DELETE FROM permission_role WHERE role_id = ?', [person.roleId]);
    await server.database.run('DELETE FROM role_user WHERE user_id = ?', [person.id]);
    await patch(`applications/${id}`, { name: 'ZQX-renamed', description: 'other' }, 'admin-3', server.token);
    await new Promise((wake) => setTimeout(wake, 1100));
    for (const query of ['?dry_run=1', '']) {
      const answer = await server.post(`/api/changes/undo${query}`, { request_id: 'before' }, { token: person.token });
      expect([answer.status, JSON.stringify(answer.body).includes('ZQX')]).toEqual([403, false]);
    }
  });

  it('a role is not set back to reach everything, where its perimeter is gone', async () => {
    const [gone, kept] = [
      (await server.post('/api/perimeters', { name: 'gone', rules: [{ resource: 'sites', all: true }] })).body.id,
      (await server.post('/api/perimeters', { name: 'kept', rules: [{ resource: 'sites', all: true }] })).body.id,
    ];
    const other = await make('roles', { title: 'kept to one', permissions: [] });
    await patch(`roles/${other}`, { perimeters: [gone] }, 'given', server.token);
    const before = new Date().toISOString();
    await new Promise((wake) => setTimeout(wake, 5));
    await patch(`roles/${other}`, { perimeters: [kept] }, 'other', server.token);
    expect((await server.delete(`/api/perimeters/${gone}`)).status).toBe(200);
    const of = async (): Promise<number[]> => (await server.get(`/api/roles/${other}`)).body.data.perimeters;
    const plan = await server.post('/api/changes/undo?dry_run=1', { request_id: 'other' });
    expect(Object.keys(plan.body.data.errors)).toEqual([expect.stringContaining('perimeters')]);
    expect((await server.post('/api/changes/undo', { request_id: 'other' })).status).toBe(422);
    const back = await server.post(`/api/roles/${other}/restore`, { as_of: before });
    expect([back.status, Object.keys(back.body.errors)]).toEqual([422, [expect.stringContaining('perimeters')]]);
    expect(await of()).toEqual([kept]);
  });

  it('an unknown kind is answered with those that are called alike', async () => {
    const { body } = await server.get('/api/diff?from=2026-01-01&resource=aplications');
    expect(body.message).toMatch(/among applications, /);
  });
});
