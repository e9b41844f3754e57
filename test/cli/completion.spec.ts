/** What shells complete: in bash by asking its function, in zsh by typing into one. @seconds 9 */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TestServer } from '../support/server.js';
import { buildProgram, CommandLine, type Program } from './command-line.js';

const ZSH = '/usr/bin/zsh';
/** Types each line and the key of completion, and tells what the command was called with. */
const TYPING = `
zmodload zsh/zpty
TERM=dumb zpty shell zsh -f -i
zpty -w shell 'PS1= RPS1=; autoload -Uz compinit; compinit -u; source <(meridian completion zsh)'
zpty -w shell 'meridian() { if [[ $1 == __complete ]]; then command meridian "$@"; else print -r -- called": $* @@"; fi }'
for line in "$@"; do
  zpty -w shell "$line"$'\\t'
  zpty -r -m shell answer "*called: * @@*"
  print -r -- "\${\${answer##*called: }%% @@*}"
done
zpty -d shell
`;

let program: Program;
let server: TestServer;
let shell: CommandLine;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  program = buildProgram();
  server = await TestServer.start('sqlite');
  shell = new CommandLine(program, server.url, server.token);
  const bin = join(shell.folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'meridian'), `#!/bin/sh\nexec '${process.execPath}' '${shell.file}' "$@"\n`);
  chmodSync(join(bin, 'meridian'), 0o755);
  environment = { ...shell.environment, PATH: `${bin}:${process.env['PATH']}` };
  // Completion waits but a moment for a server that has just begun, so what it knows is fetched by a command first.
  expect((await shell.run(['list', 'sites'])).code).toBe(0);
});
afterAll(async () => {
  shell.remove();
  await server.stop();
  program.remove();
});

describe('completion of the command line', () => {
  it('completes commands, types, fields, filters and reports in bash', async () => {
    const lines = [
      'meridian unde',
      'meridian cve:i',
      'meridian restore map.backup --fo',
      'meridian migrate --st',
      'meridian list sites -f name_n',
      'meridian list logical-s',
      'meridian list sites --filter name_n',
      'meridian list sites --sort=-id --fields name,desc',
      'meridian list sites --include buil',
      'meridian create sites na',
      'meridian list sites --output j',
      'meridian report rt',
      'meridian get sites 1 --in',
      'meridian graph si',
      'meridian graph near physical-sw',
      'meridian graph near sites_1 --families cables,net',
      'meridian graph near sites_1 --kinds=sites,bui',
      'meridian graph impact sites_1 --fail-on degraded:macro',
      'meridian picture phys',
      'meridian picture overview --theme d',
      'meridian feed rel',
      'meridian feed release sites 1 description na',
    ];
    const script = [
      'source <(meridian completion bash)',
      "COMP_WORDBREAKS=$' \\t\\n\"\\'><=;|&(:'",
      ...lines.map((line) => `COMP_LINE='${line}' COMP_POINT=${line.length}; _meridian; echo "\${COMPREPLY[*]}"`),
    ];
    const { stdout } = await promisify(execFile)('bash', ['-c', script.join('\n')], { env: environment });
    expect(stdout.trim().split('\n')).toEqual([
      'undelete',
      'import',
      '--force',
      '--step-aside',
      'name_not= name_not_in= name_null=',
      'logical-servers',
      'name_not= name_not_in= name_null=',
      'name,description',
      'buildings',
      'name=',
      'json jsonl',
      'rto',
      '--include',
      'single-points',
      'physical-switches:',
      'cables,network',
      // Bash replaces what stands behind the equals sign.
      'sites,buildings',
      'macro-processuses',
      'physical-infrastructure',
      'dark',
      'release',
      'name',
    ]);
  });
  (existsSync(ZSH) ? it : it.skip)('completes them in zsh, at the prompt', async () => {
    const typed = {
      'meridian unde': 'undelete',
      'meridian cve:i': 'cve:import',
      'meridian list logical-s': 'list logical-servers',
      'meridian list sites --filter name_not_': 'list sites --filter name_not_in=',
      'meridian list sites --sort=-id --fields name,desc': 'list sites --sort=-id --fields name,description',
      'meridian create sites na': 'create sites name=',
      'meridian report rt': 'report rto',
      'meridian get sites 1 --in': 'get sites 1 --include',
      'meridian graph near physical-sw': 'graph near physical-switches:',
      'meridian graph near x --families cab': 'graph near x --families cables',
    };
    const script = ['-f', '-c', TYPING, 'zsh', ...Object.keys(typed)];
    const { stdout } = await promisify(execFile)(ZSH, script, { env: environment, timeout: 60_000 });
    expect(stdout.trim().split('\n')).toEqual(Object.values(typed));
  });
});
