/** What a provider has for whoever checks its tokens, as a server in this process. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Key {
  kid: string;
  alg: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

export const rsa = (kid: string, alg = 'RS256'): Key => ({
  kid,
  alg,
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
});

/** What a provider has for whoever checks its tokens: where its keys are, and the keys. */
export class Keys {
  keys: Key[] = [];
  asked = 0;
  away = false;
  /** What is answered in place of the keys. */
  instead: ((answer: ServerResponse) => unknown) | undefined;
  issuer = '';
  private server!: Server;

  async start(): Promise<void> {
    this.server = createServer((request, answer) => {
      if (this.away) return void answer.writeHead(503).end();
      if (request.url === '/jwks') this.asked++;
      if (request.url === '/jwks' && this.instead) return void this.instead(answer);
      const { issuer } = this;
      const said =
        request.url === '/jwks'
          ? { keys: this.keys.map(({ kid, alg, publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), kid, alg })) }
          : {
              issuer,
              jwks_uri: `${issuer}/jwks`,
              authorization_endpoint: `${issuer}/auth`,
              token_endpoint: `${issuer}/token`,
            };
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.issuer = `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
