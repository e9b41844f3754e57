/** The key that signs tokens: a setting, or made on first start and kept in a file that only its owner reads. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config.js';

export const TOKEN_SECRET = 'meridian:token-secret';

/** The key of this server (contract 2). Throws if the file beside the database cannot be written. */
export function tokenSecret(config: Config): string {
  if (config.tokenSecret) return config.tokenSecret;
  const folder = config.database.engine === 'sqlite' ? dirname(config.database.path) : './data';
  const file = join(folder, 'token.key');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}
