/** Events 10a: the journal is told to a receiver of syslog over TLS and to one of OCSF, in order, and nothing is lost while it is away. @seconds 25 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.js';
import { TestServer } from '../support/server.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into events of every shape
type Json = any;

const RSYSLOG = '/usr/sbin/rsyslogd';
const HAS_RSYSLOG = existsSync(RSYSLOG) && existsSync('/usr/lib/x86_64-linux-gnu/rsyslog/lmnsd_gtls.so');

const until = async (holds: () => boolean | Promise<boolean>, seconds = 40): Promise<void> => {
  for (const end = Date.now() + seconds * 1000; !(await holds()); await new Promise((wake) => setTimeout(wake, 100)))
    if (Date.now() > end) throw new Error('It did not come.');
};

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** What OCSF requires of an event of each class that we tell. */
const REQUIRED: Readonly<Record<number, readonly string[]>> = {
  3001: ['user'],
  3002: ['user', 'service'],
  3004: ['entity'],
  6003: ['actor', 'api', 'src_endpoint'],
};

function checkOcsf(event: Json): void {
  const all = ['activity_id', 'category_uid', 'class_uid', 'metadata', 'severity_id', 'time', 'type_uid'];
  for (const name of [...all, ...REQUIRED[event.class_uid]!]) expect(event).toHaveProperty(name);
  expect(event.type_uid).toBe(event.class_uid * 100 + event.activity_id);
  expect(Math.floor(event.class_uid / 1000)).toBe(event.category_uid);
  expect(event.metadata.product.vendor_name).toBe('Meridian');
  if (event.activity_id === 99) expect(typeof event.activity_name).toBe('string');
}

const numbersOf = (events: Json[]): number[] => events.map(({ metadata }) => metadata.sequence as number);

(HAS_RSYSLOG ? describe : describe.skip)("the journal and Debian's rsyslog over TLS", () => {
  let folder: string;
  let port: number;
  let daemon: ChildProcess | undefined;
  let server: TestServer;

  const at = (name: string): string => join(folder, name);
  const events = (): Json[] =>
    existsSync(at('out'))
      ? readFileSync(at('out'), 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as Json)
      : [];
  const start = (): void => {
    daemon = spawn(RSYSLOG, ['-n', '-f', at('conf'), '-i', at('pid')], { stdio: 'ignore' });
  };
  const stop = async (): Promise<void> => {
    const ended = new Promise((done) => daemon!.once('exit', done));
    daemon!.kill('SIGTERM');
    await ended;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'meridian-rsyslog-'));
    port = await freePort();
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
        ...[
          '-subj',
          '/CN=localhost',
          '-addext',
          'subjectAltName=DNS:localhost',
          '-keyout',
          at('key'),
          '-out',
          at('crt'),
        ],
      ],
      { stdio: 'ignore' },
    );
    writeFileSync(
      at('conf'),
      `global(workDirectory="${folder}" maxMessageSize="512k" defaultNetstreamDriver="gtls" defaultNetstreamDriverCAFile="${at('crt')}"
  defaultNetstreamDriverCertFile="${at('crt')}" defaultNetstreamDriverKeyFile="${at('key')}")
module(load="imtcp" StreamDriver.Name="gtls" StreamDriver.Mode="1" StreamDriver.AuthMode="anon")
input(type="imtcp" port="${port}" address="127.0.0.1")
template(name="whole" type="string" string="%app-name% %msgid% %structured-data% %msg%\\n")
action(type="omfile" file="${at('out')}" template="whole")
`,
    );
    start();
    server = await TestServer.start('sqlite', {
      AUDIT_SYSLOG: `tls://localhost:${port}`,
      AUDIT_SYSLOG_CA: at('crt'),
    });
  });
  afterAll(async () => {
    await server.stop();
    await stop();
    rmSync(folder, { recursive: true });
  });

  it('11b: tells everything in order; while it is away nothing is lost', async () => {
    await server.post('/api/sites', { name: 'Told' });
    await server.request('POST', '/api/login', { body: { login: 'nobody', password: 'wrong-secret' }, token: null });
    await until(() => events().some(({ message }) => message === 'login_refused'));
    await stop();
    for (let i = 0; i < 5; i++) await server.post('/api/sites', { name: `While away ${i}` });
    await new Promise((wake) => setTimeout(wake, 2500));
    const { body: metrics } = await server.get('/metrics', { token: null });
    expect(metrics).toMatch(/meridian_audit_receiver_lag_seconds\{receiver="syslog"\} [1-9]/);
    expect(metrics).toMatch(/meridian_audit_receiver_failures_total\{receiver="syslog"\} [1-9]/);
    start();
    const names = (): string[] => events().flatMap(({ unmapped }) => unmapped.journal.after?.name ?? []) as string[];
    await until(() => names().includes('While away 4'));
    const told = numbersOf(events());
    const first = [...new Set(told)];
    expect(first).toEqual(Array.from({ length: first.length }, (_, i) => first[0]! + i));
    expect(names().filter((name) => name.startsWith('While away'))).toEqual(
      expect.arrayContaining([0, 1, 2, 3, 4].map((i) => `While away ${i}`)),
    );
    expect(JSON.stringify(events())).not.toContain('wrong-secret');
    expect(readFileSync(at('out'), 'utf8')).toMatch(/^meridian created \[meta sequenceId="\d+"\]\[origin /m);
  });
});

