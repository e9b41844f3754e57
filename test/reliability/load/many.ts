/** Connections that are open and mostly idle, as those of browsers and scripts are. */
import { readFileSync } from 'node:fs';
import { Client } from '../support/http.js';

/** Between two requests on one of them, in milliseconds. */
const EVERY = 20_000;

/** Holds so many connections until it is ended; `bad`: what was not answered with 200. */
export function hold(url: string, token: string, count: number): { bad: string[]; end(): Promise<void> } {
  const bad: string[] = [];
  let ended = false;
  const wakes = new Set<() => void>();
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(wake, ms);
      function wake(): void {
        clearTimeout(timer);
        wakes.delete(wake);
        resolve();
      }
      wakes.add(wake);
    });
  const one = async (): Promise<void> => {
    const client = new Client(url, 1);
    client.token = token;
    await sleep(Math.random() * 5000);
    while (!ended) {
      try {
        const { status } = await client.send('GET', '/api/vlans?page[size]=5');
        if (status !== 200) bad.push(String(status));
      } catch (error) {
        bad.push((error as Error).message);
      }
      if (!ended) await sleep(EVERY);
    }
    client.close();
  };
  const all = Array.from({ length: count }, one);
  return {
    bad,
    end: async () => {
      ended = true;
      for (const wake of wakes) wake();
      await Promise.all(all);
    },
  };
}

/** Connections that a server at a port of the loopback has open, as the machine counts them. */
export function connectionsAt(port: number): number {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return lines.filter((line) => {
    const [, address, , state] = line.trim().split(/\s+/);
    return address === local && state === '01';
  }).length;
}
