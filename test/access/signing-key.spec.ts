import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenSecret } from '../../src/access/token.strategy.js';
import { readConfig } from '../../src/config.js';
import { makeDatabase } from '../support/engines.js';
import { TestServer } from '../support/server.js';

describe('the key that signs tokens', () => {
  it('contract 2: without a setting it is made beside the database, for its owner alone, and kept', async () => {
    const files = await makeDatabase('sqlite');
    const first = await TestServer.start('sqlite', { TOKEN_SECRET: '' }, files);
    const file = join(files.folder, 'token.key');
    const key = readFileSync(file, 'utf8');
    expect([key.length >= 32, statSync(file).mode & 0o777]).toEqual([true, 0o600]);
    await first.stop(true);
    const second = await TestServer.start('sqlite', { TOKEN_SECRET: '' }, files);
    expect(readFileSync(file, 'utf8')).toBe(key);
    expect((await second.get('/api/me', { token: first.token })).status).toBe(200);
    await second.stop();
  });
  it('contract 2: with a setting none is made, and another one makes all tokens void', async () => {
    const files = await makeDatabase('sqlite');
    const first = await TestServer.start('sqlite', {}, files);
    expect(existsSync(join(files.folder, 'token.key'))).toBe(false);
    await first.stop(true);
    const second = await TestServer.start('sqlite', { TOKEN_SECRET: 'x'.repeat(40) }, files);
    expect((await second.get('/api/me', { token: first.token })).status).toBe(401);
    await second.stop();
  });
  it('contract 2: with an external database in production the server refuses to start without one', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'mysql://root@db/map' };
    expect(() => readConfig(production)).toThrow('TOKEN_SECRET');
    expect(() => readConfig({ ...production, TOKEN_SECRET: 'short' })).toThrow('TOKEN_SECRET');
    expect(readConfig({ ...production, TOKEN_SECRET: 'x'.repeat(32) }).tokenSecret).toBe('x'.repeat(32));
  });
  it('with an external database it is below the folder of the project, and one that lies beside that folder is moved there', () => {
    const parent = mkdtempSync(join(tmpdir(), 'meridian-key-'));
    const project = join(parent, 'project');
    const former = process.cwd();
    mkdirSync(project);
    try {
      process.chdir(project);
      const config = readConfig({ DATABASE_URL: 'mysql://root@db/map' });
      const key = tokenSecret(config);
      expect([readdirSync(parent), readFileSync(join(project, 'data/token.key'), 'utf8')]).toEqual([['project'], key]);
      rmSync(join(project, 'data'), { recursive: true });
      mkdirSync(join(parent, 'auth/data'), { recursive: true });
      writeFileSync(join(parent, 'auth/data/token.key'), 'k'.repeat(64));
      expect(tokenSecret(config)).toBe('k'.repeat(64));
      expect(statSync(join(project, 'data/token.key')).mode & 0o777).toBe(0o600);
      expect(existsSync(join(parent, 'auth/data/token.key'))).toBe(false);
    } finally {
      process.chdir(former);
      rmSync(parent, { recursive: true });
    }
  });
  it('no text in the program leads out of its folder', () => {
    const src = join(__dirname, '../../src');
    const leading = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        readFileSync(join(src, name), 'utf8')
          .split('\n')
          .filter(
            (line) =>
              /(['"`])\.\.\//.test(line) &&
              !/^\s*(?:import|export|\} from)\b|\bimport\(|\bfrom ['"]|new URL\(|__dirname/.test(line),
          )
          .map((line) => `${name}: ${line.trim()}`),
      );
    expect(leading).toEqual([]);
  });
  it('contract 2: TOKEN_TTL says how long tokens live', async () => {
    expect(readConfig({}).tokenTtl).toBe(12 * 3600);
    const server = await TestServer.start('sqlite', { TOKEN_TTL: '90m' });
    const { body } = await server.post('/api/login', { login: 'admin', password: 'Correct-horse-9' }, { token: null });
    const { exp } = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString()) as { exp: number };
    const minutes = [Date.parse(body.expires_at), exp * 1000].map((end) => (end - Date.now()) / 60_000);
    for (const left of minutes) expect(left > 89 && left <= 90.1).toBe(true);
    await server.stop();
  });
});
