/** Finds out that a database server does not answer, also where no broken connection tells so. */
import { createConnection, type Connection, type ConnectionOptions, type Pool, type QueryError } from 'mysql2';
import { isClosed, socketOf } from './driver-internals.js';
import { breakAll } from './load.js';

/** How often the server is asked for a sign of life, in milliseconds. */
const EVERY = 1000;
/** Questions without an answer. Where our own process was busy there is one, and not several. */
const TIMEOUT_MS = 2;

/** A connection that serves nothing but signs of life. */
interface Line {
  connection: Connection;
  /** It answered once. */
  proven: boolean;
  /** Questions without an answer yet. */
  open: number;
}

/**
 * Asks the server of a pool for a sign of life until the pool is closed, and tells `hear` whether it is away. A machine that
 * is cut off leaves its connections open and silent; those of the pool are broken then, so that whoever waits for them
 * hears of it.
 */
export function beatOn(pool: Pool, server: ConnectionOptions, hear: (away: boolean) => void): void {
  let line: Line | undefined;
  const leave = (): void => {
    if (line) socketOf(line.connection).destroy();
    line = undefined;
  };
  const failed = (of: Line, error: QueryError): void => {
    if (line !== of) return;
    leave();
    // Errors of the server itself, such as too many connections, are signs of life.
    if (error.code?.startsWith('ER_')) hear(false);
    // The first of a broken connection may be the end of that connection alone; a new one shows.
    else if (!of.proven) hear(true);
  };
  const beat = (): void => {
    if (isClosed(pool)) {
      clearInterval(timer);
      return leave();
    }
    if (line && line.open >= TIMEOUT_MS) {
      leave();
      hear(true);
      breakAll(pool);
    }
    line ??= opened(server, failed);
    ask(line, failed, () => hear(false));
  };
  const timer = setInterval(beat, EVERY).unref();
}

function opened(server: ConnectionOptions, failed: (of: Line, error: QueryError) => void): Line {
  const connection = createConnection(server);
  const line = { connection, proven: false, open: 0 };
  socketOf(connection).unref();
  connection.on('error', (error: QueryError) => failed(line, error));
  return line;
}

function ask(line: Line, failed: (of: Line, error: QueryError) => void, alive: () => void): void {
  line.open++;
  line.connection.ping((error) => {
    if (error) return failed(line, error);
    line.open = 0;
    line.proven = true;
    alive();
  });
}
