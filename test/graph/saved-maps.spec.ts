/** Saved maps: whose they are, what they take, and what becomes of them with their owner and in a backup. @seconds 10 */
import { join } from 'node:path';
import { backup, restore } from '../backup/maps.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const RIGHTS = ['graph_access', 'graph_show', 'graph_create', 'graph_edit', 'graph_delete'];
const STATE = { mode: 'explore', roots: ['applications_1'], moved: { bays_1: [120, -80.5] }, text: 'é « 🏥 »' };

describe.each(ENGINES)('saved maps on %s', (engine) => {
  let place: TestDatabase;
  let server: TestServer;
  let ann: { token: string; id: number };
  let bob: { token: string; id: number };
  const save = (token: string, body: Record<string, unknown> = {}) =>
    server.post('/api/saved-maps', { name: 'mine', state: STATE, ...body }, { token });
  const listed = async (token: string): Promise<number[]> =>
    (await server.get('/api/saved-maps?sort=id', { token })).body.map(({ id }: { id: number }) => id);

  beforeAll(async () => {
    place = await makeDatabase(engine);
    server = await TestServer.start(engine, {}, place);
    ann = await server.userWith([...RIGHTS, 'audit_log_access', 'audit_log_show']);
    bob = await server.userWith([...RIGHTS, 'audit_log_access', 'audit_log_show']);
  });
  afterAll(() => server.stop());

  it('a map comes back as it was saved, and belongs to who saved it, whatever the body says', async () => {
    const { status, body } = await save(ann.token, { user_id: bob.id, description: 'the rack' });
    expect([status, body.user_id, body.is_public, body.state]).toEqual([201, ann.id, false, STATE]);
    const at = `/api/saved-maps/${body.id}`;
    expect((await server.get(at, ann)).body.data).toEqual(body);
    const moved = { ...STATE, moved: {} };
    const changed = await server.put(at, { state: moved, user_id: bob.id }, ann);
    expect(changed.body).toMatchObject({ user_id: ann.id, state: moved, name: 'mine' });
    expect((await server.delete(at, ann)).status).toBe(200);
    expect((await server.get(at, ann)).status).toBe(404);
  });

  it('nobody without the right, and each verb needs its own', async () => {
    const explorer = await server.userWith(['explore_access', 'graph_access', 'graph_show']);
    const none = await server.userWith(['explore_access']);
    expect((await server.get('/api/saved-maps', { token: null })).status).toBe(401);
    expect((await server.get('/api/saved-maps', none)).status).toBe(403);
    expect((await server.get('/api/saved-maps', explorer)).status).toBe(200);
    expect((await save(explorer.token)).status).toBe(403);
  });

  it('one sees own and public maps, an Admin all; one changes and deletes own ones only', async () => {
    const hidden = (await save(ann.token)).body.id;
    const shown = (await save(ann.token, { is_public: true })).body.id;
    const own = (await save(bob.token)).body.id;
    // Whether there is a private one is told by no condition either.
    const stale = { token: bob.token, headers: { 'if-match': '"stale"' } };
    expect((await server.patch(`/api/saved-maps/${hidden}`, { name: 'his' }, stale)).status).toBe(404);
    expect((await server.delete(`/api/saved-maps/${hidden}`, stale)).status).toBe(404);
    expect(await listed(ann.token)).toEqual([hidden, shown]);
    expect(await listed(bob.token)).toEqual([shown, own]);
    expect(await listed(server.token)).toEqual([hidden, shown, own]);
    for (const [id, status, mass] of [
      [hidden, 404, 422],
      [shown, 403, 403],
    ]) {
      const answers = [
        await server.put(`/api/saved-maps/${id}`, { name: 'taken' }, bob),
        await server.delete(`/api/saved-maps/${id}`, bob),
        await server.put('/api/saved-maps/mass-update', { items: [{ id: own }, { id, name: 'taken' }] }, bob),
        await server.delete('/api/saved-maps/mass-destroy', { ...bob, body: { ids: [own, id] } }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, mass, mass]);
    }
    const all = { body: { ids: [hidden, shown, own] } };
    expect((await server.delete('/api/saved-maps/mass-destroy', all)).status).toBe(204);
  });

  it.each([[[1, 2]], ['text'], [7], [null], [undefined]])('a state that is %j is refused', async (state) => {
    const { status, body } = await save(ann.token, { state });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['state']]);
  });

  it('a state has 256 kB at most, counted in bytes', async () => {
    const room = 262_144 - JSON.stringify({ text: '' }).length;
    const full = await save(ann.token, { state: { text: 'é'.repeat(Math.floor(room / 2)) } });
    expect(full.status).toBe(201);
    const { status, body } = await save(ann.token, { state: { text: 'é'.repeat(room / 2 + 1) } });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['state']]);
    expect(body.errors.state[0]).toContain('262144');
    await server.delete(`/api/saved-maps/${full.body.id}`, ann);
  });

  it('one person keeps 200 at most, also where two are saved at once', async () => {
    const { token } = await server.userWith(RIGHTS);
    const items = Array.from({ length: 199 }, (_, i) => ({ name: `map ${i}`, state: {} }));
    expect((await server.post('/api/saved-maps/mass-store', { items }, { token })).status).toBe(201);
    const last = await Promise.all([save(token), save(token), save(token)]);
    expect(last.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const { body } = last.find(({ status }) => status === 422)!;
    expect(body.errors).toEqual({ user_id: [expect.stringContaining('200')] });
    const ids = await listed(token);
    expect(ids).toHaveLength(200);
    expect((await server.put(`/api/saved-maps/${ids[0]}`, { name: 'renamed' }, { token })).status).toBe(200);
    await server.delete('/api/saved-maps/mass-destroy', { token, body: { ids } });
    expect((await save(ann.token)).status).toBe(201);
    await server.delete('/api/saved-maps/mass-destroy', { ...ann, body: { ids: await listed(ann.token) } });
  });

  it('the journal says that one was saved; what is in it is told to those who may see the map', async () => {
    const { id } = (await save(ann.token)).body;
    await server.put(`/api/saved-maps/${id}`, { name: 'renamed' }, ann);
    const rows = async (token: string) =>
      (
        await server.get(
          `/api/audit-logs?filter[subject_type]=App%5CModels%5CSavedMap&filter[subject_id]=${id}&sort=id`,
          { token },
        )
      ).body;
    expect((await rows(ann.token)).map(({ description }: { description: string }) => description)).toEqual([
      'created',
      'updated',
    ]);
    expect(JSON.stringify(await rows(ann.token))).toContain('renamed');
    expect(JSON.stringify(await rows(bob.token))).not.toContain('renamed');
    await server.delete(`/api/saved-maps/${id}`, ann);
  });

  it('the graph does not take a saved map for a change of the map', async () => {
    const snapshot = async (): Promise<string> => (await server.get('/api/graph/statistics')).body.meta.snapshot;
    const before = await snapshot();
    const { id } = (await save(ann.token)).body;
    expect(await snapshot()).toBe(before);
    await server.delete(`/api/saved-maps/${id}`, ann);
  });

  it('a list of them leaves states out where only names are wanted', async () => {
    const { id } = (await save(ann.token)).body;
    const { body } = await server.get('/api/saved-maps?fields=name,is_public&sort=-id', ann);
    expect(body[0]).toEqual({ id, name: 'mine', is_public: false });
    await server.delete(`/api/saved-maps/${id}`, ann);
  });

  it('maps of a deleted user stay: public ones for all, others for an Admin; so do those of one who is gone for good', async () => {
    const { token, id: userId } = await server.userWith(RIGHTS);
    const hidden = (await save(token)).body.id;
    const shown = (await save(token, { is_public: true })).body.id;
    expect((await server.delete(`/api/users/${userId}`)).status).toBe(200);
    expect((await server.get('/api/saved-maps', { token })).status).toBe(401);
    expect(await listed(bob.token)).toEqual([shown]);
    expect(await listed(server.token)).toEqual([hidden, shown]);
    await server.database.run('DELETE FROM users WHERE id = ?', [userId]);
    expect(await listed(bob.token)).toEqual([shown]);
    const owners = (await server.get('/api/saved-maps')).body.map(({ user_id: one }: { user_id: number }) => one);
    expect(owners).toEqual([null, null]);
    expect((await server.put(`/api/saved-maps/${shown}`, { name: 'taken' }, bob)).status).toBe(403);
    expect((await server.delete('/api/saved-maps/mass-destroy', { body: { ids: [hidden, shown] } })).status).toBe(204);
  });

  it('a backup carries them to another map, with their owners', async () => {
    const { body } = await save(bob.token, { is_public: true, name: 'kept' });
    const file = join(place.folder, 'map.backup');
    await backup(place, file);
    const other = await makeDatabase(engine);
    try {
      await restore(other, file);
      const copy = await TestServer.start(engine, {}, other);
      try {
        expect((await copy.get(`/api/saved-maps/${body.id}`)).body.data).toEqual(body);
      } finally {
        await copy.stop(true);
      }
    } finally {
      await other.drop();
    }
  });
});
