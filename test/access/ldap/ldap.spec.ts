/** Signing in with a real directory: OpenLDAP (identity 3, 4, 7). @seconds 30 */
import { Logger } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../../src/config.js';
import { Directory } from '../../../src/access/ldap/directory.js';
import { LdapSync } from '../../../src/access/ldap/ldap-sync.js';
import { ADMIN, TestServer, type TestAnswer } from '../../support/server.js';
import { BASE, describeWithSlapd, dnOf, groupDn, READER, Slapd } from './slapd.js';

const PASSWORD = 'Directory-horse-9';
const STAR = 'Weird, (the) * one';

const settingsOf = (slapd: Slapd, more: Record<string, string> = {}): Record<string, string> => ({
  LDAP_URL: slapd.plainUrl,
  LDAP_STARTTLS: 'true',
  LDAP_CA: slapd.ca,
  LDAP_BASE_DN: BASE,
  LDAP_BIND_DN: READER.dn,
  LDAP_BIND_PASSWORD: READER.password,
  ...more,
});

describeWithSlapd('a directory', () => {
  let slapd: Slapd;
  beforeAll(async () => {
    Logger.overrideLogger(false);
    slapd = await Slapd.start();
    for (const uid of ['ines', 'omar', 'given', 'taken', 'Local', 'boss'])
      slapd.addPerson({ uid, cn: `${uid} of the directory`, mail: `${uid}@example.org`, password: PASSWORD });
    slapd.addPerson({ uid: 'star', cn: STAR, password: PASSWORD });
    for (const n of [1, 2, 3]) slapd.addPerson({ uid: 'double', cn: `Double ${n}`, password: PASSWORD });
    slapd.addPerson({ uid: 'nobind', cn: 'nobind' });
    slapd.addGroup('it', [dnOf('ines of the directory'), dnOf(STAR)]);
    slapd.addGroup('board', [dnOf('boss of the directory')]);
  });
  afterAll(() => slapd.stop());

  const directory = (more: Record<string, string> = {}): Directory =>
    new Directory(readConfig({ DATABASE_URL: 'sqlite:x', ...settingsOf(slapd, more) }));

  it.each<[string, Record<string, string>]>([
    ['StartTLS', {}],
    ['ldaps', { LDAP_URL: 'ldaps', LDAP_STARTTLS: 'false' }],
    ['a plain connection to the machine itself', { LDAP_STARTTLS: 'false' }],
  ])('identity 12.1: people are found and let in over %s', async (_, more) => {
    const asked = directory({ ...more, ...(more['LDAP_URL'] && { LDAP_URL: slapd.tlsUrl }) });
    const person = await asked.authenticate('star', PASSWORD);
    expect(person).toMatchObject({
      provider: 'ldap',
      issuer: 'ldap',
      login: 'star',
      name: STAR,
      groups: [groupDn('it')],
    });
    expect(person!.subject).toBe(slapd.idOf(dnOf(STAR)));
    expect(await asked.authenticate('star', 'wrong')).toBeUndefined();
  });

  it.each([
    '*',
    'ines*',
    'ines)(|(uid=*',
    '*)(objectClass=*',
    'ines\\2a',
    '\\2a',
    'x)(cn=*))(|(uid=*',
    'ines)',
    '(ines',
    '{dn}',
    'double',
    'nobind',
    '',
  ])('identity 12.1: nobody is let in as %j', async (login) => {
    const asked = directory();
    expect(await asked.authenticate(login, PASSWORD)).toBeUndefined();
    expect(await asked.authenticate('ines', '')).toBeUndefined();
  });

  it('identity 4: groups are found by a search, and their filter takes a DN with every sign', async () => {
    const asked = directory({ LDAP_GROUPS: 'search', LDAP_GROUP_BASE: `ou=groups,${BASE}` });
    expect((await asked.authenticate('star', PASSWORD))!.groups).toEqual([groupDn('it')]);
  });

  it('identity 12.1: a certificate of a stranger is refused, and nothing is sent to it', async () => {
    const places: Array<Record<string, string>> = [{}, { LDAP_URL: slapd.tlsUrl, LDAP_STARTTLS: 'false' }];
    for (const url of places) {
      const steps: string[] = [];
      const asked = directory({ ...url, LDAP_CA: slapd.strangersCa });
      const refused = asked.authenticate('ines', PASSWORD, (step) => steps.push(step));
      await expect(refused).rejects.toMatchObject({ status: 503 });
      expect(steps.join('\n')).toMatch(/certificate/);
      expect(steps.join('\n')).not.toContain(PASSWORD);
    }
  });

  it('identity 4: the second server is asked where the first is away, which is passed over then', async () => {
    const steps: string[] = [];
    const asked = directory({ LDAP_URL: `ldap://localhost:9,${slapd.plainUrl}` });
    for (let i = 0; i < 2; i++)
      expect(await asked.authenticate('ines', PASSWORD, (step) => steps.push(step))).toBeDefined();
    expect(steps.filter((step) => step.startsWith('ldap://localhost:9: '))).toHaveLength(1);
  });

  it('identity 4: a wrong reader is no wrong password, and every step is told', async () => {
    const steps: string[] = [];
    const tell = (step: string): unknown => steps.push(step);
    const wrong = directory({ LDAP_BIND_PASSWORD: 'wrong' });
    await expect(wrong.authenticate('ines', PASSWORD, tell)).rejects.toMatchObject({ status: 503 });
    expect(steps.join('\n')).toMatch(/InvalidCredentials/);
    await directory().lookUp('ines', tell);
    expect(steps.join('\n')).toMatch(
      /Is let in as .*\nLooks .*uid=ines.*\nFound cn=ines.*\n.*Is in 1 groups: cn=it,.*\nIs known as entryUUID/,
    );
  });

  describe.each(['sqlite'] as const)('on %s', (engine) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await TestServer.start(engine, settingsOf(slapd, { DEFAULT_ROLE: 'auditor' }));
    });
    afterAll(() => server.stop());

    const login = (name: string, password = PASSWORD, to = server): Promise<TestAnswer> =>
      to.post('/api/login', { login: name, password }, { token: null });
    const status = async (name: string, password = PASSWORD): Promise<number> => (await login(name, password)).status;
    const local = async (name: string, more: object = {}): Promise<number> =>
      (await server.post('/api/users', { login: name, password: ADMIN.password, ...more })).body.id;
    const lastRefusal = async () =>
      (await server.get('/api/audit-logs?filter[description]=login_refused&sort=-id')).body[0].properties;

    it('identity 3: row by row, who decides', async () => {
      // Nobody: the directory makes the user, under the login that stands there.
      const made = await login('INES');
      expect([made.status, made.body.user.login, made.body.user.email]).toEqual([200, 'ines', 'ines@example.org']);
      const { body: me } = await server.get('/api/me', { token: made.body.access_token });
      expect([me.way, me.roles, me.identities[0].provider]).toEqual(['ldap', [3], 'ldap']);
      expect(await status('ines@example.org')).toBe(200);
      expect([await status('ines', 'wrong'), await status('unknown'), await status('double')]).toEqual([401, 401, 401]);
      // Linked: the directory alone; a stored hash is never tried.
      await server.patch(`/api/users/${me.id}`, { password: ADMIN.password });
      expect([await status('ines', ADMIN.password), await status('ines')]).toEqual([401, 200]);
      // Local: the stored hash alone.
      await local('Local');
      expect([await status('local'), await status('local', ADMIN.password)]).toEqual([401, 200]);
      // Linked with OpenID only: the stored hash.
      const oidc = await local('omar');
      const identity = { provider: 'oidc', issuer: 'https://id.example.org', subject: '7' };
      await server.post(`/api/users/${oidc}/identities`, identity);
      expect([await status('omar'), await status('omar', ADMIN.password)]).toEqual([401, 200]);
      // Disabled or deleted: 401, whatever the directory says.
      await server.patch(`/api/users/${me.id}`, { disabled: true });
      expect(await status('ines')).toBe(401);
      expect(await lastRefusal()).toMatchObject({ reason: 'disabled' });
      await server.delete(`/api/users/${me.id}`);
      expect(await status('ines')).toBe(401);
    });

    it('identity 3: a login that was given to somebody else is a collision', async () => {
      const id = await local('given');
      await server.post(`/api/users/${id}/identities`, { provider: 'ldap', subject: slapd.idOf(dnOf(STAR)) });
      expect(await status('given')).toBe(401);
      expect(await lastRefusal()).toMatchObject({ reason: 'collision' });
    });

    it('identity 3: a match by login comes before one by e-mail, so no local password travels', async () => {
      await local('mailed', { email: 'boss@elsewhere.org' });
      const { server: program } = server;
      const asked = jest.spyOn(program.app.get(Directory), 'authenticate');
      expect([await status('boss@elsewhere.org', 'wrong'), await status('mailed', 'wrong')]).toEqual([401, 401]);
      expect(asked).not.toHaveBeenCalled();
      expect(await status('', PASSWORD)).toBe(422);
      expect(await status('boss', '')).toBe(422);
      expect(asked).not.toHaveBeenCalled();
      asked.mockRestore();
    });

    it('identity 3: refusals take the same time, and while the directory is away are 503 alike', async () => {
      await local('timed');
      const took = async (name: string): Promise<number> => {
        const begin = performance.now();
        expect(await status(name, 'wrong')).toBe(401);
        return performance.now() - begin;
      };
      for (const name of ['timed', 'star', 'unknown']) expect(await took(name)).toBeGreaterThan(490);
      await slapd.halt();
      try {
        const away = await login('star');
        expect([away.status, away.headers.get('retry-after')]).toEqual([503, '30']);
        expect([await status('timed', 'wrong'), await status('unknown')]).toEqual([503, 503]);
        expect(await status('timed', ADMIN.password)).toBe(200);
      } finally {
        await slapd.run();
      }
    });

    it('identity 4, 7: the sync maps groups anew and disables who is gone, but never many at once', async () => {
      const ids: number[] = [];
      for (let i = 0; i < 5; i++) {
        const name = `${engine}${i}`;
        slapd.addPerson({ uid: name, cn: name, password: PASSWORD });
        ids.push((await login(name)).body.user.id);
      }
      await server.post('/api/group-roles', { provider: 'ldap', group: `CN=${engine}, ou=groups,${BASE}`, role_id: 2 });
      slapd.addGroup(engine, [dnOf(`${engine}0`)]);
      const sync = server.server.app.get(LdapSync);
      await sync.run();
      const user = async (i: number) => (await server.get(`/api/users/${ids[i]}`)).body.data;
      expect([(await user(0)).roles, (await user(1)).roles]).toEqual([[2, 3], [3]]);
      const { body } = await login(`${engine}1`);
      slapd.remove(dnOf(`${engine}1`));
      await sync.run();
      // It is told where it is so, and left out elsewhere.
      expect([(await user(1)).disabled, (await user(2)).disabled]).toEqual([true, undefined]);
      expect((await server.get('/api/me', { token: body.access_token })).status).toBe(401);
      for (const i of [0, 2, 3, 4]) slapd.remove(dnOf(`${engine}${i}`));
      await sync.run();
      expect((await Promise.all([0, 2, 3, 4].map(user))).map(({ disabled }) => disabled ?? false)).toEqual(
        Array(4).fill(false),
      );
    });
  });

  it('identity 3: LDAP_LINK=login links a local user once their password there is right, an administrator never', async () => {
    const either = '(&(objectClass=person)(|(uid={login})(mail={login})))';
    const settings = { LDAP_LINK: 'login', LDAP_PROVISION: 'false', LDAP_USER_FILTER: either };
    const server = await TestServer.start('sqlite', settingsOf(slapd, settings));
    try {
      const login = async (name: string, password = PASSWORD) =>
        (await server.post('/api/login', { login: name, password }, { token: null })).status;
      await server.post('/api/users', { login: 'taken', password: ADMIN.password });
      await server.post('/api/users', { login: 'boss', password: ADMIN.password, roles: [1] });
      expect([await login('taken'), await login('taken', ADMIN.password), await login('boss')]).toEqual([
        200, 401, 401,
      ]);
      expect(await login('omar')).toBe(401);
      // Somebody whose address in the directory is the login of another one here.
      await server.post('/api/users', { login: 'given@example.org', password: ADMIN.password });
      expect([await login('given@example.org'), await login('given@example.org', ADMIN.password)]).toEqual([401, 200]);
    } finally {
      await server.stop();
    }
  });

  it('identity 3, 4: LOCAL_LOGIN=named and a needed group; older names of settings', async () => {
    const older = {
      LDAP_HOST: 'localhost',
      LDAP_PORT: new URL(slapd.plainUrl).port,
      LDAP_TLS: 'true',
      LDAP_CA: slapd.ca,
      LDAP_USERNAME: READER.dn,
      LDAP_PASSWORD: READER.password,
      LDAP_USERS_BASE_DN: BASE,
      LDAP_LOGIN_ATTRIBUTES: 'uid,mail',
      LDAP_GROUP: groupDn('board').toUpperCase(),
      LOCAL_LOGIN: 'named',
      LOCAL_LOGIN_USERS: ADMIN.login,
    };
    const server = await TestServer.start('sqlite', older);
    try {
      const login = async (name: string, password = PASSWORD) =>
        (await server.post('/api/login', { login: name, password }, { token: null })).status;
      await server.post('/api/users', { login: 'Local', password: ADMIN.password });
      expect([await login('boss'), await login('ines'), await login('local', ADMIN.password)]).toEqual([200, 401, 401]);
      const { body } = await server.get('/api/audit-logs?filter[description]=logged_in&sort=id');
      expect(body[0].properties).toMatchObject({ way: 'password', break_glass: true });
    } finally {
      await server.stop();
    }
  });

  it('identity 12.1: a server that says nothing ends after its time', async () => {
    slapd.signal('SIGSTOP');
    try {
      const begin = performance.now();
      await expect(directory({ LDAP_STARTTLS: 'false' }).authenticate('ines', PASSWORD)).rejects.toMatchObject({
        status: 503,
      });
      expect(performance.now() - begin).toBeLessThan(8000);
    } finally {
      slapd.signal('SIGCONT');
      await pause(50);
    }
  });
});

