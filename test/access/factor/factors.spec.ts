/** Second factors by hand-made requests: codes of an app, recovery codes, what is required, confirmations. @seconds 25 */
import { generateSync } from 'otplib';
import { isStrong, mayGiveRights } from '../../../src/access/factor/factor-rules.js';
import { newRecoveryCodes, recoveryCodeIn } from '../../../src/access/factor/recovery-codes.js';
import { stepOf } from '../../../src/access/factor/totp.js';
import { Sealer } from '../../../src/access/sealed.js';
import { hashPassword } from '../../../src/access/password.js';
import { ENGINES, makeDatabase } from '../../support/engines.js';
import { ADMIN, TestServer, type TestAnswer } from '../../support/server.js';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const { password } = ADMIN;
const MINUTE = 60_000;

/** The code that an app shows; `at`: seconds from now. */
const codeOf = (secret: string, at = 0): string => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + at });

it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [20000000000, '353130'],
])('RFC 6238, appendix B: at %d s the code is %s', async (seconds, code) => {
  expect(await stepOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

it.each([
  [0, true],
  [-30, true],
  [30, true],
  [-90, false],
  [90, false],
])('identity 12.7b: a clock that is %d s off is taken: %s', async (seconds, isTaken) => {
  const at = 1_234_567_890_000;
  const code = generateSync({ secret: SECRET, epoch: at / 1000 + seconds });
  expect((await stepOf(SECRET, code, at)) !== undefined).toBe(isTaken);
});

it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '12345６', '0x1234'])('a code %j is none', async (code) =>
  expect(await stepOf(SECRET, code)).toBeUndefined(),
);

it('recovery codes are read as they were written down by people', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(recoveryCodeIn(` ${code.toUpperCase()} `)).toBe(code.replaceAll('-', ''));
  expect(recoveryCodeIn('OIL0-OIL1-oooo-LLLL')).toBe('0110011100001111');
  expect([recoveryCodeIn('123456'), recoveryCodeIn('u'.repeat(16))]).toEqual([undefined, undefined]);
});

it.each([
  [['mfa', 'pwd'], [], true],
  [['pwd'], [], false],
  [undefined, [], false],
  [['phr', 'pwd'], ['phr', 'phrh'], true],
  [['mfa'], ['phr'], false],
])('identity 5b: what a provider says (%j, wanted %j) is a second factor: %s', (said, wanted, is) =>
  expect(isStrong(said, wanted)).toBe(is),
);

it.each([
  [false, ['site_edit', 'user_show'], false],
  [false, ['role_edit'], true],
  [false, ['cartographer_create'], true],
  [false, ['superuser_edit'], false],
  [true, [], true],
])('identity 5b: admin %s with %j may give rights: %s', (admin, abilities, may) =>
  expect(mayGiveRights({ admin, abilities: new Set(abilities) })).toBe(may),
);

it('what is sealed is opened with its secret and for its purpose alone', () => {
  const [own, other] = [new Sealer('a'.repeat(32), 'x'), new Sealer('a'.repeat(32), 'y')];
  const sealed = own.seal({ n: 1 });
  expect(own.open(sealed)).toEqual({ n: 1 });
  const broken = [other.open(sealed), own.open(`${sealed.slice(0, -2)}AA`), own.open(''), own.open('AAAA')];
  expect(broken).toEqual([undefined, undefined, undefined, undefined]);
});

/** Codes of the step before would be two steps old where one ends within a test. */
beforeEach(async () => {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 2500) await new Promise((wake) => setTimeout(wake, left));
});

/** Sets an app up; gives its secret and the recovery codes. The code of the step before is used up by it. */
async function withApp(server: TestServer, token: string): Promise<{ secret: string; codes: string[] }> {
  const begun = await server.post('/api/me/factors', { kind: 'totp' }, { token });
  expect(begun.status).toBe(200);
  const { setup, secret } = begun.body;
  const body = { kind: 'totp', name: 'Phone', setup, code: codeOf(secret, -30) };
  const made = await server.post('/api/me/factors', body, { token });
  expect(made.status).toBe(201);
  return { secret, codes: made.body.recovery_codes };
}

