/** `docs/one-server.md` says what works: its configuration, its unit and its accounts are taken as they stand there. @seconds 20 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type RequestOptions } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildProgram, Running, type Program } from '../existing-database/processes.js';
import { ENGINES, makeDatabase, nameOf, withServer } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const PROJECT = resolve(__dirname, '../..');
const PAGE = readFileSync(join(PROJECT, 'docs/one-server.md'), 'utf8');

/** The blocks of a language, in the order of the page. */
const blocks = (language: string): string[] =>
  [...PAGE.matchAll(/```(\w+)\n([\s\S]*?)```/g)].filter(([, found]) => found === language).map(([, , text]) => text!);
const [settings = '', unit = ''] = blocks('ini');

const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
/** A test that needs a program, or says that it was left out. */
const itWith = (program: string, name: string, body: () => Promise<void> | void): void =>
  isThere(program) ? it(name, async () => body()) : it(`SKIPPED, no ${program} here: ${name}`, () => undefined);

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const listener = createServer().listen(0, '127.0.0.1', () => {
      const { port } = listener.address() as AddressInfo;
      listener.close(() => done(port));
    });
  });

describe('docs/one-server.md', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('its command lines are ones, and its settings are those of the server', () => {
    for (const text of blocks('sh')) execFileSync('bash', ['-n'], { input: text });
    const known = readFileSync(join(PROJECT, '.env.example'), 'utf8');
    const names = [...settings.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !new RegExp(`^(# )?${name}=`, 'm').test(known))).toEqual([]);
  });

  itWith('systemd-analyze', 'systemd knows every line of the unit', () => {
    const file = join(folder, 'meridian.service');
    const here = unit
      .replace('User=meridian\nGroup=meridian', 'User=root\nGroup=root')
      .replace('/usr/bin/node', process.execPath);
    writeFileSync(file, here);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    // What it says of units of this machine is no matter of ours.
    const ours = stderr.split('\n').filter((line) => line.includes('meridian.service'));
    expect([status, ours]).toEqual([0, []]);
  });

  describe('nginx', () => {
    let server: TestServer;
    let nginx: ChildProcess | undefined;
    let configuration: string;
    let port: number;
    let said = '';
    beforeAll(async () => {
      if (!isThere('nginx')) return;
      server = await TestServer.start('sqlite', { TRUST_PROXY: /TRUST_PROXY=(.*)/.exec(settings)![1]! });
      const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
      execFileSync(
        'openssl',
        ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=map.example.org', '-days', '2'].concat(
          ...[['-keyout', key, '-out', certificate]],
        ),
        { stdio: 'ignore' },
      );
      port = await freePort();
      const [text = ''] = blocks('nginx');
      const here = text
        .replace('server 127.0.0.1:3000', `server ${server.url.replace('http://', '')}`)
        .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replace(/\/etc\/ssl\/certs\/[^;]*/, certificate)
        .replace(/\/etc\/ssl\/private\/[^;]*/, key);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      configuration = join(folder, 'nginx.conf');
      writeFileSync(
        configuration,
        `worker_processes 1; pid ${folder}/nginx.pid; error_log stderr warn; events {}\n` +
          `http { access_log off; ${temporary.join(' ')}\n${here}\n}\n`,
      );
      nginx = spawn('nginx', ['-p', folder, '-c', configuration, '-g', 'daemon off;']);
      nginx.stderr!.on('data', (chunk) => (said += String(chunk)));
      for (const until = Date.now() + 20_000; Date.now() < until; await new Promise((wake) => setTimeout(wake, 20)))
        if (await ask('/health/live').catch(() => undefined)) break;
    });
    afterAll(async () => {
      if (nginx && nginx.exitCode === null) {
        const ended = new Promise((done) => nginx!.once('close', done));
        nginx.kill('SIGTERM');
        await ended;
      }
      await server?.stop();
    });

    /** A request through nginx, and what was answered. */
    const ask = (path: string, options: RequestOptions = {}, body?: Buffer | string): Promise<[number, string]> =>
      new Promise((done, fail) => {
        const asked = request(
          {
            ...{ host: '127.0.0.1', port, path, rejectUnauthorized: false, ...options },
            headers: { host: 'map.example.org', authorization: `Bearer ${server.token}`, ...options.headers },
          },
          (answer) => {
            let text = '';
            answer.on('data', (chunk) => (text += String(chunk)));
            answer.on('end', () => done([answer.statusCode!, text]));
          },
        );
        asked.on('error', fail).end(body);
      });

    itWith('nginx', 'its configuration has no mistake that nginx knows', () => {
      const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', configuration], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
      expect(stderr).not.toContain('[warn]');
    });
    itWith('nginx', 'reads, writes and files larger than nginx would take by itself pass; figures do not', async () => {
      const headers = { 'content-type': 'application/json' };
      const [made] = await ask('/api/sites', { method: 'POST', headers }, JSON.stringify({ name: 'Behind' }));
      const [status, list] = await ask('/api/sites');
      expect([made, status, JSON.parse(list)]).toEqual([201, 200, [expect.objectContaining({ name: 'Behind' })]]);
      const file = new Response(form(2_500_000));
      const type = { 'content-type': file.headers.get('content-type')! };
      const sent = Buffer.from(await file.arrayBuffer());
      expect((await ask('/api/documents', { method: 'POST', headers: type }, sent))[0]).toBe(201);
      expect((await ask('/metrics'))[0]).toBe(404);
      expect(said).not.toContain('[emerg]');
    });
    itWith('nginx', 'a client cannot say that it is somebody else', async () => {
      const headers = { 'x-forwarded-for': '203.0.113.9', 'content-type': 'application/json' };
      await ask('/api/sites', { method: 'POST', headers }, JSON.stringify({ name: 'From elsewhere' }));
      const [entry] = (await server.get('/api/audit-logs?sort=-id&limit=1')).body as Array<{ host: string }>;
      expect(entry!.host).toBe('127.0.0.1');
    });
  });

  (ENGINES.includes('mariadb') ? describe : describe.skip)('the account of the database', () => {
    let program: Program;
    beforeAll(() => {
      program = buildProgram();
    });
    afterAll(() => program.remove());

    it('may what the start, the use and the next start need, and after REVOKE still what daily use needs', async () => {
      const place = await makeDatabase('mariadb');
      const account = `md_${randomBytes(4).toString('hex')}`;
      // The database is made under a name of this run; the page makes it as it stands there.
      await withServer((connection) => connection.query(`DROP DATABASE ${nameOf(place)}`));
      const [make = '', narrow = ''] = blocks('sql').map((text) =>
        text
          .replaceAll("'meridian'@'127.0.0.1'", `'${account}'@'%'`)
          .replaceAll(' meridian.*', ` ${nameOf(place)}.*`)
          .replaceAll('DATABASE meridian ', `DATABASE ${nameOf(place)} `),
      );
      const run = (text: string): Promise<void> =>
        withServer(async (connection) => {
          for (const statement of text.split(';').filter((one) => one.trim())) await connection.query(statement);
        });
      const { host } = new URL(place.url);
      const started = async (use: (url: string) => Promise<void>): Promise<void> => {
        const running = Running.start(program, ['main.js'], {
          DATABASE_URL: `mysql://${account}:secret@${host}/${nameOf(place)}`,
          DOCUMENTS_DIR: join(folder, 'documents'),
          PORT: '0',
          BCRYPT_COST: '4',
          ADMIN_PASSWORD: 'Correct-horse-9',
          TOKEN_SECRET: 'a secret of the tests, 32 characters or more',
        });
        try {
          await running.says('/api');
          await use(/(http:\/\/[\d.]+:\d+)/.exec(running.output)![1]!);
        } finally {
          await running.kill();
        }
      };
      const write = (name: string) => async (url: string) => {
        const json = { 'content-type': 'application/json' };
        const body = JSON.stringify({ login: 'admin', password: 'Correct-horse-9' });
        const login = await fetch(`${url}/api/login`, { method: 'POST', headers: json, body });
        const { access_token: token } = (await login.json()) as { access_token: string };
        const headers = { ...json, authorization: `Bearer ${token}` };
        const made = await fetch(`${url}/api/sites`, { method: 'POST', headers, body: JSON.stringify({ name }) });
        const { id } = (await made.json()) as { id: number };
        const gone = await fetch(`${url}/api/sites/${id}`, { method: 'DELETE', headers });
        const ready = await fetch(`${url}/health/ready`);
        expect([login.status, made.status, gone.status, ready.status]).toEqual([200, 201, 200, 200]);
      };
      try {
        mkdirSync(join(folder, 'documents'), { recursive: true });
        await run(make);
        await started(write('First'));
        await run(narrow);
        await started(write('Narrow'));
      } finally {
        await run(`DROP USER IF EXISTS '${account}'@'%'`);
        await place.drop();
      }
    });
  });
});

function form(size: number): FormData {
  const data = new FormData();
  data.append('file', new Blob(['x'.repeat(size)]), 'large.txt');
  return data;
}
