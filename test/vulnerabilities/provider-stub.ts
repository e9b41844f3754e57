/** A provider on this machine, which answers what a test tells it to. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came in. */
export interface Asked {
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

type Answer = (asked: Asked, response: ServerResponse) => void;

export class ProviderStub {
  readonly asked: Asked[] = [];
  answer: Answer = (_, response) => json(response, { cvelistv5: [] });

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ProviderStub> {
    const server = createServer();
    const stub = new ProviderStub(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const url = new URL(request.url!, 'http://stub');
      const asked = { path: decodeURIComponent(url.pathname), query: url.searchParams, headers: request.headers };
      stub.asked.push(asked);
      stub.answer(asked, response);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

/** Answers JSON. */
export const json = (response: ServerResponse, body: unknown, status = 200, headers = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
