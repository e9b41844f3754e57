/** What all commands have in common, over HTTP or on the machine of the server: help, suggestions, refusals, completion. @seconds 7 @always */
import { existsSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { usageOf, type Command } from '../../src/cli/command.js';
import { COMMANDS } from '../../src/cli/commands.js';
import { completionsOf } from '../../src/cli/completion.js';
import { failureOf } from '../../src/cli/errors.js';
import { execute } from '../../src/cli/program.js';
import { buildProgram, Running, type Ended, type Program } from '../existing-database/processes.js';
import { makeDatabase, type TestDatabase } from '../support/engines.js';

/** What a call prints, and how it ends. */
async function call(...[name, ...rest]: string[]): Promise<{ code: number; out: string; err: string }> {
  // The name of a command may be two words.
  const isCommand = COMMANDS.some((command) => command.name === name);
  const args = [...(isCommand ? name!.split(' ') : name === undefined ? [] : [name]), ...rest];
  let out = '';
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true));
  const log = jest.spyOn(console, 'log').mockImplementation((text) => void (out += `${text}\n`));
  try {
    await execute(args);
    return { code: 0, out, err: '' };
  } catch (error) {
    const { code, message } = await failureOf(error);
    return { code, out, err: message };
  } finally {
    write.mockRestore();
    log.mockRestore();
  }
}

/** Something for every positional of a command. */
const allPositionals = ({ positionals }: Command): string[] =>
  Object.values(positionals).map(({ choices }) => choices?.[0] ?? 'x');
const refused = (command: Command, sentence: string) => ({
  code: 2,
  out: '',
  err: `${sentence}\nmeridian ${usageOf(command)}; meridian ${command.name} --help tells more.`,
});
const withOptions = (isWanted: (type: unknown) => boolean): Array<[string, string, Command]> =>
  COMMANDS.flatMap((command) =>
    Object.entries(command.options).flatMap(([option, { type }]): Array<[string, string, Command]> =>
      isWanted(type) ? [[command.name, option, command]] : [],
    ),
  );

