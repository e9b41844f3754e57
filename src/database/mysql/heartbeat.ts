/** Detects that a database server does not answer, also where no connection breaks. */
import { createConnection, type Connection, type ConnectionOptions, type Pool, type QueryError } from 'mysql2';
import { isClosed, socketOf } from './driver-internals.js';
import { breakAll } from './load.js';

/** How often the server is probed, in milliseconds. */
const PING_INTERVAL_MS = 1000;
/**
 * Pings without an answer after which the server counts as gone. One is not enough: where our own process was busy, a ping has
 * an answer that was not read yet.
 */
const MAX_MISSED_PINGS = 2;

/** A connection that is used for probes alone. */
interface ProbeConnection {
  connection: Connection;
  /** It answered once. */
  proven: boolean;
  /** Probes without an answer yet. */
  open: number;
}

/**
 * Asks the server of a pool whether it is alive until the pool is closed, and calls `report` with whether it is unavailable. A machine that
 * is cut off leaves its connections open and silent; those of the pool are broken then, so that whoever waits for them
 * gets an error.
 */
export function watchServer(pool: Pool, server: ConnectionOptions, report: (unavailable: boolean) => void): void {
  let line: ProbeConnection | undefined;
  const leave = (): void => {
    if (line) socketOf(line.connection).destroy();
    line = undefined;
  };
  const failed = (of: ProbeConnection, error: QueryError): void => {
    if (line !== of) return;
    leave();
    // Errors of the server itself, such as too many connections, count as answers.
    if (error.code?.startsWith('ER_')) report(false);
    // The first of a broken connection may be the end of that connection alone; a new one shows.
    else if (!of.proven) report(true);
  };
  const probe = (): void => {
    if (isClosed(pool)) {
      clearInterval(timer);
      return leave();
    }
    if (line && line.open >= MAX_MISSED_PINGS) {
      leave();
      report(true);
      breakAll(pool);
    }
    line ??= opened(server, failed);
    ask(line, failed, () => report(false));
  };
  const timer = setInterval(probe, PING_INTERVAL_MS).unref();
}

function opened(server: ConnectionOptions, failed: (of: ProbeConnection, error: QueryError) => void): ProbeConnection {
  const connection = createConnection(server);
  const line = { connection, proven: false, open: 0 };
  socketOf(connection).unref();
  connection.on('error', (error: QueryError) => failed(line, error));
  return line;
}

function ask(line: ProbeConnection, failed: (of: ProbeConnection, error: QueryError) => void, alive: () => void): void {
  line.open++;
  line.connection.ping((error) => {
    if (error) return failed(line, error);
    line.open = 0;
    line.proven = true;
    alive();
  });
}
