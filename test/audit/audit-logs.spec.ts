import { AuditEvents } from '../../src/audit/audit-events.js';
import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';

interface AuditRow {
  id: number;
  description: string;
  subject_id: number | null;
  subject_type: string | null;
  user_id: number | null;
  properties: Record<string, unknown>;
  host: string;
}

const USER = 'App\\Models\\User';

describe.each(ENGINES)('the journal on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  /** The rows that a piece of work adds, as the API answers them. */
  async function added(work: () => Promise<unknown>): Promise<AuditRow[]> {
    const ids = async (): Promise<number[]> =>
      (await server.database.all('SELECT id FROM audit_logs ORDER BY id')).map(({ id }) => id as number);
    const known = new Set(await ids());
    await work();
    const fresh = (await ids()).filter((id) => !known.has(id));
    return Promise.all(fresh.map(async (id) => (await server.get(`/api/audit-logs/${id}`)).body.data as AuditRow));
  }

  it('names of people are for who may read the journal, that of who changed an object for who may show it', async () => {
    const path = '/api/people';
    const nadia = await server.userWith(['audit_log_access']);
    const { id } = (await server.post('/api/sites', { name: 'Last changed' })).body;
    await server.database.run('UPDATE users SET name = ? WHERE id = ?', ["Nadia O'Neil 100%", nadia.id]);
    const asked = async (query: string, token = nadia.token): Promise<unknown[]> => {
      const { status, body } = await server.get(`${path}${query}`, { token });
      return [status, body.data ?? body.message];
    };
    const person = { id: nadia.id, name: "Nadia O'Neil 100%" };
    expect(await asked(`?ids=${nadia.id},99999`)).toEqual([200, [person]]);
    expect(await asked('?search=neil%20100%25')).toEqual([200, [person]]);
    expect(await asked('?search=_')).toEqual([200, []]);
    // Without case and accents, as everywhere.
    await server.database.run('UPDATE users SET name = ? WHERE id = ?', ['Éléonore', nadia.id]);
    expect(await asked('?search=ELEO')).toEqual([200, [{ id: nadia.id, name: 'Éléonore' }]]);
    await server.database.run('UPDATE users SET name = ? WHERE id = ?', [person.name, nadia.id]);
    // Without a question the first ones by name.
    const [status, first] = (await asked('')) as [number, unknown[]];
    expect([status, first]).toEqual([200, expect.arrayContaining([person])]);
    for (const query of [
      '?ids=',
      '?ids=x',
      '?ids=1&search=a',
      '?ids=1&ids=2',
      '?of=1',
      '?search=',
      `?ids=${'1,'.repeat(101)}1`,
    ])
      expect([query, (await asked(query))[0]]).toEqual([query, 400]);
    const shows = await server.userWith(['site_show']);
    expect((await asked(`?ids=${nadia.id}`, shows.token))[0]).toBe(403);
    const last = `/last-change?of=sites_${id}`;
    expect(await asked(last, shows.token)).toEqual([
      200,
      { at: expect.any(String), person: { id: 1, name: expect.any(String) } },
    ]);
    expect((await asked(last, (await server.userWith(['bay_show'])).token))[0]).toBe(404);
    for (const object of ['sites_999999', 'sites', 'nothing_1', 'users_0', ''])
      expect([object, (await asked(`/last-change?of=${object}`, shows.token))[0]]).toEqual([
        object,
        object === 'sites_999999' ? 404 : 400,
      ]);
    // Who is gone keeps the name.
    expect((await server.delete(`/api/users/${nadia.id}`)).status).toBeLessThan(300);
    const reader = await server.userWith(['audit_log_access']);
    expect(await asked(`?ids=${nadia.id}`, reader.token)).toEqual([200, [person]]);
    await server.delete(`/api/sites/${id}`);
    expect((await asked(last, shows.token))[0]).toBe(404);
  });

  it('contract 9: the journal is listed and read with audit_log_access and audit_log_show', async () => {
    const { id } = (await server.post('/api/sites', { name: 'Campus' })).body;
    const { token } = await server.userWith(['audit_log_access', 'audit_log_show', 'site_show']);
    const query = `filter[subject_id]=${id}&filter[description]=created&filter[subject_type]=App%5CModels%5CSite`;
    const { status, body } = await server.get(`/api/audit-logs?${query}`, { token });
    expect([status, body]).toEqual([
      200,
      [expect.objectContaining({ subject_id: id, user_id: 1, properties: expect.objectContaining({ before: {} }) })],
    ]);
    const one = await server.get(`/api/audit-logs/${body[0].id}`, { token });
    expect([one.status, one.body.data]).toEqual([200, body[0]]);
    const { token: lister } = await server.userWith(['audit_log_access']);
    expect((await server.get(`/api/audit-logs/${body[0].id}`, { token: lister })).status).toBe(403);
    const { token: reader } = await server.userWith(['audit_log_show']);
    expect((await server.get('/api/audit-logs', { token: reader })).status).toBe(403);
  });
  it.each([
    ['POST', '/api/audit-logs'],
    ['PUT', '/api/audit-logs/1'],
    ['PATCH', '/api/audit-logs/1'],
    ['DELETE', '/api/audit-logs/1'],
    ['POST', '/api/audit-logs/1'],
    ['POST', '/api/audit-logs/mass-store'],
    ['DELETE', '/api/audit-logs/mass-destroy'],
  ])('contract 9: %s %s is 405: the journal is read only', async (method, path) => {
    const { status, headers } = await server.request(method, path, { body: {} });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('contract 9: log-ins and log-outs are written down, with who and from where', async () => {
    const user = await server.userWith([]);
    const rows = await added(async () => {
      const token = await server.login(user.login, ADMIN.password);
      await server.post('/api/logout', {}, { token });
    });
    const subject = { subject_id: user.id, subject_type: USER, user_id: user.id, host: '127.0.0.1' };
    expect(rows).toEqual([
      expect.objectContaining({ description: 'logged_in', ...subject }),
      expect.objectContaining({ description: 'logged_out', ...subject }),
    ]);
  });
  it('contract 9: refused log-ins are written down, without what was typed', async () => {
    const user = await server.userWith([]);
    const [login, password] = ['Typed-horse-9-by-mistake', 'Wrong-horse-9'];
    const rows = await added(async () => {
      await server.post('/api/login', { login: user.login, password }, { token: null });
      await server.post('/api/login', { login, password }, { token: null });
    });
    expect(rows.map(({ description, subject_id, user_id }) => [description, subject_id, user_id])).toEqual([
      ['login_refused', user.id, null],
      ['login_refused', null, null],
    ]);
    expect(rows[1]!.properties['login']).toBe('Typ…');
    expect(JSON.stringify(rows)).not.toMatch(/horse/);
  });
  it('contract 9: changes of passwords are written down, by whoever they are made, and never a hash', async () => {
    const user = await server.userWith([]);
    const body = { old_password: 'Wrong-horse-9', new_password: 'Another-horse-9' };
    const rows = await added(async () => {
      await server.put('/api/me/password', body, user);
      await server.put('/api/me/password', { ...body, old_password: ADMIN.password }, user);
      await server.put(`/api/users/${user.id}`, { password: 'A-third-horse-9' });
    });
    expect(rows.map(({ description, user_id }) => [description, user_id])).toEqual([
      ['password_refused', user.id],
      ['updated', user.id],
      ['password_changed', user.id],
      ['updated', 1],
      ['password_changed', 1],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/horse|\$2[aby]\$/);
  });
  it('contract 9: named tokens are written down when they are made and revoked, never their value', async () => {
    const user = await server.userWith([]);
    let value = '';
    const rows = await added(async () => {
      const { body } = await server.post('/api/tokens', { name: 'glpi', read_only: true }, user);
      value = body.token;
      await server.delete(`/api/tokens/${body.id}`);
    });
    expect(rows.map(({ description, subject_id, user_id }) => [description, subject_id, user_id])).toEqual([
      ['token_created', user.id, user.id],
      ['token_revoked', user.id, 1],
    ]);
    expect(rows[0]!.properties).toMatchObject({ name: 'glpi', read_only: true, token_id: expect.any(Number) });
    expect(JSON.stringify(rows)).not.toContain(value.split('.')[2]);
  });
  it('contract 9: what is no JSON is answered as text, and hashes of older rows are not answered', async () => {
    const hash = `$2y$10$${'a/B.'.repeat(13)}a`;
    const stored = ['plain text', JSON.stringify({ password: hash }).replaceAll('/', '\\/'), `was ${hash}`, null];
    const rows = await added(async () => {
      for (const properties of stored) {
        await server.database.run('INSERT INTO audit_logs (description, properties) VALUES (?, ?)', [
          'old',
          properties,
        ]);
      }
    });
    expect(rows.map(({ properties }) => properties)).toEqual(['plain text', { password: '***' }, 'was ***', null]);
  });
  it('contract 9: events of other parts are written down, long values shortened to what stays JSON', async () => {
    const { caller } = { caller: { userId: 1 } };
    const event = {
      action: 'executed' as const,
      subject: { path: 'fluxes' },
      details: { text: 'é'.repeat(30_000), rows: 12, nested: { ids: Array.from({ length: 9000 }, (_, i) => i) } },
      context: { address: '2001:db8::1', requestId: 'r-1', caller },
    };
    const [row] = await added(() => server.server.app.get(AuditEvents).record(event));
    expect(row).toMatchObject({
      description: 'executed',
      subject_type: 'App\\Models\\ApplicationFlow',
      host: '2001:db8::1',
    });
    expect(row!.properties).toMatchObject({ rows: 12, request_id: 'r-1', shortened: true });
    expect(JSON.stringify(row!.properties).length).toBeLessThan(2000);
  });
});
