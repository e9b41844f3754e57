/** A real OpenID provider in this process, a server of ours beside it under an address known beforehand, and a browser by hand. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine, TestDatabase } from '../../support/engines.js';
import { TestServer } from '../../support/server.js';

export const CLIENT = { id: 'meridian', secret: 'the secret of the client, long enough' };

/** What the provider says of somebody, by their login there, which is also their subject. */
export const PEOPLE: Record<string, Record<string, unknown>> = {
  ines: {
    preferred_username: 'ines',
    name: 'Inès Martin',
    email: 'ines@example.org',
    email_verified: true,
    groups: ['it'],
  },
  omar: { preferred_username: 'omar', name: 'Omar', email: 'admin@example.org', email_verified: true, groups: [] },
  boss: { preferred_username: 'admin', name: 'Somebody', email: 'boss@example.org' },
};

/** Sends what comes to an address of its own on to a server that has another one each time. */
export class Forwarder {
  private target = 0;
  private readonly open = new Set<Socket>();

  private constructor(private readonly server: NetServer) {}

  static async start(): Promise<Forwarder> {
    const server = createServer((socket) => {
      const onwards = connect(forwarder.target, '127.0.0.1');
      socket.pipe(onwards).pipe(socket);
      forwarder.open.add(socket);
      socket.once('close', () => forwarder.open.delete(socket));
      for (const one of [socket, onwards]) one.on('error', () => (socket.destroy(), onwards.destroy()));
    });
    const forwarder = new Forwarder(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return forwarder;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  async to(server: TestServer): Promise<void> {
    const target = Number(new URL(server.url).port);
    if (target === this.target) return;
    this.target = target;
    // Connections that are kept open lead to the one before; whoever keeps them hears of it a moment later.
    for (const socket of this.open) socket.destroy();
    await pause(30);
  }

  stop(): void {
    this.server.close();
  }
}

export class TestProvider {
  issuer = '';
  private server: HttpServer | undefined;
  private handler: ((request: unknown, answer: unknown) => unknown) | undefined;

  /** `ours`: the address of our server. */
  static async start(ours: string, client: object = {}): Promise<TestProvider> {
    const started = new TestProvider();
    await started.listen();
    const { default: Provider } = await import('oidc-provider');
    const jwk = (key: KeyObject) => ({ ...key.export({ format: 'jwk' }), kid: 'first', use: 'sig', alg: 'RS256' });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const provider = new Provider(started.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${ours}/login/oidc/callback`],
          post_logout_redirect_uris: [`${ours}/login`],
          backchannel_logout_uri: `${ours}/login/oidc/backchannel`,
          backchannel_logout_session_required: true,
          ...client,
        },
      ],
      jwks: { keys: [jwk(privateKey)] },
      cookies: { keys: ['a key of the tests'] },
      claims: {
        openid: ['sub', 'sid'],
        profile: ['name', 'preferred_username', 'groups'],
        email: ['email', 'email_verified'],
      },
      features: {
        devInteractions: { enabled: true },
        rpInitiatedLogout: { enabled: true },
        backchannelLogout: { enabled: true },
      },
      // Its own refuses addresses of this machine.
      fetch: (url: URL, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) => fetch(url, options),
      findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...PEOPLE[sub] }) }),
    });
    provider.on('server_error', (_context: unknown, error: Error) => console.error(error));
    provider.on('backchannel.error', (_context: unknown, error: Error) => console.error(error));
    started.handler = provider.callback();
    return started;
  }

  /** Ends it; its data stay until it is listening again. */
  async halt(): Promise<void> {
    this.server!.closeAllConnections();
    await new Promise((resolve) => this.server!.close(resolve));
  }

  async listen(): Promise<void> {
    this.server = createHttpServer((request, answer) => void this.handler!(request, answer));
    const port = this.issuer ? Number(new URL(this.issuer).port) : 0;
    await new Promise<void>((resolve) => this.server!.listen(port, '127.0.0.1', resolve));
    this.issuer = `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }
}

/** Settings of a server of ours at `ours` for a provider. */
export const settingsFor = (
  ours: string,
  { issuer }: { issuer: string },
  more: Record<string, string> = {},
): Record<string, string> => ({
  PUBLIC_URL: ours,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_NAME: 'Example ID',
  ...more,
});

export const startAt = async (
  forwarder: Forwarder,
  engine: Engine,
  settings: Record<string, string>,
  files?: TestDatabase,
): Promise<TestServer> => {
  const server = await TestServer.start(engine, settings, files);
  await forwarder.to(server);
  return server;
};

/** An answer as a browser sees it, before it follows anything. */
export interface Step {
  url: string;
  status: number;
  headers: Headers;
  text: string;
}

/** A browser by hand: it keeps cookies by origin and path, and follows what it is told to. */
export class Walker {
  private readonly jar = new Map<string, { value: string; origin: string; path: string }>();

  cookies(origin: string, prefix = ''): string[] {
    return [...this.jar].flatMap(([name, one]) => (one.origin === origin && name.startsWith(prefix) ? name : []));
  }

  /** A copy with the same cookies, such as another tab that is looked at later. */
  drop(prefix: string): void {
    for (const name of this.jar.keys()) if (name.startsWith(prefix)) this.jar.delete(name);
  }

  async send(url: string, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<Step> {
    const { origin, pathname } = new URL(url);
    const cookie = [...this.jar]
      .filter(([, one]) => one.origin === origin && pathname.startsWith(one.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...headers },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) this.jar.delete(name!);
      else this.jar.set(name!, { value: value!, origin, path });
    }
    return { url, status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  /** Follows redirects and forms of the provider until it would come back to us; gives that address. */
  async through(begin: string, login: string, ours: string): Promise<string> {
    let step = await this.send(begin);
    for (let i = 0; i < 20; i++) {
      const location = step.headers.get('location');
      if (location) {
        const next = new URL(location, step.url).href;
        if (next.startsWith(ours) && !next.startsWith(`${ours}/login/oidc?`)) return next;
        step = await this.send(next);
        continue;
      }
      const action = /<form[^>]* action="([^"]+)"/.exec(step.text)?.[1];
      if (!action) throw new Error(`${step.status} ${step.url}: ${step.text}`);
      const prompt = /name="prompt" value="(\w+)"/.exec(step.text)![1]!;
      step = await this.send(new URL(action, step.url).href, { prompt, login, password: 'any' });
    }
    throw new Error('too many steps');
  }
}
