/** A way to a database that breaks at a COMMIT: before the database hears of it, or before it can answer. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const COMMIT = Buffer.from('COMMIT');

export class CuttingProxy {
  /** What happens to the next COMMIT that follows a statement with this text. */
  private next: { when: 'before' | 'behind'; matches: string } | undefined;
  /** How often it was cut. */
  cuts = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async to(port: number): Promise<CuttingProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new CuttingProxy(server, (server.address() as AddressInfo).port);
    server.on('connection', (client) => proxy.join(client, connect(port, '127.0.0.1')));
    return proxy;
  }

  /** Breaks the connection at the next COMMIT that follows a statement with this text. */
  cut(when: 'before' | 'behind', matches: string): void {
    this.next = { when, matches };
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket, database: Socket): void {
    for (const socket of [client, database]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
    }
    database.on('data', (bytes) => client.write(bytes));
    database.on('close', () => client.destroy());
    client.on('close', () => database.end());
    let follows = false;
    client.on('data', (bytes) => {
      const { next } = this;
      follows ||= next !== undefined && bytes.includes(next.matches);
      if (!next || !follows || !bytes.includes(COMMIT)) return void database.write(bytes);
      this.next = undefined;
      this.cuts++;
      if (next.when === 'before') database.destroy();
      else database.end(bytes);
      client.destroy();
    });
  }
}
