/** @seconds 14 */
import { randomBytes } from 'node:crypto';
import '../../src/map/index.js';
import { registry, type ResourceModel } from '../../src/engine/index.js';
import { ENGINES } from '../support/engines.js';
import { objectOf } from '../support/make.js';
import type { TestServer } from '../support/server.js';
import { clear, DocumentClient, form, PNG } from './document-client.js';

/** Resources whose objects have an icon, and the column. */
const ICONS = registry
  .all()
  .flatMap((resource) =>
    resource.fields.filter(({ ref }) => ref?.target === 'documents').map(({ name }) => [resource.path, name] as const),
  );

/** Links of other resources to documents. */
const LINKS = registry
  .all()
  .filter(({ path }) => path !== 'documents')
  .flatMap((resource) =>
    resource.links
      .filter(({ target }) => target === 'documents')
      .map((link) => [resource.path, link.name, backOf(resource)] as const),
  );

/** The name of the link at the other end. */
function backOf({ path }: ResourceModel): string {
  return registry.get('documents').links.find(({ target }) => target === path)!.name;
}

describe.each(ENGINES)('icons and links of documents on %s', (engine) => {
  let client: DocumentClient;
  let server: TestServer;

  beforeAll(async () => {
    client = await DocumentClient.start(engine);
    server = client.server;
  });
  afterAll(() => server.stop());

  const upload = async (): Promise<number> => (await client.upload(PNG, 'icon.png')).body.id;
  const read = async (path: string, id: number): Promise<Record<string, unknown>> =>
    (await server.get(`/api/${path}/${id}`)).body.data;

  async function purge(id: number): Promise<void> {
    await server.database.run('UPDATE documents SET deleted_at = ? WHERE id = ?', ['2020-01-01 00:00:00', id]);
    await clear(server);
  }

  it('are those of the model', () => {
    expect([ICONS.length, LINKS.length]).toEqual([16, 6]);
  });

  it.each(ICONS)('contract 8: %s.%s is set, survives a replacement, a deletion and the purge', async (path, column) => {
    const icon = await upload();
    const object = await objectOf(server, path, { [column]: icon });
    expect(object[column]).toBe(icon);
    await server.put(`/api/documents/${icon}`, form('<svg xmlns="x"/>', 'icon.svg'));
    expect((await read(path, object.id))[column]).toBe(icon);
    expect((await server.get(`/api/documents/${icon}`)).body.data.mimetype).toBe('image/svg+xml');
    // A drawing may hold a program: it is sent as unknown bytes.
    expect((await client.download(icon)).headers.get('content-type')).toBe('application/octet-stream');

    await server.delete(`/api/documents/${icon}`);
    await purge(icon);
    const whole = await read(path, object.id);
    // Objects stay readable and editable as a whole; what is gone cannot be chosen anew.
    expect((await server.put(`/api/${path}/${object.id}`, whole)).status).toBe(200);
    expect((await server.put(`/api/${path}/${object.id}`, { [column]: null })).body[column]).toBeNull();
    const anew = await server.put(`/api/${path}/${object.id}`, { [column]: icon });
    expect([anew.status, Object.keys(anew.body.errors)]).toEqual([422, [column]]);
  });

  it.each(LINKS)('contract 6: %s.%s is written from both ends', async (path, link, back) => {
    const [one, other] = [await upload(), await upload()];
    const { id } = await objectOf(server, path, { [link]: [one] });
    expect((await read('documents', one))[back]).toEqual([id]);
    await server.put(`/api/documents/${other}`, { [back]: [id] });
    expect((await read(path, id))[link]).toEqual([one, other]);
    await server.put(`/api/documents/${other}`, form('replaced', 'other.txt'));
    expect((await read(path, id))[link]).toEqual([one, other]);

    await server.delete(`/api/documents/${one}`);
    expect((await read(path, id))[link]).toEqual([other]);
    expect((await server.post(`/api/documents/${one}/restore`, {})).status).toBe(200);
    expect((await read(path, id))[link]).toEqual([one, other]);
    await server.delete(`/api/documents/${one}`);
    await purge(one);
    expect((await server.post(`/api/documents/${one}/restore`, {})).status).toBe(410);
    expect((await read(path, id))[link]).toEqual([other]);
    expect((await server.put(`/api/${path}/${id}`, { [link]: [one] })).status).toBe(422);
  });
});

describe.each(ENGINES)('files with the settings as they are on %s', (engine) => {
  let client: DocumentClient;
  beforeAll(async () => {
    client = await DocumentClient.start(engine, { MAX_FILE_SIZE: '' });
  });
  afterAll(() => client.server.stop());

  it('contract 4: 51 MiB are too much, 50 MiB are not', async () => {
    const large = await client.upload(randomBytes(51 << 20), 'large.bin');
    expect([large.status, large.body.code, client.kept(), client.incoming()]).toEqual([413, 413, [], []]);
    expect((await client.upload(randomBytes(50 << 20), 'fits.bin')).status).toBe(201);
  });
});
