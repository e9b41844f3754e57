/** A client that asks for a list, reads a little and then nothing, until it is told to go on or goes away. */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

const WAIT = 30_000;
const PATIENCE = 500;

export class StalledClient {
  private readonly chunks: Buffer[] = [];

  private constructor(private readonly socket: Socket) {}

  /** Sends the request and stops reading after the first bytes, or before any if the server has it wait. */
  static async start(url: string, path: string, token: string): Promise<StalledClient> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    const client = new StalledClient(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
    );
    const first = once(socket, 'data', { signal: AbortSignal.timeout(PATIENCE) });
    await first.then(
      ([chunk]) => client.chunks.push(chunk as Buffer),
      () => undefined,
    );
    socket.pause();
    return client;
  }

  /** Bytes that arrived before the stall. */
  get received(): number {
    return this.chunks.reduce((sum, { length }) => sum + length, 0);
  }

  /** Reads the rest. Gives the status and the body as text. */
  async finish(): Promise<{ status: number; body: string }> {
    this.socket.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    const end = once(this.socket, 'end', { signal: AbortSignal.timeout(WAIT) });
    this.socket.resume();
    await end;
    const [head, ...rest] = Buffer.concat(this.chunks).toString('utf8').split('\r\n\r\n');
    const body = rest.join('\r\n\r\n');
    return { status: Number(head!.split(' ')[1]), body: /chunked/i.test(head!) ? unchunked(body) : body };
  }

  abort(): void {
    this.socket.destroy();
  }
}

/** The rows are ASCII, so that lengths in bytes and in characters are the same. */
function unchunked(body: string): string {
  let text = '';
  for (let at = 0; ;) {
    const line = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.slice(at, line), 16);
    if (!size) return text;
    text += body.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
  }
}
