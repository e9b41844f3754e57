/** @seconds 10 */
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Maintenance } from '../../src/operations/maintenance/maintenance.js';
import { buildProgram, Running, type Program } from '../existing-database/processes.js';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';
import { HOUR, sha256 } from './document-client.js';

let program: Program;

beforeAll(() => (program = buildProgram()));
afterAll(() => program.remove());

describe.each(ENGINES)('a server that is killed on %s', (engine) => {
  let place: TestDatabase;
  const files = (folder = ''): string[] => {
    const entries = readdirSync(`${place.folder}/documents/${folder}`, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
  };

  beforeAll(async () => {
    place = await makeDatabase(engine);
  });
  afterAll(() => place.drop());

  /** Begins an upload that never ends. */
  function beginUpload(url: string, token: string): void {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' };
    const sent = request(`${url}/api/documents`, { method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n');
    sent.write(Buffer.alloc(200_000, 'half'));
  }

  it('contract 8: leaves no row without bytes and, once it has started again, no bytes without a row', async () => {
    const running = Running.start(program, ['main.js'], {
      DATABASE_URL: place.url,
      DOCUMENTS_DIR: `${place.folder}/documents`,
      ADMIN_PASSWORD: ADMIN.password,
      BCRYPT_COST: '4',
      TOKEN_SECRET: 'a secret of the tests, 32 characters or more',
      PORT: '0',
    });
    await running.says('/api');
    const url = /at (http:\/\/[\w.:[\]]+)\/api/.exec(running.output)![1]!;
    const login = await fetch(`${url}/api/login`, { method: 'POST', body: new URLSearchParams(ADMIN) });
    const { access_token: token } = (await login.json()) as { access_token: string };
    const whole = new FormData();
    whole.append('file', new Blob(['kept']), 'kept.txt');
    const headers = { authorization: `Bearer ${token}` };
    const kept = await (await fetch(`${url}/api/documents`, { method: 'POST', headers, body: whole })).json();
    beginUpload(url, token);
    while (!files('incoming').length) await pause(5);
    await running.kill();
    expect(files('incoming')).toHaveLength(1);

    // Another one died between naming the bytes and committing the row.
    const unborn = `${place.folder}/documents/${(kept as { id: number }).id + 1}-${sha256('unborn')}`;
    writeFileSync(unborn, 'unborn');
    const longAgo = new Date(Date.now() - 2 * HOUR);
    for (const path of [unborn, `${place.folder}/documents/incoming/${files('incoming')[0]}`])
      utimesSync(path, longAgo, longAgo);

    const server = await TestServer.start(engine, {}, place);
    expect(await server.server.app.get(Maintenance, { strict: false }).run()).toBe(true);
    const { body: rows } = await server.get('/api/documents');
    expect(files()).toEqual(rows.map(({ id, hash }: { id: number; hash: string }) => `${id}-${hash}`));
    expect([rows.length, files('incoming')]).toEqual([1, []]);
    await server.stop(true);
  });
});
