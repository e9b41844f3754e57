/** The log of a real process: JSON lines with request ids, and no secret in them, wherever it was sent. @seconds 9 */
import { makeDatabase, ENGINES, type TestDatabase } from '../support/engines.js';
import { buildProgram, Running, type Program } from '../existing-database/processes.js';

const SECRET = 'Zx9-do-not-tell-Qq7';
const PASSWORD = `${SECRET}-password`;

type Line = Record<string, unknown>;

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());

async function start(place: TestDatabase, settings: Record<string, string>): Promise<{ server: Running; url: string }> {
  const server = Running.start(program, ['main.js'], {
    DATABASE_URL: place.url,
    DOCUMENTS_DIR: `${place.folder}/documents`,
    TOKEN_SECRET: `${SECRET} of 32 characters or more`,
    METRICS_TOKEN: `${SECRET}-metrics`,
    ADMIN_PASSWORD: PASSWORD,
    BCRYPT_COST: '4',
    PORT: '0',
    ...settings,
  });
  await server.says('was made with the password');
  return { server, url: /at (http:\S+)\/api/.exec(server.output)![1]! };
}

/** The lines of the log; what the start says to people is no JSON. */
const linesOf = (server: Running): Line[] =>
  server.output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

async function signIn(url: string): Promise<string> {
  const form = new URLSearchParams({ login: 'admin', password: PASSWORD });
  const answer = await fetch(`${url}/api/login`, { method: 'POST', body: form });
  return ((await answer.json()) as { access_token: string }).access_token;
}

describe.each(ENGINES)('the log on %s', (engine) => {
  let place: TestDatabase;
  let loud: { server: Running; url: string };
  beforeAll(async () => {
    place = await makeDatabase(engine);
    loud = await start(place, { LOG_LEVEL: 'trace' });
  });
  afterAll(async () => {
    await loud.server.kill();
    await place.drop();
  });

  it('nothing that a client keeps to itself is told, not even at the loudest level', async () => {
    const { server, url } = loud;
    const token = await signIn(url);
    const authorization = `Bearer ${token}`;
    const json = { 'content-type': 'application/json' };
    const requests: Array<[string, RequestInit]> = [
      [`/api/applications?filter[name]=${SECRET}&token=${token}`, { headers: { authorization } }],
      [`/api/applications?${SECRET}=1`, { headers: { authorization } }],
      [`/api/applications/${SECRET}`, { headers: { authorization } }],
      [`/api/${SECRET}/1?token=${token}`, {}],
      [`/${SECRET}%zz`, {}],
      ['/api/applications', { headers: { authorization: `Bearer ${SECRET}` } }],
      ['/api/applications', { headers: { authorization: `Basic ${btoa(SECRET)}`, cookie: `session=${SECRET}` } }],
      ['/api/applications', { headers: { authorization, 'x-request-id': `${SECRET} with a blank` } }],
      ['/api/applications', { method: 'POST', headers: { authorization, ...json }, body: `{"name": "${SECRET}` }],
      ['/api/applications', { method: 'POST', headers: { authorization }, body: `{"name": "${SECRET}"}` }],
      ['/api/applications', { method: 'POST', headers: { authorization, ...json }, body: `{"name": "${SECRET}"}` }],
      ['/api/login', { method: 'POST', headers: json, body: JSON.stringify({ login: SECRET, password: SECRET }) }],
      ['/api/login', { method: 'POST', headers: json, body: `{"login": "admin", "password": ${PASSWORD}}` }],
      ['/api/me/password', { method: 'PUT', headers: { authorization, ...json }, body: `{"password":"${SECRET}"}` }],
      ['/api/users', { method: 'POST', headers: { authorization, ...json }, body: `{"password":"${PASSWORD}"}` }],
      ['/metrics', { headers: { authorization: `Bearer ${SECRET}` } }],
      [`/calendar/${SECRET}.ics`, {}],
      [`/letters/1.${SECRET}`, { method: 'POST' }],
      [`/letters/1.${SECRET}`, {}],
      [
        '/api/documents',
        { method: 'POST', headers: { authorization, 'content-type': 'multipart/form-data' }, body: SECRET },
      ],
    ];
    const statuses = [];
    for (const [path, init] of requests) statuses.push((await fetch(url + path, init)).status);
    expect(Math.max(...statuses)).toBeLessThan(500);
    await brokenRequest(url);
    // The last line is there when the one of a further request is.
    await fetch(`${url}/health/live`);
    await server.says('"route":"/health/live"');
    const { output } = server;
    expect(linesOf(server).filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(requests.length);
    const secrets = [SECRET, token, ...token.split('.').slice(1), btoa(SECRET), [...Buffer.from(SECRET)].join(',')];
    expect(output.split('\n').filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
    const password = /mysql:\/\/[^:]*:([^@]+)@/.exec(place.url)?.[1];
    if (password) expect(output.includes(password)).toBe(false);
  });

  it('each request has one JSON line, with its id', async () => {
    const authorization = `Bearer ${await signIn(loud.url)}`;
    const headers = { authorization, 'x-request-id': 'mine-1' };
    await fetch(`${loud.url}/api/applications/7?x=1`, { headers });
    await fetch(`${loud.url}/api/sites`, { headers });
    await loud.server.says('"route":"/api/sites"');
    expect(linesOf(loud.server).filter(({ reqId }) => reqId === 'mine-1')).toMatchObject([
      { level: 20, msg: 'request', method: 'GET', route: '/api/applications/7', user: 1, status: 404 },
      { level: 20, msg: 'request', method: 'GET', route: '/api/sites', status: 200, ms: expect.any(Number) },
    ]);
  });
});

it('at the usual level slow requests are warnings, and others are not told', async () => {
  const place = await makeDatabase('sqlite');
  const { server, url } = await start(place, { SLOW_REQUEST_MS: '150', BCRYPT_COST: '12' });
  for (let at = 0; at < 10; at++) await fetch(`${url}/health/live`);
  const authorization = `Bearer ${await signIn(url)}`;
  // Nobody waits longer than they asked for.
  await fetch(`${url}/api/changes?since=now&wait=1`, { headers: { authorization } });
  server.child.kill('SIGTERM');
  await server.ended;
  await place.drop();
  const lines = linesOf(server).filter(({ msg }) => /request/.test(String(msg)));
  expect(lines.at(-1)).toMatchObject({ level: 40, msg: 'slow request', route: '/api/login', status: 200 });
  expect(lines.filter(({ ms }) => Number(ms) < 150)).toEqual([]);
});

/** Something that is no HTTP, with a secret in it. */
async function brokenRequest(url: string): Promise<void> {
  const { connect } = await import('node:net');
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const closed = new Promise((done) => socket.once('close', done));
  socket.on('error', () => undefined);
  socket.on('data', () => undefined);
  socket.write(`GET / HTTP/9.9\r\nAuthorization: Bearer ${SECRET}\r\n\r\n`);
  await closed;
}
