/** `meridian feed`: files of tools as a document, and programs of one's own. @seconds 12 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  const parsed = (text: string): unknown[] =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  expect([again.code, again.err, parsed(again.out)]).toEqual([0, '', parsed(out)]);
  const one = await shell.run(['feed', 'ndjson', '-', '--print', '-o', 'json', '--scope', 'x'], { input: out });
  expect(JSON.parse(one.out)).toMatchObject({ mode: 'full', scope: 'x', items: [{ ref: '1' }] });
});
it('takes a document of one piece too, and joins files of one whole alone', async () => {
  const document = {
    feed: 1,
    source: 'DESK',
    options: { pointers: 'create' },
    items: [{ type: 'sites', set: { name: 'South' } }],
  };
  const { code, out } = await shell.run(['feed', 'ndjson', '-', '--print'], {
    input: JSON.stringify(document, null, 2),
  });
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect([code, lines]).toEqual([
    0,
    [{ ...document, items: undefined, mode: 'delta', scope: '' }, document.items[0], { end: 1 }],
  ]);
  for (const [name, scope] of [
    ['a', 'x'],
    ['b', 'x'],
    ['c', 'y'],
  ]) {
    writeFileSync(join(shell.folder, `${name}.json`), JSON.stringify({ ...document, scope }));
  }
  const joined = await feed('ndjson', 'a.json', 'b.json', '--print');
  expect(joined.out.trim().split('\n')).toHaveLength(4);
  expect(await feed('ndjson', 'a.json', 'c.json', '--print')).toMatchObject({ code: 2, out: '' });
});
it('takes no memory for a long document, and leaves no file behind', async () => {
  const item = (n: number): string => JSON.stringify({ type: 'sites', ref: `${n}`, set: { name: 'x'.repeat(1000) } });
  const items = Array.from({ length: 60_000 }, (_, n) => `${item(n)}\n`).join('');
  writeFileSync(join(shell.folder, 'long.ndjson'), `{"feed":1,"source":"LONG"}\n${items}`);
  const environment = { NODE_OPTIONS: '--max-old-space-size=48', TMPDIR: shell.folder };
  const { code, out } = await shell.run(['feed', 'ndjson', 'long.ndjson', '--print', '-o', 'json'], { environment });
  expect([code, out.length > 60_000_000]).toEqual([0, true]);
  expect(readdirSync(shell.folder).filter((name) => name.startsWith('meridian-feed-'))).toEqual([]);
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
  [['csv', 'sites.csv'], 3, 'meridian login'],
  [['csv', 'sites.csv', '--yes', '--dry-run'], 2, 'one of them'],
  [['csv', 'sites.csv', '--yes', '--exit-code'], 2, 'one of them'],
  [['csv', 'sites.csv', '--print', '-o', 'text'], 2, 'json or jsonl'],
  [['csv', 'sites.csv', '--allow-missing', '1.5'], 2, 'a number of objects'],
  [['nmpa', 'sites.csv'], 2, 'Did you mean nmap?'],
  [['shwo', 'pl_1'], 2, 'Did you mean show?'],
  [['apply', 'pl-1'], 2, 'is no plan'],
  [['runs', 'pl_1'], 2, 'is no run'],
  [['source', 'set', 'lower'], 2, 'named by capitals'],
  [['source', 'set', 'A', 'precedence'], 2, 'name=value'],
  [['source', 'set', 'A', 'missing={'], 2, 'not JSON'],
  [['source', 'set', 'A', 'map=@none.json'], 5, 'none.json cannot be read'],
  [['source', 'retire', 'A', 'x=1'], 2, 'retired whole'],
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
