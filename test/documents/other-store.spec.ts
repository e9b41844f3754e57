/** A server whose store of documents is not that of its database says so: in readiness and in the log. @seconds 20 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { DocumentGarbageCollection } from '../../src/documents/garbage-collection.js';
import { DocumentsWatch } from '../../src/operations/health/documents-watch.js';
import { ENGINES, type TestDatabase } from '../support/engines.js';
import { makeMap } from '../support/spare-maps.js';
import { TestServer } from '../support/server.js';

const OPEN = { token: null, documented: true };

async function upload(server: TestServer, name: string): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([`the bytes of ${name}`]), name);
  const { status, body } = await server.post('/api/documents', form);
  expect(status).toBe(201);
  return body.id as number;
}

describe.each(ENGINES)('documents on %s', (engine) => {
  let place: TestDatabase;
  let server: TestServer;
  let right: string;
  let log: string[];
  beforeAll(async () => {
    place = await makeMap(engine);
    right = join(place.folder, 'documents');
    server = await TestServer.start(engine, {}, place);
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await upload(server, name);
    // Both get their mark.
    await server.server.app.get(DocumentGarbageCollection).turn().next();
    await server.stop(true);
  });
  afterAll(async () => {
    await place.drop();
  });
  beforeEach(() => {
    log = [];
    jest.spyOn(Logger.prototype, 'error').mockImplementation((message) => void log.push(String(message)));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await server.stop(true);
  });

  /** A start with other settings, once its look at the start is over. */
  async function start(settings: Record<string, string>): Promise<void> {
    server = await TestServer.start(engine, settings, place);
    await server.server.app.get(DocumentsWatch).state();
  }

  it('in the right folder are well, and few that are lost are told in the log alone', async () => {
    await start({});
    expect((await server.get('/health/ready', OPEN)).body.checks.documents).toBe('ok');
    expect(log).toEqual([]);
    const [{ hash }] = (await server.database.all('SELECT hash FROM documents WHERE id = 2')) as [{ hash: string }];
    const path = join(right, `2-${hash}`);
    rmSync(path);
    await server.stop(true);
    await start({});
    expect((await server.get('/health/ready', OPEN)).body.checks.documents).toBe('ok');
    expect(log).toEqual([expect.stringMatching(/The bytes of documents 2 are not in .*DOCUMENTS_CHECK=false/)]);
    writeFileSync(path, 'the bytes of b.txt');
  });

  it('contract 12: in an empty folder make the server not ready, also once something was uploaded there', async () => {
    const wrong = join(place.folder, 'not-mounted');
    await start({ DOCUMENTS_DIR: wrong });
    const answer = await server.get('/health/ready', OPEN);
    expect(answer).toMatchObject({
      status: 503,
      body: { message: 'Not ready: documents missing.', checks: { database: 'ok', documents: 'missing' } },
    });
    expect(log).toEqual([expect.stringContaining(`are not in ${wrong} (4 were looked for)`)]);
    const id = await upload(server, 'e.txt');
    await new Promise((wake) => setTimeout(wake, 600));
    expect((await server.get('/health/ready', OPEN)).status).toBe(503);
    await server.database.run('DELETE FROM documents WHERE id = ?', [id]);
  });

  it('that are missing do not keep a server from being ready that was told to go on', async () => {
    await start({ DOCUMENTS_DIR: join(place.folder, 'none'), DOCUMENTS_CHECK: 'false' });
    expect((await server.get('/health/ready', OPEN)).status).toBe(200);
    await new Promise((wake) => setTimeout(wake, 200));
    expect(log).toEqual([expect.stringContaining('documents 4, 3, 2, 1 are not in')]);
  });

  it('contract 12: in a folder with the mark of another map make the server not ready', async () => {
    const other = join(place.folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, '.meridian'), 'the mark of another database');
    server = await TestServer.start(engine, { DOCUMENTS_DIR: other }, place);
    await server.database.run('DELETE FROM documents');
    // The look at the start may have read them before.
    await server.server.app.get(DocumentsWatch).state();
    const ready = await server.get('/health/ready', OPEN);
    expect(ready.body).toMatchObject({ code: 503, checks: { documents: 'foreign' } });
    expect(log.at(-1)).toContain('carries the mark of another database');
    rmSync(join(other, '.meridian'));
    await new Promise((wake) => setTimeout(wake, 600));
    expect((await server.get('/health/ready', OPEN)).status).toBe(200);
  });
});
