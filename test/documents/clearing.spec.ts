/** @seconds 7 */
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { ENGINES, makeDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { clear, DocumentClient, form, HOUR, sha256 } from './document-client.js';

const LONG_AGO = '2020-01-01 00:00:00';

describe.each(ENGINES)('clearing of documents on %s', (engine) => {
  let client: DocumentClient;
  let server: TestServer;

  beforeAll(async () => {
    client = await DocumentClient.start(engine);
    server = client.server;
  });
  afterAll(() => server.stop());

  /** Writes a file into the folder as if hours ago. */
  function put(name: string, hours = 2, text = 'left over'): string {
    const at = new Date(Date.now() - hours * HOUR);
    writeFileSync(`${client.folder}/${name}`, text);
    utimesSync(`${client.folder}/${name}`, at, at);
    return name;
  }

  async function deletedAt(id: number, at: string): Promise<void> {
    await server.delete(`/api/documents/${id}`);
    await server.database.run('UPDATE documents SET deleted_at = ? WHERE id = ?', [at, id]);
  }

  const has = (name: string): boolean => existsSync(`${client.folder}/${name}`);
  const status = async (request: Promise<{ status: number }>): Promise<number> => (await request).status;
  const restore = (id: number): Promise<number> => status(server.post(`/api/documents/${id}/restore`, {}));

  describe('purge', () => {
    it('contract 8: bytes of a deleted document stay for 30 days, and are removed then', async () => {
      const day = 24 * HOUR;
      const ago = (days: number): string => server.database.clock.toStored(Date.now() - days * day);
      const made = await Promise.all([client.upload('late'), client.upload('early'), client.upload('live')]);
      const [kept, purged, untouched] = made.map(({ body }) => body);
      await deletedAt(kept.id, ago(29.9));
      await deletedAt(purged.id, ago(30.1));
      expect(await clear(server)).toEqual({ purged: 1, orphans: 0, foreign: false });
      expect(has(`${purged.id}-${purged.hash}`)).toBe(false);
      expect((await client.download(untouched.id)).bytes.toString()).toBe('live');
      expect([await restore(kept.id), await restore(purged.id)]).toEqual([200, 410]);
      expect((await client.download(kept.id)).bytes.toString()).toBe('late');
      expect(await status(client.download(purged.id))).toBe(404);
      expect(await clear(server)).toEqual({ purged: 0, orphans: 0, foreign: false });
    });
    it('contract 8: a refused restore leaves the document deleted, with its row', async () => {
      const { body } = await client.upload('Bonjour');
      await deletedAt(body.id, LONG_AGO);
      await clear(server);
      const answer = await server.post(
        `/api/documents/${body.id}/restore`,
        {},
        { headers: { 'accept-language': 'fr' } },
      );
      expect([answer.status, answer.body.message]).toEqual([410, 'Le contenu a été détruit.']);
      const [row] = await server.database.all('SELECT deleted_at, hash FROM documents WHERE id = ?', [body.id]);
      expect(row).toMatchObject({ deleted_at: LONG_AGO, hash: body.hash });
    });
    it('contract 8: a file of the older application goes with its document, though it was replaced', async () => {
      const { insertId: id } = await server.database.run(
        'INSERT INTO documents (filename, mimetype, size, hash) VALUES (?, ?, ?, ?)',
        ['alt.pdf', 'application/pdf', 9, sha256('old bytes')],
      );
      const older = put(String(id), 48, 'old bytes');
      const { body } = await server.put(`/api/documents/${id}`, form('new bytes', 'new.txt'));
      await clear(server);
      expect([has(older), (await client.download(id)).bytes.toString()]).toEqual([true, 'new bytes']);
      await deletedAt(id, LONG_AGO);
      expect(await clear(server)).toMatchObject({ purged: 2 });
      expect([has(older), has(`${id}-${body.hash}`)]).toEqual([false, false]);
    });
    it('contract 8: deleted by the older application, with bytes that it kept', async () => {
      const { insertId: id } = await server.database.run(
        'INSERT INTO documents (filename, mimetype, size, hash, deleted_at) VALUES (?, ?, ?, ?, ?)',
        ['alt.pdf', 'application/pdf', 9, sha256('old bytes'), server.database.clock.toStored(Date.now())],
      );
      put(String(id), 48, 'old bytes');
      await clear(server);
      expect(await restore(id)).toBe(200);
      expect((await client.download(id)).bytes.toString()).toBe('old bytes');
    });
  });

  describe('after a crash', () => {
    it('contract 8: bytes without a row are removed once they are an hour old', async () => {
      const { body } = await client.upload('Bonjour');
      const hash = sha256('left over');
      const orphans = [put(`3999999999-${hash}`), put(`${body.id}-${hash}`)];
      const young = [put(`3999999998-${hash}`, 0.9), put(`incoming/young`, 0.9)];
      const foreign = [put('3999999997'), put('notes.txt'), put('7-.txt'), put(`0-${hash}`)];
      const waiting = put('incoming/3b241101-e2bb-4255-8caf-4136c566a962');
      expect(await clear(server)).toEqual({ purged: 0, orphans: 2, foreign: false });
      expect([...orphans, waiting].filter(has)).toEqual([]);
      expect([...young, ...foreign].filter(has)).toEqual([...young, ...foreign]);
      expect((await client.download(body.id)).bytes.toString()).toBe('Bonjour');
    });
    it('contract 8: what is stored again while it is judged is not taken away', async () => {
      const { body } = await client.upload('first');
      await server.put(`/api/documents/${body.id}`, form('second', 'note.txt'));
      const orphan = put(`${body.id}-${sha256('first')}`, 2, 'first');
      const [cleared, replaced] = await Promise.all([
        clear(server),
        server.put(`/api/documents/${body.id}`, form('first', 'note.txt')),
      ]);
      expect([cleared.foreign, replaced.status]).toEqual([false, 200]);
      expect([has(orphan), (await client.download(body.id)).bytes.toString()]).toEqual([true, 'first']);
    });
    it('contract 8: two replicas that clear at once do no harm', async () => {
      const orphans = Array.from({ length: 30 }, (_, i) => put(`${3_900_000_000 + i}-${sha256(String(i))}`));
      const [one, other] = await Promise.all([clear(server), clear(server)]);
      expect(one.orphans + other.orphans).toBeGreaterThanOrEqual(30);
      expect(orphans.filter(has)).toEqual([]);
    });
  });

  describe('the folder of another database', () => {
    it('is left alone by a server that is started on it by mistake', async () => {
      const { body } = await client.upload('precious');
      const name = put(`${body.id}-${body.hash}`, 48, 'precious');
      await clear(server);
      const stranger = await TestServer.start(engine, { DOCUMENTS_DIR: client.folder }, await makeDatabase(engine));
      expect(await clear(stranger)).toEqual({ purged: 0, orphans: 0, foreign: true });
      await stranger.stop();
      expect(has(name)).toBe(true);
    });
    it('is left alone, too, if it bears no mark and holds nothing that is known', async () => {
      const place = await makeDatabase(engine);
      const orphan = `${place.folder}/documents/3999999999-${sha256('x')}`;
      mkdirSync(`${place.folder}/documents`);
      writeFileSync(orphan, 'x');
      utimesSync(orphan, 0, 0);
      const stranger = await TestServer.start(engine, {}, place);
      expect(await clear(stranger)).toMatchObject({ foreign: true });
      expect(existsSync(orphan)).toBe(true);
      await stranger.stop();
    });
  });
});
