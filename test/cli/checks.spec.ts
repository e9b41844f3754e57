/** `checks`, `findings`, `cycles:import`: for pipelines and spreadsheets (checks 6, 8). @seconds 12 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINES } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';
import { buildProgram, CommandLine, type Program, type Said } from './command-line.js';

describe('checks on the command line', () => {
  let program: Program;
  let server: TestServer;
  let shell: CommandLine;
  beforeAll(async () => {
    program = buildProgram();
    server = await TestServer.start(ENGINES.at(-1)!);
    shell = new CommandLine(program, server.url);
    const login = ['login', '--login', ADMIN.login, '--password-stdin'];
    expect((await shell.run(login, { input: `${ADMIN.password}\n` })).code).toBe(0);
  });
  afterAll(async () => {
    shell.remove();
    program.remove();
    await server.stop();
  });
  const meridian = (...args: string[]): Promise<Said> => shell.run(args);

  it('runs, and stops a pipeline with exit code 3 where something of the severity is open', async () => {
    expect(await meridian('checks', '--fail-on', 'info', '-o', 'csv')).toMatchObject({ code: 0, err: '' });
    await server.post('/api/certificates', { name: 'old', end_validity: '2020-01-01' });
    const run = await meridian('checks', 'run', 'certificates-end', '-o', 'json');
    expect([run.code, JSON.parse(run.out)]).toMatchObject([0, { state: 'done', opened: 1, total: 1 }]);
    const failed = await meridian('checks', '--fail-on', 'high', '-o', 'csv');
    expect(failed).toMatchObject({ code: 3, err: expect.stringContaining('1 open findings of severity high') });
    const lines = failed.out.trim().split('\r\n');
    expect([lines.length, lines.every((line) => line.split(',').length >= 5)]).toEqual([43, true]);
    expect(await meridian('checks', '--fail-on', 'critical', '-o', 'csv')).toMatchObject({ code: 0, err: '' });
    expect(await meridian('checks', 'run', 'nothing')).toMatchObject({ code: 6 });
    expect(await meridian('checks', '--fail-on', 'huge')).toMatchObject({ code: 2 });
  });

  it('lists findings for a spreadsheet', async () => {
    const { out, code } = await meridian('findings', '--check', 'certificates-end', '--severity', 'high', '-o', 'csv');
    expect([code, out.trim().split('\r\n')]).toEqual([
      0,
      [
        'check,severity,type,object_id,name,message,state,first_seen',
        expect.stringMatching(/^certificates-end,high,certificates,1,old,Ended on 1 January 2020\.,open,/),
      ],
    ]);
    expect(await meridian('findings', '--type', 'sites', '-o', 'csv')).toMatchObject({
      code: 0,
      err: 'There are none.\n',
    });
  });

  it('says which files of cycles it cannot take', async () => {
    const path = join(shell.folder, 'cycles.json');
    for (const [text, product] of [
      ['{', undefined],
      ['[]', undefined],
      ['[{"cycle":"1","eol":"soon"}]', 'debian'],
    ] as const) {
      writeFileSync(path, text);
      const said = await meridian('cycles:import', path, ...(product ? ['--product', product] : []));
      expect([said.code, said.out]).toEqual([1, '']);
      expect(said.err).toContain('cannot be taken');
    }
    expect(await meridian('cycles:import', join(shell.folder, 'nothing.json'))).toMatchObject({ code: 1 });
  });
});
