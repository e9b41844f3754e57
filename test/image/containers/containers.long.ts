/**
 * Every command of docs/image.md, in its order, in a copy of the project, carried out by Docker: `npm run test:containers`, some
 * ten minutes. It needs Docker with compose and buildx, or root on Debian, where it starts one; ports 3000 and 8080 of this
 * machine; and the registry of npm. Its containers, networks and volumes have names of their own, and are removed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pages } from '../../docs/support/pages.js';
import { Client, upload } from '../../reliability/support/http.js';
import { until } from '../../reliability/support/waiting.js';
import { PROJECT } from '../dockerfile.js';
import { baseImages } from './base-images.js';
import { docker, engine, tried } from './docker.js';

const ONE = 'http://127.0.0.1:3000';
const BALANCED = 'http://127.0.0.1:8080';
const MINUTE = 60_000;
/** Not the names of somebody's own containers. */
const OWN = 'meridian-test';
const NOT_COPIED = ['.git', 'node_modules', 'dist', 'data', 'secrets'];

const snippets = pages()
  .find(({ path }) => path === 'docs/image.md')!
  .blocks.filter(({ language }) => language === 'sh')
  .map(({ text }) => text);
const left = new Set(snippets);

describe('docs/image.md, carried out by Docker', () => {
  const root = mkdtempSync(join(tmpdir(), 'meridian-containers-'));
  const folder = join(root, 'meridian');
  let end = async (): Promise<void> => undefined;

  beforeAll(async () => {
    end = await engine();
    const standIns = baseImages();
    console.log(
      standIns.length ? `Standing in for those of their makers: ${standIns.join(', ')}.` : 'Images of their makers.',
    );
    cpSync(PROJECT, folder, { recursive: true, filter: (path) => !NOT_COPIED.includes(basename(path)) });
    process.env['COMPOSE_PROJECT_NAME'] = OWN;
  });
  afterAll(async () => {
    tried('rm', '--force', '--volumes', OWN);
    for (const file of ['compose.yaml', 'compose.cluster.yaml'])
      tried('compose', '--project-directory', folder, '--file', join(folder, file), 'down', '--volumes');
    tried('volume', 'rm', `${OWN}-data`);
    await end();
    rmSync(root, { recursive: true, force: true });
  });

  /** Runs the one block that says this, as a reader would type it. */
  function snippet(saying: string): string {
    const [text, ...others] = snippets.filter((block) => block.includes(saying));
    if (!text || others.length) throw new Error(`${others.length + (text ? 1 : 0)} blocks say: ${saying}`);
    left.delete(text);
    const script = text
      .replaceAll('meridian-data', `${OWN}-data`)
      .replace(/(--name|logs|exec) meridian\b/g, `$1 ${OWN}`);
    const options = { cwd: folder, encoding: 'utf8', maxBuffer: 64 << 20, timeout: 25 * MINUTE } as const;
    // Services of compose bear their own names.
    const { status, stdout, stderr } = spawnSync('bash', ['-eu', '-c', /compose/.test(text) ? text : script], options);
    if (status !== 0) throw new Error(`${text}\nended with ${status}:\n${stdout.slice(-4000)}\n${stderr.slice(-4000)}`);
    return stdout;
  }
  const inside = (command: string, ...args: string[]): string =>
    docker('compose', '--project-directory', folder, '--file', join(folder, command), ...args);

  it('builds the image, small and without root', () => {
    snippet('docker build');
    const facts = (image: string) =>
      (
        JSON.parse(docker('image', 'inspect', image)) as [{ Size: number; Config: { User: string; Labels: object } }]
      )[0];
    const { Size, Config } = facts('meridian:local');
    const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
    expect(Config.User).toBe('1000:1000');
    expect(Config.Labels).toMatchObject({ 'org.opencontainers.image.version': version });
    const added = (Size - facts('node:22-bookworm-slim').Size) / 1e6;
    console.log(`The image adds ${added.toFixed(0)} MB to its base.`);
    expect(added).toBeLessThan(150);
  });
  it('starts it on a file system that it cannot write to, and keeps what it is told', async () => {
    const client = new Client(ONE);
    const password = /Password: (\S+)/.exec(docker('logs', OWN))![1]!;
    await client.signIn('admin', password);
    expect((await client.send('POST', '/api/sites', { body: { name: 'A first site' } })).status).toBe(201);
    expect(tried('exec', OWN, 'touch', 'dist/new').stderr).toMatch(/Read-only/);
    expect(tried('exec', '--user', '0', OWN, 'touch', '/new').stderr).toMatch(/Read-only/);
    await until('healthy', MINUTE, () => healthy(OWN));
    expect(snippet('docker exec meridian')).toContain('are in data/map.backup');
    docker('stop', OWN);
    expect(docker('inspect', '--format', '{{.State.ExitCode}}', OWN)).toBe('0');
    docker('start', OWN);
    // The key of the tokens is in the volume as well.
    await until(
      'the site',
      MINUTE,
      async () => (await client.send('GET', '/api/sites?filter[name]=A first site')).body.length,
    );
    client.close();
    docker('rm', '--force', '--volumes', OWN);
  });
  it('one server and its database: starts, is used, backed up and restored', async () => {
    const told = snippet('docker compose up --detach --build');
    const client = new Client(ONE);
    await client.signIn('admin', /Password: (\S+)/.exec(told)![1]!);
    expect((await client.send('POST', '/api/sites', { body: { name: 'A second site' } })).status).toBe(201);
    expect(tried('compose', '--project-directory', folder, 'port', 'database', '3306').stdout.trim()).toMatch(
      /^(:0)?$/,
    );
    snippet('docker compose cp');
    expect(existsSync(join(folder, 'map.backup'))).toBe(true);
    const refused = async () => (await client.send('GET', '/api/sites')).status === 401;
    await until('everybody signs in anew after a restore', MINUTE, refused);
    await client.signIn('admin', /Password: (\S+)/.exec(told)![1]!);
    const { body } = await client.send('GET', '/api/sites');
    expect(body).toMatchObject([{ name: 'A second site' }]);
    client.close();
    inside('compose.yaml', 'down', '--volumes');
  });
  it('three replicas and three databases: starts, and goes on without one of each', async () => {
    snippet('CLUSTER_BOOTSTRAP');
    const secret = (name: string): string => readFileSync(join(folder, 'deploy/secrets', name), 'utf8').trim();
    const client = new Client(BALANCED);
    const write = async (name: string) => (await client.send('POST', '/api/sites', { body: { name } })).status === 201;
    const cluster = (...args: string[]) => inside('compose.cluster.yaml', ...args);
    const size = (node: string) => {
      const asked = ['mariadb', '--user=root', `--password=${secret('database_root_password')}`, '--skip-column-names'];
      return cluster('exec', node, ...asked, '--execute', "SHOW STATUS LIKE 'wsrep_cluster_size'").split(/\s+/)[1];
    };
    await until('a replica answers', MINUTE, () => client.signIn('admin', secret('admin_password')).then(() => true));
    expect(size('database-1')).toBe('3');
    expect(await write('With all of them')).toBe(true);
    const sent = await client.send('POST', '/api/documents', upload(Buffer.from('kept once'), 'shared.txt'));
    for (let i = 0; i < 6; i++)
      expect(String((await client.send('GET', `/api/documents/${sent.body.id}/download`)).body)).toBe('kept once');

    cluster('kill', 'database-1');
    const began = performance.now();
    await until('a write without the first database', MINUTE, () => write('Without a database'));
    console.log(`Writes went on ${((performance.now() - began) / 1000).toFixed(1)} s after the database was gone.`);
    expect(size('database-2')).toBe('2');
    cluster('kill', 'meridian-2');
    await until('a write without a replica', MINUTE, () => write('Without a replica either'));
    cluster('start', 'database-1', 'meridian-2');
    await until('the database is back', 2 * MINUTE, async () => size('database-1') === '3');
    const { body } = await client.send('GET', '/api/sites?sort=id');
    expect((body as Array<{ name: string }>).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['With all of them', 'Without a database', 'Without a replica either']),
    );
    client.close();
    inside('compose.cluster.yaml', 'down', '--volumes');
  });
  it('runs the tests on the Node of the image', () => {
    expect(snippet('npm install --prefix')).toContain('added');
  });
  it('leaves no command of the page out', () => {
    expect([...left]).toEqual([]);
  });
});

const healthy = async (name: string): Promise<boolean> =>
  docker('inspect', '--format', '{{.State.Health.Status}}', name) === 'healthy';
