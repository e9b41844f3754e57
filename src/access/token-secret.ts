/** The key that signs tokens: a setting, or made on first start and kept in a file that only its owner reads. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config.js';

/** The key of this server (contract 2). Throws if the file beside the database cannot be written or read. */
export function tokenSecret(config: Config): string {
  if (config.tokenSecret) return config.tokenSecret;
  const folder = config.database.engine === 'sqlite' ? dirname(config.database.path) : '../auth/data';
  const file = join(folder, 'token.key');
  if (!existsSync(file)) makeKey(folder, file);
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32)
    throw new Error(`The key in ${file} is broken. Remove the file: the next start makes a new one.`);
  return key;
}

function makeKey(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another server that starts at the same moment was quicker, and its key serves both.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
