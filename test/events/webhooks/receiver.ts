/** A receiver of webhooks: a server that keeps what it gets, and answers as a test says. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of every shape
export type Json = any;

export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  /** The events of the request. */
  events: Json[];
  /** What it was answered; undefined: nothing. */
  status: number | undefined;
}

/** What is answered: a status, with headers; `hang`: nothing, `cut`: the connection ends, `upgrade`: another protocol begins. */
export type Reply =
  | number
  | 'hang'
  | 'cut'
  | 'upgrade'
  | { status: number; headers?: Record<string, string>; body?: string; after?: number };

export class Receiver {
  readonly requests: Received[] = [];
  /** Says what each request is answered. */
  reply: (request: Received) => Reply = () => 204;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('error', () => undefined);
      request.on('end', () => {
        const text = Buffer.concat(pieces).toString('utf8');
        const body = JSON.parse(text) as Json;
        const received: Received = {
          ...{ headers: request.headers, text, events: Array.isArray(body) ? body : [body], status: undefined },
        };
        const said = this.reply(received);
        if (typeof said === 'number' || typeof said === 'object') {
          const { status, headers = {}, body: answer, after = 0 } = typeof said === 'number' ? { status: said } : said;
          received.status = status;
          setTimeout(() => response.writeHead(status, headers).end(answer), after);
        } else if (said === 'cut') request.socket.destroy();
        else if (said === 'upgrade')
          request.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
        this.requests.push(received);
      });
    });
  }

  static async start(port = 0, host = '127.0.0.1'): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.server.listen(port, host, resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** The events of requests that were taken, of the map alone. */
  get taken(): Json[] {
    return this.requests.filter(({ status = 500 }) => status < 300).flatMap(({ events }) => events);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Waits until a condition holds. */
export async function until(holds: () => boolean | Promise<boolean>, milliseconds = 8000, what = ''): Promise<void> {
  for (const end = Date.now() + milliseconds; !(await holds()); await new Promise((wake) => setTimeout(wake, 15)))
    if (Date.now() > end) throw new Error(`It did not come to be: ${what || String(holds)}`);
}
