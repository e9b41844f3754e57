/** @seconds 15 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readConfig } from '../../src/config.js';
import { createServer } from '../../src/server.js';
import { ENGINES, makeDatabase } from '../support/engines.js';
import type { TestAnswer, TestServer } from '../support/server.js';
import { clear, DocumentClient, form, HOUR, PNG, sha256 } from './document-client.js';
import { describeWithS3, S3Server } from './s3-server.js';

const PREFIX = 'map/documents/';
/** More than any buffer on the way holds. */
const LARGEST = 8 << 20;

/** A multipart body that is sent piece by piece, without a length. */
function streamed(bytes: Buffer, piece: number): ReadableStream<Uint8Array> {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="stream.bin"\r\n\r\n';
  const whole = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]);
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new Uint8Array(whole.subarray(at, (at += piece))));
      if (at >= whole.length) controller.close();
    },
  });
}

describeWithS3('documents in a bucket', () => {
  describe.each(ENGINES)('on %s', (engine) => {
    let bucket: S3Server;
    let client: DocumentClient;
    let server: TestServer;
    const objects = (): string[] => bucket.objects(PREFIX);
    const download: DocumentClient['download'] = (...request) => client.download(...request);

    beforeAll(async () => {
      bucket = await S3Server.start();
      client = await DocumentClient.start(
        engine,
        bucket.settings({ S3_PREFIX: `/${PREFIX}`, MAX_FILE_SIZE: `${LARGEST}` }),
      );
      server = client.server;
    });
    afterEach(() => {
      expect(client.incoming()).toEqual([]);
      expect(objects().filter((name) => name.startsWith('incoming'))).toEqual([]);
    });
    afterAll(async () => {
      await server.stop();
      await bucket.stop();
    });

    async function stream(bytes: Buffer, piece: number): Promise<TestAnswer['body']> {
      const answer = await fetch(`${server.url}/api/documents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'multipart/form-data; boundary=x' },
        body: streamed(bytes, piece),
        duplex: 'half',
      } as RequestInit);
      expect(answer.status).toBe(201);
      return answer.json();
    }

    it.each([
      [12, 5],
      [LARGEST - 1000, 100_000],
    ])('contract 8: %i bytes that are streamed come back byte for byte', async (size, piece) => {
      const bytes = randomBytes(size);
      const document = await stream(bytes, piece);
      expect(document).toMatchObject({ size, hash: sha256(bytes) });
      expect(objects()).toContain(`${document.id}-${document.hash}`);
      expect((await download(document.id)).bytes.equals(bytes)).toBe(true);
      const part = await download(document.id, { range: `bytes=${size - 10}-${size - 3}` });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${size - 10}-${size - 3}/${size}`]);
      expect(part.bytes.equals(bytes.subarray(size - 10, size - 2))).toBe(true);
    });
    it('contract 8: a replacement takes the old bytes away, a refused one its own', async () => {
      const { body } = await client.upload('Bonjour');
      expect((await server.put(`/api/documents/${body.id}`, form(PNG, 'picture.png'))).status).toBe(200);
      expect((await download(body.id)).bytes.equals(PNG)).toBe(true);
      expect(objects().filter((name) => name.startsWith(`${body.id}-`))).toEqual([`${body.id}-${sha256(PNG)}`]);
      const before = objects();
      const wrong = form('Bonsoir', 'b.txt', { 'entities[]': '999999' });
      expect((await server.put(`/api/documents/${body.id}`, wrong)).status).toBe(422);
      expect((await client.upload(randomBytes(LARGEST + 1), 'large.bin')).status).toBe(413);
      expect(objects()).toEqual(before);
    });
    it('contract 8: many documents at once', async () => {
      const texts = Array.from({ length: 40 }, (_, i) => `text ${i}`);
      const items = texts.map((text) => ({ filename: 'a.txt', content: Buffer.from(text).toString('base64') }));
      const { status, body } = await server.post('/api/documents/mass-store', { items });
      expect(status).toBe(201);
      for (const i of [0, 17, 39]) expect((await download(body.ids[i])).bytes.toString()).toBe(texts[i]);
    });
    it('contract 8: bytes whose hash does not match are never served; those of the older application are', async () => {
      const { body } = await client.upload('Bonjour');
      writeFileSync(bucket.pathOf(`${PREFIX}${body.id}-${body.hash}`), 'Bonjouq');
      expect((await download(body.id)).status).toBe(404);
      const { body: older } = await client.upload('old bytes');
      bucket.rename(`${PREFIX}${older.id}-${older.hash}`, `${PREFIX}${older.id}`);
      expect((await download(older.id)).bytes.toString()).toBe('old bytes');
    });
    it('contract 8: what was deleted long ago is purged, and gone for a restore', async () => {
      const { body } = await client.upload('Bonjour');
      await server.delete(`/api/documents/${body.id}`);
      await clear(server);
      expect((await server.post(`/api/documents/${body.id}/restore`, {})).status).toBe(200);
      await server.delete(`/api/documents/${body.id}`);
      await server.database.run('UPDATE documents SET deleted_at = ? WHERE id = ?', ['2020-01-01 00:00:00', body.id]);
      await clear(server);
      expect(objects().filter((name) => name.startsWith(`${body.id}-`))).toEqual([]);
      expect((await server.post(`/api/documents/${body.id}/restore`, {})).status).toBe(410);
    });
    it('contract 8: orphans are cleared away once they are old', async () => {
      const { body } = await client.upload('Bonjour');
      await server.database.run('DELETE FROM documents WHERE id = ?', [body.id]);
      const name = `${body.id}-${body.hash}`;
      await clear(server);
      expect(objects()).toContain(name);
      bucket.age(PREFIX + name, 2 * HOUR);
      await clear(server);
      expect(objects()).not.toContain(name);
    });
  });

  it('contract 13: a bucket that is not there stops the start with a sentence', async () => {
    const bucket = await S3Server.start();
    const place = await makeDatabase('sqlite');
    const settings = { DATABASE_URL: place.url, DOCUMENTS_DIR: place.folder, LOG_LEVEL: 'silent' };
    const start = (): Promise<unknown> =>
      createServer(readConfig({ ...settings, ...bucket.settings({ S3_BUCKET: 'nowhere' }) }));
    await expect(start()).rejects.toThrow("The bucket 'nowhere' of S3_BUCKET is not there.");
    await bucket.stop();
    await place.drop();
  });

  it('contract 10: a bucket that is away is 503, and the server lives on', async () => {
    const bucket = await S3Server.start();
    const client = await DocumentClient.start('sqlite', bucket.settings());
    const { body } = await client.upload('Bonjour');
    await bucket.stop();
    const answers = [await client.upload('Bonsoir'), await client.download(body.id)];
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect((await client.server.get('/api/documents')).body).toHaveLength(1);
    expect(client.incoming()).toEqual([]);
    await client.server.stop();
  });
});
