/** A log that cannot be written does not end the server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '../support/http.js';
import { Meridian } from '../support/meridian.js';
import { makeFolder, makeProgram, removeFolder } from '../support/place.js';
import { freePorts, pause } from '../support/waiting.js';

/** A device that is always full. */
const FULL = '/dev/full';

(existsSync(FULL) ? it : it.skip)('a server whose log lies on a full disk goes on', async () => {
  const [program, folder] = [makeProgram(), makeFolder()];
  const [port] = await freePorts(1);
  const settings = {
    DATABASE_URL: `sqlite:${join(folder, 'map.sqlite')}`,
    DOCUMENTS_DIR: join(folder, 'documents'),
    LOG_LEVEL: 'debug',
  };
  const server = new Meridian({ program, port: port!, log: FULL, settings });
  const client = new Client(server.url);
  try {
    await server.up();
    for (let at = 0; at < 10; at++) {
      // Each is a line in the log.
      expect((await client.send('GET', '/api/vlans', { token: null })).status).toBe(401);
      await pause(20);
    }
    expect(server.running).toBe(true);
  } finally {
    client.close();
    await server.kill();
    program.remove();
    removeFolder(folder);
  }
});
