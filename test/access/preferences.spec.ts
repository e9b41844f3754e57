/** `GET/PUT /api/me/preferences`: one JSON object for each user. */
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const PATH = '/api/me/preferences';
const KIB = 1024;

describe.each(ENGINES)('preferences on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  it('are an empty object until some are stored, then what was stored, for this user alone', async () => {
    const [one, two] = [await server.userWith([]), await server.userWith([])];
    expect((await server.get(PATH, one)).body).toEqual({});
    const preferences = {
      language: 'fr',
      columns: { applications: ['name'] },
      data: { a: 1 },
      '': null,
      é: '\0 \ud83d\ude00 ',
    };
    const stored = await server.put(PATH, preferences, one);
    expect([stored.status, stored.body]).toEqual([200, preferences]);
    expect((await server.get(PATH, one)).body).toEqual(preferences);
    expect((await server.get(PATH, two)).body).toEqual({});
    expect((await server.put(PATH, { data: { b: 2 } }, one)).body).toEqual({ data: { b: 2 } });
    expect((await server.get(PATH, one)).body).toEqual({ data: { b: 2 } });
  });
  it('have a tag: 304 where the client has them, 412 where somebody stored others since', async () => {
    const user = await server.userWith([]);
    const empty = (await server.get(PATH, user)).headers.get('etag')!;
    const first = await server.put(PATH, { a: 1 }, { ...user, headers: { 'if-match': empty } });
    const tag = first.headers.get('etag')!;
    expect([first.status, tag === empty]).toEqual([200, false]);
    const same = await server.get(PATH, { ...user, headers: { 'if-none-match': tag } });
    expect([same.status, same.headers.get('etag')]).toEqual([304, tag]);
    const late = await server.put(PATH, { a: 2 }, { ...user, headers: { 'if-match': empty } });
    expect([late.status, late.body.code]).toEqual([412, 412]);
    expect((await server.get(PATH, user)).body).toEqual({ a: 1 });
    expect((await server.put(PATH, { a: 3 }, { ...user, headers: { 'if-match': '*' } })).status).toBe(200);
    expect((await server.put(PATH, { a: 4 }, user)).status).toBe(200);
  });
  it('of two that store at once on the same tag one is refused', async () => {
    const user = await server.userWith([]);
    const tag = (await server.get(PATH, user)).headers.get('etag')!;
    const all = await Promise.all(
      [1, 2, 3, 4].map((a) => server.put(PATH, { a }, { ...user, headers: { 'if-match': tag } })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });
  it('are of a user, whatever the token; a read-only one stores nothing', async () => {
    const user = await server.userWith([]);
    const named = (await server.post('/api/tokens', { name: 'page' }, user)).body.token as string;
    const reader = (await server.post('/api/tokens', { name: 'reader', read_only: true }, user)).body.token as string;
    expect((await server.put(PATH, { from: 'a script' }, { token: named })).status).toBe(200);
    expect((await server.get(PATH, { token: reader })).body).toEqual({ from: 'a script' });
    expect((await server.put(PATH, {}, { token: reader })).status).toBe(403);
    // Pages keep places under the names of their objects.
    const { body: perimeter } = await server.post('/api/perimeters', { name: `Nothing of ${user.token.slice(-9)}` });
    const kept = { name: 'kept', perimeters: [perimeter.id as number] };
    const { token } = (await server.post('/api/tokens', kept, user)).body as { token: string };
    for (const answer of [await server.get(PATH, { token }), await server.put(PATH, { a: 1 }, { token })])
      expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('kept to perimeters')]);
    expect((await server.get(PATH, { token: reader })).body).toEqual({ from: 'a script' });
    expect((await server.get(PATH, { token: null })).status).toBe(401);
    expect((await server.put(PATH, {}, { token: null })).status).toBe(401);
  });
  it('are gone with their user, and are not in the journal', async () => {
    const user = await server.userWith([]);
    await server.put(PATH, { secret: 'xyzzy' }, user);
    const kept = () => server.database.all('SELECT * FROM own_preferences WHERE user_id = ?', [user.id]);
    expect(await kept()).toHaveLength(1);
    expect(JSON.stringify(await server.database.all('SELECT * FROM audit_logs'))).not.toContain('xyzzy');
    await server.delete(`/api/users/${user.id}`);
    expect(await kept()).toEqual([]);
  });
  it('take 64 KiB of JSON', async () => {
    const user = await server.userWith([]);
    const overhead = JSON.stringify({ a: '' }).length;
    const fits = { a: 'x'.repeat(64 * KIB - overhead) };
    expect((await server.put(PATH, fits, user)).status).toBe(200);
    expect((await server.get(PATH, user)).body).toEqual(fits);
    for (const size of [64 * KIB - overhead + 1, 300 * KIB]) {
      const { status, body } = await server.put(PATH, { a: 'x'.repeat(size) }, user);
      expect([size, status, body.message]).toEqual([size, 413, expect.stringContaining('65536')]);
    }
    // Bytes count, not letters.
    expect((await server.put(PATH, { a: 'é'.repeat(40 * KIB) }, user)).status).toBe(413);
    expect((await server.get(PATH, user)).body).toEqual(fits);
  });
  it.each([
    ['null', 422],
    ['[]', 422],
    ['"text"', 422],
    ['12', 422],
    ['', 422],
    ['{', 400],
    ['{"a":}', 400],
    [`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, 400],
  ])('a body %.20s is %i', async (body, expected) => {
    const user = await server.userWith([]);
    await server.put(PATH, { kept: true }, user);
    const answer = await server.put(PATH, body, {
      ...user,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.body.code]).toEqual([expected, expected]);
    expect((await server.get(PATH, user)).body).toEqual({ kept: true });
  });
  it('takes JSON and nothing else, and no parameter', async () => {
    const user = await server.userWith([]);
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const { status } = await server.put(PATH, 'a=1', { ...user, headers: { 'content-type': type } });
      expect([type, status]).toEqual([type, 415]);
    }
    for (const query of ['strict=1', 'user=1']) {
      expect((await server.get(`${PATH}?${query}`, user)).status).toBe(400);
      expect((await server.put(`${PATH}?${query}`, {}, user)).status).toBe(400);
    }
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      expect([404, 405]).toContain(
        (await server.request(method, PATH, { ...user, body: {}, documented: false })).status,
      );
    }
  });
  it('names that programs trip over are names', async () => {
    const user = await server.userWith([]);
    const text = '{"__proto__":{"admin":true},"constructor":1,"toString":"x"}';
    const answer = await server.put(PATH, text, { ...user, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(200);
    expect(JSON.stringify((await server.get(PATH, user)).body)).toBe(text);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});
