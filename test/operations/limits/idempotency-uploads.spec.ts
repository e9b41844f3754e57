/** Bodies that are not read as a whole, and several replicas (contract 11). */
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { ENGINES, makeDatabase } from '../../support/engines.js';
import { TestServer, type TestAnswer } from '../../support/server.js';

describe.each(ENGINES)('Idempotency-Key of forms and files on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  const key = (value: string = randomUUID()): { headers: Record<string, string> } => ({
    headers: { 'idempotency-key': value },
  });

  const upload = (value: string, content: string, boundary: string): Promise<TestAnswer> => {
    const part = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain';
    const body = `--${boundary}\r\n${part}\r\n\r\n${content}\r\n--${boundary}--\r\n`;
    const type = `multipart/form-data; boundary=${boundary}`;
    return server.post('/api/documents', body, { headers: { ...key(value).headers, 'content-type': type } });
  };
  it('contract 11: an upload is carried out once, whatever the boundary; other bytes are 422', async () => {
    const value = randomUUID();
    const content = 'line\r\n'.repeat(60_000);
    const first = await upload(value, content, 'aaaaaaaa');
    const again = await upload(value, content, 'bbbbbbbbbbbb');
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await upload(value, `${content}x`, 'aaaaaaaa')).status).toBe(422);
    const bytes = await server.get(`/api/documents/${first.body.id}/download`);
    expect(bytes.body).toBe(content);
  });
  it('contract 11: an upload that breaks off may be sent again under its key', async () => {
    const value = randomUUID();
    await new Promise<void>((ended) => {
      const headers = {
        authorization: `Bearer ${server.token}`,
        'content-type': 'multipart/form-data; boundary=aaaaaaaa',
        'content-length': '100000',
        ...key(value).headers,
      };
      const sent = httpRequest(`${server.url}/api/documents`, { method: 'POST', headers });
      sent.on('error', () => ended());
      sent.write('--aaaaaaaa\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbegin');
      setTimeout(() => sent.destroy(), 100);
    });
    let answer = await upload(value, 'whole', 'aaaaaaaa');
    for (let tries = 0; answer.status === 409 && tries < 20; tries++) {
      await new Promise((wake) => setTimeout(wake, 50));
      answer = await upload(value, 'whole', 'aaaaaaaa');
    }
    expect(answer.status).toBe(201);
  });
  it.each(['form', 'multipart'])('contract 11: a %s that stands in for PUT is carried out once', async (kind) => {
    const { id } = (await server.post('/api/sites', { name: `By ${kind}` })).body;
    const options = key();
    const change = (): Promise<TestAnswer> => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ _method: 'PUT', name: `${kind} once` })) form.append(name, value);
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return kind === 'multipart'
        ? server.post(`/api/sites/${id}`, form, options)
        : server.post(`/api/sites/${id}`, `_method=PUT&name=form once`, { headers: { ...options.headers, ...type } });
    };
    const first = await change();
    await server.put(`/api/sites/${id}`, { name: `${kind} later` });
    const again = await change();
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect((await server.get(`/api/sites/${id}`)).body.data.name).toBe(`${kind} later`);
  });
});

describe.each(ENGINES.filter((engine) => engine !== 'sqlite'))('two replicas on %s', (engine) => {
  it('contract 11: a key is shared by all replicas', async () => {
    const files = await makeDatabase(engine);
    const first = await TestServer.start(engine, {}, files);
    const second = await TestServer.start(engine, {}, files);
    try {
      const headers = { 'idempotency-key': randomUUID() };
      const made = await first.post('/api/sites', { name: 'Shared' }, { headers });
      const again = await second.post('/api/sites', { name: 'Shared' }, { headers });
      expect([again.status, again.body]).toEqual([201, made.body]);
      const crowd = { 'idempotency-key': randomUUID() };
      await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          (i % 2 ? first : second).post('/api/sites', { name: 'Crowd' }, { headers: crowd }),
        ),
      );
      expect(await first.database.all("SELECT COUNT(*) AS n FROM sites WHERE name = 'Crowd'")).toEqual([{ n: 1 }]);
    } finally {
      await second.stop(true);
      await first.stop();
    }
  });
});
