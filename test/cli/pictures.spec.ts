/** The command for pictures: the real program against the real server with the example map. @seconds 12 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PICTURE } from '../../src/cli/picture-command.js';
import { parametersOf, VIEWS, WALKS } from '../../src/pictures/index.js';
import { startDemo } from '../support/demo.js';
import type { TestServer } from '../support/server.js';
import { buildProgram, CommandLine, type Program, type Said } from './command-line.js';

it('takes all that pictures take, and nothing else but where they go', () => {
  const taken = Object.keys(PICTURE.options).map((name) => name.replaceAll('-', '_'));
  const wanted = new Set(VIEWS.flatMap(parametersOf));
  wanted.delete('download');
  expect(taken.sort()).toEqual([...wanted, 'all', 'output', 'url'].sort());
});

describe('pictures from the command line', () => {
  let program: Program;
  let server: TestServer;
  let shell: CommandLine;
  beforeAll(async () => {
    program = buildProgram();
    server = await startDemo();
    shell = new CommandLine(program, server.url, server.token);
  }, 120_000);
  afterAll(async () => {
    shell.remove();
    await server.stop();
    program.remove();
  });

  const picture = (...args: string[]): Promise<Said> => shell.run(['picture', ...args]);
  const fileOf = (name: string): string => readFileSync(join(shell.folder, name), 'utf8');
  const served = async (path: string): Promise<unknown> => (await server.get(`/api/graph/pictures/${path}`)).body;

  it('lists the pictures', async () => {
    const { code, out, err } = await picture();
    expect([code, err]).toEqual([0, '']);
    const listed = JSON.parse(out) as Array<{ name: string }>;
    expect(listed.map(({ name }) => name)).toEqual(VIEWS.map(({ name }) => name));
  });

  it('prints what the server draws: SVG where nobody says, and every other format', async () => {
    expect(await picture('overview')).toEqual({ code: 0, out: await served('overview'), err: '' });
    for (const format of ['drawio', 'text', 'mermaid', 'dot']) {
      const { code, out } = await picture('applications', '-f', format);
      expect([format, code, out]).toEqual([format, 0, await served(`applications?format=${format}`)]);
    }
  });

  it('writes a file, whose ending says what it is', async () => {
    const { code, err } = await picture('physical-infrastructure', '--theme=dark', '-o', 'map.SVG');
    expect([code, err]).toEqual([0, 'Physical infrastructure is in map.SVG.\n']);
    expect(fileOf('map.SVG')).toBe(await served('physical-infrastructure?theme=dark'));
    expect((await picture('overview', '-o', 'map.png', '--scale', '2')).code).toBe(0);
    expect(readFileSync(join(shell.folder, 'map.png')).subarray(1, 4).toString()).toBe('PNG');
    expect((await picture('overview', '-o', 'map.txt')).code).toBe(0);
    expect(fileOf('map.txt')).toBe(await served('overview?format=text'));
    expect((await picture('overview', '-o', 'map.svg', '-f', 'dot')).code).toBe(0);
    expect(fileOf('map.svg')).toMatch(/^digraph/);
  });

  it('finds the objects of selectors and walks by their names', async () => {
    const narrowed = await picture('physical-infrastructure', '--site', 'sites:Valmarais centre', '-f', 'text');
    expect([narrowed.code, narrowed.out]).toEqual([0, await served('physical-infrastructure?site=1&format=text')]);
    const outage = await picture('impact', '--of', 'bays:BAIE-A1', '--min-up', 'applications_1:1', '-f', 'text');
    expect([outage.code, outage.out]).toEqual([
      0,
      await served('impact?of=bays_1&min_up=applications_1:1&format=text'),
    ]);
    const path = await picture('path', '--from=bays_1', '--to', 'applications:Clarté', '-f', 'mermaid');
    expect([path.code, path.out]).toEqual([0, await served('path?from=bays_1&to=applications_1&format=mermaid')]);
  });

  it('--all writes every view into a folder, but for those that begin with objects', async () => {
    const { code, err } = await picture('--all', '-f', 'text', '-o', 'deep/pictures', '--site', '1');
    const names = VIEWS.filter((view) => !WALKS.has(view)).map(({ name }) => name);
    expect([code, err]).toEqual([0, `${names.length} pictures are in deep/pictures.\n`]);
    expect(readdirSync(join(shell.folder, 'deep/pictures')).sort()).toEqual(names.map((name) => `${name}.txt`).sort());
    expect(fileOf('deep/pictures/physical-infrastructure.txt')).toBe(
      await served('physical-infrastructure?site=1&format=text'),
    );
  });

  it.each([
    [['overveiw'], 5, "There is no picture 'overveiw'. Did you mean overview?"],
    [['overview', '--site', '1'], 2, 'The picture overview takes no --site.'],
    [['overview', '-o', 'map.gif'], 2, 'map.gif: say with -f what it is to be, or end it in .svg'],
    [['overview', '-f', 'gif'], 2, "--format takes one of svg, png, drawio, dot, mermaid, text, json, not 'gif'."],
    [['-o', 'map.svg'], 2, 'Which picture?'],
    [['--all'], 2, '--all needs a folder'],
    [['overview', '--all', '-o', 'x'], 2, '--all is every picture'],
    [['physical-infrastructure', '--site', 'sites:Nowhere'], 5, "Of sites there is none of the name 'Nowhere'."],
    [['physical-infrastructure', '--site', '999'], 5, '999'],
    [['overview', '--scale', '9'], 6, 'scale'],
    [['impact'], 6, 'of'],
    [
      ['overview', '-o', 'no/such/folder/map.svg'],
      1,
      'no/such/folder/map.svg cannot be written: its folder is not there.',
    ],
  ])('%j ends with %i and says why', async (args, code, sentence) => {
    const said = await picture(...args);
    expect([said.code, said.out]).toEqual([code, '']);
    expect(said.err).toContain(sentence);
  });

  it('needs somebody signed in who may explore', async () => {
    const { token } = await server.userWith(['site_access']);
    expect((await shell.run(['picture'], { environment: { MERIDIAN_TOKEN: token } })).code).toBe(4);
    expect((await shell.run(['picture'], { environment: { MERIDIAN_TOKEN: 'wrong' } })).code).toBe(3);
  });
});
