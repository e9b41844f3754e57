/** What there is to know, and to do, about a pool of connections as a whole. */
import type { Socket } from 'node:net';
import type { Pool } from 'mysql2';
import type { Load } from '../database.js';

/** What the driver keeps, and does not tell of by other means. */
type Queues = Pool & {
  _allConnections: { length: number; get(at: number): { stream: Socket } | undefined };
  _freeConnections: { length: number };
  _connectionQueue: { length: number; shift(): (error: Error) => void };
  _closed: boolean;
};

/** How many wait for a connection. */
export const queueOf = (pool: Pool): number => (pool as Queues)._connectionQueue.length;

/** The state of a pool; `waiting`: for a connection, or before it is asked for one. */
export function loadOf(pool: Pool, waiting: number): Load {
  const { _allConnections: all, _freeConnections: free } = pool as Queues;
  return { inUse: all.length - free.length, idle: free.length, waiting };
}

export const isClosed = (pool: Pool): boolean => (pool as Queues)._closed;

/** What those hear who need a server that is known not to answer. */
export const away = (): Error => Object.assign(new Error('The database server is away.'), { code: 'ETIMEDOUT' });

/** Breaks every connection, and tells whoever waits for one. */
export function breakAll(pool: Pool): void {
  const { _allConnections: all, _connectionQueue: queue } = pool as Queues;
  while (queue.length) queue.shift()(away());
  // Each leaves the queue as it breaks.
  const sockets = Array.from({ length: all.length }, (_, at) => all.get(at)?.stream);
  for (const socket of sockets) socket?.destroy(away());
}
