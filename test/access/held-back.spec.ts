/** A body that is held back does not act with rights that ended while it came (contract 14). @seconds 6 */
import { ENGINES } from '../support/engines.js';
import { HeldRequest, type Held } from '../support/held-request.js';
import { TestServer } from '../support/server.js';

const ABILITIES = [
  ...['site_access', 'site_show', 'site_create', 'site_edit', 'site_delete', 'document_create', 'document_edit'],
  ...['query_show', 'user_access', 'user_show', 'user_create', 'user_edit', 'role_access', 'role_create', 'role_edit'],
  ...['permission_access', 'cartographer_access', 'cartographer_create'],
];
const FORM = 'multipart/form-data; boundary=b';
const file = (name: string, bytes: string): string =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${bytes}\r\n--b--\r\n`;

type Victim = Awaited<ReturnType<TestServer['userWith']>>;

describe.each(ENGINES)('contract 14: a body that is held back, on %s', (engine) => {
  let server: TestServer;
  let site: number;
  beforeAll(async () => {
    server = await TestServer.start(engine);
    site = (await server.post('/api/sites', { name: 'As it was' })).body.id;
  });
  afterAll(() => server.stop());

  const json = (method: string, path: string, body: unknown): Omit<Held, 'token'> => ({
    ...{ method, path },
    body: JSON.stringify(body),
  });
  const requests: Array<[string, (victim: Victim) => Omit<Held, 'token'>]> = [
    ['a token', () => json('POST', '/api/tokens', { name: 'held' })],
    ['a user', () => json('POST', '/api/users', { login: 'held', password: 'backdoor-1' })],
    ['a role', () => json('POST', '/api/roles', { title: 'held' })],
    ['a delegation', ({ id }) => json('POST', '/api/cartographers', delegation(id))],
    ['their own password', () => json('PUT', '/api/me/password', { old_password: 'x', new_password: 'backdoor-1' })],
    ['an object', () => json('POST', '/api/sites', { name: 'held' })],
    ['many objects', () => json('POST', '/api/sites/mass-store', { items: [{ name: 'held' }] })],
    ['a change', () => json('PATCH', `/api/sites/${site}`, { name: 'held' })],
    ['a deletion', () => json('DELETE', '/api/sites/mass-destroy', { ids: [site] })],
    ['a query', () => json('POST', '/api/queries/run', { query: 'FROM sites' })],
    ['a form', () => ({ ...form('_method=PUT&name=held'), method: 'POST', path: `/api/sites/${site}` })],
    ['a document', () => ({ method: 'POST', path: '/api/documents', type: FORM, body: file('held.txt', 'held') })],
    [
      'an import',
      () => ({ method: 'POST', path: '/api/sites/import', type: FORM, body: file('a.csv', 'id,name\n,held\n') }),
    ],
  ];
  const form = (body: string) => ({ type: 'application/x-www-form-urlencoded', body });
  const delegation = (user: number): object => ({
    cartographiable_type: 'Site',
    cartographiable_id: site,
    user_id: user,
  });

  const endings: Array<[string, number, (victim: Victim) => Promise<unknown>]> = [
    ['a new password', 401, ({ id }) => server.patch(`/api/users/${id}`, { password: 'Another-horse-9' })],
    ['the end of the user', 401, ({ id }) => server.delete(`/api/users/${id}`)],
    ['the loss of all roles', 403, ({ id }) => server.patch(`/api/users/${id}`, { roles: [] })],
    ['a log-out', 401, ({ token }) => server.post('/api/logout', undefined, { token })],
  ];

  const stored = async (): Promise<unknown[]> => {
    const tables = ['sites', 'users', 'roles', 'cartographers', 'documents'];
    const counts = tables.map((table) => `SELECT COUNT(*) AS n FROM ${table} WHERE deleted_at IS NULL`);
    const all = [...counts.filter((sql) => !sql.includes('cartographers')), 'SELECT COUNT(*) AS n FROM cartographers'];
    const tokens = 'SELECT COUNT(*) AS n FROM own_tokens WHERE name IS NOT NULL';
    const names = 'SELECT name AS n FROM sites';
    const rows = [];
    for (const sql of [...all, tokens, names]) rows.push(await server.database.all(sql));
    return rows;
  };

  it.each(endings)('is refused after %s (%i)', async (_, status, end) => {
    const held = [];
    for (const [what, ask] of requests) {
      // One needs no right for a token or a password of one's own.
      if (status === 403 && ['a token', 'their own password'].includes(what)) continue;
      const victim = await server.userWith(ABILITIES);
      const request = await HeldRequest.open(server, { ...ask(victim), token: victim.token });
      await end(victim);
      held.push({ what, request });
    }
    const before = await stored();
    for (const { what, request } of held) {
      const answer = await request.finish();
      expect([what, answer.status]).toEqual([what, status]);
    }
    expect(await stored()).toEqual(before);
  });
  it('is refused after the end of a named token', async () => {
    const victim = await server.userWith(ABILITIES);
    const { body: named } = await server.post('/api/tokens', { name: 'script' }, { token: victim.token });
    const request = await HeldRequest.open(server, {
      ...json('POST', '/api/sites', { name: 'held' }),
      token: named.token as string,
    });
    expect((await server.delete(`/api/tokens/${named.id}`, { token: victim.token })).status).toBe(200);
    expect((await request.finish()).status).toBe(401);
  });
  it('keeps to what is delegated, once that is all that is left', async () => {
    const victim = await server.userWith(['site_access', 'site_show', 'site_edit']);
    const { body: other } = await server.post('/api/sites', { name: 'Another one' });
    expect((await server.post('/api/cartographers', delegation(victim.id))).status).toBe(201);
    const change = async (id: number): Promise<HeldRequest> =>
      HeldRequest.open(server, { ...json('PATCH', `/api/sites/${id}`, { description: 'x' }), token: victim.token });
    const [own, others] = [await change(site), await change(other.id as number)];
    await server.patch(`/api/users/${victim.id}`, { roles: [] });
    expect([(await own.finish()).status, (await others.finish()).status]).toEqual([200, 403]);
  });
  it('is carried out where nothing has ended, with everything in it', async () => {
    const { token } = await server.userWith(ABILITIES);
    const request = await HeldRequest.open(server, { ...json('POST', '/api/sites', { name: 'Slow' }), token });
    expect(await request.finish()).toMatchObject({ status: 201, body: { name: 'Slow' } });
  });

  it.each([
    ['a token', () => ['/api/tokens', { name: 'late' }]],
    ['a user', () => ['/api/users', { login: 'late', password: 'backdoor-1' }]],
    ['users', () => ['/api/users/mass-store', { items: [{ login: 'late', password: 'backdoor-1' }] }]],
    ['a role', () => ['/api/roles', { title: 'late' }]],
    ['a delegation', ({ id }: Victim) => ['/api/cartographers', delegation(id)]],
  ] as Array<[string, (victim: Victim) => [string, unknown]]>)(
    'for %s the caller is asked for again within the transaction',
    async (what, ask) => {
      const { database } = server;
      const ends: Array<[number, (victim: Victim) => Promise<unknown>]> = [
        // As another replica does it, of which this one hears within a second.
        [401, ({ id }) => database.run('DELETE FROM own_tokens WHERE user_id = ?', [id])],
        [401, ({ id }) => database.run('UPDATE users SET deleted_at = created_at WHERE id = ?', [id])],
        [403, ({ id }) => database.run('DELETE FROM role_user WHERE user_id = ?', [id])],
      ];
      for (const [status, end] of ends) {
        const victim = await server.userWith(ABILITIES);
        await database.run("UPDATE users SET created_at = '2020-01-01 00:00:00' WHERE id = ?", [victim.id]);
        const [path, body] = ask(victim);
        const before = await stored();
        expect((await server.get('/api/me', { token: victim.token })).status).toBe(200);
        await end(victim);
        const answer = await server.post(path, body, { token: victim.token });
        expect([what, answer.status]).toEqual([what, status]);
        await database.run('DELETE FROM users WHERE id = ? AND deleted_at IS NOT NULL', [victim.id]);
        expect((await stored()).slice(2)).toEqual(before.slice(2));
      }
    },
  );
  it('an ordinary write asks the database no further question', async () => {
    const seen: string[] = [];
    await server.get('/api/me');
    await server.post('/api/sites', { name: 'Warm' });
    server.database.observer = (sql) => void seen.push(sql);
    await server.post('/api/sites', { name: 'Usual' });
    server.database.observer = undefined;
    expect(seen.filter((sql) => sql.includes('FROM own_tokens t')).length).toBeLessThanOrEqual(1);
  });
});
