/** Bodies that do not come: they end after a while, are only so many of one sender, and are no work (contract 10 and 14). @seconds 27 */
import { connect } from 'node:net';
import { HeldRequest, openBodiesOf, type Held } from '../../support/held-request.js';
import { TestServer } from '../../support/server.js';

const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));
const LOGIN: Held = { method: 'POST', path: '/api/login', body: `{"login":"x","password":"${'y'.repeat(500)}"}` };
const FORM = 'multipart/form-data; boundary=b';
const upload = (bytes: string): string =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${bytes}\r\n--b--\r\n`;

describe('bodies on their way', () => {
  let server: TestServer;
  let usual: ReturnType<typeof openBodiesOf>['limits'];
  beforeAll(async () => {
    server = await TestServer.start('sqlite', {
      OVERLOAD_QUEUE: '5',
      MAX_BODY_SIZE: '100000',
      MAX_FILE_SIZE: '5000000',
    });
    usual = { ...openBodiesOf(server).limits };
  });
  afterEach(() => void Object.assign(openBodiesOf(server).limits, usual));
  afterAll(() => server.stop());

  const site = (token = server.token): Held => ({
    method: 'POST',
    path: '/api/sites',
    token,
    body: '{"name":"Dripping"}',
  });
  /** So many requests, one after the other. */
  async function several(count: number, held: Held): Promise<HeldRequest[]> {
    const open = [];
    for (let i = 0; i < count; i++) open.push(await HeldRequest.open(server, held));
    return open;
  }
  const bodies: Array<[string, () => Held]> = [
    ['a log-in', () => LOGIN],
    ['JSON', site],
    [
      'a multipart form',
      () => ({
        ...site(),
        type: FORM,
        body: '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--b--\r\n',
      }),
    ],
    ['a document', () => ({ ...site(), path: '/api/documents', type: FORM, body: upload('x'.repeat(900)) })],
    ['an import', () => ({ ...site(), path: '/api/sites/import', type: FORM, body: upload('id,name\n') })],
    ['a feed', () => ({ ...site(), path: '/api/cve/import', type: FORM, body: upload('[]') })],
  ];

  it.each(bodies)('%s that stays away is 408, as JSON, and its connection ends', async (_, held) => {
    openBodiesOf(server).limits.graceMs = 300;
    const request = await HeldRequest.open(server, held(), 10);
    const { status, headers, body } = await request.answer;
    expect({ status, code: body.code, connection: headers['connection'] }).toEqual({
      ...{ status: 408, code: 408, connection: 'close' },
    });
    expect(openBodiesOf(server).waiting).toBe(0);
  });
  it('a body that drips more slowly than the least rate is 408', async () => {
    Object.assign(openBodiesOf(server).limits, { patience: 300, rate: 500 });
    const request = await HeldRequest.open(server, LOGIN);
    let done = false;
    void request.answer.then(() => (done = true));
    for (let i = 0; i < 100 && !done; i++) {
      request.drip();
      await pause(50);
    }
    expect((await request.answer).status).toBe(408);
  });
  it('contract 8: a file on a slow line that is faster than that is stored', async () => {
    Object.assign(openBodiesOf(server).limits, { patience: 300, rate: 500 });
    const held: Held = { ...site(), path: '/api/documents', type: FORM, body: upload('x'.repeat(6000)) };
    const request = await HeldRequest.open(server, held);
    for (let i = 0; i < 30; i++) {
      request.drip(200);
      await pause(50);
    }
    expect((await request.finish()).status).toBe(201);
  });
  it('what is answered unread, and goes on dripping, is broken off', async () => {
    openBodiesOf(server).limits.graceMs = 300;
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('error', () => undefined);
    socket.write(
      'POST /api/sites HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    );
    const dripping = setInterval(() => socket.writable && socket.write(' '), 50);
    await ended;
    clearInterval(dripping);
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    expect(openBodiesOf(server).waiting).toBe(0);
  });
  it('contract 10: are no work: others are served, however many there are', async () => {
    const held = await several(40, LOGIN);
    expect(openBodiesOf(server).waiting).toBe(40);
    for (let i = 0; i < 3; i++) expect((await server.get('/api/me')).status).toBe(200);
    for (const request of held) request.abort();
    for (let i = 0; i < 100 && openBodiesOf(server).waiting; i++) await pause(20);
    expect(openBodiesOf(server).waiting).toBe(0);
  });
  it('contract 11: there are only so many of one address, and of one user', async () => {
    openBodiesOf(server).limits.ofOne = 3;
    const { token } = await server.userWith(['site_create']);
    for (const held of [LOGIN, site(token)]) {
      const open = await several(3, held);
      const { status, headers, body } = await new HeldRequest(server, held).answer;
      expect([status, headers['retry-after'], body.code]).toEqual([429, '5', 429]);
      // Others, and what does not wait, go on.
      const other = await HeldRequest.open(server, site());
      expect((await other.finish()).status).toBe(201);
      expect((await server.post('/api/sites', { name: 'At once' }, { token })).status).toBe(201);
      await server.database.run('DELETE FROM sites');
      await server.database.run("DELETE FROM own_names WHERE scope = 'sites.name'");
      for (const request of open) request.abort();
      for (let i = 0; i < 100 && openBodiesOf(server).waiting; i++) await pause(20);
      const again = await HeldRequest.open(server, held);
      expect((await again.finish()).status).toBe(held === LOGIN ? 401 : 201);
    }
  });
  it('contract 11: the bytes of one user that wait are bounded together', async () => {
    openBodiesOf(server).limits.bytesOfOne = 150_000;
    const held: Held = { ...site(), body: `{"name":"${'x'.repeat(90_000)}"}` };
    const first = await HeldRequest.open(server, held, 80_000);
    const second = await new HeldRequest(server, held, 80_000).answer;
    expect(second.status).toBe(429);
    expect((await first.finish()).status).toBe(422);
    expect((await server.post('/api/sites', { name: 'Free again' })).status).toBe(201);
  });
});
