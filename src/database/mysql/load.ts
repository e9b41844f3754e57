/** What there is to know, and to do, about a pool of connections as a whole. */
import type { Pool } from 'mysql2';
import type { Load } from '../database.js';
import { connectionsOf, refuseWaiting, socketsOf } from './driver-internals.js';

/** The state of a pool; `waiting`: for a connection, or before it is asked for one. */
export function loadOf(pool: Pool, waiting: number): Load {
  const { all, free } = connectionsOf(pool);
  return { inUse: all - free, idle: free, waiting };
}

/** The error for those who need a server that is known not to answer. */
export const serverUnavailable = (): Error =>
  Object.assign(new Error('The database server is away.'), { code: 'ETIMEDOUT' });

/** Breaks every connection, and rejects those who wait for one. */
export function breakAll(pool: Pool): void {
  refuseWaiting(pool, serverUnavailable);
  for (const socket of socketsOf(pool)) socket.destroy(serverUnavailable());
}
