import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { DocumentStore } from '../../src/documents/document-store.js';
import { ENGINES } from '../support/engines.js';
import type { TestServer } from '../support/server.js';
import { DocumentClient, form, PNG, sha256 } from './document-client.js';

describe.each(ENGINES)('documents on %s', (engine) => {
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

  describe('upload', () => {
    it('contract 8: answers id, name, type, size and hash, and keeps the bytes under id and hash', async () => {
      const { status, body, headers } = await upload('Bonjour', 'note.txt');
      expect(status).toBe(201);
      expect(body).toMatchObject({ filename: 'note.txt', mimetype: 'text/plain', size: 7, hash: sha256('Bonjour') });
      expect(headers.get('location')).toBe(`/api/documents/${body.id}`);
      expect(readFileSync(`${client.folder}/${body.id}-${body.hash}`, 'utf8')).toBe('Bonjour');
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
      // The same where the end comes before the store has begun.
      const store = server.server.app.get(DocumentStore, { strict: false });
      const receive = store.receive.bind(store);
      jest.spyOn(store, 'receive').mockImplementationOnce((bytes) => pause(50).then(() => receive(bytes)));
      expect((await server.post('/api/documents', body, { headers })).status).toBe(400);
      expect(kept()).toEqual(before);
    });
    it('contract 8: a name in another encoding than UTF-8 is refused, and can be sent otherwise', async () => {
      const before = kept();
      const named = (name: string): Buffer =>
        Buffer.from(
          `--x\r\ncontent-disposition: form-data; name="file"; ${name}\r\ncontent-type: text/plain\r\n\r\nx\r\n--x--\r\n`,
          'latin1',
        );
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const refused = await server.post('/api/documents', named('filename="été.txt"'), { headers });
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("filename*=UTF-8''")]);
      expect(kept()).toEqual(before);
      const taken = await server.post('/api/documents', named("filename*=UTF-8''%C3%A9t%C3%A9.txt"), { headers });
      expect([taken.status, taken.body.filename]).toEqual([201, 'été.txt']);
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
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-encoding')).toBeNull();
      expect(response.bytes.equals(bytes)).toBe(true);
      const again = await download(id, { 'if-none-match': headers.get('etag')! });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    });
    it.each([
      ['image/png', true],
      ['image/webp', true],
      ['image/svg+xml', false],
      ['application/pdf', true],
      ['text/plain', true],
      ['text/csv', true],
      ['application/msword', true],
      ['application/vnd.ms-excel.sheet.macroenabled.12', true],
      ['application/vnd.oasis.opendocument.text', true],
      ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', true],
      ['application/rtf', true],
      ['application/zip', true],
      ['application/gzip', true],
      ['application/x-7z-compressed', true],
      ['application/x-tar', true],
      ['text/html', false],
      ['text/html; charset=utf-8', false],
      ['application/xhtml+xml', false],
      ['text/xml', false],
      ['text/css', false],
      ['text/javascript', false],
      ['application/json', false],
      ['video/mp4', false],
      ['application/x-shockwave-flash', false],
      ['application/vnd.ms-htmlhelp', false],
      ['image/png\r\nset-cookie: a=b', false],
    ])('contract 14: a document stored as %s is sent as such: %s', async (type, asStored) => {
      await server.database.run('UPDATE documents SET mimetype = ? WHERE id = ?', [type, id]);
      const expected = asStored ? type : 'application/octet-stream';
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await download(id, {}, method);
        expect([status, headers.get('content-type'), headers.get('set-cookie')]).toEqual([200, expected, null]);
      }
      expect((await server.get(`/api/documents/${id}`)).body.data.mimetype).toBe(type);
      await server.database.run('UPDATE documents SET mimetype = ? WHERE id = ?', ['text/csv', id]);
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
      expect(response.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
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
        writeFileSync(`${client.folder}/${body.id}-${body.hash}`, spoiled);
        expect((await download(body.id)).status).toBe(404);
        expect((await server.get(`/api/documents/${body.id}`)).status).toBe(200);
      }
      const { body } = await upload('Bonjour');
      expect((await download(body.id)).status).toBe(200);
      writeFileSync(`${client.folder}/${body.id}-${body.hash}`, 'Bonsoir');
      expect((await download(body.id)).status).toBe(404);
    });
    it('contract 8: whatever becomes of a download, the file is closed', async () => {
      const open = (): string[] =>
        readdirSync('/proc/self/fd')
          .map((descriptor) => `/proc/self/fd/${descriptor}`)
          .filter((path) => existsSync(path) && readlinkSync(path).startsWith(client.folder));
      const { body } = await upload(randomBytes(100_000), 'large.bin');
      const tag = `"${body.hash}"`;
      for (const headers of [{}, {}, { range: 'bytes=5-9' }, { range: 'bytes=200000-' }, { 'if-none-match': tag }])
        await download(body.id, headers as Record<string, string>);
      await download(body.id, {}, 'HEAD');
      const broken = new AbortController();
      const headers = { authorization: `Bearer ${server.token}` };
      await fetch(`${server.url}/api/documents/${body.id}/download`, { headers, signal: broken.signal });
      broken.abort();
      for (const until = Date.now() + 5000; open().length && Date.now() < until;) await pause(10);
      expect(open()).toEqual([]);
    });
    it('contract 8: files of the older application, stored under their id, are read', async () => {
      mkdirSync(client.folder, { recursive: true });
      const { insertId } = await server.database.run(
        'INSERT INTO documents (filename, mimetype, size, hash) VALUES (?, ?, ?, ?)',
        ['alt.pdf', 'application/pdf', 9, sha256('old bytes')],
      );
      writeFileSync(`${client.folder}/${insertId}`, 'old bytes');
      expect((await download(insertId)).bytes.toString()).toBe('old bytes');
    });
  });
});
