/** `meridian feed netbox https://…`, and zabbix: servers that answer as theirs do, late, wrongly, or lead elsewhere. @seconds 12 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { answersOf } from '../../src/cli/remote/feed/tool-server.js';
import { buildProgram, CommandLine, type Program, type Said } from './command-line.js';

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(join(__dirname, '../feed/fixtures', name), 'utf8')) as unknown;

interface Page {
  results: Array<{ url: string }>;
}
type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let program: Program;
let shell: CommandLine;
/** What the server was asked. */
let asked: Array<{ url: string; authorization: string | undefined; body: string }>;
let answering: Answering;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    asked.push({ url: request.url!, authorization: request.headers.authorization, body });
    answering(request, response, body);
  });
});
let base: string;
beforeAll(async () => {
  program = buildProgram();
  shell = new CommandLine(program, 'http://127.0.0.1:9');
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  shell.remove();
  program.remove();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => void (asked = []));

const environment = { NETBOX_TOKEN: 'nb-secret', ZABBIX_TOKEN: 'zbx-secret' };
const feed = (...args: string[]): Promise<Said> => shell.run(['feed', ...args, '--print'], { environment });
const json = (
  response: ServerResponse,
  value: unknown,
  headers: Record<string, string> = { 'api-version': '4.3' },
): void => void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
const headOf = (said: Said): unknown => JSON.parse(said.out.split('\n')[0]!);
const itemsOf = ({ out }: Said): string[] => out.trim().split('\n').slice(1, -1);

/** As NetBox answers: each list in pages of one object. */
const netbox: Answering = (request, response) => {
  const url = new URL(request.url!, base);
  const list = /\/api\/(.+)\/$/.exec(url.pathname)![1]!;
  const of = (fixture('netbox.json') as Page[]).find(({ results }) => results[0]!.url.includes(`/api/${list}/`));
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const results = of?.results ?? [];
  const next = new URL(url);
  next.searchParams.set('offset', String(offset + 1));
  const isLast = offset + 1 >= results.length;
  json(response, {
    count: results.length,
    next: isLast ? null : next.href,
    previous: offset ? next.href : null,
    results: results.slice(offset, offset + 1),
  });
};

describe('netbox', () => {
  it('asks for all lists page by page, with the token, and for nothing that is not read', async () => {
    answering = netbox;
    const said = await feed('netbox', `${base}/netbox/`);
    expect([said.code, headOf(said)]).toEqual([0, expect.objectContaining({ source: 'NETBOX', mode: 'full' })]);
    const whole = await shell.run(['feed', 'netbox', join(__dirname, '../feed/fixtures/netbox.json'), '--print']);
    expect(itemsOf(said)).toEqual(itemsOf(whole));
    expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set(['Token nb-secret']));
    expect(asked.every(({ url }) => url.startsWith('/netbox/api/'))).toBe(true);
    const devices = new URL(asked.find(({ url }) => url.includes('/dcim/devices/'))!.url, base).searchParams;
    expect(devices.get('fields')).toContain('asset_tag');
    expect(devices.get('fields')).not.toContain('custom_fields');
  });
  it('reads answers that are saved one by one as if they were one', async () => {
    const answers = fixture('netbox.json') as Page[];
    const names = answers.map((answer, i) => {
      writeFileSync(join(shell.folder, `answer-${i}.json`), JSON.stringify(answer, null, 2));
      return `answer-${i}.json`;
    });
    const said = await feed('netbox', ...names);
    const whole = await feed('netbox', join(__dirname, '../feed/fixtures/netbox.json'));
    expect([said.code, itemsOf(said)]).toEqual([0, itemsOf(whole)]);
  });
  it('reads the answers in a folder, and names the one that is wrong', async () => {
    const answers = fixture('netbox.json') as Page[];
    const folder = join(shell.folder, 'answers');
    mkdirSync(folder);
    answers.forEach((answer, i) => writeFileSync(join(folder, `${10 + i}.json`), `\uFEFF${JSON.stringify(answer)}`));
    writeFileSync(join(folder, 'notes.txt'), 'not read');
    const said = await feed('netbox', 'answers');
    const whole = await feed('netbox', join(__dirname, '../feed/fixtures/netbox.json'));
    expect([said.code, itemsOf(said)]).toEqual([0, itemsOf(whole)]);
    for (const [content, words] of [
      ['{"count": 1,', '11.json: '],
      ['{"detail":"Invalid token"}', '11.json: NetBox refused: Invalid token'],
      ['{"count":2,"next":null,"results":[]}', '11.json: of results it has 0 of 2'],
    ] as const) {
      writeFileSync(join(folder, '11.json'), content);
      expect(await feed('netbox', 'answers')).toMatchObject({
        ...{ code: 6, out: '', err: expect.stringContaining(words) as string },
      });
    }
    mkdirSync(join(shell.folder, 'empty'));
    expect(await feed('netbox', 'empty')).toMatchObject({
      ...{ code: 5, err: expect.stringContaining('no files ending in .json in empty') as string },
    });
  });
  it('waits no longer than it takes to say all, however slowly it is said', async () => {
    process.env['NETBOX_TOKEN'] = 'nb-secret';
    const tricklers: NodeJS.Timeout[] = [];
    answering = (_, response) => {
      response.writeHead(200, { 'api-version': '4.3' });
      tricklers.push(setInterval(() => response.write(' '), 20));
    };
    try {
      const all = answersOf('netbox', base, { silence: 60_000, total: 300 });
      await expect(all.next()).rejects.toThrow('has not said all that it has');
    } finally {
      tricklers.forEach((timer) => clearInterval(timer));
      server.closeAllConnections();
      delete process.env['NETBOX_TOKEN'];
    }
  });
  it.each<[string, string]>([
    ['another host', 'http://169.254.169.254/latest/meta-data/'],
    ['another port', 'http://127.0.0.1:9/api/tenancy/tenants/?offset=1'],
    ['another list', '/api/users/tokens/?offset=1'],
    ['no address', 'javascript:1'],
    ['a name of its own', 'http://nobody@127.0.0.1.example/api/tenancy/tenants/'],
  ])('follows no page to %s', async (_, next) => {
    answering = (_request, response) =>
      json(response, { count: 2, next: next.startsWith('/') ? base + next : next, results: [] });
    const said = await feed('netbox', base);
    expect([said.code, said.out, asked.length]).toEqual([6, '', 1]);
    expect(said.err).toContain('nobody was asked there');
  });
  it('follows no page in a circle', async () => {
    answering = (request, response) => json(response, { next: base + request.url!, results: [] });
    expect(await feed('netbox', base)).toMatchObject({ code: 6, err: expect.stringContaining('to itself') as string });
    expect(asked).toHaveLength(1);
  });
  it.each<[string, Answering, number, string]>([
    [
      'a token that is refused',
      (_, r) => void r.writeHead(403).end('{"detail":"Invalid token"}'),
      6,
      'NETBOX_TOKEN must be a valid token',
    ],
    [
      'an address of something else',
      (_, r) => void r.writeHead(404).end('<html>'),
      6,
      'name the address at which NetBox is opened',
    ],
    ['a page of the web', (_, r) => void r.writeHead(200).end('<html>'), 6, 'it does not answer with JSON'],
    ['JSON of something else', (_, r) => json(r, { results: [] }, {}), 6, 'does not answer as NetBox does'],
    [
      'an earlier version',
      (_, r) => json(r, { results: [] }, { 'api-version': '3.7' }),
      6,
      'NetBox 3.7 is not read here, 4.x is',
    ],
    ['a later version', (_, r) => json(r, { results: [] }, { 'api-version': '5.0' }), 6, 'NetBox 5.0 is not read here'],
    ['an answer without results', (_, r) => json(r, { count: 1 }), 6, 'has no results'],
    [
      'a way to elsewhere',
      (_, r) => void r.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
      6,
      'where nobody was asked',
    ],
    [
      'too much to do',
      (_, r) => void r.writeHead(503).end(),
      7,
      'NetBox answers 503 when it is asked for tenancy/tenants: try again later',
    ],
    [
      'an end in the middle',
      (_, r) => void r.writeHead(200, { 'content-length': '99' }).write('{', () => r.destroy()),
      7,
      'cannot be reached',
    ],
  ])('says what to do about %s', async (_, answer, code, words) => {
    answering = answer;
    const said = await feed('netbox', base);
    expect([said.code, said.out, said.err]).toEqual([code, '', expect.stringContaining(words)]);
    expect(said.err).not.toContain('nb-secret');
  });
  it('says what is wrong with an address, before anybody is asked', async () => {
    for (const [args, words] of [
      [['netbox', `http://me:secret@127.0.0.1/`], 'An address holds no password'],
      [['netbox', `${base}/?a=1`], 'ends before ? and #'],
      [['netbox', base, base], 'An address stands alone'],
      [['nmap', base], 'nmap reads files'],
      [['netbox', 'http://'], 'is no address'],
    ] as const)
      expect(await feed(...args)).toMatchObject({ code: 2, err: expect.stringContaining(words) as string });
    const without = await shell.run(['feed', 'netbox', base, '--print']);
    expect(without).toMatchObject({ code: 2, err: expect.stringContaining('NETBOX_TOKEN') as string });
    // As of a file of two lines: the runtime would show what it refuses.
    for (const NETBOX_TOKEN of ['nb-secret\nsecond', 'nb-secret€']) {
      const said = await shell.run(['feed', 'netbox', base, '--print'], { environment: { NETBOX_TOKEN } });
      expect(said).toMatchObject({ code: 2, err: expect.stringContaining('NETBOX_TOKEN holds more') as string });
      expect(said.err).not.toContain('secret');
    }
    expect(asked).toEqual([]);
  });
  it('shows no token that a tool repeats', async () => {
    answering = (_, response) => void response.writeHead(401).end('no such token: nb-secret');
    const said = await feed('netbox', base);
    expect([said.code, said.err]).toEqual([6, expect.stringContaining('no such token: …')]);
    expect(said.err).not.toContain('nb-secret');
  });
  it('tells that nobody is there', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await new Promise((resolve) => other.close(resolve));
    expect(await feed('netbox', `http://127.0.0.1:${port}`)).toMatchObject({
      ...{ code: 7, out: '', err: expect.stringContaining('cannot be reached (ECONNREFUSED)') as string },
    });
  });
});

