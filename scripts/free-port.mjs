import { once } from 'node:events';
import { createServer } from 'node:net';

/** A TCP port of this machine that nobody listens on now; a server is to be started on it at once. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
