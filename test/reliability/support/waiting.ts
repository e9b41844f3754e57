/** Waiting for things to come, each with a limit. */
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export { pause };

/**
 * Waits until `look` gives something; `what` is told if that takes longer than `limit` milliseconds. Errors are "not yet",
 * as long as there is hope.
 */
export async function until<T>(
  what: string,
  limit: number,
  look: () => Promise<T | undefined | false>,
  hope: () => boolean = () => true,
): Promise<T> {
  let last = '';
  for (const end = performance.now() + limit; performance.now() < end; await pause(20)) {
    if (!hope()) throw new Error(`Never: ${what}. ${last}`);
    try {
      const found = await look();
      if (found) return found;
    } catch (error) {
      last = (error as Error).message;
    }
  }
  throw new Error(`Not within ${limit} ms: ${what}. ${last}`);
}

/** Ports of the loopback that are free now, all different. They lie below those that connections are given. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let port = 20_000 + Math.floor(Math.random() * 10_000); ports.length < count; port++) {
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((tell) => {
    const probe = createServer();
    probe.once('error', () => tell(false));
    probe.listen(port, '127.0.0.1', () => {
      const { port: got } = probe.address() as AddressInfo;
      probe.close(() => tell(got === port));
    });
  });
}
