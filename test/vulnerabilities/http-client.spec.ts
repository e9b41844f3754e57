/** Questions to the outside: patience, limits, and the ways in which a server may try to lead us elsewhere. @seconds 10 */
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, type HttpSettings } from '../../src/vulnerabilities/providers/http-client.js';
import { RateLimiter } from '../../src/vulnerabilities/providers/national-database.js';
import { isMeantPrivate, isPublic, publicLookup } from '../../src/core/http/public-addresses.js';
import { json, ProviderStub } from './provider-stub.js';

const SETTINGS: HttpSettings = { timeout: 1500, retries: 0, allowPrivate: true };
const KEY = 'a-secret-key';

describe('a question', () => {
  let stub: ProviderStub;
  let other: ProviderStub;
  beforeAll(async () => {
    [stub, other] = await Promise.all([ProviderStub.start(), ProviderStub.start()]);
  });
  afterAll(() => Promise.all([stub.stop(), other.stop()]));
  beforeEach(() => stub.asked.splice(0));

  const question = (settings: Partial<HttpSettings> = {}, url = `${stub.url}/a`, budget = 5000): Promise<string> =>
    ask(
      { url: new URL(url), headers: { apiKey: KEY }, signal: AbortSignal.timeout(budget) },
      { ...SETTINGS, ...settings },
      async (body) => {
        const pieces: Buffer[] = [];
        for await (const piece of body) pieces.push(piece);
        return Buffer.concat(pieces).toString();
      },
    );
  const failure = (settings?: Partial<HttpSettings>, url?: string, budget?: number): Promise<string> =>
    question(settings, url, budget).then(
      () => 'no failure',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  it('is answered', async () => {
    stub.answer = (_, response) => json(response, { a: 1 });
    expect(await question()).toBe('{"a":1}');
    expect(stub.asked[0]!.headers).toMatchObject({ apikey: KEY, accept: 'application/json', 'user-agent': 'Meridian' });
  });

  it.each([500, 502, 503, 429])('HTTP %i is asked again, as often as the settings say', async (status) => {
    stub.answer = (_, response) => json(response, {}, stub.asked.length < 3 ? status : 200);
    expect(await question({ retries: 2 })).toBe('{}');
    stub.asked.splice(0);
    expect(await failure({ retries: 1 })).toBe(`Error: answered HTTP ${status}`);
    expect(stub.asked).toHaveLength(2);
  });

  it.each([400, 401, 403, 404])('HTTP %i is not asked again', async (status) => {
    stub.answer = (_, response) => json(response, {}, status);
    expect(await failure({ retries: 3 })).toBe(`Error: answered HTTP ${status}`);
    expect(stub.asked).toHaveLength(1);
  });

  it('a connection that breaks is tried again', async () => {
    stub.answer = (_, response) => {
      if (stub.asked.length > 1) return json(response, 'whole');
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    };
    expect(await question({ retries: 1 })).toBe('"whole"');
  });

  it('Retry-After is honoured, in seconds and as a date; not beyond the time there is', async () => {
    const asks = async (after: string): Promise<number> => {
      const times: number[] = [];
      stub.answer = (_, response) => {
        times.push(Date.now());
        json(response, {}, times.length === 1 ? 429 : 200, { 'retry-after': after });
      };
      await question({ retries: 1 });
      return times[1]! - times[0]!;
    };
    expect(await asks('1')).toBeGreaterThanOrEqual(990);
    expect(await asks(new Date(Date.now() + 2000).toUTCString())).toBeGreaterThanOrEqual(900);
    expect(await asks('soon')).toBeLessThan(900);
    stub.answer = (_, response) => json(response, {}, 503, { 'retry-after': '3600' });
    const before = Date.now();
    expect(await failure({ retries: 3 }, undefined, 300)).toMatch(/HTTP 503|time budget/);
    expect(Date.now() - before).toBeLessThan(1500);
  });

  it('silence ends it: before the answer, and within', async () => {
    stub.answer = () => undefined;
    expect(await failure()).toBe('Error: did not answer within 1500 ms');
    stub.answer = (_, response) => void response.writeHead(200).write('[');
    expect(await failure()).toBe('Error: did not answer within 1500 ms');
  });

  it('an answer that keeps coming may take longer', async () => {
    stub.answer = (_, response) => void send(response);
    const send = async (response: ServerResponse): Promise<void> => {
      response.writeHead(200);
      for (let i = 0; i < 4; i++) {
        response.write('x');
        await wait(150);
      }
      response.end();
    };
    expect(await question()).toBe('xxxx');
  });

  it('the budget ends everything, pauses too', async () => {
    stub.answer = () => undefined;
    expect(await failure({ timeout: 5000 }, undefined, 200)).toBe('Error: time budget exceeded');
  });

  it('an answer of more than 50 MiB is not read', async () => {
    const block = Buffer.alloc(1 << 20, ' ');
    stub.answer = (_, response) => void send(response);
    const send = async (response: ServerResponse): Promise<void> => {
      response.on('error', () => undefined).writeHead(200);
      for (let i = 0; i < 60 && !response.destroyed; i++) {
        if (!response.write(block))
          await Promise.race([new Promise((drained) => response.once('drain', drained)), wait(500)]);
      }
      response.end();
    };
    expect(await failure({ timeout: 5000 })).toBe(`Error: gave an answer of more than ${50 << 20} bytes`);
  });

  it('redirects are followed on the same host only', async () => {
    const to = (location: string, status = 302): void => {
      stub.answer = ({ path }, response) =>
        path === '/b' ? json(response, 'b') : json(response, {}, status, { location });
    };
    for (const status of [301, 302, 303, 307, 308]) {
      to('/b', status);
      expect(await question()).toBe('"b"');
    }
    to(`${stub.url}/b`);
    expect(await question()).toBe('"b"');
    const elsewhere = ['http://example.org/b', other.url, `//127.0.0.1:${other.port}/b`, `http://localhost:${stub.port}/b`, `http://user@127.0.0.1:${stub.port}/b`, 'file:///etc/passwd', `http://127.0.0.1:${stub.port}@example.org/`]; // prettier-ignore
    for (const location of elsewhere) {
      to(location);
      expect([location, await failure()]).toEqual([location, 'Error: redirects to another host']);
    }
    to('http://');
    expect(await failure()).toBe('Error: redirects to nowhere');
    stub.answer = (_, response) => json(response, {}, 302, { location: '/again' });
    expect(await failure()).toBe('Error: redirects without end');
    expect(other.asked).toEqual([]);
  });

  it.each([
    '127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '0.0.0.0',
  ])('without permission %s is never connected to', async (host) => {
    expect(await failure({ allowPrivate: false, retries: 2 }, `http://${host}:${stub.port}/a`)).toMatch(/private address/);
    expect(stub.asked).toEqual([]);
  }); // prettier-ignore

  it('nobody there: told without the address behind the host, or the key', async () => {
    const told = await failure({}, `http://127.0.0.1:1/secret?apiKey=${KEY}`);
    expect(told).toBe('Error: cannot be reached (ECONNREFUSED)');
    expect(await failure({}, 'http://nowhere.invalid/')).toMatch(
      /^Error: cannot be reached \((ENOTFOUND|EAI_AGAIN)\)$/,
    );
  });
});

describe('addresses', () => {
  const CLOSED = [
    '0.0.0.0', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.0.2.1',
    '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '168.63.129.16', '224.0.0.1', '240.0.0.1', '255.255.255.255',
    '::', '::1', '::127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', 'fc00::1', 'fd00:ec2::254',
    'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', 'nonsense', '',
  ]; // prettier-ignore
  const OPEN = ['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '192.169.0.1', '129.6.13.1', '2606:4700::1111', '2a00::1', '::ffff:8.8.8.8', '64:ff9b::808:808']; // prettier-ignore

  it.each(CLOSED)('%s is closed', (address) => expect(isPublic(address)).toBe(false));
  it.each(OPEN)('%s is open', (address) => expect(isPublic(address)).toBe(true));

  it.each(['127.0.0.1:8080', '[::1]', 'localhost', '10.1.2.3', '172.16.0.9', '192.168.1.1', '[fd12::1]'])(
    '%s in the settings is meant',
    (host) => expect(isMeantPrivate(new URL(`http://${host}/`))).toBe(true),
  );
  it.each([
    '169.254.169.254',
    '[fd00:ec2::254]',
    '100.100.100.200',
    '0.0.0.0',
    '[fe80::1]',
    '8.8.8.8',
    'example.org',
    'localhost.example.org',
  ])('%s in the settings needs permission, or none at all', (host) =>
    expect(isMeantPrivate(new URL(`http://${host}/`))).toBe(false),
  );

  it.each([true, false])('a name of this machine is refused when it is looked up, all: %s', async (all) => {
    const error = await new Promise((resolve) => publicLookup('localhost', { all }, resolve));
    expect(error).toMatchObject({ message: 'localhost' });
  });
});

describe('the pace', () => {
  it('keeps to so many turns in a time, in order', async () => {
    const pace = new RateLimiter(3, 200);
    const started = Date.now();
    const times: number[] = [];
    await Promise.all(
      [...Array(7).keys()].map((i) =>
        pace.turn(AbortSignal.timeout(5000)).then(() => (times[i] = Date.now() - started)),
      ),
    );
    expect(times.slice(0, 3).every((time) => time < 100)).toBe(true);
    expect([times[3]! >= 195, times[6]! >= 395]).toEqual([true, true]);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
  it('a signal ends the wait, and others still have their turn', async () => {
    const pace = new RateLimiter(1, 150);
    await pace.turn(AbortSignal.timeout(5000));
    const [ended, next] = await Promise.allSettled([
      pace.turn(AbortSignal.timeout(20)),
      pace.turn(AbortSignal.timeout(5000)),
    ]);
    expect([ended.status, next.status]).toEqual(['rejected', 'fulfilled']);
  });
});
