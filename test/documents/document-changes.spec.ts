import { randomBytes } from 'node:crypto';
import { ENGINES } from '../support/engines.js';
import type { TestServer } from '../support/server.js';
import { DocumentClient, form, PNG, sha256 } from './document-client.js';

describe.each(ENGINES)('changes of documents on %s', (engine) => {
  let client: DocumentClient;
  let server: TestServer;
  const upload: DocumentClient['upload'] = (...request) => client.upload(...request);
  const download: DocumentClient['download'] = (...request) => client.download(...request);
  const kept = (): string[] => client.kept();

  beforeAll(async () => {
    client = await DocumentClient.start(engine);
    server = client.server;
  });
  afterEach(() => expect(client.incoming()).toEqual([]));
  afterAll(() => server.stop());

  describe('change', () => {
    it('contract 8: PUT with JSON renames, and only the last part of a path counts', async () => {
      const { body } = await upload('Bonjour');
      const renamed = await server.put(`/api/documents/${body.id}`, {
        filename: '../up/new name.md',
        hash: 'x',
        size: 1,
      });
      expect(renamed.body).toMatchObject({ filename: 'new name.md', hash: body.hash, size: 7 });
      expect((await server.put(`/api/documents/${body.id}`, { filename: 'dir/' })).status).toBe(422);
      expect(
        (await server.put('/api/documents/mass-update', { items: [{ id: body.id, filename: 'a/b.c' }] })).status,
      ).toBe(200);
      expect((await server.get(`/api/documents/${body.id}`)).body.data.filename).toBe('b.c');
      expect((await download(body.id)).bytes.toString()).toBe('Bonjour');
    });
    it.each(['PUT', 'POST'])('contract 8: multipart by %s replaces the file and keeps the links', async (method) => {
      const { id } = (await server.post('/api/entities', { name: `Owner ${method}` })).body;
      const { body } = await upload('Bonjour', 'note.txt', { 'entities[]': String(id) });
      const file = form(PNG, 'picture.png', method === 'POST' ? { _method: 'PUT' } : {});
      const changed = await server.request(method, `/api/documents/${body.id}`, { body: file });
      expect(changed.status).toBe(200);
      expect(changed.body).toMatchObject({
        filename: 'picture.png',
        mimetype: 'image/png',
        size: PNG.length,
        hash: sha256(PNG),
        entities: [id],
      });
      expect((await download(body.id)).bytes.equals(PNG)).toBe(true);
      expect(kept().filter((name) => name.startsWith(`${body.id}-`))).toEqual([`${body.id}-${sha256(PNG)}`]);
    });
    it('contract 4: _method may come after the file, may delete, and needs its own right', async () => {
      const { body } = await upload('Bonjour');
      const late = form('Bonsoir', 'late.txt');
      late.append('_method', 'put');
      expect((await server.post(`/api/documents/${body.id}`, late)).body.filename).toBe('late.txt');
      const { token } = await server.userWith(['document_edit']);
      const gone = new URLSearchParams({ _method: 'DELETE' }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await server.post(`/api/documents/${body.id}`, gone, { token, headers })).status).toBe(403);
      const unknown = await server.post(`/api/documents/${body.id}`, form('x', 'x.txt'));
      expect([unknown.status, unknown.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, PATCH, DELETE']);
      const { token: nobody } = await server.userWith(['document_show']);
      expect((await server.post(`/api/documents/${body.id}`, form('x', 'x.txt'), { token: nobody })).status).toBe(403);
      expect((await server.post(`/api/documents/${body.id}`, gone, { headers })).status).toBe(204);
    });
    it('contract 8: a refused replacement leaves the old bytes, an unknown id none', async () => {
      const { body } = await upload('Bonjour');
      const before = kept();
      const refused = await server.put(
        `/api/documents/${body.id}`,
        form('Bonsoir', 'b.txt', { 'entities[]': '999999' }),
      );
      expect(refused.status).toBe(422);
      expect((await server.put('/api/documents/999999', form('Bonsoir', 'b.txt'))).status).toBe(404);
      expect((await server.put(`/api/documents/${body.id}`, form('', 'b.txt'))).status).toBe(422);
      expect(kept()).toEqual(before);
      expect((await download(body.id)).bytes.toString()).toBe('Bonjour');
    });
    it('contract 8: the same bytes again, and back and forth, stay readable', async () => {
      const { body } = await upload('first');
      for (const text of ['first', 'second', 'first', 'first']) {
        expect((await server.put(`/api/documents/${body.id}`, form(text, 'note.txt'))).status).toBe(200);
        expect((await download(body.id)).bytes.toString()).toBe(text);
      }
      const texts = ['first', 'second', 'first', 'second', 'third'];
      const put = (text: string) => server.put(`/api/documents/${body.id}`, form(text, 'note.txt'));
      await Promise.all(texts.map(put));
      const { hash } = (await server.get(`/api/documents/${body.id}`)).body.data;
      expect(sha256((await download(body.id)).bytes)).toBe(hash);
    });
    it('contract 8: bytes are there before the row is, and go when it does not come', async () => {
      const before = kept();
      const { database } = server;
      const transaction = database.transaction.bind(database);
      let seen = 0;
      jest.spyOn(database, 'transaction').mockImplementationOnce((work) =>
        transaction(async (tx) => {
          await work(tx);
          seen = kept().length - before.length;
          throw new Error('the server dies here');
        }),
      );
      expect((await upload('Bonjour')).status).toBe(500);
      jest.restoreAllMocks();
      expect([seen, kept()]).toEqual([1, before]);
    });
    it('contract 6: If-Match is obeyed, with a file too', async () => {
      const { body, headers } = await upload('Bonjour');
      const tag = headers.get('etag')!;
      const put = (text: string) =>
        server.put(`/api/documents/${body.id}`, form(text, 'note.txt'), { headers: { 'if-match': tag } });
      expect([(await put('Bonsoir')).status, (await put('Salut')).status]).toEqual([200, 412]);
      expect((await download(body.id)).bytes.toString()).toBe('Bonsoir');
    });
    it('contract 8: DELETE answers 204; the bytes stay for a restore', async () => {
      const { body } = await upload('Bonjour');
      const deleted = await server.delete(`/api/documents/${body.id}`);
      expect([deleted.status, deleted.body]).toEqual([204, '']);
      expect((await download(body.id)).status).toBe(404);
      expect((await server.post(`/api/documents/${body.id}/restore`, {})).status).toBe(200);
      expect((await download(body.id)).bytes.toString()).toBe('Bonjour');
    });
  });

  describe('mass creation', () => {
    const base64 = (text: string): string => Buffer.from(text).toString('base64');

    it('contract 8: items carry name, type and base64', async () => {
      const { status, body, headers } = await server.post('/api/documents/mass-store', {
        items: [
          { filename: 'a/one.txt', mimetype: 'text/plain', content: base64('one') },
          { filename: 'two.png', mimetype: 'text/plain', content: PNG.toString('base64') },
        ],
      });
      expect([status, body.count, headers.get('x-ignored-fields')]).toEqual([201, 2, null]);
      expect((await download(body.ids[0])).bytes.toString()).toBe('one');
      expect((await server.get(`/api/documents/${body.ids[0]}`)).body.data).toMatchObject({
        filename: 'one.txt',
        mimetype: 'text/plain',
        size: 3,
        hash: sha256('one'),
      });
      expect((await server.get(`/api/documents/${body.ids[1]}`)).body.data.mimetype).toBe('image/png');
    });
    it('contract 8: a wrong item stores nothing', async () => {
      const before = kept();
      const { status, body } = await server.post('/api/documents/mass-store', {
        items: [
          { filename: 'one.txt', content: base64('one') },
          { filename: 'two.txt', content: '!not base64!' },
          { filename: 'three.txt', content: 'abc' },
          { filename: 'four.txt' },
          { content: base64('five') },
          { filename: 'six.txt', content: 6 },
          { filename: 'seven.bin', content: randomBytes(100_001).toString('base64') },
        ],
      });
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual([
        'items.1.content',
        'items.2.content',
        'items.3.content',
        'items.4.filename',
        'items.5.content',
        'items.6.content',
      ]);
      expect(kept()).toEqual(before);
    });
  });
});
