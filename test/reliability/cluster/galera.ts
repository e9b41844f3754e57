/** A Galera cluster of three nodes on the loopback, all of them the test's own. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Mariadb } from '../support/mariadb.js';
import { GALERA } from '../support/tools.js';
import { freePorts, until } from '../support/waiting.js';

const NODES = 3;
/** A state transfer may take this long on a busy machine. */
const JOIN_LIMIT = 120_000;

/** What each node needs beside a MariaDB of its own; these stand in docs/scaling.md. */
const settingsOf = (name: string, port: number, group: number, groups: number[]): Record<string, string> => ({
  binlog_format: 'ROW',
  innodb_flush_log_at_trx_commit: '1',
  default_storage_engine: 'InnoDB',
  innodb_autoinc_lock_mode: '2',
  wsrep_on: 'ON',
  wsrep_provider: GALERA.path,
  wsrep_cluster_name: 'meridian',
  wsrep_cluster_address: `gcomm://${groups.map((each) => `127.0.0.1:${each}`).join(',')}`,
  wsrep_node_name: name,
  wsrep_node_address: `127.0.0.1:${group}`,
  wsrep_node_incoming_address: `127.0.0.1:${port}`,
  wsrep_sst_method: 'rsync',
  wsrep_sst_receive_address: `127.0.0.1:${group + 2}`,
  wsrep_slave_threads: '2',
  wsrep_provider_options: `"${[
    `base_port=${group}`,
    `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
    `ist.recv_addr=127.0.0.1:${group + 1}`,
    // A node that falls silent is given up after three seconds.
    'evs.suspect_timeout=PT3S;evs.inactive_timeout=PT6S;evs.inactive_check_period=PT0.5S',
    'gcache.size=64M',
  ].join(';')}"`,
});

export class Galera {
  private constructor(readonly nodes: Mariadb[]) {}

  /** Makes three nodes below a folder and joins them. */
  static async start(folder: string): Promise<Galera> {
    const ports = await freePorts(NODES + 3 * NODES);
    const groups = ports.slice(NODES).filter((_, at) => at % 3 === 0);
    const nodes = groups.map((group, at) =>
      Mariadb.make(join(folder, `node${at + 1}`), ports[at]!, settingsOf(`node${at + 1}`, ports[at]!, group, groups)),
    );
    const galera = new Galera(nodes);
    nodes[0]!.start('--wsrep-new-cluster');
    await galera.synced(0);
    for (const at of [1, 2]) nodes[at]!.start();
    for (const at of [1, 2]) await galera.synced(at);
    return galera;
  }

  /** A value of `SHOW STATUS LIKE 'wsrep_…'` of a node. */
  async status(at: number, name: string): Promise<string> {
    const [row] = await this.nodes[at]!.rows<{ Value: string }>(`SHOW STATUS LIKE 'wsrep_${name}'`);
    return row?.Value ?? '';
  }

  /** Waits until a node is part of the cluster and has what the others have. */
  async synced(at: number): Promise<void> {
    await until(`node ${at + 1} is synced`, JOIN_LIMIT, async () => {
      if (!this.nodes[at]!.running) throw new Error(this.nodes[at]!.output.slice(-1000));
      return (await this.status(at, 'local_state_comment')) === 'Synced' && (await this.status(at, 'ready')) === 'ON';
    });
  }

  /** Starts a node that was killed; tells how many milliseconds it took to join. */
  async rejoin(at: number): Promise<number> {
    const began = performance.now();
    this.nodes[at]!.start();
    await this.synced(at);
    return performance.now() - began;
  }

  /** Starts a cluster of which all nodes died: the one that has most begins, as its administrator would choose it. */
  async recover(): Promise<void> {
    const had: number[] = [];
    for (const node of this.nodes) {
      node.start('--wsrep-recover');
      await until('it told its position', JOIN_LIMIT, () => Promise.resolve(!node.running));
      had.push(Number(/[\s\S]*Recovered position: [\w-]+:(\d+)/.exec(node.output)?.[1] ?? -1));
    }
    const first = had.indexOf(Math.max(...had));
    const state = join(this.nodes[first]!.folder, 'data', 'grastate.dat');
    writeFileSync(state, readFileSync(state, 'utf8').replace('safe_to_bootstrap: 0', 'safe_to_bootstrap: 1'));
    this.nodes[first]!.start('--wsrep-new-cluster');
    await this.synced(first);
    for (const at of [0, 1, 2].filter((one) => one !== first)) await this.rejoin(at);
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
  }
}
