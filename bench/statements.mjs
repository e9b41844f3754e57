// Counts the statements that a server sends to MariaDB, on the wire between the two.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** First byte of a command: a text statement, and one that was prepared before. */
const STATEMENTS = new Set([0x03, 0x17]);

/** Calls `count` for each command that is a statement among the packets of a client. */
function reader(count) {
  let rest = Buffer.alloc(0);
  return (part) => {
    rest = Buffer.concat([rest, part]);
    while (rest.length >= 5 && rest.length >= 4 + rest.readUIntLE(0, 3)) {
      // A packet of number 0 begins a command; others belong to the greeting or go on with one.
      if (rest[3] === 0 && STATEMENTS.has(rest[4])) count();
      rest = rest.subarray(4 + rest.readUIntLE(0, 3));
    }
  };
}

/** A way to the database of a URL on which statements are counted: its URL, how many there were, and its end. */
export async function countingWay(url) {
  const way = new URL(url);
  let statements = 0;
  const sockets = new Set();
  const server = createServer((client) => {
    const database = connect(Number(way.port || 3306), way.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => [client, database].forEach((one) => one.destroy()));
    }
    client.on(
      'data',
      reader(() => statements++),
    );
    client.pipe(database).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(url);
  [own.hostname, own.port] = ['127.0.0.1', String(server.address().port)];
  return {
    url: own.href,
    count: () => statements,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