describe('zabbix', () => {
  /** As Zabbix answers, of a version. */
  const zabbix =
    (version: string): Answering =>
    (_, response, body) => {
      const { method, params } = JSON.parse(body) as { method: string; params: { hostids?: string[] } };
      const all = (fixture('zabbix.json') as { result: Array<{ hostid: string }> }).result;
      const hosts = params.hostids ? all.filter(({ hostid }) => params.hostids!.includes(hostid)) : all;
      json(response, { jsonrpc: '2.0', result: method === 'apiinfo.version' ? version : hosts, id: 1 });
    };

  it('asks for the version without the token, and then for all hosts', async () => {
    answering = zabbix('7.0.4');
    const said = await feed('zabbix', `${base}/zabbix`);
    const whole = await feed('zabbix', join(__dirname, '../feed/fixtures/zabbix.json'));
    expect([said.code, itemsOf(said), headOf(said)]).toEqual([
      0,
      itemsOf(whole),
      expect.objectContaining({ mode: 'full' }),
    ]);
    expect(asked.map(({ url, authorization }) => [url, authorization])).toEqual([
      ['/zabbix/api_jsonrpc.php', undefined],
      ['/zabbix/api_jsonrpc.php', 'Bearer zbx-secret'],
      ['/zabbix/api_jsonrpc.php', 'Bearer zbx-secret'],
    ]);
  });
  it('says what to do about another version, a refusal, and an answer of something else', async () => {
    answering = zabbix('6.0.30');
    expect(await feed('zabbix', base)).toMatchObject({
      code: 6,
      err: expect.stringContaining('Zabbix 6.0.30 is not read here, 7.x is') as string,
    });
    answering = (request, response, body) =>
      body.includes('apiinfo')
        ? zabbix('7.0.4')(request, response, body)
        : json(response, { error: { code: -32602, message: 'Invalid params.', data: 'Not authorized.' } });
    expect(await feed('zabbix', base)).toMatchObject({
      code: 6,
      err: expect.stringContaining('(Invalid params. Not authorized.): ZABBIX_TOKEN') as string,
    });
    answering = (_, response) => json(response, { results: [] });
    expect(await feed('zabbix', base)).toMatchObject({
      code: 6,
      err: expect.stringContaining('does not answer as Zabbix does') as string,
    });
  });
});
