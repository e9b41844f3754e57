/** No way round confirmations, cookies of the host, and the end of somebody's own token (identity 5, 5b, 7, 8). @seconds 10 */
import { get, type IncomingMessage } from 'node:http';
import { SignJWT } from 'jose';
import { generateSync } from 'otplib';
import { ENGINES } from '../support/engines.js';
import { TestServer, type TestAnswer } from '../support/server.js';
import { Keys, rsa } from './oidc/keys.js';

const AUDIENCE = 'https://map.example.org/api';
const NOW = Math.floor(Date.now() / 1000);

describe.each(ENGINES)('no way round on %s', (engine) => {
  const keys = new Keys();
  const key = rsa('first');
  let server: TestServer;
  beforeAll(async () => {
    keys.keys = [key];
    await keys.start();
    server = await TestServer.start(engine, {
      ...{ PUBLIC_URL: 'https://map.example.org', OIDC_ISSUER: keys.issuer, OIDC_CLIENT_ID: 'meridian' },
      ...{ OIDC_CLIENT_SECRET: 'secret', OIDC_AUDIENCE: AUDIENCE, OIDC_LINK: 'login' },
    });
  });
  afterAll(async () => {
    await server.stop();
    keys.stop();
  });

  let n = 0;
  const tokenOf = (sub: string, groups: string[] = []): Promise<string> =>
    new SignJWT({
      ...{ iss: keys.issuer, aud: AUDIENCE, iat: NOW, exp: NOW + 600, jti: `t${n++}` },
      ...{ sub, preferred_username: sub, groups },
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'at+jwt' })
      .sign(key.privateKey);

  it('identity 5b: whatever gives power asks for a confirmation', async () => {
    const [gone, disabled, holder] = await Promise.all([1, 2, 3].map(() => server.userWith(['site_edit'])));
    const { body: role } = await server.post('/api/roles', { title: `former ${engine}`, permissions: [1, 2] });
    const { body: site } = await server.post('/api/sites', { name: `delegated ${engine}` });
    const { body: delegation } = await server.post('/api/cartographers', {
      ...{ cartographiable_type: 'sites', cartographiable_id: site.id, user_id: holder!.id },
    });
    await server.delete(`/api/users/${gone!.id}`);
    await server.delete(`/api/roles/${role.id}`);
    await server.patch(`/api/users/${disabled!.id}`, { disabled: true });
    const { body: begun } = await server.post('/api/me/factors', { kind: 'totp' });
    const app = { kind: 'totp', name: 'Phone', setup: begun.setup, code: generateSync({ secret: begun.secret }) };
    expect((await server.post('/api/me/factors', app)).status).toBe(201);
    const confirmedAt = (minutes: number): Promise<unknown> =>
      server.database.run('UPDATE own_tokens SET confirmed_at = ? WHERE user_id = 1', [
        server.database.clock.toStored(Date.now() - minutes * 60_000),
      ]);
    const deeds = (): Promise<TestAnswer[]> =>
      Promise.all([
        server.post(`/api/users/${gone!.id}/restore`, {}),
        server.post(`/api/roles/${role.id}/restore`, {}),
        server.patch(`/api/users/${disabled!.id}`, { disabled: false }),
        server.patch(`/api/cartographers/${delegation.id}`, { user_id: disabled!.id }),
        // A provider may sign somebody in as whoever has this login.
        server.patch(`/api/users/${holder!.id}`, { login: `another ${engine}` }),
      ]);
    await confirmedAt(11);
    const refused = await deeds();
    expect(refused.map(({ status, body }) => [status, body.confirm])).toEqual(Array(5).fill([401, ['totp']]));
    // What takes power away does not.
    expect((await server.patch(`/api/users/${holder!.id}`, { roles: [] })).status).toBe(200);
    await confirmedAt(0);
    expect((await deeds()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('identity 7: somebody with two identities of a provider has the roles of both', async () => {
    await server.post('/api/group-roles', { provider: 'oidc', group: 'writers', role_id: 2 });
    await server.post('/api/group-roles', { provider: 'oidc', group: 'readers', role_id: 3 });
    const rolesWith = async (sub: string, groups: string[]): Promise<number[]> =>
      (await server.get('/api/me', { token: await tokenOf(sub, groups) })).body.roles;
    expect(await rolesWith(`both-${engine}`, ['writers'])).toEqual([2]);
    const { body: me } = await server.get('/api/me', { token: await tokenOf(`both-${engine}`, ['writers']) });
    await server.post(`/api/users/${me.id}/identities`, { provider: 'oidc', subject: `other-${engine}` });
    expect(await rolesWith(`other-${engine}`, ['readers'])).toEqual([2, 3]);
    expect(await rolesWith(`both-${engine}`, [])).toEqual([3]);
    const { body: mapping } = await server.post('/api/group-roles', { provider: 'oidc', group: 'readers', role_id: 4 });
    expect((await server.get(`/api/users/${me.id}`)).body.data.roles).toEqual([3, 4]);
    await server.delete(`/api/group-roles/${mapping.id}`);
    expect((await server.get(`/api/users/${me.id}`)).body.data.roles).toEqual([3]);
    // Roles that an identity gave go with it; those of the other stay, and those that were given by hand.
    await rolesWith(`both-${engine}`, ['writers']);
    await server.patch(`/api/users/${me.id}`, { roles: [2, 3, 4] });
    const { body: identities } = await server.get(`/api/users/${me.id}/identities`);
    const idOf = (sub: string): number => identities.find(({ subject }: { subject: string }) => subject === sub).id;
    const rolesWithout = async (sub: string): Promise<number[]> => {
      expect((await server.delete(`/api/users/${me.id}/identities/${idOf(`${sub}-${engine}`)}`)).status).toBe(200);
      return (await server.get(`/api/users/${me.id}`)).body.data.roles;
    };
    expect(await rolesWithout('other')).toEqual([2, 4]);
    expect(await rolesWithout('both')).toEqual([4]);
  });

  it('identity 5: on https no neighbour of the domain can put there what signs somebody in', async () => {
    const at = (path: string, cookie = ''): Promise<Response> =>
      fetch(server.url + path, { redirect: 'manual', headers: { cookie } });
    const left = await at('/login/oidc');
    const [cookie] = left.headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-meridian-oidc-[\w-]+=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const state = new URL(left.headers.get('location')!).searchParams.get('state')!;
    const [kept] = cookie!.split(';') as [string];
    const back = async (cookies: string): Promise<string | null> =>
      (await at(`/login/oidc/callback?code=x&state=${state}`, cookies)).headers.get('location');
    expect(await back(kept.replace('__Host-', ''))).toBe('/login?error=state');
    expect(await back(`=${kept}`)).toBe('/login?error=state');
    expect(await back(kept)).toBe('/login?error=provider');
  });

  it('identity 8: a stream ends with the rights of its own reader, whoever else comes from the provider', async () => {
    const open = async (token: string): Promise<{ text: () => string; stream: IncomingMessage }> => {
      const headers = { authorization: `Bearer ${token}` };
      const stream = await new Promise<IncomingMessage>((resolve, reject) =>
        get(`${server.url}/api/changes/stream`, { headers, agent: false }, resolve).once('error', reject),
      );
      let text = '';
      stream.setEncoding('utf8').on('data', (part: string) => (text += part));
      return { stream, text: () => text };
    };
    const tokens = await Promise.all(['stays', 'goes'].map((who) => tokenOf(`${who}-${engine}`)));
    const ids = [];
    for (const token of tokens) ids.push((await server.get('/api/me', { token })).body.id as number);
    // Whoever comes later might be answered with what was found of the first.
    const stays = [await open(tokens[0]!), await open(tokens[0]!)];
    await new Promise((wake) => setTimeout(wake, 300));
    const goes = await open(tokens[1]!);
    await server.patch(`/api/users/${ids[1]}`, { disabled: true });
    for (let i = 0; i < 50 && !goes.stream.readableEnded; i++) await new Promise((wake) => setTimeout(wake, 100));
    expect([goes.text().includes('"token"'), goes.stream.readableEnded]).toEqual([true, true]);
    for (const { text, stream } of stays) {
      expect([text().includes('event: end'), stream.readableEnded]).toEqual([false, false]);
      stream.destroy();
    }
  });
});
