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
  writeFileSync(join(shell.folder, 'windows.csv'), Buffer.from('Id;Name\n1;\xcele\n', 'latin1'));
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
  // What it says stands before the settings of its source, also where it is as it is anyway.
  const options = { pointers: 'refuse', names: 'refuse', existing: 'take', allow: {} };
  const plain = await shell.run(['feed', 'ndjson', '-', '--print'], {
    input: JSON.stringify({ ...document, options }),
  });
  expect(JSON.parse(plain.out.split('\n')[0]!)).toEqual({
    ...{ feed: 1, source: 'DESK', mode: 'delta', scope: '' },
    options,
  });
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
  const hardware = '<CONTENT><HARDWARE><NAME>c</NAME></HARDWARE></CONTENT>';
  writeFileSync(join(shell.folder, 'agent/c.xml'), `<REQUEST>${hardware}<DEVICEID>c</DEVICEID></REQUEST>`);
  writeFileSync(join(shell.folder, 'agent/readme.txt'), 'no inventory');
  const { out } = await feed('glpi', 'agent', '--print', '-o', 'json');
  expect((JSON.parse(out) as { items: unknown[] }).items).toMatchObject([
    ...[{ ref: 'a' }, { ref: 'b' }, { ref: 'c' }],
  ]);
});
it('calls a host of Ansible as its file is called, with nothing cut off', async () => {
  const facts = '{"ansible_facts":{"ansible_hostname":"a","ansible_distribution":"Debian"}}';
  const names = ['10.40.0.11', '10.40.0.12', 'web.hill.example', 'web.hill.test'];
  for (const name of names) writeFileSync(join(shell.folder, name), facts);
  const { code, out } = await feed('ansible', ...names, '--print');
  const [head, ...items] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { ref?: string; options?: object });
  expect([code, items.flatMap(({ ref }) => ref ?? [])]).toEqual([0, names]);
  // Those that are in error are left out, unless somebody says otherwise.
  expect(head!.options).toMatchObject({ errors: 'skip' });
  const strict = await feed('ansible', names[0]!, '--no-skip-errors', '--print');
  expect(strict.out.split('\n')[0]).toContain('"errors":"stop"');
});
it('tells which rows nothing came of, and which cells are wrong', async () => {
  const rows = ['Id;Name;Floor', '1;North;1', ';South;1', ';East;1', '1;North;1', ';;', '2;West;2'];
  writeFileSync(join(shell.folder, 'rows.csv'), `${rows.join('\n')}\n`);
  const { code, err, out } = await feed('csv', 'rows.csv', '--opt', 'map=map.yaml', '--print');
  expect([code, err, out.trim().split('\n').length]).toEqual([
    0,
    'Left out: 3 rows without a reference, of sites.\nLeft out: 1 row that others have said before.\n',
    4,
  ]);
  writeFileSync(
    join(shell.folder, 'floors.yaml'),
    'rows:\n- {type: sites, ref: "${Id}", set: {floor: "${Floor|number}"}}\n',
  );
  writeFileSync(join(shell.folder, 'rows.csv'), 'Id;Floor\n1;ground\n');
  expect(await feed('csv', 'rows.csv', '--opt', 'map=floors.yaml', '--print')).toMatchObject({
    ...{ code: 6, out: '' },
    err: expect.stringContaining('  row 2, Floor: '),
  });
});
it('joins scans of different moments', async () => {
  const scan = (name: string, start: number, address: string): void => {
    const host = `<host><status state="up"/><address addr="${address}" addrtype="ipv4"/></host>`;
    const file = `<nmaprun start="${start}">${host}<runstats><finished exit="success"/></runstats></nmaprun>`;
    writeFileSync(join(shell.folder, name), file);
  };
  scan('first.xml', 1770012000, '10.0.0.1');
  scan('second.xml', 1770015600, '10.0.0.2');
  const { code, out } = await feed('nmap', 'first.xml', 'second.xml', '--print', '-o', 'json');
  expect([code, JSON.parse(out)]).toMatchObject([
    0,
    {
      observed_at: '2026-02-02T06:00:00Z',
      items: [{ observed_at: '2026-02-02T06:00:00Z' }, { observed_at: '2026-02-02T07:00:00Z' }],
    },
  ]);
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
  script('meridian-feed-silent', 'exit 2');
  expect(await shell.run(['feed', 'silent', '--print'], { environment })).toMatchObject({
    ...{ code: 1, out: '' },
    err: 'meridian-feed-silent failed (2).\n',
  });
  // One that prints something else, and goes on with it, is not waited for.
  script('meridian-feed-endless', 'echo bad; yes more');
  const endless = await shell.run(['feed', 'endless', '--print'], { environment });
  expect([endless.code, endless.out]).toEqual([6, '']);
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
  [['nmap', 'sites.csv', '--source', 'nmap', '--print'], 2, 'Write NMAP.'],
  [['nmap', 'sites.csv', '--opt', 'clas=x', '--print'], 2, 'There is no option --opt clas here. There are: type, by.'],
  [['nmap', 'sites.csv', '--opt', 'by=x', '--print'], 2, 'The option --opt by must be one of none, class.'],
  [['source', 'set', 'A', 'precedence'], 2, 'name=value'],
  [['source', 'set', 'A', 'missing={'], 2, 'not JSON'],
  [['source', 'set', 'A', 'map=@none.json'], 1, 'none.json cannot be read: there is no such file.'],
  [['source', 'retire', 'A', 'x=1'], 2, 'retired whole'],
  [['nmap', '--print'], 2, 'The argument <files> is missing'],
  [['xyz', 'a', '--print'], 2, 'There are: ansible, csv'],
  [['nmap', 'none.xml', '--print'], 1, 'none.xml cannot be read: there is no such file.'],
  [['nmap', 'sites.csv', '--print'], 6, 'This is no complete nmap file: it is not what nmap -oX writes.\n'],
  [
    ['csv', 'sites.csv', '--print'],
    2,
    'The mapping is missing (--opt map): a file that says what the columns mean, or one of',
  ],
  [['csv', 'windows.csv', '--opt', 'map=map.yaml', '--print'], 6, 'say --opt encoding=windows-1252.\n'],
  [['csv', 'sites.csv', '--opt', 'map=sites', '--print'], 2, '--opt map must be a file (as ./map.yaml)'],
  [['csv', 'sites.csv', '--opt', 'map=./sites.csv', '--print'], 6, './sites.csv is no mapping'],
  [['csv', 'sites.csv', '--opt', 'map', '--print'], 2, 'name=value'],
  [['csv', 'sites.csv', '--full', '--delta', '--print'], 2, 'not both'],
  [['csv', 'sites.csv', '--source', 'a\u001b[31m', '--print'], 2, "'a\\x1b[31m'"],
])('%j fails with %i and says what to do', async (args, code, words) => {
  const said = await feed(...args);
  expect([said.code, said.out, said.err.includes(words) ? words : said.err]).toEqual([code, '', words]);
  expect(said.err).not.toContain('\u001b');
});
