/** Downloads of one user cost others nothing: so many are open at a time, and none stays open that nobody reads. @seconds 20 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ENGINES } from '../support/engines.js';
import type { TestServer } from '../support/server.js';
import { DocumentClient } from './document-client.js';

/** More than what lies between the two ends of a connection. */
const LARGE = 16 << 20;

describe.each(ENGINES)('downloads on %s', (engine) => {
  let client: DocumentClient;
  let server: TestServer;
  let id: number;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    client = await DocumentClient.start(engine, { MAX_FILE_SIZE: String(LARGE), DOWNLOAD_TIMEOUT: '3s' });
    server = client.server;
    id = (await client.upload(randomBytes(LARGE), 'large.bin')).body.id;
  });
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
  afterAll(() => server.stop());

  /** Asks for the document, and reads nothing but what comes before `pause` is called. */
  function ask(token: string): Socket {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      `GET /api/documents/${id}/download HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
    sockets.push(socket);
    return socket;
  }

  /** Files of the store that the server has open. */
  const open = (): number =>
    readdirSync('/proc/self/fd')
      .map((descriptor) => `/proc/self/fd/${descriptor}`)
      .filter((path) => existsSync(path) && readlinkSync(path).startsWith(client.folder)).length;

  async function untilOpen(isWanted: (count: number) => boolean): Promise<number> {
    for (const until = Date.now() + 15_000; !isWanted(open()) && Date.now() < until;) await pause(50);
    return open();
  }

  it('contract 8: of one user twenty are open, the rest wait, and another user is served', async () => {
    const { token } = await server.userWith(['document_show']);
    for (let i = 0; i < 60; i++) ask(token).pause();
    await untilOpen((count) => count >= 20);
    expect(open()).toBeLessThanOrEqual(20);
    const { bytes } = await client.download(id);
    expect(bytes.length).toBe(LARGE);
  });

  it('contract 8: of one user two hundred wait, and more are 429', async () => {
    const { token } = await server.userWith(['document_show']);
    for (let i = 0; i < 220; i++) ask(token).pause();
    await untilOpen((count) => count >= 20);
    for (let i = 0, status = 0; status !== 429; i++) {
      expect(i).toBeLessThan(50);
      const refused = ask(token);
      status = await Promise.race([
        new Promise<number>((resolve) => refused.once('data', (data) => resolve(Number(String(data).slice(9, 12))))),
        pause(100, 0),
      ]);
    }
  });

  it('contract 8: one of which nobody takes anything ends', async () => {
    const { token } = await server.userWith(['document_show']);
    ask(token).pause();
    expect(await untilOpen((count) => count === 1)).toBe(1);
    expect(await untilOpen((count) => count === 0)).toBe(0);
  });

  it('contract 3: one that takes long ends when its user is deleted', async () => {
    const { token, id: userId } = await server.userWith(['document_show']);
    const reader = ask(token);
    let bytes = 0;
    reader.on('data', (data) => {
      bytes += data.length;
      reader.pause();
      setTimeout(() => reader.resume(), 200);
    });
    const closed = new Promise((resolve) => reader.once('close', resolve));
    await untilOpen((count) => count === 1);
    expect((await server.delete(`/api/users/${userId}`)).status).toBe(200);
    await closed;
    expect(bytes).toBeLessThan(LARGE);
  }, 40_000);
});
