/** A copy of the project that a page's steps are done in: built without types, started, and called over HTTP. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as typescript from 'typescript';

export const PROJECT = resolve(__dirname, '../../..');
const COPIED = ['src', 'scripts', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json'];
/** `npm run build` without types, which takes a second instead of thirty; see `mistakesIn`. */
const BUILD = `
const { readdirSync, mkdirSync, writeFileSync, copyFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { compiledText } = require('${PROJECT}/test/support/typescript.cjs');
for (const file of readdirSync('src', { recursive: true })) {
  const target = join('dist', file.replace(/\\.ts$/, '.js'));
  if (/\\.[a-z]+$/.test(file)) mkdirSync(dirname(target), { recursive: true });
  if (file.endsWith('.ts')) writeFileSync(target, compiledText(join('src', file)));
  if (file.endsWith('.json')) copyFileSync(join('src', file), target);
}`;

/** An answer with its parsed body. */
export interface Called {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  body: any;
}

/** Calls the started copy; `token` null: without one. */
export type Call = (method: string, path: string, body?: unknown, token?: string | null) => Promise<Called>;

/** The first code block after the line that names a file. */
export function blockOf(page: string, file: string): string {
  const after = page.slice(page.indexOf(`\`${file}\``));
  return /```ts\n([\s\S]*?)```/.exec(after)![1]!;
}

/** What is wrong with the types of some files of a project. */
export function mistakesIn(folder: string, files: readonly string[]): string[] {
  const { config } = typescript.readConfigFile(join(folder, 'tsconfig.build.json'), typescript.sys.readFile);
  const { options } = typescript.parseJsonConfigFileContent(config, typescript.sys, folder);
  const names = files.map((file) => join(folder, file));
  const program = typescript.createProgram(names, { ...options, noEmit: true });
  return names
    .map((name) => program.getSourceFile(name)!)
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, ' '));
}

/** A copy of the project in a folder of its own. */
export class Checkout {
  readonly folder = mkdtempSync(join(tmpdir(), 'meridian-checkout-'));
  private server: ChildProcess | undefined;

  constructor() {
    for (const name of COPIED) cpSync(join(PROJECT, name), this.at(name), { recursive: true });
    symlinkSync(join(PROJECT, 'node_modules'), this.at('node_modules'));
    writeFileSync(this.at('build.cjs'), BUILD);
    this.edit('package.json', (text) => text.replaceAll(/node scripts\/build\.mjs(?: --if-stale)?/g, 'node build.cjs'));
  }

  at(file: string): string {
    return join(this.folder, file);
  }

  edit(file: string, change: (text: string) => string): void {
    writeFileSync(this.at(file), change(readFileSync(this.at(file), 'utf8')));
  }

  build(): void {
    execFileSync('node', ['build.cjs'], { cwd: this.folder, stdio: 'pipe' });
  }

  /** Starts the built copy on a database of its own and gives a client that is signed in. */
  async start(): Promise<Call> {
    const password = 'Fly-me-to-9';
    const environment = {
      ...process.env,
      PORT: '0',
      ADMIN_PASSWORD: password,
      BCRYPT_COST: '4',
      DATABASE_URL: 'sqlite:./map.sqlite',
    };
    const server = spawn('node', ['dist/main.js'], { cwd: this.folder, env: environment });
    this.server = server;
    const url = await new Promise<string>((found, failed) => {
      let output = '';
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        const match = /(http:\S+)\/api$/m.exec(output);
        if (match) found(match[1]!);
      };
      server.stdout.on('data', read);
      server.stderr.on('data', read);
      server.once('exit', () => failed(new Error(output)));
    });
    let own: string | undefined;
    const call: Call = async (method, path, body, token = own) => {
      const headers = {
        'content-type': 'application/json',
        ...(typeof token === 'string' && { authorization: `Bearer ${token}` }),
      };
      const answer = await fetch(url + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    };
    own = (await call('POST', '/api/login', { login: 'admin', password })).body.access_token as string;
    return call;
  }

  /** Ends the server and removes the copy. */
  async remove(): Promise<void> {
    if (this.server?.exitCode === null) {
      const ended = new Promise((done) => this.server!.once('exit', done));
      this.server.kill();
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
