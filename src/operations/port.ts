/** Looks whether the server will be able to listen, before work is done that would be in vain. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config.js';

/**
 * Throws a sentence if the port of the settings cannot be listened on. The port is free again afterwards: this is for whoever starts
 * a server, who should not wait for a long migration to hear that another one is running.
 */
export async function requireFreePort({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const trial = createServer().listen({ port, host });
  try {
    await once(trial, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'another program listens there already' : message;
    throw new Error(`Port ${port} of ${host} cannot be used (PORT, HOST): ${reason}.`, { cause: error });
  }
  trial.close();
  await once(trial, 'close');
}
