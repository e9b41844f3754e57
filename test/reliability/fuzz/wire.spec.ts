import { TestServer } from '../../support/server.js';
import { BROKEN, sendBytes } from './wire.js';

/** Between two good answers on one connection lies what a bad one cut off. */
const GOOD = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

describe('bytes that are no requests', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
  });
  afterAll(() => server.stop());

  it.each(BROKEN)(
    'contract 10: %s is refused as JSON, with the headers of every answer, or cut off',
    async (_, bytes, statuses) => {
      const answers = await sendBytes(server.url, bytes);
      const [first] = answers;
      if (!statuses.length) return expect(answers).toEqual([]);
      expect(statuses).toContain(first!.status);
      expect(JSON.parse(first!.body)).toMatchObject({ message: expect.any(String), code: first!.status });
      expect(first!.head).toMatch(/x-content-type-options: nosniff/i);
      expect(first!.head).toMatch(/x-request-id: \S+/i);
      // Whatever stood behind it was not taken for a request.
      expect(answers.filter(({ status }) => status < 400)).toEqual([]);
    },
  );
  it('contract 10: what is cut off in the middle harms nobody', async () => {
    const whole = `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n{"login":"x","password":"${'y'.repeat(14)}"}`;
    const { connect } = await import('node:net');
    for (let length = 1; length < whole.length; length += 7) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      await new Promise<void>((sent) => socket.write(whole.slice(0, length), () => sent()));
      socket.destroy();
    }
    expect((await server.get('/health/live')).status).toBe(200);
  });
  it('requests behind each other are answered in order; behind one that is refused whole, none', async () => {
    const good = await sendBytes(server.url, GOOD.repeat(3), 3);
    expect(good.map(({ status }) => status)).toEqual([200, 200, 200]);
    const large =
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n';
    expect((await sendBytes(server.url, large + GOOD)).map(({ status }) => status)).toEqual([413]);
    const short =
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}trailing';
    expect((await sendBytes(server.url, short)).map(({ status }) => status)).toEqual([400]);
  });
});
