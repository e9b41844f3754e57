/** The entry point of the image: secrets out of files, and a key that stays in the volume (contract 2). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from './dockerfile.js';

describe('contract 2: the entry point of the image', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'meridian-test-'));
    writeFileSync(join(folder, 'main.js'), 'console.log(JSON.stringify([process.env, process.argv.slice(2)]))');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const start = (environment: Record<string, string>): { status: number | null; stderr: string; told: unknown } => {
    const options = { cwd: folder, env: { PATH: process.env['PATH'], ...environment }, encoding: 'utf8' as const };
    const script = join(PROJECT, 'deploy/start.cjs');
    const { status, stderr, stdout } = spawnSync(process.execPath, [script, 'main.js', 'one', '--two'], options);
    return { status, stderr, told: stdout && JSON.parse(stdout) };
  };

  it('hands on its arguments, and what the files hold', () => {
    writeFileSync(join(folder, 'secret'), 'p4ss word\n');
    const { status, told } = start({ DB_PASSWORD_FILE: join(folder, 'secret'), TOKEN_SECRET: 'x'.repeat(32) });
    expect(status).toBe(0);
    expect(told).toEqual([
      expect.objectContaining({ DB_PASSWORD: 'p4ss word', TOKEN_SECRET: 'x'.repeat(32) }),
      ['one', '--two'],
    ]);
    // The program reads such files, too: it is not to find both.
    expect((told as [object])[0]).not.toHaveProperty('DB_PASSWORD_FILE');
  });
  it('makes a key that only its owner reads, and finds it again', () => {
    const [first, second] = [start({}), start({})];
    const key = (first.told as [Record<string, string>])[0]['TOKEN_SECRET']!;
    expect(key.length).toBeGreaterThanOrEqual(32);
    expect((second.told as [Record<string, string>])[0]['TOKEN_SECRET']).toBe(key);
    expect(readFileSync(join(folder, 'data/token.key'), 'utf8')).toBe(key);
    expect(statSync(join(folder, 'data/token.key')).mode & 0o777).toBe(0o600);
  });
  it('says which file it cannot read, and which setting is there twice', () => {
    expect(start({ TOKEN_SECRET_FILE: '/nowhere/key' })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^TOKEN_SECRET_FILE names a file that cannot be read: ENOENT/) as string,
    });
    const twice = start({ TOKEN_SECRET_FILE: join(folder, 'main.js'), TOKEN_SECRET: 'x'.repeat(32) });
    expect(twice.stderr).toBe('TOKEN_SECRET and TOKEN_SECRET_FILE are both set: leave one out.\n');
  });
});