describe('the journal and a receiver of OCSF', () => {
  it('gets each entry as an event of its class, one on a line, without anything hidden', async () => {
    const events: Json[] = [];
    let refusals = 2;
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        if (refusals-- > 0) return void response.writeHead(503).end();
        expect(request.headers['content-type']).toBe('application/x-ndjson');
        const lines = Buffer.concat(parts).toString('utf8').split('\n').filter(Boolean);
        events.push(...lines.map((line) => JSON.parse(line) as Json));
        response.writeHead(204).end();
      });
    };
    const receiver = createServer(answer);
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    const { port } = receiver.address() as AddressInfo;
    const server = await TestServer.start('sqlite', { AUDIT_HTTP: `http://127.0.0.1:${port}/events` });
    const { body: user } = await server.post('/api/users', {
      ...{ login: 'anna', name: 'Anna', email: 'anna@example.org', password: 'Very-long-secret-1', roles: [] },
    });
    await server.post('/api/databases', { name: 'Long', description: 'x'.repeat(30_000) });
    await server.get('/api/sites?format=csv', { headers: { accept: 'text/csv' }, documented: false });
    await server.request('POST', '/api/login', { body: { login: 'admin', password: 'wrong' }, token: null });
    // As the older application writes: the whole row.
    await server.database.run(
      'INSERT INTO audit_logs (description, subject_id, subject_type, properties, created_at) VALUES (?, ?, ?, ?, ?)',
      [
        'updated',
        user.id,
        'App\\Models\\User',
        '{"login":"anna","password":"$2y$10$abc","remember_token":"t0ken"}',
        server.database.clock.toStored(Date.now()),
      ],
    );
    await until(() => events.some(({ unmapped }) => unmapped.journal.login === 'anna'));
    await server.stop();
    receiver.close();
    events.forEach(checkOcsf);
    const numbers = numbersOf(events);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => numbers[0]! + i));
    const classes = new Map(events.map(({ message, class_uid: uid, ...rest }) => [message, { uid, ...rest }]));
    expect(classes.get('login_refused')).toMatchObject({ uid: 3002, status_id: 2, user: { uid: '1' } });
    const made = events.find(({ class_uid: uid, activity_id: id }) => uid === 3001 && id === 1);
    expect(made.user.uid).toBe(String(user.id));
    const long = events.find(({ entity }) => entity?.type === 'databases');
    expect(long.unmapped.journal.after.description).toHaveLength(30_000);
    expect(JSON.stringify(events)).not.toMatch(/\$2y\$|t0ken|\$2b\$|Very-long-secret/);
  });
});

describe('where the journal may be told', () => {
  it('is checked at the start', () => {
    const base = { DATABASE_URL: 'sqlite:/nowhere', TOKEN_SECRET: 'a secret of the tests, 32 characters or more' };
    const wrong = [
      ...['tcp://siem.example.org:601', 'udp://10.0.0.1:514', 'http://x', 'tls://x:99999', 'tls://', 'nonsense'].map(
        (text) => ({
          AUDIT_SYSLOG: text,
        }),
      ),
      ...['http://siem.example.org', 'ftp://x', 'https://a:b@siem.example.org', 'x'].map((text) => ({
        AUDIT_HTTP: text,
      })),
    ];
    for (const settings of wrong) expect(() => readConfig({ ...base, ...settings })).toThrow(Object.keys(settings)[0]!);
    for (const text of ['tls://siem.example.org', 'tcp://127.0.0.1:601', 'udp://localhost', 'tls://[::1]:6514'])
      expect(readConfig({ ...base, AUDIT_SYSLOG: text }).siem.syslog?.port).toBeGreaterThan(0);
  });
});
