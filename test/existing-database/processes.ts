/** The program as processes of their own: compiled into a temporary folder, started, and ended. */
import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileClient } from '../clients/compiled.js';
import { compiledText } from '../support/typescript.cjs';

const PROJECT = join(__dirname, '../..');

/** What became of a process. */
export interface Ended {
  code: number | null;
  output: string;
}

/** The compiled program. `remove` when the tests are over. */
export interface Program {
  folder: string;
  remove(): void;
}

let compiled: string | undefined;

/** The compiled program, made once for each worker: types are not checked, and what the tests themselves run on is taken as it is. */
function compiledOnce(): string {
  if (compiled) return compiled;
  const run = process.env['MERIDIAN_TEST_FOLDER'];
  const folder = (compiled = mkdtempSync(join(run ?? tmpdir(), 'meridian-program-')));
  // The folder of a run goes with it; a worker that removes some hundred files at its end is taken for one that hangs.
  if (!run) process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  compile('src', join(folder, 'dist'));
  compile('examples', join(folder, 'dist/examples'));
  compileClient(join(folder, 'dist/node_modules/meridian-client'));
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(PROJECT, 'package.json'), join(folder, 'package.json'));
  return folder;
}

/** Compiles a folder of the project into another one, with its data. */
function compile(source: string, folder: string): void {
  for (const name of readdirSync(join(PROJECT, source), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(ts|json)$/.test(name)) continue;
    const file = join(PROJECT, source, name);
    const target = join(folder, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    if (name.endsWith('.json')) copyFileSync(file, target);
    else writeFileSync(target, compiledText(file));
  }
}

/** A folder to run the program in. */
export function buildProgram(): Program {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
  for (const name of ['dist', 'node_modules', 'package.json'])
    symlinkSync(join(compiledOnce(), name), join(folder, name));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A running process of the program. */
export class Running {
  output = '';
  readonly ended: Promise<Ended>;

  private constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (this.output += String(text)));
    this.ended = new Promise((resolve) => child.on('close', (code) => resolve({ code, output: this.output })));
  }

  /** Starts a compiled file, such as `main.js`, with these settings only. */
  static start(program: Program, [file, ...args]: string[], settings: Record<string, string>, input = ''): Running {
    const child = spawn(process.execPath, [join('dist', file!), ...args], {
      cwd: program.folder,
      env: { PATH: process.env['PATH'], ...settings },
    });
    child.stdin.end(input);
    return new Running(child);
  }

  /** Waits until the output holds a text. Throws with the output if the process ends before, or never says it. */
  async says(text: string): Promise<void> {
    for (const until = Date.now() + 60_000; !this.output.includes(text); await pause()) {
      if (this.child.exitCode !== null || Date.now() > until) throw new Error(`never said '${text}':\n${this.output}`);
    }
  }

  /** Ends the process as a machine that loses its power would. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

const pause = (): Promise<void> => new Promise((wake) => setTimeout(wake, 10));
