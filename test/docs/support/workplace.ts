/** A folder in which the snippets of one page run one after the other, as a reader would type them. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transformSync } from '@swc/core';
import { runCommand } from './command.js';
import type { Runner } from './kinds.js';
import type { Block } from './pages.js';

/** `npm` where the program is installed and built already: it runs scripts of package.json without their build. */
const NPM = `#!/usr/bin/env node
const [verb, ...rest] = process.argv.slice(2).filter((word) => word !== '--silent');
if (verb === 'ci') process.exit(require('node:fs').existsSync('node_modules') ? 0 : 1);
const name = verb === 'run' ? rest.shift() : verb;
const script = require(process.cwd() + '/package.json')
  .scripts[name].replace('node scripts/build.mjs --if-stale && ', '')
  .replace('bin/meridian.mjs', 'dist/cli/meridian.js');
if (rest[0] === '--') rest.shift();
const command = ['-c', 'exec ' + script + ' "$@"', 'npm', ...rest];
process.exit(require('node:child_process').spawnSync('sh', command, { stdio: 'inherit' }).status ?? 1);
`;
const MERIDIAN = `#!/bin/sh
exec node "$(dirname "$0")/../dist/cli/meridian.js" "$@"
`;

export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'meridian-docs-'));
  private readonly variables = join(this.folder, '.variables');

  private environment: Readonly<Record<string, string>> = {};
  private replaced: ReadonlyArray<readonly [string, string]> = [];

  /** `program`: the folder of the built program. */
  constructor(program: string) {
    for (const name of ['dist', 'node_modules', 'package.json'])
      symlinkSync(join(program, name), join(this.folder, name));
    for (const [name, text] of Object.entries({ 'bin/npm': NPM, 'bin/meridian': MERIDIAN })) {
      this.write(name, text);
      chmodSync(join(this.folder, name), 0o755);
    }
  }

  /**
   * Sets what all further snippets find.
   * @param environment their variables
   * @param replaced what readers put in places of their own: what the page says, and what is meant
   */
  settle(environment: Record<string, string>, replaced: ReadonlyArray<readonly [string, string]>): void {
    this.environment = environment;
    this.replaced = replaced;
    rmSync(this.variables, { force: true });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Saves a block under its title. */
  save({ title, text }: Block): void {
    this.write(title!, text);
  }

  /** Runs a block and gives what it printed. Throws with all of its output where it fails. */
  run(runner: Runner, text: string): Promise<string> {
    const script = this.replaced.reduce((all, [shown, meant]) => all.replaceAll(shown, meant), text);
    if (runner === 'python') return this.command(['python3', '-'], script);
    if (runner === 'ts') return this.command(['node', this.compiled(script)]);
    const isServer = /\bnpm (start|run demo)\s*$/.test(script);
    return this.command(['bash', '-eu', '-c', isServer ? script : this.goingOn(script)], '', isServer);
  }

  /** A script that has the variables and functions of those before; each answer begins on a line of its own. */
  private goingOn(script: string): string {
    const known = existsSync(this.variables) ? readFileSync(this.variables, 'utf8') : '';
    return `${known}\n${script.replace(/^curl /gm, 'echo; curl ')}\n{ export -p; declare -f; } >'${this.variables}'`;
  }

  /** TypeScript as a module that Node runs; types are taken out unchecked. The client stands beside the program. */
  private compiled(text: string): string {
    const { code } = transformSync(text, {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'es6' },
      swcrc: false,
    });
    this.write('typescript/snippet.mjs', code);
    const modules = join(this.folder, 'typescript/node_modules');
    if (!existsSync(modules)) symlinkSync(join(this.folder, 'dist/node_modules'), modules);
    return join(this.folder, 'typescript/snippet.mjs');
  }

  private command(words: readonly [string, ...string[]], input = '', isServer = false): Promise<string> {
    const PATH = `${join(this.folder, 'bin')}:${process.env['PATH']}`;
    const places = { PATH, HOME: this.folder, XDG_CONFIG_HOME: join(this.folder, '.config') };
    return runCommand({ words, folder: this.folder, environment: { ...this.environment, ...places }, input, isServer });
  }

  private write(name: string, text: string): void {
    const file = join(this.folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
