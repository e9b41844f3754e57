/** Nothing that is kept to itself is answered anywhere, and nothing is written that is not for clients to write. @seconds 10 */
import '../../../src/map/index.js';
import { registry } from '../../../src/engine/index.js';
import { relationsOf } from '../../../src/openapi/schemas/selection.js';
import { ENGINES } from '../../support/engines.js';
import { completed, objectOf } from '../../support/make.js';
import { ADMIN, TestServer } from '../../support/server.js';

const PASSWORD = 'Planted-horse-9';
const REMEMBERED = 'planted-remember-token';
/** What a client would send who wants to be more than they are. */
const RISEN = {
  id: 987_654,
  created_at: '2001-01-01T00:00:00Z',
  updated_at: '2001-01-01T00:00:00Z',
  deleted_at: '2001-01-01T00:00:00Z',
  is_admin: true,
  admin: true,
  abilities: ['user_edit'],
  remember_token: 'x',
  hash: 'x',
};
/** Of these the API makes something else than what a client sends. */
const OWN_ROUTES = ['documents', 'queries', 'cartographers'];

describe.each(ENGINES)('data on %s', (engine) => {
  let server: TestServer;
  let secrets: string[];
  const ids = new Map<string, number>();
  beforeAll(async () => {
    server = await TestServer.start(engine);
    for (const { path } of registry.all()) ids.set(path, (await objectOf(server, path)).id);
    const { id } = (await server.post('/api/users', { login: 'planted', password: PASSWORD, roles: [1] })).body;
    await server.database.run('UPDATE users SET remember_token = ? WHERE id = ?', [REMEMBERED, id]);
    await server.post('/api/tokens', { name: 'planted' });
    const hashes = await server.database.all('SELECT password AS secret FROM users UNION SELECT hash FROM own_tokens');
    secrets = [...hashes.map(({ secret }) => String(secret)), PASSWORD, ADMIN.password, REMEMBERED].filter(
      (one) => one !== 'null',
    );
  });
  afterAll(() => server.stop());

  const leaks = async (path: string): Promise<string[]> => {
    const { status, body } = await server.get(path);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    if (status >= 300) return [`${path}: ${status}`];
    return secrets.some((secret) => text.includes(secret)) || /\$2[aby]\$\d\d\$/.test(text) ? [path] : [];
  };

  it('contract 2: no list, object, include, export, query, journal or report holds a password, a hash or a token', async () => {
    const paths = registry.all().flatMap((resource) => {
      const root = `/api/${resource.path}`;
      const names = relationsOf(resource).all.map(({ name }) => name);
      return [root, ...names.map((name) => `${root}?include=${name}`), `${root}/${ids.get(resource.path)!}`];
    });
    const others = ['/api/users/1', '/api/me', '/api/tokens', '/api/audit-logs', '/metrics', '/api/openapi.json'];
    const reports = ['directory', 'entities', 'changes'].map((name) => `/api/report/${name}?format=json`);
    const found: string[] = [];
    for (const path of [...paths, ...others, ...reports]) found.push(...(await leaks(path)));
    expect(secrets.length).toBeGreaterThan(4);
    expect(found).toEqual([]);
    const asked = { query: 'FROM users FIELDS login, password, remember_token' };
    expect((await server.post('/api/queries/run?format=json', asked)).body.columns).toEqual(['login']);
    const narrowed = { query: 'FROM users FIELDS login WHERE password LIKE "%a%"' };
    expect((await server.post('/api/queries/run', narrowed)).status).toBe(422);
  });
  it('contract 4: what is not for clients to write is not written, on create and on update, in single and mass writes', async () => {
    const stored: string[] = [];
    for (const { path, readOnly, fields } of registry.all().filter(({ path: one }) => !OWN_ROUTES.includes(one))) {
      if (readOnly) continue;
      const fixed = Object.fromEntries(
        fields.filter(({ writable }) => !writable).map(({ name, kind }) => [name, kind === 'int' ? 1 : 'x']),
      );
      const sent = { ...fixed, ...RISEN };
      const { status, body } = await server.post(`/api/${path}`, { ...(await completed(server, path)), ...sent });
      if (status !== 201 || body.id === RISEN.id || body.deleted_at || /^2001/.test(String(body.created_at)))
        stored.push(`POST ${path}`);
      const changed = await server.put(`/api/${path}/${body.id}`, sent);
      if (changed.body.id !== body.id || changed.body.deleted_at || /^2001/.test(String(changed.body.created_at)))
        stored.push(`PUT ${path}`);
      await server.put(`/api/${path}/mass-update`, { items: [{ ...sent, id: body.id }] });
      const now = (await server.get(`/api/${path}/${body.id}`)).body.data;
      if (!now || /^2001/.test(`${now.created_at} ${now.updated_at}`)) stored.push(`mass-update ${path}`);
    }
    expect(stored).toEqual([]);
    const { token, id } = await server.userWith(['user_edit', 'user_show']);
    await server.put(`/api/users/${id}`, { ...RISEN, id: 1, role: 1, roles_ids: [1] }, { token });
    expect((await server.get('/api/me', { token })).body.abilities.sort()).toEqual(['user_edit', 'user_show']);
  });
});
