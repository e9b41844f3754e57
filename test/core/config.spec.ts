import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig } from '../../src/config.js';

const EXAMPLE = readFileSync(resolve(__dirname, '../../.env.example'), 'utf8');

describe('contract 13: settings', () => {
  it('.env.example names every setting that the server reads, and no other', () => {
    const read = new Set<string>();
    const watch = (known: Record<string, string>): Record<string, string> =>
      new Proxy(known, { get: (target, name: string) => (read.add(name), target[name]) });
    readConfig(watch({}));
    readConfig(watch({ DB_HOST: 'db', DB_DATABASE: 'map' }));
    read.delete('NODE_ENV');
    // A library looks whether it was given a promise.
    read.delete('then');
    const named = [...EXAMPLE.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect([...read].sort()).toEqual([...new Set(named)].sort());
  });

  it('the values in .env.example are the defaults', () => {
    const values = Object.fromEntries(
      [...EXAMPLE.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
    );
    expect(readConfig(values)).toEqual(readConfig({}));
  });

  it.each([
    ['false', 0],
    ['0', 0],
    ['true', 1],
    ['2', 2],
    ['10.0.0.5, 2001:db8::/32', ['10.0.0.5', '2001:db8::/32']],
    ['loopback,uniquelocal', ['loopback', 'uniquelocal']],
  ])('TRUST_PROXY=%s is %j', (text, proxies) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(proxies);
  });

  it.each([
    [{ PORT: 'x' }, 'PORT must be a whole number'],
    [{ DATABASE_URL: 'postgres://x' }, 'DATABASE_URL must be sqlite:PATH'],
    [{ DATABASE_URL: 'mysql://root@host:3306' }, 'DATABASE_URL must be'],
    [{ TOKEN_SECRET: 'short' }, 'TOKEN_SECRET must have 32 characters'],
    [{ NODE_ENV: 'production', DATABASE_URL: 'mysql://root@db/map' }, 'TOKEN_SECRET is needed'],
    [{ TOKEN_TTL: 'soon' }, 'TOKEN_TTL must be a time'],
    [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY must be false, a number of proxies'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be false, a number of proxies'],
    [{ TRUST_PROXY: '10.0.0.1,' }, 'TRUST_PROXY must be false, a number of proxies'],
    [{ TRUST_PROXY: '300' }, 'TRUST_PROXY must be false, a number of proxies'],
    [{ DB_TIMEZONE: 'Paris' }, 'DB_TIMEZONE must be the name of a time zone'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have 8 characters'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ DB_HOST: 'db' }, 'DB_DATABASE is needed'],
  ])('a wrong setting stops the start with a sentence: %j', (environment, sentence) => {
    expect(() => readConfig(environment as Record<string, string>)).toThrow(sentence);
  });
});
