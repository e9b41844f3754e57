/** A server program that is started, killed and started again, always under the same settings. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';

/** A program with its arguments; its output goes to the end of a file. */
export interface Command {
  program: string;
  args: string[];
  log: string;
  cwd?: string;
  env?: Record<string, string>;
}

export class Child {
  private child: ChildProcess | undefined;
  private ended: Promise<void> = Promise.resolve();

  constructor(private readonly command: Command) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  get running(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What it said since its first start. */
  get output(): string {
    const { log } = this.command;
    return statSync(log).isFile() ? readFileSync(log, 'utf8') : '';
  }

  /** Starts it; whether it works is to be looked at from outside. `more`: arguments for this time. */
  start(...more: string[]): void {
    if (this.running) throw new Error(`${this.command.program} runs already`);
    const { program, args, log, cwd, env } = this.command;
    const output = openSync(log, 'a');
    const child = spawn(program, [...args, ...more], {
      ...{ cwd, stdio: ['ignore', output, output] },
      env: { PATH: process.env['PATH'], ...env },
    });
    closeSync(output);
    this.child = child;
    // A test that fails must not leave it behind.
    const last = (): void => void child.kill('SIGKILL');
    process.once('exit', last);
    child.once('exit', () => process.off('exit', last));
    this.ended = new Promise((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  }

  /** As a machine that loses its power would end it. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Ends it; a program that does not end is killed. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.running) return;
    this.child!.kill(signal);
    const timer = setTimeout(() => this.child!.kill('SIGKILL'), 20_000);
    await this.ended;
    clearTimeout(timer);
  }
}
