import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ENGINES, makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

describe.each(ENGINES)('documents on %s', (engine) => {
  let server: TestServer;
  let files: TestDatabase;
  const folder = (): string => `${files.folder}/documents`;
  const form = (bytes: Buffer | string, name: string, fields: Record<string, string> = {}, type = 'text/plain') => {
    const body = new FormData();
    for (const [key, value] of Object.entries(fields)) body.append(key, value);
    body.append('file', new Blob([bytes], { type }), name);
    return body;
  };
  const upload = (bytes: Buffer | string, name = 'note.txt', fields = {}, type?: string) =>
    server.post('/api/documents', form(bytes, name, fields, type));
  const download = (id: number, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${server.url}/api/documents/${id}/download`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, ...headers },
    });
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
  const kept = (): string[] => readdirSync(folder()).filter((name) => name !== 'incoming');
  const incoming = (): string[] => readdirSync(`${folder()}/incoming`);

  beforeAll(async () => {
    files = await makeDatabase(engine);
    server = await TestServer.start(engine, { MAX_FILE_SIZE: '100000' }, files);
  });
  afterEach(() => expect(incoming()).toEqual([]));
  afterAll(() => server.stop());

  describe('upload', () => {
    it('contract 8: answers id, name, type, size and hash, and keeps the bytes under id and hash', async () => {
      const { status, body, headers } = await upload('Bonjour', 'note.txt');
      expect(status).toBe(201);
      expect(body).toMatchObject({ filename: 'note.txt', mimetype: 'text/plain', size: 7, hash: sha256('Bonjour') });
      expect(headers.get('location')).toBe(`/api/documents/${body.id}`);
      expect(readFileSync(`${folder()}/${body.id}-${body.hash}`, 'utf8')).toBe('Bonjour');
      expect((await server.get(`/api/documents/${body.id}`)).body.data).toEqual(body);
    });
    it.each([
      ['../../etc/passwd', 'passwd'],
      ['C:\\Users\\me\\plan é.pdf', 'plan é.pdf'],
      ['..', 'document'],
      ['日本語.txt', '日本語.txt'],
    ])('contract 8: the name %s is reduced to its last part', async (name, expected) => {
      expect((await upload('x', name)).body.filename).toBe(expected);
    });
    it.each([
      [PNG, 'text/html', 'image/png'],
      [Buffer.from('%PDF-1.7 …'), 'application/octet-stream', 'application/pdf'],
      [
        Buffer.from('PK\x03\x04rest'),
        'application/vnd.oasis.opendocument.text',
        'application/vnd.oasis.opendocument.text',
      ],
      [Buffer.from('PK\x03\x04rest'), 'image/png', 'application/zip'],
      [Buffer.from('<script>alert(1)</script>'), 'text/html', 'application/octet-stream'],
      [Buffer.from('no picture'), 'image/png', 'application/octet-stream'],
      [Buffer.from('a;b'), 'text/csv; charset=utf-8', 'text/csv'],
      [Buffer.from('<?xml version="1.0"?><svg xmlns="x"/>'), 'text/plain', 'image/svg+xml'],
    ])('contract 8: the type is told by the bytes, then by what is said: %#', async (bytes, said, expected) => {
      expect((await upload(bytes, 'thing', {}, said)).body.mimetype).toBe(expected);
    });
    it('contract 8: links are written with the file, from text fields', async () => {
      const { id } = (await server.post('/api/entities', { name: 'Owner of files' })).body;
      const { body } = await upload('linked', 'linked.txt', { 'entities[]': String(id), ext_refs: '{GED}12' });
      expect(body).toMatchObject({ entities: [id], ext_refs: '{GED}12' });
      const wrong = await upload('linked', 'linked.txt', { 'entities[0]': '999999' });
      expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['entities.0']]);
    });
    it('contract 8: a missing or empty file is 422, one too large 413, and nothing is kept', async () => {
      const before = kept();
      const none = new FormData();
      none.append('filename', 'x.txt');
      const text = new FormData();
      text.append('file', 'only a text');
      for (const body of [none, text, form('', 'empty.txt'), { filename: 'x.txt' }]) {
        const answer = await server.post('/api/documents', body);
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['file']]);
      }
      const large = await upload(randomBytes(100_001), 'large.bin');
      expect([large.status, large.body.code]).toEqual([413, 413]);
      expect((await upload('x', `${'n'.repeat(300)}.txt`)).body.errors).toHaveProperty('filename');
      expect(kept()).toEqual(before);
      expect((await upload(randomBytes(100_000), 'fits.bin')).status).toBe(201);
    });
    it('contract 8: an upload that breaks off leaves nothing', async () => {
      const before = kept();
      const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of';
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      expect((await server.post('/api/documents', body, { headers })).status).toBe(400);
      expect(kept()).toEqual(before);
    });
    it('contract 3: rights come before the body, and a dry run keeps nothing', async () => {
      const before = kept();
      const { token } = await server.userWith(['document_show']);
      expect((await server.post('/api/documents', form('x', 'x.txt'), { token })).status).toBe(403);
      expect((await server.post('/api/documents?dry_run=1', form('x', 'x.txt'))).status).toBe(201);
      expect(kept()).toEqual(before);
    });
  });

  describe('download', () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 256));
    let id: number;
    beforeAll(async () => {
      id = (await upload(bytes, "l'été 100%.csv", {}, 'text/csv')).body.id;
    });

    it('contract 8: the same bytes with type, name, length and tag, whatever Accept and encodings say', async () => {
      const response = await download(id, { accept: 'application/json', 'accept-encoding': 'gzip' });
      const { headers } = response;
      expect([response.status, headers.get('content-type'), headers.get('content-length')]).toEqual([
        200,
        'text/csv',
        '5000',
      ]);
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="l'ete 100_.csv"; filename*=UTF-8''l%27%C3%A9t%C3%A9%20100%25.csv`,
      );
      expect(headers.get('content-security-policy')).toBe('sandbox');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-encoding')).toBeNull();
      expect((await bytesOf(response)).equals(bytes)).toBe(true);
      const again = await download(id, { 'if-none-match': headers.get('etag')! });
      expect([again.status, (await bytesOf(again)).length]).toEqual([304, 0]);
    });
    it('contract 4: HEAD tells the same without the bytes', async () => {
      const response = await download(id, {}, 'HEAD');
      expect([response.status, response.headers.get('content-length')]).toEqual([200, '5000']);
    });
    it.each([
      ['bytes=0-9', 0, 9],
      ['bytes=4990-', 4990, 4999],
      ['bytes=-5', 4995, 4999],
      ['bytes=100-99999', 100, 4999],
    ])('contract 8: the range %s', async (range, start, end) => {
      const response = await download(id, { range, 'accept-encoding': 'gzip' });
      expect([response.status, response.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/5000`]);
      expect((await bytesOf(response)).equals(bytes.subarray(start, end + 1))).toBe(true);
    });
    it('contract 8: a range outside is 416, one of another version or no range at all is everything', async () => {
      for (const range of ['bytes=5000-', 'bytes=-0']) {
        const response = await download(id, { range });
        expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */5000']);
        expect(response.headers.get('content-disposition')).toBeNull();
      }
      for (const headers of [
        { range: 'bytes=0-9', 'if-range': '"other"' },
        { range: 'lines=1-2' },
        { range: 'bytes=9-1' },
      ] as Array<Record<string, string>>) {
        expect((await download(id, headers)).status).toBe(200);
      }
    });
    it('contract 8: document_show is needed', async () => {
      const path = `/api/documents/${id}/download`;
      expect((await server.get(path, await server.userWith(['document_access']))).status).toBe(403);
      expect((await server.get(path, await server.userWith(['document_show']))).status).toBe(200);
      expect((await server.get(path, { token: null })).status).toBe(401);
      expect((await server.get('/api/documents/999999/download')).status).toBe(404);
    });
    it('contract 8: bytes whose hash does not match are never served', async () => {
      for (const spoiled of ['Bonjouq', 'too long for it']) {
        const { body } = await upload('Bonjour');
        writeFileSync(`${folder()}/${body.id}-${body.hash}`, spoiled);
        expect((await download(body.id)).status).toBe(404);
        expect((await server.get(`/api/documents/${body.id}`)).status).toBe(200);
      }
      const { body } = await upload('Bonjour');
      expect((await download(body.id)).status).toBe(200);
      writeFileSync(`${folder()}/${body.id}-${body.hash}`, 'Bonsoir');
      expect((await download(body.id)).status).toBe(404);
    });
    it('contract 8: files of the older application, stored under their id, are read', async () => {
      mkdirSync(folder(), { recursive: true });
      const { insertId } = await server.database.run(
        'INSERT INTO documents (filename, mimetype, size, hash) VALUES (?, ?, ?, ?)',
        ['alt.pdf', 'application/pdf', 9, sha256('old bytes')],
      );
      writeFileSync(`${folder()}/${insertId}`, 'old bytes');
      expect((await bytesOf(await download(insertId))).toString()).toBe('old bytes');
    });
  });

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
      expect((await bytesOf(await download(body.id))).toString()).toBe('Bonjour');
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
      expect((await bytesOf(await download(body.id))).equals(PNG)).toBe(true);
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
      expect((await bytesOf(await download(body.id))).toString()).toBe('Bonjour');
    });
    it('contract 8: the same bytes again, and back and forth, stay readable', async () => {
      const { body } = await upload('first');
      for (const text of ['first', 'second', 'first', 'first']) {
        expect((await server.put(`/api/documents/${body.id}`, form(text, 'note.txt'))).status).toBe(200);
        expect((await bytesOf(await download(body.id))).toString()).toBe(text);
      }
      const texts = ['first', 'second', 'first', 'second', 'third'];
      const put = (text: string) => server.put(`/api/documents/${body.id}`, form(text, 'note.txt'));
      await Promise.all(texts.map(put));
      const { hash } = (await server.get(`/api/documents/${body.id}`)).body.data;
      expect(sha256(await bytesOf(await download(body.id)))).toBe(hash);
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
      expect((await bytesOf(await download(body.id))).toString()).toBe('Bonsoir');
    });
    it('contract 8: DELETE answers 204; the bytes stay for a restore', async () => {
      const { body } = await upload('Bonjour');
      const deleted = await server.delete(`/api/documents/${body.id}`);
      expect([deleted.status, deleted.body]).toEqual([204, '']);
      expect((await download(body.id)).status).toBe(404);
      expect((await server.post(`/api/documents/${body.id}/restore`, {})).status).toBe(200);
      expect((await bytesOf(await download(body.id))).toString()).toBe('Bonjour');
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
      expect((await bytesOf(await download(body.ids[0]))).toString()).toBe('one');
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