describe.each(ENGINES)('second factors on %s', (engine) => {
  let server: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    const files = await makeDatabase(engine);
    server = await TestServer.start(engine, {}, files);
    other = await TestServer.start(engine, {}, files);
  });
  afterAll(async () => {
    await other.stop(true);
    await server.stop();
  });

  const login = (name: string, on = server): Promise<TestAnswer> =>
    on.post('/api/login', { login: name, password }, { token: null });
  const show = (body: object, on = server): Promise<TestAnswer> => on.post('/api/login/factor', body, { token: null });
  const ticketOf = async (name: string): Promise<string> => (await login(name)).body.ticket;
  /** Sessions look as if they had been confirmed so long ago; failures as if they were so old. */
  const age = async (userId: number, minutes: number): Promise<void> => {
    const { clock } = server.database;
    const at = clock.toStored(Date.now() - minutes * MINUTE);
    await server.database.run('UPDATE own_tokens SET confirmed_at = ? WHERE user_id = ?', [at, userId]);
    await server.database.run('UPDATE own_factor_failures SET failed_at = ? WHERE user_id = ?', [at, userId]);
  };
  const journal = async (action: string): Promise<TestAnswer['body']> =>
    (await server.get(`/api/audit-logs?filter[description]=${action}&sort=-id`)).body;

  it('a log-in without a factor is answered as ever', async () => {
    const { login: name } = await server.userWith([]);
    const { body } = await login(name);
    expect(Object.keys(body)).toEqual(['access_token', 'token_type', 'expires_at', 'user']);
    expect((await server.get('/api/login/choices', { token: null })).body).toEqual({ remember_days: 0 });
    const wrong = await server.post('/api/login', { login: name, password: 'x' }, { token: null });
    expect([wrong.status, 'factor' in wrong.body]).toEqual([401, false]);
  });

  it('password, then the code of an app: a ticket serves once, a code once, on whatever replica', async () => {
    const user = await server.userWith([]);
    const { secret } = await withApp(server, user.token);
    const first = await login(user.login);
    expect([first.status, first.body.factor, first.headers.get('www-authenticate')]).toEqual([401, ['totp'], 'Bearer']);
    expect(first.body).not.toHaveProperty('access_token');
    const { ticket } = first.body;
    expect((await show({ ticket, code: '000000' })).body.message).toMatch(/not right/);
    // What was used for setting it up serves no more.
    expect((await show({ ticket, code: codeOf(secret, -30) })).status).toBe(401);
    const code = codeOf(secret);
    const second = await ticketOf(user.login);
    const both = await Promise.all([show({ ticket, code }), show({ ticket: second, code }, other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const used = both[0].status === 200 ? ticket : second;
    expect((await show({ ticket: used, code: codeOf(secret, 30) })).body.message).toMatch(/too long|elsewhere/);
    const rows = await server.database.all("SELECT says FROM own_signin_codes WHERE kind = 'ticket'");
    expect(JSON.stringify(rows)).not.toMatch(/\$2[aby]\$/);
    const [entry] = await journal('logged_in');
    expect(entry.properties).toMatchObject({ way: 'password', factor: 'totp' });
    expect((await journal('login_refused'))[0].properties).toMatchObject({ reason: 'factor' });
    const kept = await server.database.all('SELECT secret FROM own_factors WHERE user_id = ?', [user.id]);
    expect(JSON.stringify(kept)).not.toContain(secret);
  });

  it('a ticket serves from its address alone, for five minutes, and for nobody whose password changed', async () => {
    const user = await server.userWith([]);
    const { secret } = await withApp(server, user.token);
    const ticket = await ticketOf(user.login);
    await server.database.run("UPDATE own_signin_codes SET bound_to = ? WHERE kind = 'ticket'", ['0'.repeat(64)]);
    expect((await show({ ticket, code: codeOf(secret) })).status).toBe(401);
    const late = await ticketOf(user.login);
    const past = server.database.clock.toStored(Date.now() - 1000);
    await server.database.run("UPDATE own_signin_codes SET expires_at = ? WHERE kind = 'ticket'", [past]);
    expect((await show({ ticket: late, code: codeOf(secret) })).status).toBe(401);
    const stale = await ticketOf(user.login);
    const hash = await hashPassword('another one', 4);
    await server.database.run('UPDATE users SET password = ? WHERE id = ?', [hash, user.id]);
    expect((await show({ ticket: stale, code: codeOf(secret) })).status).toBe(401);
  });

  it.each([
    [{}, 'ticket'],
    [{ ticket: 'x' }, 'code'],
    [{ ticket: { $ne: 1 }, code: '1' }, 'ticket'],
    [{ ticket: 'x', code: ['123456'] }, 'code'],
  ])('%j is 422 and names %s', async (body, field) => {
    const { status, body: answer } = await show(body);
    expect([status, Object.keys(answer.errors)]).toEqual([422, [field]]);
  });

  it('a recovery code serves once; new ones take the place of all', async () => {
    const user = await server.userWith([]);
    const { codes } = await withApp(server, user.token);
    expect(codes).toHaveLength(10);
    const twice = await Promise.all([
      ticketOf(user.login).then((ticket) => show({ ticket, code: codes[0] })),
      ticketOf(user.login).then((ticket) => show({ ticket, code: codes[0] }, other)),
    ]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 401]);
    const read = await server.get('/api/me/factors', { token: user.token });
    expect(read.body).toMatchObject({ recovery_codes: 9, required: false, factors: [{ kind: 'totp', name: 'Phone' }] });
    const renewed = await server.post('/api/me/factors', { kind: 'recovery' }, { token: user.token });
    expect([renewed.status, renewed.body.recovery_codes.length]).toEqual([201, 10]);
    expect((await show({ ticket: await ticketOf(user.login), code: codes[1] })).status).toBe(401);
    // Those of somebody else are none.
    const another = await server.userWith([]);
    await withApp(server, another.token);
    const theirs = { ticket: await ticketOf(another.login), code: renewed.body.recovery_codes[0] };
    expect((await show(theirs)).status).toBe(401);
  });

  it('identity 12.7b: ten wrong ones, sent at once from two replicas, lock the account for an hour, whatever the code', async () => {
    const user = await server.userWith([]);
    const { secret, codes } = await withApp(server, user.token);
    const ticket = await ticketOf(user.login);
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => show({ ticket, code: `00000${i % 10}` }, i % 2 ? server : other)),
    );
    const count = (status: number): number => guesses.filter((one) => one.status === status).length;
    expect([count(401), count(429)]).toEqual([10, 10]);
    expect((await show({ ticket, code: codeOf(secret) })).status).toBe(429);
    expect((await show({ ticket, code: codes[0] })).status).toBe(429);
    const locked = await login(user.login);
    expect([locked.status, Number(locked.headers.get('retry-after'))]).toEqual([429, 3600]);
    expect((await server.post('/api/login', { login: user.login, password: 'x' }, { token: null })).status).toBe(401);
    expect((await server.post('/api/me/confirm', { code: codes[0] }, { token: user.token })).status).toBe(429);
    await age(user.id, 61);
    expect((await show({ ticket: await ticketOf(user.login), code: codes[0] })).status).toBe(200);
  });

  it('setting an app up stores nothing before it has shown a code, and serves once', async () => {
    const user = await server.userWith([]);
    const { token } = user;
    const send = (body: object): Promise<TestAnswer> => server.post('/api/me/factors', body, { token });
    const begun = await send({ kind: 'totp' });
    expect(begun.body.uri).toContain(`Meridian:${user.login}`);
    expect(begun.body.qr).toMatch(/^<svg/);
    const { setup, secret } = begun.body;
    const body = { kind: 'totp', name: 'Phone', setup };
    expect((await send({ ...body, code: '000000' })).body.errors).toHaveProperty('code');
    expect((await send({ ...body, setup: 'x', code: codeOf(secret) })).body.errors).toHaveProperty('setup');
    expect((await send({ ...body, name: ' ', code: codeOf(secret) })).body.errors).toHaveProperty('name');
    expect((await send({ kind: 'sms' })).body.errors).toHaveProperty('kind');
    expect((await send({ kind: 'recovery' })).status).toBe(409);
    const another = await server.userWith([]);
    const stolen = { ...body, code: codeOf(secret) };
    expect((await server.post('/api/me/factors', stolen, { token: another.token })).body.errors).toHaveProperty(
      'setup',
    );
    expect((await server.get('/api/me/factors', { token })).body.factors).toEqual([]);
    const both = await Promise.all([send({ ...body, code: codeOf(secret) }), send({ ...body, code: codeOf(secret) })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await journal('factor_added'))[0].properties).toMatchObject({ kind: 'totp', name: 'Phone' });
  });

  it('step-up: after ten minutes a code is asked for anew, by those who have a factor alone', async () => {
    const plain = await server.userWith([]);
    const user = await server.userWith(['user_edit']);
    const { secret, codes } = await withApp(server, user.token);
    await Promise.all([age(plain.id, 11), age(user.id, 11)]);
    const make = ({ token }: { token: string }): Promise<TestAnswer> =>
      server.post('/api/tokens', { name: 'script' }, { token });
    expect((await make(plain)).status).toBe(201);
    const refused = await make(user);
    expect([refused.status, refused.body.confirm]).toEqual([401, ['totp']]);
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_user_authentication", max_age=600',
    );
    const { token } = user;
    const own = { old_password: password, new_password: 'another one 1' };
    const deeds = await Promise.all([
      server.put('/api/me/password', own, { token }),
      server.post('/api/me/factors', { kind: 'totp' }, { token }),
      server.patch(`/api/users/${plain.id}`, { password: 'another one 1' }, { token }),
      server.patch(`/api/users/${plain.id}`, { roles: [user.roleId] }, { token }),
    ]);
    expect(deeds.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    // What gives no right is not asked.
    expect((await server.patch(`/api/users/${plain.id}`, { name: 'Somebody' }, { token })).status).toBe(200);
    const confirm = (body: object): Promise<TestAnswer> => server.post('/api/me/confirm', body, { token });
    expect((await confirm({ password })).body.errors).toHaveProperty('code');
    expect((await confirm({ code: '000000' })).status).toBe(422);
    const confirmed = await confirm({ code: codeOf(secret) });
    expect([confirmed.status, Date.parse(confirmed.body.confirmed_until) > Date.now()]).toEqual([200, true]);
    const made = await make(user);
    expect(made.status).toBe(201);
    // A named token confirms nothing, and is not asked where nothing is required.
    const named = { token: made.body.token as string };
    expect((await server.post('/api/me/confirm', { code: codes[0] }, named)).status).toBe(403);
    expect((await server.patch(`/api/users/${plain.id}`, { roles: [user.roleId] }, named)).status).toBe(200);
    expect((await server.delete('/api/me/factors/1', named)).status).toBe(403);
    expect((await journal('session_confirmed'))[0].properties).toMatchObject({ factor: 'totp' });
    expect((await journal('factor_refused')).length).toBeGreaterThan(0);
  });

  it('no way round by a program: it is let in by a confirmed session alone, and is confirmed as long as that', async () => {
    const user = await server.userWith([]);
    const { secret } = await withApp(server, user.token);
    const { token } = user;
    await age(user.id, 11);
    const begun = await server.post('/api/login/device', {}, { token: null });
    const { user_code, device_code } = begun.body;
    const allow = (): Promise<TestAnswer> =>
      server.post('/api/login/device/confirm', { user_code, allow: true }, { token });
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
    expect([(await allow()).status, (await server.post('/api/login/cli', challenge, { token })).status]).toEqual([
      401, 401,
    ]);
    expect((await server.post('/api/me/confirm', { code: codeOf(secret) }, { token })).status).toBe(200);
    expect((await allow()).status).toBe(200);
    await age(user.id, 11);
    const given = await server.post('/api/login/device/token', { device_code }, { token: null });
    const program = { token: given.body.access_token as string };
    expect((await server.get('/api/me', program)).status).toBe(200);
    expect((await server.post('/api/tokens', { name: 'script' }, program)).body.confirm).toEqual(['totp']);
  });

  it('a first factor is not set up from a session that somebody left open', async () => {
    const user = await server.userWith([]);
    await age(user.id, 11);
    const { token } = user;
    const refused = await server.post('/api/me/factors', { kind: 'totp' }, { token });
    expect([refused.status, refused.body.confirm]).toEqual([401, ['password']]);
    expect((await server.post('/api/me/confirm', { password: 'wrong' }, { token })).body.errors).toHaveProperty(
      'password',
    );
    expect((await server.post('/api/me/confirm', { password }, { token })).status).toBe(200);
    expect((await server.post('/api/me/factors', { kind: 'totp' }, { token })).status).toBe(200);
  });

  it('an administrator takes lost factors away, which is written down and told; not their own', async () => {
    const user = await server.userWith([]);
    await withApp(server, user.token);
    const path = `/api/users/${user.id}/factors`;
    expect((await server.get(path)).body).toMatchObject({ factors: [{ kind: 'totp' }], recovery_codes: 10 });
    expect((await server.get(path, { token: user.token })).status).toBe(403);
    expect((await server.delete(`${path}/999999`)).status).toBe(404);
    expect((await server.delete(path)).status).toBe(200);
    expect((await journal('factors_taken'))[0]).toMatchObject({ subject_id: user.id, user_id: 1 });
    expect((await server.get(path)).body).toMatchObject({ factors: [], recovery_codes: 0 });
    const { status, body } = await login(user.login);
    expect(status).toBe(200);
    const token = body.access_token as string;
    const told = (await server.get('/api/me/factors', { token })).body.taken;
    expect(told).toMatchObject({ by: 'admin', at: expect.any(String) });
    expect((await server.delete(`/api/me/factors/${told.id}`, { token })).status).toBe(200);
    expect((await server.get('/api/me/factors', { token })).body).not.toHaveProperty('taken');
    expect((await server.delete('/api/users/1/factors')).status).toBe(409);
    await age(1, 11);
    const asked = await server.delete(path);
    expect([asked.status, asked.body.confirm]).toEqual([401, ['password']]);
    await age(1, 0);
  });

  it('a factor is removed, and with the last one the recovery codes', async () => {
    const user = await server.userWith([]);
    await withApp(server, user.token);
    const { token } = user;
    const [{ id }] = (await server.get('/api/me/factors', { token })).body.factors;
    const another = await server.userWith([]);
    expect((await server.delete(`/api/me/factors/${id}`, { token: another.token })).status).toBe(404);
    expect((await server.delete(`/api/me/factors/${id}`, { token })).status).toBe(200);
    expect((await server.get('/api/me/factors', { token })).body).toMatchObject({ factors: [], recovery_codes: 0 });
    expect((await login(user.login)).status).toBe(200);
  });
});

