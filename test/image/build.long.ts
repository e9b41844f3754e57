/**
 * The image without a container engine: each stage is carried out in a folder of its own, and the result is started as the
 * image starts it, by a user who can write nowhere but into the volume. `npm run test:image`; some two minutes, and the
 * registry of npm is needed. What differs from the image: the release of Node, and the system around it.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { existsSync, lstatSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, listOf, stagesOf, textsOf } from './dockerfile.js';
import { Stages } from './stages.js';

const stages = stagesOf();
const last = stages.at(-1)!;
const [uid, gid] = textsOf(last, 'USER')[0]!.split(':').map(Number) as [number, number];
/** Only root can become somebody else; anybody else is without rights already. */
const user = process.getuid!() === 0 ? { uid, gid } : {};

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** In MB. */
const folderSize = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)).size)
    .reduce((sum, size) => sum + size / 1e6, 0);

describe('the image', () => {
  const built = new Stages(stages);
  let app: string;
  let environment: NodeJS.ProcessEnv;
  let child: ChildProcess | undefined;
  let output = '';
  beforeAll(async () => {
    app = built.build();
    environment = {
      ...environmentOf(last),
      PATH: process.env['PATH'],
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
    };
  });
  afterAll(() => {
    child?.kill('SIGKILL');
    built.remove();
  });
  const inside = (command: string[]) =>
    spawnSync(command[0]!, command.slice(1), {
      cwd: app,
      env: environment,
      encoding: 'utf8',
      timeout: 60_000,
      ...user,
    });

  it('holds the program and what it needs, and nothing that builds or tests it', () => {
    expect(readdirSync(app).sort()).toEqual([
      'LICENSE',
      'clients',
      'data',
      'deploy',
      'dist',
      'node_modules',
      'package.json',
    ]);
    const { devDependencies } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const tools = Object.keys(devDependencies).filter((name) => existsSync(join(app, 'node_modules', name)));
    // Libraries that the program's own libraries need as well.
    expect(tools.filter((name) => !['@types/node', 'ajv', 'ajv-formats', 'yaml', 'js-yaml'].includes(name))).toEqual(
      [],
    );
    const size = folderSize(app);
    console.log(`The image adds ${size.toFixed(0)} MB to its base.`);
    expect(size).toBeLessThan(250);
  });
  it('starts as a user who may write into the volume alone, and gets ready', async () => {
    const [file, ...args] = [...listOf(last, 'ENTRYPOINT'), ...listOf(last, 'CMD')];
    child = spawn(file!, args, { cwd: app, env: environment, ...user });
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += String(text)));
    const health = /CMD (\[.*\])$/.exec(textsOf(last, 'HEALTHCHECK')[0]!)![1]!;
    // The password is told after the first request can be answered.
    const isReady = (): boolean => output.includes('Password: ') && inside(JSON.parse(health) as string[]).status === 0;
    for (const until = Date.now() + 60_000; !isReady(); await new Promise((wake) => setTimeout(wake, 200))) {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`never ready:\n${output}`);
    }
    const written = readdirSync(join(app, 'data')).filter((name) => !name.includes('-'));
    expect(written.sort()).toEqual(['documents', 'meridian.sqlite', 'token.key']);
    if (user.uid) {
      expect(statSync(join(app, 'data/meridian.sqlite')).uid).toBe(uid);
      expect(inside(['touch', 'dist/main.js', 'new']).status).not.toBe(0);
    }
  });
  it('answers, with the explorer and its descriptions', async () => {
    const base = `http://127.0.0.1:${environment['PORT']}`;
    const password = /Password: (\S+)/.exec(output)![1]!;
    const answer = await fetch(`${base}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'admin', password }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const asked = ['/docs', '/api/openapi.json', '/api/sites', '/api/report/applicationsByBlocks', '/api/report/zones'];
    for (const path of asked) {
      const { status } = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } });
      expect([path, status]).toEqual([path, 200]);
    }
  });
  it('makes a backup through the same entry point while the server runs', () => {
    const [file, ...args] = listOf(last, 'ENTRYPOINT');
    const done = inside([file!, ...args, 'dist/cli/meridian.js', 'backup', 'data/map.backup']);
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(done.stdout).toContain('are in data/map.backup');
  });
  it('asks the server through the command line', () => {
    const [file, ...args] = listOf(last, 'ENTRYPOINT');
    const told = inside([file!, ...args, 'dist/cli/meridian.js', '--help']);
    expect([told.status, told.stdout]).toEqual([0, expect.stringContaining('backup')]);
  });
  it('ends at the signal that containers are stopped with', async () => {
    const ended = new Promise((resolve) => child!.once('exit', resolve));
    child!.kill(textsOf(last, 'STOPSIGNAL')[0] as NodeJS.Signals);
    expect(await ended).toBe(0);
  });
});
