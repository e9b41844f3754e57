/** Disabled users, identities by hand, mappings of groups, tokens kept to networks. @seconds 20 */
import { Accounts } from '../../src/access/sign-in/accounts.js';
import { plainDn } from '../../src/access/sign-in/group-names.js';
import type { Person } from '../../src/access/sign-in/identified.js';
import { ENGINES, makeDatabase } from '../support/engines.js';
import { ADMIN, TestServer, type TestAnswer } from '../support/server.js';

const CONTEXT = { address: '127.0.0.1', requestId: 'test' };
const OIDC = {
  OIDC_ISSUER: 'https://id.example.org',
  OIDC_CLIENT_ID: 'meridian',
  OIDC_CLIENT_SECRET: 'a secret',
  PUBLIC_URL: 'https://map.example.org',
};

const person = (subject: string, more: Partial<Person> = {}): Person => ({
  ...{ provider: 'oidc', issuer: OIDC.OIDC_ISSUER, subject, login: subject, name: `Name of ${subject}` },
  ...{ email: `${subject}@example.org`, emailVerified: false, groups: [] },
  ...more,
});

it.each([
  ['CN=IT, OU=Groups,DC=example,DC=org', 'cn=it,ou=groups,dc=example,dc=org'],
  ['cn=a\\2cb+sn= c ,dc=x', 'cn=a\\,b+sn=c,dc=x'],
  ['cn=Ma\\C3\\AEtrise  d\\27ouvrage,dc=x', "cn=maîtrise d'ouvrage,dc=x"],
  ['cn=a\\+b;dc=x', 'cn=a\\+b,dc=x'],
])('identity 7: the DN %s is compared as %s', (dn, plain) => expect(plainDn(dn)).toBe(plain));

