/** `meridian feed`: files of tools as a document, and programs of one's own. @seconds 6 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProgram, CommandLine, type Program, type Said } from './command-line.js';

let program: Program;
let shell: CommandLine;
beforeAll(() => {
  program = buildProgram();
  // Nobody answers there: a command that calls somebody fails.
  shell = new CommandLine(program, 'http://127.0.0.1:9');
  writeFileSync(join(shell.folder, 'map.yaml'), 'rows:\n- {type: sites, ref: "${Id}", set: {name: "${Name}"}}\n');
  writeFileSync(join(shell.folder, 'sites.csv'), 'Id;Name\n1;North \u009b31m\n');
});
afterAll(() => {
  shell.remove();
  program.remove();
});
const feed = (...args: string[]): Promise<Said> => shell.run(['feed', ...args]);

it('writes a document that it reads again as it is, on lines or as one', async () => {
  const { code, out, err } = await feed(
    'csv',
    'sites.csv',
    '--opt',
    'map=map.yaml',
    '--source',
    'DESK',
    '--full',
    '--print',
  );
  const lines = out.trim().split('\n');
  expect([code, err, lines.length]).toEqual([0, '', 3]);
  expect(out).not.toContain('\u009b');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ feed: 1, source: 'DESK', mode: 'full', scope: '' }),
    { type: 'sites', ref: '1', set: { name: 'North \u009b31m' } },
    { end: 1 },
  ]);
  const again = await shell.run(['feed', 'ndjson', '-', '--print'], { input: out });
  expect(again).toEqual({ code: 0, out, err: '' });
  const one = await shell.run(['feed', 'ndjson', '-', '--print', '-o', 'json', '--scope', 'x'], { input: out });
  expect(JSON.parse(one.out)).toMatchObject({ mode: 'full', scope: 'x', items: [{ ref: '1' }] });
});
it('reads the folder of an agent', async () => {
  const device = readFileSync(join(__dirname, '../feed/fixtures/device.glpi.json'), 'utf8');
  mkdirSync(join(shell.folder, 'agent'));
  for (const name of ['a', 'b'])
    writeFileSync(join(shell.folder, `agent/${name}.json`), device.replaceAll('lab-01', name));
  writeFileSync(join(shell.folder, 'agent/readme.txt'), 'no inventory');
  const { out } = await feed('glpi', 'agent', '--print', '-o', 'json');
  expect((JSON.parse(out) as { items: unknown[] }).items).toMatchObject([{ ref: 'a' }, { ref: 'b' }]);
});
it('runs a program of that name, whose output is a document', async () => {
  const folder = join(shell.folder, 'programs');
  mkdirSync(folder);
  const script = (name: string, body: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  script(
    'meridian-feed-own',
    `printf '{"feed":1,"source":"OWN"}\\n{"type":"sites","set":{"name":"%s"}}\\n{"end":1}\\n' "$1"`,
  );
  script('meridian-feed-bad', `printf '{"feed":1,"source":"OWN"}\\n'; exit 3`);
  const environment = { PATH: `${folder}:${process.env['PATH']}` };
  const own = await shell.run(['feed', 'own', 'North', '--print'], { environment });
  expect([own.code, own.out.split('\n')[1]]).toEqual([0, '{"type":"sites","set":{"name":"North"}}']);
  expect(await shell.run(['feed', 'bad', '--print'], { environment })).toMatchObject({
    code: 1,
    out: '',
    err: 'meridian-feed-bad failed (3).\n',
  });
});
it.each<[string[], number, string]>([
  [['csv', 'sites.csv'], 2, '--print'],
  [['nmap', '--print'], 2, 'The argument <files> is missing'],
  [['xyz', 'a', '--print'], 2, 'There are: ansible, csv'],
  [['nmap', 'none.xml', '--print'], 5, 'none.xml cannot be read'],
  [['nmap', 'sites.csv', '--print'], 1, 'This is no complete nmap file'],
  [['csv', 'sites.csv', '--print'], 1, 'opt[map]'],
  [['csv', 'sites.csv', '--opt', 'map', '--print'], 2, 'name=value'],
  [['csv', 'sites.csv', '--full', '--delta', '--print'], 2, 'not both'],
  [['csv', 'sites.csv', '--source', 'a\u001b[31m', '--print'], 2, "'a\\x1b[31m'"],
])('%j fails with %i and says what to do', async (args, code, words) => {
  const said = await feed(...args);
  expect([said.code, said.out, said.err.includes(words) ? words : said.err]).toEqual([code, '', words]);
  expect(said.err).not.toContain('\u001b');
});