describe('the program', () => {
  it('has the commands that it always had, and lists all of them', async () => {
    const { out, code } = await call('--help');
    const listed = [...out.matchAll(/^ {2}([\w:-]+(?: [\w-]+)?)( [<[].*?)? {2,}\S/gm)].map(([, name]) => name);
    expect([code, listed]).toEqual([0, COMMANDS.map(({ name }) => name)]);
    expect(listed).toEqual([
      ...[
        'login',
        'logout',
        'whoami',
        'resources',
        'list',
        'search',
        'changes',
        'history',
        'diff',
        'undo',
        ...['list', 'create', 'test', 'pause', 'resume', 'deliveries'].map((name) => `webhooks ${name}`),
        'get',
        'create',
        'update',
        'delete',
        'undelete',
      ],
      ...['merge', 'unmerge'],
      ...['import', 'export', 'feed'],
      ...[
        'apply',
        'show',
        'discard',
        'plans',
        'runs',
        'undo',
        'forget',
        'sources',
        'source',
        'why',
        'hold',
        'free',
        'release',
      ].map((name) => `feed ${name}`),
      ...['query', 'report', 'templates', 'fill', 'checks', 'checks run', 'findings', 'vulnerabilities', 'completion'],
      ...['near', 'between', 'paths', 'impact', 'needs', 'single-points', 'cuts', 'cycles'].map(
        (name) => `graph ${name}`,
      ),
      ...['orphans', 'statistics', 'search'].map((name) => `graph ${name}`),
      'picture',
      ...[
        'admin:reset-password',
        'audit verify',
        'backup',
        'check',
        'cycles:import',
        'cve:import',
        'downgrade',
        'import-mercator',
        'ldap:test',
        'migrate',
        'restore',
        'vulnerabilities:import',
      ],
    ]);
    for (const word of ['-h', 'help']) expect(await call(word)).toEqual({ code: 0, out, err: '' });
    expect(await call()).toEqual({ code: 2, out: '', err: out });
  });
  it('lists the commands of a group', async () => {
    const { out, code } = await call('graph', '--help');
    const listed = [...out.matchAll(/^ {2}(graph [\w-]+)/gm)].map(([, name]) => name);
    expect([code, listed]).toEqual([0, COMMANDS.map(({ name }) => name).filter((name) => name.startsWith('graph '))]);
    for (const word of ['-h', 'help']) expect(await call('graph', word)).toEqual({ code: 0, out, err: '' });
    expect(await call('graph')).toEqual({ code: 2, out: '', err: out });
    expect(await call('graph', 'naer')).toMatchObject({
      code: 2,
      err: "There is no command 'graph naer'. Did you mean graph near?",
    });
    expect((await call('graph', 'xyzzyxyzzy')).err).toBe(`There is no command 'graph xyzzyxyzzy'.\n\n${out}`);
  });
  it('a command that others begin with lists them, and completes them beside its own words', async () => {
    const { out } = await call('feed', '--help');
    const below = COMMANDS.filter(({ name }) => name.startsWith('feed '));
    expect(below.filter((command) => !out.includes(`  ${usageOf(command)} `))).toEqual([]);
    expect(await completionsOf(['feed', 's'], COMMANDS)).toEqual(['singer', 'spdx', 'show', 'sources', 'source']);
    expect(await completionsOf(['feed', 'source', ''], COMMANDS)).toEqual(['set', 'show', 'retire']);
    expect(await completionsOf(['feed', 'nmap', '--dr'], COMMANDS)).toEqual(['--dry-run']);
  });
  it.each([
    ['grahp', "There is no command 'grahp'. Did you mean graph?"],
    ['lits', "There is no command 'lits'. Did you mean list?"],
    ['migrat', "There is no command 'migrat'. Did you mean migrate?"],
    ['cve:imprt', "There is no command 'cve:imprt'. Did you mean cve:import?"],
    ['drop:all', "There is no command 'drop:all'.\n\nmeridian COMMAND"],
    ['mysql://root:hunter2@host/db', "There is no command 'mysql://…@host/db'.\n\nmeridian COMMAND"],
  ])('refuses %s', async (name, sentence) => {
    const { code, err } = await call(name);
    expect([code, err.slice(0, sentence.length)]).toEqual([2, sentence]);
  });
});

describe.each(COMMANDS.map((command) => [command.name, command] as const))('%s', (name, command) => {
  it('explains itself with examples, whatever else stands beside --help', async () => {
    for (const args of [['--help'], ['-h'], ['help'], ['--nonsense', '--help']]) {
      const { code, out } = await call(name, ...args);
      expect([code, out.split('\n')[0]]).toEqual([0, `meridian ${usageOf(command)}`]);
      const words = out.replace(/\s+/g, ' ');
      expect(words).toContain(`${command.summary} ${command.details ?? ''}`.replace(/\s+/g, ' ').trim());
      for (const option of Object.keys(command.options)) expect(words).toContain(`--${option} `);
      for (const [key, { describe }] of Object.entries(command.positionals)) {
        expect(words).toContain(`${key} ${describe}`);
      }
      expect(command.examples).not.toHaveLength(0);
      for (const [line] of command.examples) {
        expect(`${line} `.startsWith(`${name} `)).toBe(true);
        expect(out).toContain(`  meridian ${line}\n`);
      }
    }
  });
  it('refuses an unknown option with the nearest one', async () => {
    for (const option of [...Object.keys(command.options), 'help']) {
      expect(await call(name, `--${option}x`)).toEqual(
        refused(command, `Unknown argument '--${option}x'. Did you mean --${option}?`),
      );
    }
    expect(await call(name, '--xyzzyxyzzy=secret')).toEqual(refused(command, "Unknown argument '--xyzzyxyzzy'."));
    expect(await call(name, '-x')).toEqual(refused(command, "Unknown argument '-x'."));
  });
  it('names the first argument that is missing, and refuses one too many', async () => {
    const all = allPositionals(command);
    for (const [i, [key, { optional }]] of Object.entries(command.positionals).entries()) {
      if (!optional)
        expect(await call(name, ...all.slice(0, i))).toEqual(refused(command, `The argument <${key}> is missing.`));
    }
    if (!Object.values(command.positionals).some(({ many }) => many)) {
      for (const surplus of ['surplus', 'mysql://root:hunter2@host/db'])
        expect(await call(name, ...all, surplus)).toEqual(
          refused(command, `Unknown argument '${surplus.replace('root:hunter2', '…')}'.`),
        );
    }
    expect(await call(name, '-', ...all.slice(1))).toEqual(refused(command, "Unknown argument '-'."));
  });
  it('completes its options', async () => {
    const options = [...Object.keys(command.options), 'help'].map((option) => `--${option}`);
    const words = name.split(' ');
    expect(await completionsOf([...words, ...allPositionals(command), '--'], COMMANDS)).toEqual(options);
    const last = words.at(-1)!;
    expect(await completionsOf([...words.slice(0, -1), last.slice(0, -1)], COMMANDS)).toContain(last);
    for (const [option, { choices }] of Object.entries(command.options)) {
      if (!choices) continue;
      expect(await completionsOf([...words, `--${option}`, ''], COMMANDS)).toEqual(choices.map(String));
      const joined = choices.map((each) => `--${option}=${String(each)}`);
      expect(await completionsOf([...words, `--${option}=`], COMMANDS)).toEqual(joined);
    }
  });
});

it.each(withOptions((type) => type !== 'boolean'))('%s --%s needs a value', async (name, option, command) => {
  const sentence = `--${option} needs a value.`;
  expect(await call(name, ...allPositionals(command), `--${option}`)).toEqual(refused(command, sentence));
  expect(await call(name, `--${option}`, '--help-me')).toEqual(refused(command, sentence));
});
it.each(withOptions((type) => type === 'boolean'))('%s --%s takes none', async (name, option, command) => {
  for (const value of ['', 'yes', '0'])
    expect(await call(name, ...allPositionals(command), `--${option}=${value}`)).toEqual(
      refused(command, `--${option} takes no value.`),
    );
});
it('values are of the kind that an option takes', async () => {
  const list = COMMANDS.find(({ name }) => name === 'list')!;
  expect(await call('list', 'sites', '--limit', 'many')).toEqual(refused(list, '--limit needs a number.'));
  const formats = 'table, json, csv, jsonl';
  expect(await call('list', 'sites', '-o', 'xml')).toEqual(
    refused(list, `--output takes one of ${formats}, not 'xml'.`),
  );
  expect(await call('list', 'sites', '-o', 'sites.csv')).toEqual(
    refused(
      list,
      `--output takes one of ${formats}, not 'sites.csv'. It is how the answer is written; > sites.csv puts it into a file.`,
    ),
  );
});

describe('what a command is given', () => {
  const given = async (command: Partial<Command>, ...args: string[]): Promise<unknown> => {
    const target = COMMANDS.find(({ name }) => name === command.name)!;
    let values: unknown;
    const run = jest.spyOn(target, 'run').mockImplementation(async (found) => void (values = found));
    try {
      expect(await call(target.name, ...args)).toMatchObject({ code: 0, err: '' });
      return values;
    } finally {
      run.mockRestore();
    }
  };
  it.each([
    ['backup', ['map.backup'], { file: 'map.backup' }],
    ['restore', ['007', '--force'], { file: '007', force: true }],
    ['restore', ['--force=false', 'a'], { file: 'a', force: false }],
    ['cve:import', ['a', '--again', 'b'], { feeds: ['a', 'b'], again: true }],
    ['vulnerabilities:import', ['a'], { feeds: ['a'] }],
    [
      'import-mercator',
      ['--documents=docs', 'mysql://a:b@c/d', '--timezone', 'UTC', '--dry-run'],
      { source: 'mysql://a:b@c/d', documents: 'docs', timezone: 'UTC', dryRun: true },
    ],
    ['import-mercator', ['x.sql', '--documents', 'a', '--documents', 'b'], { source: 'x.sql', documents: 'b' }],
    ['admin:reset-password', [], { admin: undefined, passwordStdin: undefined }],
    ['audit verify', ['--root', 'root.json'], { root: 'root.json' }],
    [
      'admin:reset-password',
      ['id:7', '--admin', '--password-stdin'],
      { login: 'id:7', admin: true, passwordStdin: true },
    ],
    ['migrate', [], { dryRun: undefined, stepAside: undefined }],
    ['migrate', ['--step-aside', '--dry-run'], { dryRun: true, stepAside: true }],
    ['migrate', ['--homes'], { homes: true }],
    ['migrate', ['--dryRun'], { dryRun: true }],
    ['list', ['sites', '-f', 'a=1', '--filter', 'b.c=2', '--limit', '5'], { filter: ['a=1', 'b.c=2'], limit: 5 }],
    ['list', ['sites', '--sort=-a', '-o', 'csv', '-o', 'json'], { sort: ['-a'], output: 'json', all: undefined }],
    ['update', ['sites', '1', 'a=1', 'b:=[2]'], { type: 'sites', id: '1', fields: ['a=1', 'b:=[2]'] }],
    ['create', ['sites', '--file', '-'], { type: 'sites', file: '-', fields: [] }],
    ['graph near', ['a:B c', 'd_1', '--depth', '2'], { of: ['a:B c', 'd_1'], depth: 2, direction: undefined }],
    ['graph impact', ['a_1', '--flows', '--min-up=b_1:1', '--states', 'down'], { flows: true, minUp: ['b_1:1'] }],
    ['graph paths', ['a_1', 'b_1', '--kinds', 'a,b', '--kinds=c'], { from: 'a_1', to: 'b_1', kinds: ['a,b', 'c'] }],
    ['query', ['3', '--url', 'http://a'], { query: '3', url: 'http://a' }],
    ['feed', ['nmap', 'a.xml', '-', '--opt', 'a=1', '--opt=b=2'], { files: ['a.xml', '-'], opt: ['a=1', 'b=2'] }],
    [
      'feed',
      ['own', 'a', '--yes', '--', '--their', 'b'],
      { connector: 'own', files: ['a', '--their', 'b'], yes: true },
    ],
    ['feed', ['nmap', 'a', '--allow-missing', '4', '--take'], { allowMissing: 4, take: true, dryRun: undefined }],
    ['feed apply', ['pl_1', '-o', 'json'], { plan: 'pl_1', output: 'json' }],
    ['feed runs', ['12'], { id: '12', source: undefined }],
    [
      'feed source',
      ['set', 'A', 'x=1', 'y={"a":[1]}'],
      { action: 'set', source: 'A', settings: ['x=1', 'y={"a":[1]}'] },
    ],
    ['feed hold', ['sites', '1', 'name', 'description'], { type: 'sites', id: '1', fields: ['name', 'description'] }],
    ['feed release', ['sites', '1', 'name'], { type: 'sites', id: '1', fields: ['name'] }],
  ])('%s %j', async (name, args, values) => {
    expect(await given({ name }, ...args)).toMatchObject(values);
  });
});

describe('as processes', () => {
  let program: Program;
  let place: TestDatabase;
  beforeAll(async () => {
    program = buildProgram();
    place = await makeDatabase('sqlite');
  });
  afterAll(async () => {
    program.remove();
    await place.drop();
  });
  const run = (...args: [string, ...string[]]): Promise<Ended> =>
    Running.start(program, args, { DATABASE_URL: place.url }).ended;

  it('npm run migrate and meridian migrate are one command', async () => {
    for (const args of [['--help'], ['--dryrun'], ['--dry-run']]) {
      const [older, newer] = await Promise.all([
        run('cli/migrate.js', ...args),
        run('cli/meridian.js', 'migrate', ...args),
      ]);
      expect([args, older]).toEqual([args, newer]);
    }
    expect(existsSync(place.url.replace('sqlite:', ''))).toBe(false);
  });
  it('work on the database is done to its end, even if nobody reads what it says', async () => {
    const script = '"$0" "$1" migrate | head -n 1; echo "${PIPESTATUS[0]}"';
    const { stdout, stderr } = await promisify(execFile)(
      'bash',
      ['-c', script, process.execPath, join(program.folder, 'dist/cli/meridian.js')],
      { cwd: program.folder, env: { PATH: process.env['PATH'], HOME: program.folder, DATABASE_URL: place.url } },
    );
    expect([stdout.trim().split('\n').at(-1), stderr]).toEqual(['0', '']);
    expect(await run('cli/migrate.js')).toEqual({ code: 0, output: 'The database is up to date.\n' });
  });
});
