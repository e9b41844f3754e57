/** A request whose body is held back: its head and first byte are sent at once, and the rest when a test says so. */
import { request, type ClientRequest } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { TestServer } from './server.js';

export interface Held {
  method: string;
  path: string;
  token?: string;
  body: string;
  type?: string;
}

interface HeldAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  body: any;
}

/** What the server knows of bodies that are on their way. */
export const openBodiesOf = ({ server }: TestServer): FastifyInstance['openBodies'] =>
  (server.app.getHttpAdapter().getInstance() as unknown as FastifyInstance).openBodies;

export class HeldRequest {
  readonly answer: Promise<HeldAnswer>;
  private readonly sending: ClientRequest;
  private sent: number;

  /** `first`: how many bytes are sent at once. */
  constructor(
    server: TestServer,
    private readonly held: Held,
    first = 1,
  ) {
    const { method, path, token, body, type = 'application/json' } = held;
    const headers = {
      'content-type': type,
      'content-length': Buffer.byteLength(body, 'latin1'),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    // A connection of its own: one that is held must not hold others.
    this.sending = request(server.url + path, { method, headers, agent: false });
    this.answer = new Promise((resolve, reject) => {
      this.sending.on('error', reject);
      this.sending.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: text && (JSON.parse(text) as unknown),
          }),
        );
      });
    });
    this.answer.catch(() => undefined);
    this.sent = first;
    this.sending.write(body.slice(0, first), 'latin1');
  }

  /** The request as soon as the server waits for the rest of its body. */
  static async open(server: TestServer, held: Held, first?: number): Promise<HeldRequest> {
    const before = openBodiesOf(server).waiting;
    const request = new HeldRequest(server, held, first);
    for (const until = Date.now() + 10_000; openBodiesOf(server).waiting <= before;) {
      if (Date.now() > until) throw new Error(`the server does not wait for the body of ${held.method} ${held.path}`);
      await new Promise((wake) => setTimeout(wake, 2));
    }
    return request;
  }

  /** Sends some more bytes. */
  drip(bytes = 1): void {
    this.sending.write(this.held.body.slice(this.sent, this.sent + bytes), 'latin1');
    this.sent += bytes;
  }

  /** Sends the rest. */
  finish(): Promise<HeldAnswer> {
    this.sending.end(this.held.body.slice(this.sent), 'latin1');
    return this.answer;
  }

  /** Goes away. */
  abort(): void {
    this.sending.destroy();
  }
}