it.each([
  [{ LDAP_BASE_DN: BASE }, /LDAP_URL is needed/],
  [{ LDAP_URL: 'ldaps://x' }, /LDAP_BASE_DN is needed/],
  [{ LDAP_URL: 'ldap://ldap.example.org', LDAP_BASE_DN: BASE }, /unencrypted/],
  [{ LDAP_URL: 'http://x', LDAP_BASE_DN: BASE }, /LDAP_URL must be/],
  [{ LDAP_URL: 'ldaps://x', LDAP_BASE_DN: BASE, LDAP_BIND_DN: 'cn=x' }, /belong together/],
  [{ LDAP_URL: 'ldaps://x', LDAP_BASE_DN: BASE, LDAP_USER_FILTER: '(uid=x)' }, /must hold \{login\}/],
  [{ LDAP_URL: 'ldaps://x', LDAP_BASE_DN: BASE, LDAP_CA: '/nowhere' }, /LDAP_CA cannot be read/],
  [{ LOCAL_LOGIN: 'off' }, /nobody could sign in/],
  [{ LOCAL_LOGIN: 'named' }, /LOCAL_LOGIN_USERS/],
  [{ LDAP_BIND_PASSWORD_FILE: '/nowhere' }, /LDAP_BIND_PASSWORD_FILE cannot be read/],
])('identity 11: the settings %j stop the start with a sentence', (settings, sentence) => {
  expect(() => readConfig({ DATABASE_URL: 'sqlite:x', ...(settings as Record<string, string>) })).toThrow(sentence);
});
