import { TestServer } from '../support/server.js';

describe('compressed answers', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
    await server.post('/api/sites', { name: 'North', description: `<p>${'Main site. '.repeat(300)}</p>` });
  });
  afterAll(() => server.stop());

  const read = (headers: Record<string, string>) => server.get('/api/sites/1', { headers });

  it('contract 11: answers are compressed when asked for', async () => {
    const [plain, packed] = [await read({ 'accept-encoding': 'identity' }), await read({ 'accept-encoding': 'gzip' })];
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.body).toEqual(plain.body);
  });

  it('contract 6: a compressed representation carries a tag of its own, which is good for both conditions', async () => {
    const plain = (await read({ 'accept-encoding': 'identity' })).headers.get('etag')!;
    const packed = (await read({ 'accept-encoding': 'gzip' })).headers.get('etag')!;
    expect(packed).not.toBe(plain);
    for (const tag of [plain, packed]) {
      expect((await read({ 'if-none-match': tag, 'accept-encoding': 'gzip' })).status).toBe(304);
    }
    const change = { description: '<p>Short</p>' };
    expect((await server.patch('/api/sites/1', change, { headers: { 'if-match': packed } })).status).toBe(200);
    expect((await server.patch('/api/sites/1', {}, { headers: { 'if-match': packed } })).status).toBe(412);
  });
});
