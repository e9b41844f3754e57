/** Does what `docs/adding-a-resource.md` says, in a copy of the project, and calls the new resource. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as typescript from 'typescript';

const PROJECT = resolve(__dirname, '../..');
/** `npm run build` without types, which takes two seconds instead of thirty; see `mistakesIn`. */
const BUILD = `
const { readdirSync, mkdirSync, writeFileSync, copyFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { transformFileSync } = require('@swc/core');
const { COMPILER } = require('${PROJECT}/test/support/typescript.cjs');
for (const file of readdirSync('src', { recursive: true })) {
  const target = join('dist', file.replace(/\\.ts$/, '.js'));
  if (/\\.[a-z]+$/.test(file)) mkdirSync(dirname(target), { recursive: true });
  if (file.endsWith('.ts')) writeFileSync(target, transformFileSync(join('src', file), { ...COMPILER, sourceMaps: false }).code);
  if (file.endsWith('.json')) copyFileSync(join('src', file), target);
}`;
const COPIED = ['src', 'scripts', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json'];

/** The first code block after the line that names a file. */
function blockOf(page: string, file: string): string {
  const after = page.slice(page.indexOf(`\`${file}\``));
  return /```ts\n([\s\S]*?)```/.exec(after)![1]!;
}

/** What is wrong with the types of some files of a project. */
function mistakesIn(folder: string, files: readonly string[]): string[] {
  const { config } = typescript.readConfigFile(join(folder, 'tsconfig.build.json'), typescript.sys.readFile);
  const { options } = typescript.parseJsonConfigFileContent(config, typescript.sys, folder);
  const names = files.map((file) => join(folder, file));
  const program = typescript.createProgram(names, { ...options, noEmit: true });
  return names
    .map((name) => program.getSourceFile(name)!)
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, ' '));
}

describe('docs/adding-a-resource.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-drones-'));
  let server: ChildProcess | undefined;

  afterAll(async () => {
    if (server) {
      const ended = new Promise((done) => server!.once('exit', done));
      server.kill();
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (file: string): string => join(folder, file);
  const edit = (file: string, change: (text: string) => string): void =>
    writeFileSync(at(file), change(readFileSync(at(file), 'utf8')));

  it('one entity file, one line and one migration make a 62nd resource, and the Nest CLI a route beside', async () => {
    for (const name of COPIED) cpSync(join(PROJECT, name), at(name), { recursive: true });
    symlinkSync(join(PROJECT, 'node_modules'), at('node_modules'));
    writeFileSync(at('build.cjs'), BUILD);
    edit('package.json', (text) => text.replaceAll(/node scripts\/build\.mjs(?: --if-stale)?/g, 'node build.cjs'));
    const page = readFileSync(join(PROJECT, 'docs/adding-a-resource.md'), 'utf8');
    const view = 'src/map/physical-infrastructure';

    writeFileSync(at(`${view}/drone.entity.ts`), blockOf(page, `${view}/drone.entity.ts`));
    const line = blockOf(page, `${view}/physical-infrastructure.module.ts`);
    edit(
      `${view}/physical-infrastructure.module.ts`,
      (text) => line + text.replace('resourceModule(', 'resourceModule(Drone, '),
    );
    execFileSync('npm', ['run', 'migration:generate', '--', 'add-drones'], { cwd: folder, stdio: 'pipe' });
    const file = readdirSync(at('src/database/migrations')).find((name) => name.endsWith('-add-drones.ts'))!;
    const name = `AddDrones${file.split('-')[0]}`;
    edit(
      'src/database/migrations/index.ts',
      (text) => `import { ${name} } from './${file.replace(/ts$/, 'js')}';\n${text.replace('];', `, ${name}];`)}`,
    );
    for (const kind of ['module', 'controller'])
      execFileSync('npx', ['nest', 'g', kind, 'flights'], { cwd: folder, stdio: 'pipe' });
    expect(readdirSync(at('src/flights')).sort()).toEqual(['flights.controller.ts', 'flights.module.ts']);
    writeFileSync(at('src/flights/flights.controller.ts'), blockOf(page, 'src/flights/flights.controller.ts'));
    execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: 'pipe' });
    const changed = [`${view}/drone.entity.ts`, `${view}/physical-infrastructure.module.ts`];
    const generated = ['src/flights/flights.module.ts', 'src/flights/flights.controller.ts'];
    expect(mistakesIn(folder, [...changed, ...generated, 'src/database/migrations/index.ts'])).toEqual([]);

    const call = await start();
    const site = await call('POST', '/api/sites', { name: 'Hangar' });
    const application = await call('POST', '/api/applications', { name: 'Autopilot' });
    const drone = { name: 'Falcon', range: 5000, site_id: site.body['id'], applications: [application.body['id']] };
    const made = await call('POST', '/api/drones', drone);
    expect(made).toMatchObject({ status: 201, body: drone });
    expect(await call('GET', `/api/drones/${made.body['id']}`)).toMatchObject({ status: 200, body: { data: drone } });
    expect(await call('POST', '/api/drones', { name: 'falcon' })).toMatchObject({ status: 422 });
    expect(await call('GET', '/api/flights')).toMatchObject({ status: 200, body: [] });
  }, 120_000);

  /** Starts the built copy and gives a client that is signed in. */
  async function start() {
    const password = 'Fly-me-to-9';
    const environment = {
      ...process.env,
      PORT: '0',
      ADMIN_PASSWORD: password,
      BCRYPT_COST: '4',
      DATABASE_URL: 'sqlite:./map.sqlite',
    };
    server = spawn('node', ['dist/main.js'], { cwd: folder, env: environment });
    const url = await new Promise<string>((found, failed) => {
      let output = '';
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        const match = /(http:\S+)\/api$/m.exec(output);
        if (match) found(match[1]!);
      };
      server!.stdout!.on('data', read);
      server!.stderr!.on('data', read);
      server!.once('exit', () => failed(new Error(output)));
    });
    let token = '';
    const call = async (method: string, path: string, body?: unknown) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const answer = await fetch(url + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    };
    token = (await call('POST', '/api/login', { login: 'admin', password })).body['access_token']!;
    return call;
  }
});