describe.each(ENGINES)('second factors that are required, on %s', (engine) => {
  let server: TestServer;
  let files: Awaited<ReturnType<typeof makeDatabase>>;
  beforeAll(async () => {
    files = await makeDatabase(engine);
    server = await TestServer.start(engine, { REQUIRE_SECOND_FACTOR: 'admins' }, files);
  });
  afterAll(() => server.stop());

  it('identity 5b: an administrator without one can do nothing but get one', async () => {
    const { token } = server;
    const me = await server.get('/api/me');
    expect([me.status, me.body.enrol]).toEqual([200, true]);
    const closed = await Promise.all([
      server.get('/api/sites'),
      server.post('/api/tokens', { name: 'script' }),
      server.put('/api/me/password', { old_password: password, new_password: 'another one 1' }),
      server.get('/api/me/preferences'),
      server.get('/api/users/1'),
    ]);
    expect(closed.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    const { login, roleId } = await server.userWith(['site_access']);
    expect((await server.get('/api/sites', { token: await server.login(login, password) })).status).toBe(200);
    await server.database.run('INSERT INTO role_user (user_id, role_id) VALUES (1, ?)', [roleId]);
    const second = await server.login(ADMIN.login, password);
    const { secret, codes } = await withApp(server, token);
    expect((await server.get('/api/sites')).status).toBe(200);
    // Whoever has no more than the password comes too late.
    expect((await server.get('/api/me', { token: second })).status).toBe(401);
    const [{ id }] = (await server.get('/api/me/factors')).body.factors;
    const last = await server.delete(`/api/me/factors/${id}`);
    expect([last.status, last.body.message]).toEqual([409, expect.stringContaining('another one')]);
    expect((await server.get('/api/me/factors')).body.recovery_codes).toBe(10);
    const named = await server.post('/api/tokens', { name: 'script' });
    expect(named.status).toBe(201);
    const body = { login: 'newcomer', password: 'another one 1', roles: [roleId] };
    expect((await server.post('/api/users', { login: 'newcomer' }, { token: named.body.token })).status).toBe(201);
    expect((await server.post('/api/users', { ...body, login: 'b' }, { token: named.body.token })).status).toBe(403);
    // A key that is another one now: nothing can be read, and that is said.
    const moved = await TestServer.start(
      engine,
      { TOKEN_SECRET: 'another secret of the tests, 32 characters' },
      files,
      { login, password },
    );
    const begin = async () => (await moved.post('/api/login', ADMIN, { token: null })).body.ticket as string;
    const show = (code: string, ticket: string) => moved.post('/api/login/factor', { ticket, code }, { token: null });
    const unread = await show(codeOf(secret), await begin());
    expect([unread.status, unread.body.message]).toEqual([409, expect.stringContaining('TOKEN_SECRET')]);
    expect((await show(codes[0]!, await begin())).status).toBe(200);
    await moved.stop(true);
  });
});
