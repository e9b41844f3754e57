import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
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
