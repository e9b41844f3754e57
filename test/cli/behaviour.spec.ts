/** How commands begin and end: exit codes, help, closed pipes, Ctrl-C. @seconds 8 @always */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { TestServer } from '../support/server.js';
import { buildProgram, CommandLine, type Program, type Said } from './command-line.js';

let program: Program;
let server: TestServer;
let shell: CommandLine;
beforeAll(async () => {
  program = buildProgram();
  server = await TestServer.start('sqlite');
  shell = new CommandLine(program, server.url, server.token);
  const sites = Array.from({ length: 3000 }, (_, i) => ({ name: `Site ${i}`, description: 'x'.repeat(200) }));
  await server.post('/api/sites/mass-store', { items: sites });
});
afterAll(async () => {
  shell.remove();
  await server.stop();
  program.remove();
});

const meridian = (...args: string[]): Promise<Said> => shell.run(args);
const ended = (child: { once(event: 'close', listener: (code: number | null) => void): unknown }) =>
  new Promise<number | null>((resolve) => child.once('close', resolve));

describe('the command line', () => {
  it('tells by its exit code what went wrong, and in words what to do', async () => {
    const reader = await server.userWith(['site_access']);
    const as = (token: string, ...args: string[]): Promise<Said> =>
      shell.run(args, { environment: { MERIDIAN_TOKEN: token } });
    const cases: ReadonlyArray<readonly [Promise<Said>, number, string]> = [
      [meridian('list'), 2, 'meridian list <type>'],
      [meridian('list', 'sites', '--filtre', 'a=1'), 2, 'Did you mean --filter?'],
      [meridian('restore', 'map.backup', '--froce'), 2, 'Did you mean --force?'],
      [meridian('list', 'sties'), 2, 'Did you mean sites?'],
      [meridian('lits', 'sites'), 2, 'Did you mean list?'],
      [meridian('get', 'sites', '1x'), 2, "'1x' is not an id"],
      [meridian('create', 'sites', 'name'), 2, 'name=value'],
      [as('wrong', 'whoami'), 3, 'Sign in again: meridian login'],
      [as(reader.token, 'create', 'sites', 'name=Mine'), 4, 'site_create'],
      [meridian('get', 'sites', '9999'), 5, '9999'],
      [meridian('create', 'sites', 'nmae=x', 'name='), 6, '  name: The name field is required.'],
      [meridian('list', 'sites', '--filter', 'nmae=x'), 6, 'Did you mean name?'],
      [shell.run(['whoami'], { environment: { MERIDIAN_URL: 'http://127.0.0.1:9' } }), 7, 'MERIDIAN_URL'],
    ];
    for (const [said, code, words] of cases) {
      const { err, out, code: found } = await said;
      expect({ words: err.includes(words) ? words : err, found, out }).toEqual({ words, found: code, out: '' });
    }
  });
  it('explains itself without a server', async () => {
    const alone = { environment: { MERIDIAN_URL: 'http://127.0.0.1:9' } };
    const helps = await Promise.all(
      [['--help'], ['list', '--help'], ['backup', '--help']].map((args) => shell.run(args, alone)),
    );
    expect(helps.map(({ code, err }) => [code, err])).toEqual(helps.map(() => [0, '']));
    expect(helps[0]!.out).toContain('\n  list <type> ');
    expect(helps.slice(1).map(({ out }) => out.split('\n')[0])).toEqual([
      'meridian list <type>',
      'meridian backup <file>',
    ]);
    expect((await shell.run(['--version'], alone)).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
  it('lists at the pace of its reader: a closed pipe is no error', async () => {
    const script = '"$0" "$1" list sites --all -o jsonl | head -n 2; echo "${PIPESTATUS[0]}"';
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script, process.execPath, shell.file], {
      env: shell.environment,
    });
    const lines = stdout.trim().split('\n');
    expect([lines.length, lines.at(-1), stderr]).toEqual([3, '0', '']);
    const { out } = await meridian('list', 'sites', '--fields', 'id', '-o', 'jsonl');
    expect(out.trim().split('\n')).toHaveLength(3000);
  });
  it('ends at Ctrl-C with 130 and leaves no half file', async () => {
    let asked!: () => void;
    const wasAsked = new Promise<void>((resolve) => (asked = resolve));
    const slow: Server = createServer((request, response) => {
      if (/^\/api\/(openapi|graph)/.test(request.url!)) {
        void server.get(request.url!).then(({ body }) => response.end(JSON.stringify(body)));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.write('id,name\n');
      asked();
    });
    await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const child = shell.start(['export', 'sites', 'sites.csv'], { environment: { MERIDIAN_URL: url } });
    let err = '';
    child.stderr.on('data', (chunk) => (err += String(chunk)));
    await wasAsked;
    child.kill('SIGINT');
    expect([await ended(child), err]).toEqual([130, 'Broken off.\n']);
    expect(readdirSync(shell.folder).filter((name) => name.startsWith('sites.csv'))).toEqual([]);
    slow.closeAllConnections();
    await new Promise((closed) => slow.close(closed));
  });
});
