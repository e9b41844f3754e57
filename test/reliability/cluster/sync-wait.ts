/** What it costs a node to wait for what the others stored (docs/decisions/cluster.md), and what it is good for. */
import type { Connection } from 'mysql2/promise';
import { DATABASE, type Cluster } from './cluster.js';

const READS = 1000;
const ROUNDS = 200;
const READ = "SELECT value FROM own_settings WHERE name = 'sync'";

/** Milliseconds within which half of the reads are answered, and 99 % of them. */
interface Times {
  half: string;
  most: string;
}

export function syncWait(cluster: () => Cluster): void {
  async function timed(on: Connection, wait: number): Promise<Times> {
    await on.query(`SET SESSION wsrep_sync_wait = ${wait}`);
    const times: number[] = [];
    for (let at = 0; at < READS; at++) {
      const began = performance.now();
      await on.query(READ);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    return { half: times[READS / 2]!.toFixed(2), most: times[Math.floor(READS * 0.99)]!.toFixed(2) };
  }

  it('a read that waits sees what another node has stored just now', async () => {
    const [reader, writer] = cluster().galera.nodes;
    await reader!.rows("REPLACE INTO own_settings (name, value) VALUES ('sync', '0')", DATABASE);
    const set = (to: number): string => `UPDATE own_settings SET value = '${to}' WHERE name = 'sync'`;
    await reader!.on(async (read) => {
      await writer!.on(async (write) => {
        const missed: number[] = [];
        for (const wait of [0, 7]) {
          await read.query(`SET SESSION wsrep_sync_wait = ${wait}`);
          let late = 0;
          for (let round = 1; round <= ROUNDS; round++) {
            await write.query(set(round));
            const [rows] = await read.query(READ);
            if ((rows as Array<{ value: string }>)[0]!.value !== String(round)) late++;
          }
          missed.push(late);
        }
        const quiet = [await timed(read, 0), await timed(read, 7)];
        let ended = false;
        const writing = (async () => {
          for (let round = 0; !ended; round++) await write.query(set(round));
        })();
        const busy = [await timed(read, 0), await timed(read, 7)];
        ended = true;
        await writing;
        const told = ([without, waiting]: Times[]): string =>
          `${without!.half} ms without waiting and ${waiting!.half} ms with it (99 %: ${without!.most}, ${waiting!.most})`;
        console.log(
          `wsrep_sync_wait: a read by key takes ${told(quiet)}; while another node writes ${told(busy)}. Of ${ROUNDS} ` +
            `reads behind a write to another node ${missed[0]} missed it without waiting, ${missed[1]} with it`,
        );
        expect(missed[1]).toBe(0);
      }, DATABASE);
    }, DATABASE);
  });
}
