/** nginx with the configuration of the cluster, in front of servers of the tests. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createListener, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestServer } from '../support/server.js';
import { form } from '../documents/document-client.js';
import { PROJECT } from './dockerfile.js';

const STREAM = '/usr/lib/nginx/modules/ngx_stream_module.so';
const isThere = spawnSync('nginx', ['-v']).error === undefined;

function describeWithNginx(name: string, body: () => void): void {
  if (isThere) return describe(name, body);
  it(`SKIPPED, no nginx here: ${name}`, () => {
    console.log(`SKIPPED, no nginx here: ${name}`);
  });
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createListener().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

describeWithNginx('the configuration of nginx', () => {
  const hasStream = existsSync(STREAM);
  let folder: string;
  let configuration: string;
  let port: number;
  let server: TestServer;
  let nginx: ChildProcess;
  let output = '';
  /** Methods of the requests that the replica took which then died. */
  const taken: string[] = [];
  /** A replica that refuses everything, as one does that is about to end; or dies with a request, where that is asked for. */
  const ending = createServer((request, response) => {
    if (request.headers['x-test'] !== 'die') return void response.writeHead(503, { 'retry-after': '1' }).end();
    taken.push(request.method!);
    request.socket.destroy();
  });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
    server = await TestServer.start('sqlite', { TRUST_PROXY: 'true', MAX_FILE_SIZE: '2000000' });
    await new Promise<void>((resolve) => ending.listen(0, '127.0.0.1', resolve));
    port = await freePort();
    const gone = await freePort();
    const text = readFileSync(join(PROJECT, 'deploy/nginx/nginx.conf'), 'utf8')
      .replace('meridian-1:3000', server.url.replace('http://', ''))
      // Never put aside, so that every test meets it.
      .replace('meridian-2:3000 max_fails=2', `127.0.0.1:${(ending.address() as AddressInfo).port} max_fails=0`)
      .replace('meridian-3:3000', `127.0.0.1:${gone}`)
      .replace(/database-\d:/g, '127.0.0.1:')
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replaceAll('127.0.0.1:8081', `127.0.0.1:${await freePort()}`)
      .replace('listen 3306', `listen 127.0.0.1:${await freePort()}`)
      .replace('worker_processes auto', 'worker_processes 1')
      .replaceAll('/tmp/', `${folder}/`);
    configuration = join(folder, 'nginx.conf');
    // Debian keeps the part for databases in a package of its own; the image has it built in.
    const whole = hasStream
      ? `load_module ${STREAM};\n${text}`
      : text.slice(0, text.indexOf('# One node of the database'));
    if (!hasStream) console.log('SKIPPED, nginx has no stream module here: the way to the databases');
    writeFileSync(configuration, whole);
    nginx = spawn('nginx', ['-p', folder, '-c', configuration, '-g', 'daemon off;']);
    nginx.stderr!.on('data', (chunk) => (output += String(chunk)));
    await answering(port, () => output);
  });
  afterAll(async () => {
    if (nginx.exitCode === null) {
      const ended = new Promise((resolve) => nginx.once('close', resolve));
      nginx.kill('SIGTERM');
      await ended;
    }
    ending.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = (path: string, options: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...options,
      headers: { authorization: `Bearer ${server.token}`, ...(options.headers as Record<string, string>) },
    });

  it('has no mistake that nginx knows', () => {
    const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', configuration], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  });
  it('reads are answered though one replica is gone and another one ends', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => ask('/api/sites')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await ask('/health/ready')).status).toBe(200);
  });
  it('contract 8: uploads larger than nginx would take by itself pass, and what is too large is refused by the server', async () => {
    const upload = (size: number): Promise<Response> =>
      ask('/api/documents', { method: 'POST', body: form('x'.repeat(size), 'large.txt') });
    const answers: number[] = [];
    // A write is not repeated once a replica has refused it, so it is sent until it meets the one that lives.
    for (let i = 0; i < 20 && !answers.includes(201); i++) answers.push((await upload(1_500_000)).status);
    expect(answers.at(-1)).toBe(201);
    const refused: Response[] = [];
    for (let i = 0; i < 20 && !refused.some(({ status }) => status === 413); i++) refused.push(await upload(2_100_000));
    expect(await refused.at(-1)!.json()).toMatchObject({ message: expect.stringContaining('2000000 bytes') as string });
  });
  it.each(['DELETE', 'PUT', 'PATCH'])(
    'contract 7: a %s that a replica took is not sent to another one, and the client hears of it',
    async (method) => {
      const items = Array.from({ length: 24 }, (_, i) => ({ name: `${method} ${i}` }));
      const { body } = await server.post('/api/sites/mass-store', { items });
      const before = taken.length;
      const statuses: number[] = [];
      for (const id of body.ids as number[]) {
        const headers = { 'x-test': 'die', 'content-type': 'application/json' };
        const change = method === 'DELETE' ? {} : { body: JSON.stringify({ description: 'changed' }) };
        statuses.push((await ask(`/api/sites/${id}`, { method, headers, ...change })).status);
      }
      const done = method === 'DELETE' ? 'deleted_at IS NOT NULL' : "description = 'changed'";
      const rows = await server.database.all(`SELECT id FROM sites WHERE name LIKE '${method} %' AND ${done}`);
      const met = taken.slice(before);
      expect(met).toEqual(met.map(() => method));
      expect(met.length).toBeGreaterThan(0);
      expect(statuses.filter((status) => status === 502)).toHaveLength(met.length);
      expect(statuses.filter((status) => status === 200)).toHaveLength(rows.length);
      expect(met.length + rows.length).toBe(items.length);
    },
  );
  it.each(['GET', 'HEAD'])('a %s that ended a replica does not end the next one', async (method) => {
    const before = taken.length;
    const statuses: number[] = [];
    for (let i = 0; i < 24; i++)
      statuses.push((await ask('/api/sites', { method, headers: { 'x-test': 'die' } })).status);
    const met = taken.slice(before);
    expect(met.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 502)).toHaveLength(met.length);
    expect(statuses.filter((status) => status === 200)).toHaveLength(24 - met.length);
  });
  it('one address has so many requests at a time', async () => {
    const { request } = await import('node:http');
    const slow = Array.from({ length: 100 }, () => {
      const asked = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/login',
        headers: { 'content-length': '10' },
      });
      asked.on('error', () => undefined);
      asked.flushHeaders();
      return asked;
    });
    let status = 200;
    for (let i = 0; i < 100 && status !== 429; i++) ({ status } = await ask('/health/live'));
    for (const asked of slow) asked.destroy();
    expect(status).toBe(429);
    for (let i = 0; i < 100 && status === 429; i++) ({ status } = await ask('/health/live'));
    expect(status).not.toBe(429);
  });
  it('reads of heads and writes with bodies pass as they are', async () => {
    const head = await ask('/api/sites', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const { body } = await server.post('/api/sites', { name: 'Behind' });
    const headers = { 'content-type': 'application/json' };
    const change = (): Promise<Response> =>
      ask(`/api/sites/${body.id}`, { method: 'PUT', headers, body: JSON.stringify({ name: 'Through' }) });
    let answer = await change();
    for (let i = 0; i < 20 && answer.status === 503; i++) answer = await change();
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ name: 'Through' })]);
  });
  it('contract 2: a client cannot say that it is somebody else', async () => {
    const login = (): Promise<Response> =>
      ask('/api/login', {
        method: 'POST',
        headers: { 'x-forwarded-for': '203.0.113.9', 'content-type': 'application/json' },
        body: JSON.stringify({ login: 'admin', password: 'Correct-horse-9' }),
      });
    let { status } = await login();
    for (let i = 0; i < 20 && status === 503; i++) ({ status } = await login());
    expect(status).toBe(200);
    const { body } = await server.get('/api/audit-logs?sort=-id&limit=1');
    expect(body[0].host).toBe('127.0.0.1');
  });
  it('keeps figures to itself', async () => {
    expect((await ask('/metrics')).status).toBe(404);
    expect(output).not.toContain('[emerg]');
  });
});

async function answering(port: number, said: () => string): Promise<void> {
  for (const until = Date.now() + 20_000; Date.now() < until; await new Promise((wake) => setTimeout(wake, 20))) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
  }
  throw new Error(`nginx does not answer:\n${said()}`);
}
