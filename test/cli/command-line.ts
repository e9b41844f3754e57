/** The program as users start it: a process of its own, with a folder of its own for sign-in and cache. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram, type Program } from '../existing-database/processes.js';

export interface Said {
  code: number | null;
  out: string;
  err: string;
}

export interface Calling {
  input?: string;
  environment?: Record<string, string>;
}

/** Starts a command on a terminal of its own, and types an answer behind each question. */
const TERMINAL = `
import os, pty, sys
answer, *command = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    os.execv(command[0], command)
shown, answered = b'', 0
while True:
    try:
        chunk = os.read(terminal, 4096)
    except OSError:
        break
    shown += chunk
    if shown.count(b'[y/N] ') > answered and not chunk.endswith(b'\\r'):
        answered = shown.count(b'[y/N] ')
        os.write(terminal, answer.encode())
sys.stdout.buffer.write(shown)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
`;

export class CommandLine {
  /** Where files of the test and of the program are; the working folder of every command. */
  readonly folder = mkdtempSync(join(tmpdir(), 'meridian-cli-'));
  readonly environment: Record<string, string>;

  constructor(
    private readonly program: Program,
    url: string,
    token?: string,
  ) {
    this.environment = {
      PATH: process.env['PATH']!,
      HOME: this.folder,
      XDG_CONFIG_HOME: join(this.folder, 'config'),
      XDG_CACHE_HOME: join(this.folder, 'cache'),
      MERIDIAN_URL: url,
      ...(token !== undefined && { MERIDIAN_TOKEN: token }),
    };
  }

  /** The compiled file that is started. */
  get file(): string {
    return join(this.program.folder, 'dist/cli/meridian.js');
  }

  start(args: readonly string[], { environment = {} }: Calling = {}): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [this.file, ...args], {
      cwd: this.folder,
      env: { ...this.environment, ...environment },
    });
  }

  /** Runs a command to its end. */
  run(args: readonly string[], calling: Calling = {}): Promise<Said> {
    const child = this.start(args, calling);
    child.stdin.on('error', () => undefined);
    child.stdin.end(calling.input ?? '');
    const said: Said = { code: null, out: '', err: '' };
    child.stdout.on('data', (chunk) => (said.out += String(chunk)));
    child.stderr.on('data', (chunk) => (said.err += String(chunk)));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ ...said, code }));
    });
  }

  /** Runs a command on a terminal, whose user answers each question so. Gives all that the terminal showed. */
  onTerminal(args: readonly string[], answer: string): Promise<{ code: number | null; shown: string }> {
    const child = spawn('python3', ['-c', TERMINAL, answer, process.execPath, this.file, ...args], {
      cwd: this.folder,
      env: { ...this.environment, TERM: 'xterm' },
    });
    let shown = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (shown += String(chunk)));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, shown }));
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export { buildProgram, type Program };
