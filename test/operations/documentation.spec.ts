/** `docs/operations.md` says what is so: its settings are those of the server, and its command lines do what they say. @seconds 8 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildProgram, Running, type Program } from '../existing-database/processes.js';
import { ENGINES, makeDatabase } from '../support/engines.js';
import { ADMIN, TestServer } from '../support/server.js';
import { makeMap } from '../support/spare-maps.js';

const PROJECT = resolve(__dirname, '../..');
const PAGE = readFileSync(join(PROJECT, 'docs/operations.md'), 'utf8');
const run = promisify(execFile);

/** The command lines of a chapter that name something, in the order of the page. */
function commands(word: string): string {
  const found = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, text]) => text!)
    .find((text) => text.includes(word));
  if (!found) throw new Error(`no command line speaks of ${word}`);
  return found;
}

const bash = (text: string, cwd: string, env: Record<string, string> = {}): Promise<{ stdout: string }> =>
  run('bash', ['-euo', 'pipefail', '-c', text], { cwd, env: { ...process.env, ...env } });

describe('docs/operations.md', () => {
  let program: Program;
  beforeAll(() => {
    program = buildProgram();
  });
  afterAll(() => program.remove());

  it('contract 13: its table names every setting, with its default', () => {
    const example = readFileSync(join(PROJECT, '.env.example'), 'utf8');
    const settings = [...example.matchAll(/^(# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)];
    const wanted = settings.map(([, off, name, value]) => [name, off ? '' : value]);
    const table = [...PAGE.matchAll(/^\| `([A-Z][A-Z0-9_]+)` *\| (?:`([^`]*)`)? *\|/gm)];
    expect(table.map(([, name, value]) => [name, value ?? ''])).toEqual(wanted);
  });

  it('its metrics are those of the server', async () => {
    const server = await TestServer.start('sqlite', { OUTSIDE_WRITES: 'watch' });
    await server.get('/api/sites');
    const text = (await server.get('/metrics', { token: null })).body as string;
    await server.stop();
    const chapter = /## Metrics([\s\S]*?)\n## /.exec(PAGE)![1]!;
    const named = new Set(chapter.match(/\b(http|meridian|nodejs|process)_[a-z0-9_]+[a-z0-9]\b/g));
    const told = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!));
    expect([...named].filter((name) => !told.has(name.replace(/_bucket$/, '')))).toEqual([]);
    const ours = [...told].filter((name) => /^(http|meridian)_/.test(name));
    expect(ours.filter((name) => !chapter.includes(name) && !name.endsWith('_idle'))).toEqual([]);
  });

  it('the backup of an embedded database can be restored, while a server writes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
    const files = { url: `sqlite:${join(folder, 'data/meridian.sqlite')}`, folder: join(folder, 'data'), drop };
    async function drop(): Promise<void> {
      rmSync(folder, { recursive: true, force: true });
    }
    mkdirSync(join(folder, 'data'));
    symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    const server = await TestServer.start('sqlite', { TOKEN_SECRET: '' }, files);
    const kept = (await server.post('/api/sites', { name: 'Kept' })).body.id as number;
    const form = new FormData();
    form.append('file', new Blob(['the bytes']), 'kept.txt');
    const document = (await server.post('/api/documents', form)).body.id as number;
    await bash(commands('.backup('), folder);
    await server.post('/api/sites', { name: 'Lost' });
    await server.stop(true);
    rmSync(join(folder, 'data/documents'), { recursive: true });
    await bash(commands('cp backup/meridian.sqlite data/'), folder);

    const again = await TestServer.start('sqlite', { TOKEN_SECRET: '' }, files);
    const answer = await again.get('/api/sites', { token: server.token });
    expect(answer.body.map(({ id }: { id: number }) => id)).toEqual([kept]);
    expect((await again.get(`/api/documents/${document}/download`)).body).toBe('the bytes');
    await again.stop();
  });

  (ENGINES.includes('mariadb') ? it : it.skip)('the dump of an external database can be restored', async () => {
    const [place, target] = [await makeDatabase('mariadb'), await makeDatabase('mariadb')];
    const env = (url: string): Record<string, string> => {
      const { hostname, port, username, password, pathname } = new URL(url);
      return {
        ...{ DB_HOST: hostname, DB_PORT: port || '3306', DB_USERNAME: username, DB_PASSWORD: password },
        DB_DATABASE: pathname.slice(1),
      };
    };
    const folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
    const server = await TestServer.start('mariadb', {}, place);
    await server.post('/api/sites', { name: 'Kept' });
    await bash(commands('mariadb-dump'), folder, env(place.url));
    await server.stop();
    await bash(commands('mariadb --host'), folder, env(target.url));
    rmSync(folder, { recursive: true });
    const again = await TestServer.start('mariadb', {}, target);
    expect((await again.get('/api/sites')).body).toMatchObject([{ name: 'Kept' }]);
    await again.stop();
  });

  it('a rehearsal of the migrations tells what would be done', async () => {
    const place = await makeDatabase('sqlite');
    const { stdout } = await bash(commands('--dry-run'), program.folder, { DATABASE_URL: place.url });
    expect(stdout).toContain('Nothing was changed');
    await place.drop();
  });

  it('an embedded database is looked at for damage', async () => {
    const place = await makeMap('sqlite');
    mkdirSync(join(program.folder, 'data'));
    copyFileSync(place.url.replace(/^sqlite:/, ''), join(program.folder, 'data/meridian.sqlite'));
    expect((await bash(commands('meridian.js check'), program.folder)).stdout).toContain('is in order');
    await place.drop();
  });

  it('on a terminal the start says where everything is and how to get a token; elsewhere it says one line', async () => {
    const place = await makeDatabase('sqlite');
    const settings = {
      DATABASE_URL: place.url,
      DOCUMENTS_DIR: `${place.folder}/documents`,
      PORT: '0',
      BCRYPT_COST: '4',
    };
    const secrets = { ADMIN_PASSWORD: ADMIN.password, TOKEN_SECRET: 'a secret of the tests, 32 characters or more' };
    const plain = Running.start(program, ['main.js'], { ...settings, ...secrets });
    await plain.says('was made with the password');
    expect(plain.output).not.toContain('Explorer');
    await plain.kill();

    writeFileSync(join(program.folder, 'dist/terminal.js'), "process.stdout.isTTY = true; require('./main.js');");
    const shown = Running.start(program, ['terminal.js'], { ...settings, ...secrets });
    await shown.says('YOUR-PASSWORD');
    const url = /at (http:\S+)\/api/.exec(shown.output)![1]!;
    for (const line of [`Explorer   ${url}/docs`, `Documents  ${place.folder}/documents`, 'map.sqlite'])
      expect(shown.output).toContain(line);
    for (const secret of Object.values(secrets)) expect(shown.output).not.toContain(secret);
    const token = /curl -s .*/.exec(shown.output)![0].replace('YOUR-PASSWORD', ADMIN.password);
    expect((await bash(token, place.folder)).stdout).toContain('"access_token"');
    await shown.kill();
    await place.drop();
  });
});
