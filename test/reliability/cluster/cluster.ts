/** Three replicas behind nginx on three nodes of a database, all of them the test's own. */
import { join } from 'node:path';
import type { Program } from '../../existing-database/processes.js';
import { Client } from '../support/http.js';
import { ADMIN, Meridian } from '../support/meridian.js';
import { makeFolder, makeProgram, removeFolder } from '../support/place.js';
import { GALERA, MARIADB, need, NGINX, NGINX_STREAM, RSYNC } from '../support/tools.js';
import { freePorts } from '../support/waiting.js';
import { Galera } from './galera.js';
import { Proxy } from './proxy.js';

export const DATABASE = 'meridian_cluster';
const REPLICAS = 3;

export class Cluster {
  private constructor(
    readonly folder: string,
    readonly program: Program,
    readonly galera: Galera,
    readonly proxy: Proxy,
    readonly replicas: Meridian[],
  ) {}

  /** Starts nodes and nginx; the database is empty, and no replica runs yet. */
  static async start(settings: Record<string, string> = {}): Promise<Cluster> {
    need(MARIADB, GALERA, RSYNC, NGINX, NGINX_STREAM);
    const folder = makeFolder();
    const program = makeProgram();
    const galera = await Galera.start(folder);
    await galera.nodes[0]!.rows(`CREATE DATABASE ${DATABASE}`);
    const [http, once, ...free] = await freePorts(2 + 2 * REPLICAS);
    const [ports, ways] = [free.slice(0, REPLICAS), free.slice(REPLICAS)];
    const nodes = galera.nodes.map(({ port }) => port);
    const proxy = new Proxy(join(folder, 'nginx'), { http: http!, once: once!, ways, replicas: ports, nodes });
    await proxy.up();
    const replicas = ports.map((port, at) => {
      return new Meridian({
        ...{ program, port, log: join(folder, `replica${at + 1}.log`) },
        settings: {
          DATABASE_URL: `mysql://root@127.0.0.1:${ways[at]}/${DATABASE}`,
          DOCUMENTS_DIR: join(folder, 'documents'),
          TRUST_PROXY: 'true',
          ...settings,
        },
      });
    });
    return new Cluster(folder, program, galera, proxy, replicas);
  }

  /** A client of one replica, past nginx, with the administrator's token. */
  async clientOf(at: number): Promise<Client> {
    const client = new Client(this.replicas[at]!.url);
    await client.signIn(ADMIN.login, ADMIN.password);
    return client;
  }

  async stop(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.kill()));
    await this.proxy.end();
    await this.galera.stop();
    this.program.remove();
    removeFolder(this.folder);
  }
}
