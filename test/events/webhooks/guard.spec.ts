/** Events 5 and 12 line 6: no hook reaches a closed address, however it is written or resolved. @seconds 8 */
import type Dns from 'node:dns';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { targetIn } from '../../../src/events/settings.js';
import { HookTargets } from '../../../src/events/webhooks/targets.js';
import { post } from '../../../src/events/webhooks/post.js';
import { TestServer } from '../../support/server.js';
import { Receiver, until } from './receiver.js';

// The very object whose members the program calls.
const dns = jest.requireActual<typeof Dns>('node:dns');
const real = dns.lookup;

/** Lets a name resolve to these addresses, one list for each time it is asked for. */
function resolvesTo(name: string, ...answers: string[][]): void {
  const left = [...answers];
  jest.spyOn(dns, 'lookup').mockImplementation(((asked: string, options: object, done: (...all: unknown[]) => void) => {
    if (asked !== name) return void (real as unknown as (...all: unknown[]) => void)(asked, options, done);
    const addresses = left.length > 1 ? left.shift()! : left[0]!;
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as never);
}

const CLOSED = [
  ...['https://127.0.0.1/', 'https://localhost/', 'https://a.localhost/', 'https://[::1]/', 'https://10.1.2.3/'],
  ...['https://172.16.0.1/', 'https://192.168.1.1/', 'https://100.64.0.1/', 'https://169.254.169.254/latest/meta-data'],
  ...['https://[fe80::1]/', 'https://[fd00:ec2::254]/', 'https://[fc00::1]/', 'https://0.0.0.0/', 'https://[::]/'],
  ...[
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
  ],
  ...['https://2130706433/', 'https://0x7f000001/', 'https://0177.0.0.1/', 'https://127.1/', 'https://0x7f.1/'],
  ...['https://metadata.google.internal/', 'https://224.0.0.1/', 'https://168.63.129.16/', 'https://127.0.0.1./'],
  ...['https://１２７.0.0.1/', 'https://localhost./'],
];

describe('events 5: targets of webhooks', () => {
  afterEach(() => jest.restoreAllMocks());
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
  });
  afterAll(() => server.stop());

  it.each([
    ...CLOSED,
    ...['http://example.org/', 'https://user@example.org/', 'https://user:word@example.org/', 'https://@example.org/'],
    ...[
      'https://example.org/#part',
      'ftp://example.org/',
      '//example.org/',
      'example.org',
      'javascript:alert(1)',
      'https://',
    ],
    ...['file:///etc/passwd', 'https:example.org', 'https://exa mple.org/'],
  ])('%s is refused at once', async (url) => {
    const { status, body } = await server.post('/api/webhooks', { name: 'Guarded', url, events: ['*'] });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['url']]);
  });

  it('what is opened by the setting is open, loopback only where it is written, metadata never', () => {
    const targets = new HookTargets([
      '*.intra.example',
      'hooks.example',
      '10.0.0.0/8',
      '127.0.0.0/8',
      '169.254.0.0/16',
    ]);
    const isOpen = (address: string, url: string): boolean => targets.isOpen(address, new URL(url));
    expect(targets.faultOf('http://a.intra.example/')).toBeUndefined();
    expect(targets.faultOf('http://10.1.2.3/')).toBeUndefined();
    expect(targets.faultOf('http://127.0.0.1/')).toBe('hookUrlClosed');
    expect(targets.faultOf('https://localhost/')).toBe('hookUrlClosed');
    expect([isOpen('192.168.1.1', 'http://a.intra.example/'), isOpen('192.168.1.1', 'https://else.example/')]).toEqual([
      true,
      false,
    ]);
    expect([isOpen('10.9.9.9', 'http://else.example/'), isOpen('93.184.216.34', 'http://else.example/')]).toEqual([
      true,
      false,
    ]);
    for (const address of [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '169.254.169.254',
      'fd00:ec2::254',
      '::ffff:a9fe:a9fe',
      '64:ff9b::a9fe:a9fe',
      '64:ff9b:1::169.254.169.254',
      '64:ff9b:1:a9fe:a9:fe00:808:808',
      '::169.254.169.254',
      '::ffff:0:127.0.0.1',
      '2001:0:808:808::5601:5601',
      '2002:a9fe:a9fe::1',
    ])
      expect(isOpen(address, 'https://hooks.example/')).toBe(false);
    const everywhere = new HookTargets(['::/1', '8000::/1']);
    expect(everywhere.isOpen('64:ff9b:1:a9fe:a9:fe00:808:808', new URL('https://else.example/'))).toBe(false);
    expect(everywhere.isOpen('2a00::1', new URL('https://else.example/'))).toBe(true);
    expect(new HookTargets(['::1']).isOpen('::1', new URL('http://[::1]/'))).toBe(true);
    expect(new HookTargets(['127.0.0.1']).isOpen('127.0.0.1', new URL('http://127.0.0.1/'))).toBe(true);
    expect(['0.0.0.0/0', '::/0', 'a b', '*', '*.', 'http://x'].map(targetIn)).toEqual(Array(6).fill(undefined));
  });

  it('a name that resolves to a closed address, or does so from the second time on, reaches nobody', async () => {
    let reached = 0;
    const inside: Server = createServer((socket) => {
      reached++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const { port } = inside.address() as AddressInfo;
    const send = (timeout = 300) =>
      post(new URL(`https://turns.example:${port}/`), {}, '{}', {
        ...{ targets: new HookTargets([]), timeout, proxy: undefined, signal: new AbortController().signal },
      });
    resolvesTo('turns.example', ['127.0.0.1']);
    expect(await send()).toMatchObject({ ok: false, error: 'closed-address', status: null });
    // One closed address among open ones is enough.
    resolvesTo('turns.example', ['192.0.2.1', '10.0.0.1']);
    expect(await send()).toMatchObject({ error: 'closed-address' });
    resolvesTo('turns.example', ['::ffff:127.0.0.1']);
    expect(await send()).toMatchObject({ error: 'closed-address' });
    resolvesTo('turns.example', ['93.184.216.34'], ['127.0.0.1']);
    await send();
    expect(await send()).toMatchObject({ error: 'closed-address' });
    expect(reached).toBe(0);
    inside.close();
  });

  it('redirects lead nowhere, a hook whose name closes is paused, and a long answer is not read', async () => {
    const [receiver, inside] = [await Receiver.start(), await Receiver.start()];
    const open = await TestServer.start('sqlite', { WEBHOOK_TARGETS: '127.0.0.1, hooks.intra.example' });
    try {
      const made = { name: 'Led away', url: receiver.url, events: ['sites.created'] };
      const { id } = (await open.post('/api/webhooks', made)).body;
      receiver.reply = () => ({ status: 307, headers: { location: inside.url } });
      expect((await open.post(`/api/webhooks/${id}/test`, undefined)).body).toMatchObject({
        status: '3xx',
        error: 'status',
      });
      receiver.reply = () => ({ status: 200, body: 'x'.repeat(5 << 20) });
      expect((await open.post(`/api/webhooks/${id}/test`, undefined)).body).toMatchObject({
        status: '2xx',
        error: null,
      });
      const [attempt] = (await open.get(`/api/webhooks/${id}/deliveries`)).body;
      expect(attempt.answer).toHaveLength(1024);
      expect(inside.requests).toEqual([]);
      resolvesTo('hooks.intra.example', ['127.0.0.1']);
      const moved = await open.patch(`/api/webhooks/${id}`, { url: `http://hooks.intra.example:${inside.port}/` });
      expect(moved.status).toBe(200);
      await open.post('/api/sites', { name: 'Told to nobody' });
      await until(
        async () => (await open.get(`/api/webhooks/${id}`)).body.data.paused_reason === 'closed-address',
        30_000,
      );
      expect(inside.requests).toEqual([]);
    } finally {
      await open.stop();
      await receiver.stop();
      await inside.stop();
    }
  });
});