describe.each(ENGINES)('identities on %s', (engine) => {
  let server: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    const files = await makeDatabase(engine);
    server = await TestServer.start(engine, OIDC, files);
    other = await TestServer.start(engine, OIDC, files);
  });
  afterAll(async () => {
    await other.stop(true);
    await server.stop();
  });

  const admit = (who: Person, of = server) => of.server.app.get(Accounts).admit(who, CONTEXT);
  const refusal = (who: Person): Promise<string> => admit(who).then(String, (error: Error) => error.message);
  const rolesOf = async (id: number): Promise<number[]> => (await server.get(`/api/users/${id}`)).body.data.roles;
  const journal = async (action: string): Promise<TestAnswer['body']> =>
    (await server.get(`/api/audit-logs?filter[description]=${action}&sort=-id`)).body;

  it('identity 2: a disabled user is out within a second on every replica, and comes in once enabled', async () => {
    const user = await server.userWith(['site_access']);
    const named = (await server.post('/api/tokens', { name: 'script' }, { token: user.token })).body.token as string;
    const statuses = () =>
      Promise.all([user.token, named].map(async (token) => (await other.get('/api/sites', { token })).status));
    expect(await statuses()).toEqual([200, 200]);
    const { status, headers } = await server.get(`/api/users/${user.id}`);
    expect([status, (await server.patch(`/api/users/${user.id}`, { disabled: true })).status]).toEqual([200, 200]);
    await new Promise((wake) => setTimeout(wake, 1000));
    expect(await statuses()).toEqual([401, 401]);
    const read = await server.get(`/api/users/${user.id}`, { headers: { 'if-none-match': headers.get('etag')! } });
    expect([read.status, read.body.data.disabled, read.body.data.identities]).toEqual([200, true, []]);
    const again = { login: user.login, password: ADMIN.password };
    expect((await other.post('/api/login', again, { token: null })).status).toBe(401);
    const listed = async (filter: string): Promise<unknown> => {
      const { body } = await server.get(`/api/users?filter[disabled]=${filter}&fields=id`);
      return (body as unknown as Array<{ id: number }>).some(({ id }) => id === user.id);
    };
    expect([await listed('true'), await listed('false')]).toEqual([true, false]);
    expect((await server.get('/api/users?filter[disabled]=maybe')).status).toBe(400);
    expect((await server.get('/api/roles?filter[disabled]=1')).status).toBe(400);
    // What was read can be sent back.
    expect((await server.put(`/api/users/${user.id}?strict=1`, read.body.data)).status).toBe(200);
    await server.patch(`/api/users/${user.id}`, { disabled: 'no' });
    expect((await other.post('/api/login', again, { token: null })).status).toBe(200);
    expect((await journal('user_disabled'))[0]).toMatchObject({ subject_id: user.id, user_id: 1 });
    expect((await journal('user_enabled'))[0]!['properties'].token_id).toEqual(expect.any(Number));
  });

  it('identity 2: only an administrator disables, and never themselves or the last one', async () => {
    const editor = await server.userWith(['user_edit', 'user_show']);
    const victim = await server.userWith([]);
    const send = async (id: number, disabled: unknown, token = server.token) =>
      (await server.patch(`/api/users/${id}`, { disabled }, { token })).status;
    expect(await send(victim.id, true, editor.token)).toBe(403);
    expect([await send(1, true), await send(victim.id, 'perhaps')]).toEqual([422, 422]);
    const seen = await server.get(`/api/users/${victim.id}`, { token: editor.token });
    expect(['disabled' in seen.body.data, 'identities' in seen.body.data]).toEqual([false, false]);
  });

  it('identity 5, 12.4: nobody is linked by a claim unless asked for, and a taken login makes nobody', async () => {
    await server.post('/api/users', { login: 'taken', email: 'known@example.org', password: ADMIN.password });
    expect(await refusal(person('s1', { login: 'taken' }))).toBe('collision');
    expect(await refusal(person('s1', { login: 'admin' }))).toBe('collision');
    expect(await refusal(person('s1', { login: undefined }))).toBe('no-account');
    const made = await admit(person('s1', { login: 'newcomer', email: 'known@example.org', emailVerified: true }));
    const { body } = await server.get(`/api/users/${made.userId}`);
    expect(body.data).toMatchObject({ login: 'newcomer', email: null, name: 'Name of s1' });
    expect(body.data.identities).toMatchObject([{ provider: 'oidc', issuer: OIDC.OIDC_ISSUER, subject: 's1' }]);
    // The key is issuer and subject: another login there changes nothing here.
    expect((await admit(person('s1', { login: 'renamed' }))).userId).toBe(made.userId);
    const twins = await Promise.all([admit(person('twin')), admit(person('twin'), other)]);
    expect(twins[0].userId).toBe(twins[1].userId);
    await server.patch(`/api/users/${made.userId}`, { disabled: true });
    expect(await refusal(person('s1'))).toBe('disabled');
    await server.delete(`/api/users/${twins[0].userId}`);
    expect(await refusal(person('twin'))).toBe('disabled');
    expect((await journal('user_provisioned'))[0]).toMatchObject({ user_id: null });
  });

  it('identity 2: administrators link and unlink by hand', async () => {
    const { id, token } = await server.userWith([]);
    const path = `/api/users/${id}/identities`;
    const linked = await server.post(path, { provider: 'oidc', subject: 'by hand' });
    expect([linked.status, linked.body.issuer]).toEqual([201, OIDC.OIDC_ISSUER]);
    expect((await admit(person('by hand'))).userId).toBe(id);
    expect((await server.get(path)).body).toMatchObject([{ subject: 'by hand', last_sign_in: expect.any(String) }]);
    expect((await server.get('/api/me', { token })).body.identities).toHaveLength(1);
    expect((await server.post(path, { provider: 'oidc', subject: 'by hand' })).body.errors).toHaveProperty('subject');
    expect((await server.post(path, { provider: 'saml', subject: '' })).body.errors).toMatchObject({
      provider: expect.anything(),
      subject: expect.anything(),
    });
    expect((await server.get(path, { token })).status).toBe(403);
    expect((await server.delete(`${path}/999999`)).status).toBe(404);
    expect((await server.delete(`${path}/${linked.body.id}`)).status).toBe(200);
    expect((await server.get(path)).body).toEqual([]);
  });

  it('identity 7: managed roles follow groups, others are never touched', async () => {
    const map = async (group: string, role_id: number): Promise<number> => {
      const { status, body } = await server.post('/api/group-roles', { provider: 'oidc', group, role_id });
      expect(status).toBe(201);
      return body.id;
    };
    const readers = await map('readers', 3);
    const staff = await map('staff', 3);
    await map('writers', 2);
    const { userId } = await admit(person('member', { groups: ['readers', 'staff', 'unknown'] }));
    expect(await rolesOf(userId)).toEqual([3]);
    await server.patch(`/api/users/${userId}`, { roles: [3, 4] });
    await admit(person('member', { groups: ['staff', 'writers'] }));
    expect(await rolesOf(userId)).toEqual([2, 3, 4]);
    await admit(person('member', { groups: undefined }));
    expect(await rolesOf(userId)).toEqual([2, 3, 4]);
    await admit(person('member', { groups: ['staff'] }));
    expect(await rolesOf(userId)).toEqual([3, 4]);
    expect((await journal('roles_synced'))[0]!['properties']).toMatchObject({ provider: 'oidc', removed: [2] });
    // Programs are told of it as of any change.
    const { changes } = (await server.get(`/api/changes?resource=users&id=${userId}`)).body;
    expect(changes.at(-1).data).toMatchObject({ action: 'updated', links: { roles: { added: [], removed: [2] } } });
    // Mappings act at once, on those whose groups are known.
    const { token } = await other.userWith([]);
    expect((await server.delete(`/api/group-roles/${readers}`)).status).toBe(200);
    expect(await rolesOf(userId)).toEqual([3, 4]);
    expect((await server.delete(`/api/group-roles/${staff}`)).status).toBe(200);
    expect(await rolesOf(userId)).toEqual([4]);
    const named = await map('Staff', 2);
    expect(await rolesOf(userId)).toEqual([4]);
    const changed = { provider: 'oidc', group: 'staff', role_id: 2 };
    expect((await server.put(`/api/group-roles/${named}`, changed)).body).toEqual({ id: named, ...changed });
    expect(await rolesOf(userId)).toEqual([2, 4]);
    expect((await server.get('/api/group-roles', { token })).status).toBe(403);
    expect((await server.post('/api/group-roles', changed)).body.errors).toHaveProperty('group');
    expect((await server.post('/api/group-roles', { ...changed, role_id: 4_000_000 })).body.errors).toHaveProperty(
      'role_id',
    );
    const giver = await server.userWith(['group_role_create', 'group_role_access', 'group_role_show']);
    const risen = await server.post('/api/group-roles', { ...changed, group: 'x', role_id: 1 }, { token: giver.token });
    expect(risen.status).toBe(403);
  });

  it('identity 7: the last administrator who can sign in with a password keeps the role', async () => {
    await server.post('/api/group-roles', { provider: 'oidc', group: 'admins', role_id: 1 });
    await server.post('/api/users/1/identities', { provider: 'oidc', subject: 'boss' });
    const second = await admit(person('second', { groups: ['admins'] }));
    expect(await rolesOf(second.userId)).toEqual([1]);
    await admit(person('boss', { groups: [] }));
    expect(await rolesOf(1)).toEqual([1]);
    await admit(person('second', { groups: [] }));
    expect(await rolesOf(second.userId)).toEqual([]);
  });

  it('identity 2: a named token counts in its networks alone', async () => {
    const make = (networks: unknown) => server.post('/api/tokens', { name: 'kept', networks });
    const [here, there] = [await make(['127.0.0.0/8', '::1']), await make('10.0.0.0/8')];
    expect([here.body.networks, there.body.networks]).toEqual([['127.0.0.0/8', '::1'], ['10.0.0.0/8']]);
    const ask = async (token: string): Promise<number> => (await server.get('/api/sites', { token })).status;
    expect([await ask(here.body.token), await ask(there.body.token)]).toEqual([200, 401]);
    for (const wrong of [['10.0.0.0/99'], [], {}, [['10.0.0.0/8']], 'somewhere'])
      expect((await make(wrong)).body.errors).toHaveProperty('networks');
  });

  it('identity 5: named tokens of people who no longer sign in at their provider end, those of others go on', async () => {
    const { userId } = await admit(person('leaver'));
    const hand = await server.userWith([]);
    const { TokenService } = await import('../../src/access/token.service.js');
    const issue = async (id: number): Promise<string> => {
      const tokens = server.server.app.get(TokenService);
      return (await tokens.issue(id, Date.now() + 1e8, { named: { name: 'script', readOnly: false } })).token;
    };
    const [theirs, others] = [await issue(userId), await issue(hand.id)];
    const status = async (token: string) => (await server.get('/api/me', { token })).status;
    expect([await status(theirs), await status(others)]).toEqual([200, 200]);
    const past = server.database.clock.toStored(Date.now() - 8 * 24 * 3_600_000);
    await server.database.run('UPDATE own_identities SET last_sign_in = ?', [past]);
    await new Promise((wake) => setTimeout(wake, 1050));
    const late = await server.get('/api/me', { token: theirs });
    expect([late.status, late.body.message]).toEqual([401, expect.stringContaining('Sign in again')]);
    expect(await status(others)).toBe(200);
    await admit(person('leaver'));
    expect(await status(theirs)).toBe(200);
  });
});
