/** A way to a database server that can be cut, made silent, and restored: a small TCP proxy. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class Cuttable {
  private readonly pairs = new Map<Socket, Socket>();
  private silent = false;
  private server: Server;
  private port = 0;

  private constructor(private readonly target: URL) {
    this.server = this.makeServer();
  }

  /** A proxy before the server of a URL such as `mysql://root@127.0.0.1:3306/map`. */
  static async before(url: string): Promise<Cuttable> {
    const proxy = new Cuttable(new URL(url));
    await proxy.listen();
    return proxy;
  }

  /** The same database, on the way through the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** Breaks every connection and refuses new ones, as a server that was stopped. */
  async cut(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const [one, other] of this.pairs) {
      one.resetAndDestroy();
      other.destroy();
    }
    await closed;
  }

  /** Leaves connections open, takes new ones, and passes nothing on, as a machine that hangs. */
  hush(): void {
    this.silent = true;
    for (const pair of this.pairs) for (const socket of pair) socket.pause();
  }

  async restore(): Promise<void> {
    this.silent = false;
    for (const pair of this.pairs) for (const socket of pair) socket.resume();
    if (this.server.listening) return;
    this.server = this.makeServer();
    await this.listen();
  }

  async close(): Promise<void> {
    await this.restore();
    await this.cut();
  }

  private makeServer(): Server {
    return createServer((client) => this.join(client));
  }

  private async listen(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  private join(client: Socket): void {
    const server = connect(Number(this.target.port || 3306), this.target.hostname);
    this.pairs.set(client, server);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => undefined);
      from.on('data', (bytes) => to.write(bytes));
      from.on('close', () => {
        to.destroy();
        this.pairs.delete(client);
      });
      if (this.silent) from.pause();
    }
  }
}
