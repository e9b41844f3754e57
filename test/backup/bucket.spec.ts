/** Documents go from a folder into a bucket, and back (contract 8). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithS3, S3Server } from '../documents/s3-server.js';
import { form, sha256 } from '../documents/document-client.js';
import { makeDatabase, type TestDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { backup, restore } from './maps.js';

describeWithS3('documents in a backup', () => {
  let s3: S3Server;
  const places: TestDatabase[] = [];
  beforeAll(async () => {
    s3 = await S3Server.start();
    for (let i = 0; i < 3; i++) places.push(await makeDatabase('sqlite'));
  });
  afterAll(async () => {
    await s3.stop();
    for (const place of places) await place.drop();
  });

  it('go from a folder into a bucket, and from there into another folder; broken ones stay behind', async () => {
    const [folder, bucket, other] = places as [TestDatabase, TestDatabase, TestDatabase];
    const server = await TestServer.start('sqlite', {}, folder);
    for (const text of ['one', 'two']) await server.post('/api/documents', form(text, `${text}.txt`));
    // As long as the row says, but not what it says: the server does not serve them.
    writeFileSync(join(folder.folder, 'documents', `2-${sha256('two')}`), 'owt');
    await server.database.run(
      "INSERT INTO documents (id, filename, mimetype, size, hash) VALUES (3, 'lost', 'a/b', 3, 'x')",
    );
    await server.stop(true);
    const made = await backup(folder, join(folder.folder, 'a.backup'));
    expect(made).toMatchObject({ documents: 2, missing: [3] });
    const settings = s3.settings();
    const restored = await restore(bucket, join(folder.folder, 'a.backup'), settings);
    expect(restored).toMatchObject({ documents: 2, broken: [2], foreignStore: false });
    expect(s3.objects()).toEqual([`1-${sha256('one')}`]);
    await backup(bucket, join(bucket.folder, 'b.backup'), settings);
    expect((await restore(other, join(bucket.folder, 'b.backup'))).documents).toBe(1);
    expect(readFileSync(join(other.folder, 'documents', `1-${sha256('one')}`), 'utf8')).toBe('one');
  });
});
