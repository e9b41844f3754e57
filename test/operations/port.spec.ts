/** A port that is taken is told before anything is done: a migration may take long. @seconds 6 */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { buildProgram, Running, type Program } from '../existing-database/processes.js';
import { ENGINES, makeDatabase, nameOf, withServer } from '../support/engines.js';

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());

describe.each(ENGINES)('a start on a port that is taken, on %s', (engine) => {
  it.each(['main.js', 'examples/demo/main.js'])('%s says so, and leaves the database as it is', async (file) => {
    const place = await makeDatabase(engine);
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      const { code, output } = await Running.start(program, [file], {
        ...{ DATABASE_URL: place.url, DOCUMENTS_DIR: `${place.folder}/documents` },
        ...{ PORT: String(port), HOST: '127.0.0.1', TOKEN_SECRET: 'a secret of the tests, 32 characters or more' },
      }).ended;
      const sentence = `Port ${port} of 127.0.0.1 cannot be used (PORT, HOST): another program listens there already.`;
      expect([code, output.trim()]).toEqual([1, sentence]);
      expect(readdirSync(place.folder)).toEqual([]);
      if (engine === 'mariadb') {
        const [tables] = await withServer((connection) => connection.query(`SHOW TABLES FROM ${nameOf(place)}`));
        expect(tables).toEqual([]);
      }
    } finally {
      other.close();
      await place.drop();
    }
  });
});
