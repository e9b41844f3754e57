/**
 * What we use of mysql2 that it does not offer: figures and queues of its pool, its parser of rows, the socket under a connection.
 * Nothing else of ours names a private member of the driver; test/database/driver-internals.spec.ts shows which of them an update of
 * it has taken away.
 */
import type { Socket } from 'node:net';
import type { Pool } from 'mysql2';

/** A pool, with what it keeps for itself. */
type Queues = Pool & {
  _allConnections: { length: number; get(at: number): { stream: Socket } | undefined };
  _freeConnections: { length: number };
  _connectionQueue: { length: number; shift(): (error: Error) => void };
  _closed: boolean;
};

/** How many connections a pool has, and how many of them nobody uses. */
export function connectionsOf(pool: Pool): { all: number; free: number } {
  const { _allConnections: all, _freeConnections: free } = pool as Queues;
  return { all: all.length, free: free.length };
}

/** How many wait for a connection of a pool. */
export const queueOf = (pool: Pool): number => (pool as Queues)._connectionQueue.length;

/** Returns true once a pool is being closed. */
export const isClosed = (pool: Pool): boolean => (pool as Queues)._closed;

/** Rejects everybody who waits for a connection. */
export function refuseWaiting(pool: Pool, why: () => Error): void {
  const { _connectionQueue: queue } = pool as Queues;
  while (queue.length) queue.shift()(why());
}

/** The sockets of all connections of a pool. A connection leaves the list as it breaks, so this is a copy. */
export function socketsOf(pool: Pool): Socket[] {
  const { _allConnections: all } = pool as Queues;
  return Array.from({ length: all.length }, (_, at) => all.get(at)?.stream).filter((socket) => socket !== undefined);
}

/** The socket of one connection. */
export const socketOf = (connection: object): Socket => (connection as { stream: Socket }).stream;

/** A row as it came: what the driver hands to a parser of rows. */
export interface Packet {
  buffer: Buffer;
  offset: number;
  end: number;
}

/** Makes a command hand out what `parser` makes of its rows. The driver sets its own one as soon as it knows the columns. */
export function withRowParser<T extends object>(command: T, parser: { next(packet: Packet): unknown }): T {
  return Object.defineProperty(command, '_rowParser', { get: () => parser, set: () => undefined });
}
